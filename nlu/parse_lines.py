"""One line of `turnero nlu parse --jsonl`: a message in, its intents out; a bad line says what is wrong with it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from booking.intents import (
    Anchor,
    AnyIntent,
    Problem,
    Reading,
    RescheduleAppointment,
    Source,
    Unknown,
    UnknownWhy,
)
from booking.intents.told_by_another import anchored
from booking.models import Role, State, UnderstandingContext
from booking.ports import IntentExtractor
from nlu.parsed import weight
from nlu.shortcuts import likely, understanding
from nlu.when.lines import written

OPENS, CLOSES = dt.time(8), dt.time(20)
"""The hours by which bare hours are read here."""


def answer(request: object, extractor: IntentExtractor | None = None) -> dict[str, Any]:
    """The answer to one request. Without an extractor the reading is by rules alone."""
    if not isinstance(request, dict):
        return {"id": None, "error": "not an object"}
    key = request.get("id")
    try:
        text, context = _text(request), context_of(request)
    except KeyError as error:
        return {"id": key, "error": f"missing {error.args[0]}"}
    except (TypeError, ValueError, OverflowError) as error:
        return {"id": key, "error": " ".join(str(error).split())}
    read = likely(text, context)
    understood = extractor.understand(text, context) if extractor else understanding(text, read, context)
    intents = tuple(_dated(intent, context) for intent in _asked_about(understood.intents))
    main, *more = sorted(intents, key=weight)
    rest = [intent for intent in intents if intent in more]
    left = read.unread or read.leftovers
    if understood.source is Source.MODEL:
        left = main.left if isinstance(main, Unknown) else ()
    return {
        "id": key,
        "intent": _intent(main),
        "more": [_intent(intent) for intent in rest],
        "source": understood.source.value,
        "carried": dict(read.carried) if read.carried else {"kind": text} if read.intents != (Unknown(),) else {},
        "left": list(left),
    }


def _asked_about(intents: tuple[AnyIntent, ...]) -> tuple[AnyIntent, ...]:
    """The same, where a time that nobody can read is what is asked about: nothing is claimed of it."""
    readings = [reading for intent in intents if isinstance(reading := getattr(intent, "when", None), Reading)]
    if not any(reading.problem is Problem.UNREAD for reading in readings):
        return intents
    return (Unknown(why=UnknownWhy.PARTLY, understood=tuple(i for i in intents if not isinstance(i, Unknown))),)


def _dated(intent: AnyIntent, context: UnderstandingContext) -> AnyIntent:
    """An intent with the day and hour of what is proposed, or moved, where it tells its time by that: "el mismo día en la
    tarde"."""
    reading, zone = getattr(intent, "when", None), context.now.tzinfo or dt.UTC
    if not isinstance(reading, Reading):
        return intent
    if reading.anchor is None:
        return intent
    known = context.proposed or _moved(intent, reading, zone)
    return intent if known is None else intent.model_copy(update={"when": anchored(reading, known, zone)})


def _moved(intent: AnyIntent, reading: Reading, zone: dt.tzinfo) -> dt.datetime | None:
    """When the appointment is that is moved, as far as the new time is told by it and the message says it."""
    of = intent.of.when if isinstance(intent, RescheduleAppointment) and intent.of else None
    if of is None or of.date_from is None or of.date_from != of.date_to or reading.anchor != Anchor(same_day=True):
        return None
    return dt.datetime.combine(of.date_from, of.time_from or dt.time(), zone)


def _text(request: dict[str, Any]) -> str:
    text = request["text"]
    if not isinstance(text, str):
        raise TypeError("text is not a string")
    return text


def context_of(request: dict[str, Any]) -> UnderstandingContext:
    now = dt.datetime.fromisoformat(request["now"])
    if now.tzinfo is None:
        raise ValueError("now has no offset")
    offered = request.get("offered") or []
    if not isinstance(offered, list):
        raise TypeError("offered is not a list")
    doctors = request.get("doctors") or []
    if not isinstance(doctors, list):
        raise TypeError("doctors is not a list")
    specialties = request.get("specialties") or {}
    if not isinstance(specialties, dict):
        raise TypeError("specialties is not an object")
    state, starts = State(request.get("state", State.IDLE)), tuple(_start(start) for start in offered)
    return UnderstandingContext(
        now=now,
        state=state,
        offered=starts,
        proposed=starts[0] if state is State.CONFIRM and len(starts) == 1 else None,
        opens=OPENS,
        closes=CLOSES,
        role=Role(request.get("role", Role.PATIENT)),
        doctors=tuple(doctors),
        specialties=tuple(specialties.items()),
    )


def _start(text: str) -> dt.datetime:
    start = dt.datetime.fromisoformat(text)
    if start.tzinfo is None:
        raise ValueError("an offered time has no offset")
    return start


def _intent(intent: AnyIntent) -> dict[str, Any]:
    """An intent as plain data; a reading of time in the shape of `nlu when`."""
    plain = intent.model_dump(mode="json", exclude_none=True)
    if isinstance(intent, Unknown):
        plain["understood"] = [_intent(one) for one in intent.understood]
        plain.pop("left")
    reading = getattr(intent, "when", None)
    plain.pop("when", None)
    if isinstance(existing := getattr(intent, "of", None), Reading):
        plain["of"] = written(existing.when) if existing.when else None
    if isinstance(reading, Reading):
        plain["when"] = written(reading.when) if reading.when else None
        plain["ambiguous"] = reading.ambiguous
        plain["candidates"] = [written(candidate) for candidate in reading.candidates]
        if reading.problem:
            plain["problem"] = reading.problem.value
    return plain
