"""What a proposal shows: the values of its text, read off the terms that its yes carries out. No Spanish here."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import JsonValue
from pydantic_core import to_jsonable_python

from booking.conversation.replies.keys import ReplyKey
from booking.models import AnyOrder, Occurrence, Slot, Terms

PROPOSALS = frozenset({ReplyKey.PROPOSAL, ReplyKey.MOVE_PROPOSAL, ReplyKey.CANCEL_PROPOSAL, ReplyKey.ORDER_PROPOSAL})


def shown(terms: Terms, zone: ZoneInfo) -> dict[str, JsonValue]:
    """Every value of a proposal's text by the name of its placeholder, times in the clinic's zone. What these terms say
    nothing of is None."""
    others = shown_others(terms.others, zone)
    return {
        "span": span_of(terms.slot, zone),
        "others": others,
        "them": others,
        "held_with": terms.doctor,
        "room": terms.room,
        "patient": terms.patient,
        "whose": terms.patient,
        "visit": terms.visit,
        "note": terms.note,
        "clinic": terms.place,
        "existing": _start(terms.before, zone),
        "order": shown_order(terms.order, zone),
    }


def shown_order(order: AnyOrder | None, zone: ZoneInfo) -> JsonValue:
    """The order as it will be carried out, its times in the clinic's zone."""
    shown: JsonValue = to_jsonable_python(_local(order.model_dump(), zone)) if order else None
    return shown


def shown_others(others: Sequence[Occurrence], zone: ZoneInfo) -> JsonValue:
    """Those that follow the first of a series, in order: when each is, and whether that is another day or hour than is
    its turn; the day that has no place, and whether that comes after the last one that can be booked."""
    return [
        {
            "span": span_of(other.slot, zone),
            "due": _at(other.due, zone),
            "beyond": other.beyond,
        }
        for other in others
    ]


def span_of(slot: Slot | None, zone: ZoneInfo) -> JsonValue:
    """When an appointment begins and ends."""
    return {"start": _at(slot.start, zone), "end": _at(slot.end, zone)} if slot else None


def _start(slot: Slot | None, zone: ZoneInfo) -> str | None:
    return _at(slot.start, zone) if slot else None


def _at(moment: dt.datetime, zone: ZoneInfo) -> str:
    return moment.astimezone(zone).isoformat()


def _local(value: Any, zone: ZoneInfo) -> Any:
    """The same with every instant in it there, whatever its field is called."""
    match value:
        case dt.datetime():
            return value.astimezone(zone)
        case dict():
            return {name: _local(inner, zone) for name, inner in value.items()}
        case list() | tuple():
            return [_local(inner, zone) for inner in value]
    return value
