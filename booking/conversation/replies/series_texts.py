"""A series of appointments as patients read it: a line for each that follows the first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.appointment_texts import span
from booking.conversation.replies.texts import WORDS


def others(value: Sequence[Mapping[str, Any]]) -> str:
    """A numbered line for each, below that of the first; nothing where there is only one appointment."""
    return "".join(f"\n{number}) {_line(one)}" for number, one in enumerate(value, start=2))


def _line(one: Mapping[str, Any]) -> str:
    due = dt.datetime.fromisoformat(one["due"])
    if one["span"] is None:
        return WORDS["series_beyond" if one["beyond"] else "series_no_room"].format(day=spanish.day(due.date()))
    start = dt.datetime.fromisoformat(one["span"]["start"])
    tail = "" if start == due else "series_other_hour" if start.date() == due.date() else "series_other_day"
    return span(one["span"]) + (WORDS[tail] if tail else "")


def planned(value: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Those of an order of staff's, as the others here are given: with the span of its time, or None."""
    return [{"due": one["due"], "span": one["slot"], "beyond": one["beyond"]} for one in value]


def how_many(value: Sequence[Mapping[str, Any]]) -> str:
    """ "4 citas", with the first."""
    return WORDS["one_appointment" if _count(value) == 1 else "appointments"].format(count=_count(value))


def _count(value: Sequence[Mapping[str, Any]]) -> int:
    """How many there are with the first."""
    return 1 + sum(one["span"] is not None for one in value)


def them(value: Sequence[Mapping[str, Any]]) -> str:
    """What a yes books: "la cita", "las 4 citas"."""
    return WORDS["them_one"] if _count(value) == 1 else WORDS["them"].format(count=_count(value))


def beside(value: int) -> str:
    """That so many others are held with the first."""
    return WORDS["set_aside_one_more" if value == 1 else "set_aside_more"].format(count=value) if value else ""


def these(value: Sequence[Mapping[str, Any]]) -> str:
    """The same at the head of a sentence."""
    return WORDS["these_one"] if _count(value) == 1 else WORDS["these"].format(count=_count(value))


def are_booked(value: Sequence[Mapping[str, Any]]) -> str:
    """What is said of them once they are booked."""
    return WORDS["is_booked" if _count(value) == 1 else "are_booked"]
