"""What is wished and what is offered instead, as raw values of a reply's text: part of `reply_values`."""

from __future__ import annotations

import datetime as dt

from pydantic import JsonValue

from booking.conversation.meaning.reference_times import left_open, said
from booking.conversation.meaning.wished_times import fits
from booking.conversation.turn import Turn
from booking.models.draft_parts import (
    doctor_of,
    hold_of,
    refused_of,
    wish_of,
)


def no_room(turn: Turn) -> JsonValue:
    """Why nothing as wished is offered: the appointment to be moved is then, that day cannot be booked yet (but the
    last day that can), there are no hours then, no visit begins just then, or nothing in them is free, or no more than
    was shown."""
    offer = turn.conversation.offer
    if offer and offer.as_it_is:
        return {"why": "as_it_is"}
    if offer and offer.beyond:
        last = turn.now.astimezone(turn.zone).date() + dt.timedelta(days=turn.clinic.policy.horizon_days)
        return {"why": "beyond", "last": last.isoformat()}
    if offer and offer.between:
        return {"why": "between"}
    shown = offer is not None and offer.after is not None
    why = "no_hours" if offer and offer.closed else "no_more" if shown else "no_room"
    return {"why": why, "others": bool(_refused(turn))}


def or_wait(turn: Turn) -> JsonValue:
    """Whether what was wished is full, and they may be told when a time becomes free."""
    offer = turn.conversation.offer
    full = offer is not None and not (offer.as_it_is or offer.beyond or offer.between or offer.closed or offer.after)
    return full and turn.clinic.policy.waiting_list


def options(turn: Turn) -> JsonValue:
    """The start of each; of one that is with another doctor than the one asked for, that too."""
    offer = turn.conversation.offer
    if offer is None:
        return []
    starts = [free.slot.start.astimezone(turn.zone).isoformat() for free in offer.found]
    return [{"start": at, "another": True} if n in offer.elsewhere else at for n, at in enumerate(starts, start=1)]


def candidates(turn: Turn) -> JsonValue:
    reading = left_open(turn)
    return [when.model_dump(mode="json") for when in reading.candidates] if reading else []


def problem(turn: Turn) -> JsonValue:
    reading = said(turn)
    return reading.problem.value if reading and reading.problem else None


def wish(turn: Turn) -> JsonValue:
    """The wish in force, at the head of a sentence."""
    wished = wish_of(turn.draft)
    return wished.model_dump(mode="json") if wished else None


def nearest(turn: Turn) -> JsonValue:
    """What is offered instead: the nearest times, of the doctor asked for, of others, or of both."""
    offer = turn.conversation.offer
    others = offer.elsewhere if offer else ()
    own = offer is not None and len(others) < len(offer.found)
    return {"doctor": doctor_of(turn.draft), "own": own, "others": bool(others)}


def unmet(turn: Turn) -> JsonValue:
    """The wish in force, where the time that is held is another."""
    hold, wished = hold_of(turn.draft), wish_of(turn.draft)
    met = hold is None or wished is None or fits(hold.slot, wished, turn.zone)
    return None if met or wished is None else wished.model_dump(mode="json")


def sought(turn: Turn) -> JsonValue:
    """What the times on offer are for: the wish in force, and with whom not."""
    wished = wish_of(turn.draft)
    return {"wish": wished.model_dump(mode="json") if wished else None, "refused": _refused(turn)}


def _refused(turn: Turn) -> list[JsonValue]:
    """The doctors who will not do, where nobody is asked for by name."""
    return [] if doctor_of(turn.draft) else list(refused_of(turn.draft))
