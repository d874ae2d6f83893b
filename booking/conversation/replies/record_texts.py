"""What the clinic's record says of its doctors' hours and of the length of a visit, in Spanish."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS

_Hours = tuple[tuple[str, str], ...]

OF_THE_CLINIC = frozenset({"prices", "insurance", "cards", "bring", "fasting"})
"""What the clinic answers in its own words, or with its own list."""


def own_answer(topic: str | None, said: Any) -> str:
    """A text of the clinic's own, its prices, or the insurance that it takes."""
    if isinstance(said, str):
        return WORDS[topic].format(said=said) if topic else said
    if isinstance(said, Mapping):
        return _insurance(said["all"], said["named"])
    return "\n".join(_price(price) for price in said)


def _price(price: Mapping[str, Any]) -> str:
    words = WORDS["price_with"] if price["doctor"] else WORDS["price"]
    return words.format(what=price["what"], said=price["said"], doctor=price["doctor"])


def _insurance(every: Sequence[str], named: Sequence[str]) -> str:
    if not every:
        return WORDS["no_insurance"]
    words = WORDS["insurance_named"] if named else WORDS["insurance"]
    return words.format(named=spanish.listed(named), every=spanish.listed(every))


def doctors_hours(said: Mapping[str, Any]) -> str:
    """Of `attends`, what was asked: how long a visit lasts, when a doctor attends, or who does on a day."""
    rows: Sequence[Mapping[str, Any]] = said["attends"]
    if said["topic"] == "duration":
        return _lasts(rows)
    doctor = said["asked_doctor"]
    day = _day(said)
    if doctor and not any(each["name"] == doctor for each in said["doctors"]):
        here = spanish.listed([each["name"] for each in said["doctors"]])
        return WORDS["not_one_of_us"].format(doctor=doctor, doctors=here)
    if day and doctor:
        words = WORDS["attends_on"] if rows else WORDS["attends_not"]
        return words.format(day=day, doctor=doctor, hours=_hours(_of(rows[0])) if rows else "")
    if doctor:
        return _weekly(doctor, rows)
    if not rows:
        return WORDS["attend_nobody"].format(day=day)
    return WORDS["attend_on"].format(day=day, doctors=spanish.listed([_who(row) for row in rows]))


def _lasts(rows: Sequence[Mapping[str, Any]]) -> str:
    if not rows:
        return WORDS["lasts_unknown"]
    shortest, longest = min(row["shortest"] for row in rows), max(row["longest"] for row in rows)
    words = WORDS["lasts"] if shortest == longest else WORDS["lasts_between"]
    return words.format(minutes=shortest, shortest=shortest, longest=longest)


def _day(said: Mapping[str, Any]) -> str:
    if not said["asked_date"]:
        return ""
    date = dt.date.fromisoformat(said["asked_date"])
    if said["weekly"]:
        return WORDS["on_weekday"].format(weekday=spanish.weekdays(date))
    return WORDS["on_date"].format(date=spanish.day(date))


def _weekly(doctor: str, rows: Sequence[Mapping[str, Any]]) -> str:
    """Weekdays of the same hours together, in the order of the week."""
    if not rows:
        return WORDS["attends_never"].format(doctor=doctor)
    by_hours: dict[_Hours, list[dt.date]] = {}
    for row in sorted(rows, key=lambda row: dt.date.fromisoformat(row["date"]).weekday()):
        by_hours.setdefault(_of(row), []).append(dt.date.fromisoformat(row["date"]))
    parts = [
        WORDS["attends_weekdays"].format(weekdays=spanish.listed([*map(spanish.weekdays, dates)]), hours=_hours(hours))
        for hours, dates in by_hours.items()
    ]
    return WORDS["attends"].format(doctor=doctor, when="; ".join(parts))


def _who(row: Mapping[str, Any]) -> str:
    return f"{row['doctor']} ({_hours(_of(row))})"


def _of(row: Mapping[str, Any]) -> _Hours:
    return tuple((start, end) for start, end in row["hours"])


def _hours(hours: _Hours) -> str:
    return spanish.listed([WORDS["from_until"].format(start=_clock(start), end=_clock(end)) for start, end in hours])


def _clock(time: str) -> str:
    return spanish.clock(dt.time.fromisoformat(time))
