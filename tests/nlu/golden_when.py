"""Reads the golden phrases: the notation is told at the head of `data/when_golden.txt`."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from typing import NamedTuple

from booking.intents import Direction, Problem, Reading, When

FILE = Path(__file__).parent / "data" / "when_golden.txt"
_PROBLEMS = {"past": Problem.PAST, "impossible": Problem.IMPOSSIBLE, "far": Problem.TOO_FAR}


class Golden(NamedTuple):
    """One phrase, all its reading depends on, and the reading."""

    text: str
    now: dt.datetime
    hours: tuple[dt.time, dt.time] | None
    direction: Direction | None
    expected: Reading


def golden() -> list[Golden]:
    """All golden phrases."""
    found: list[Golden] = []
    now = dt.datetime.min.replace(tzinfo=dt.UTC)
    hours: tuple[dt.time, dt.time] | None = None
    direction: Direction | None = None
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            head = [cell.strip() for cell in line.strip("[]").split("|")]
            now = dt.datetime.fromisoformat(head[0])
            opens, _, closes = head[1].partition("-")
            hours = (dt.time.fromisoformat(opens), dt.time.fromisoformat(closes)) if opens else None
            direction = None if head[2] == "-" else Direction(head[2])
        elif " => " in line and not line.startswith("#"):
            text, _, expected = line.rpartition(" => ")
            found.append(Golden(text, now, hours, direction, reading(expected.strip(), now)))
    return found


def reading(text: str, now: dt.datetime) -> Reading:
    """A reading from its notation."""
    if text == "-":
        return Reading()
    if text in _PROBLEMS:
        return Reading(problem=_PROBLEMS[text])
    for mark in ("?", "+"):
        if f" {mark} " in text:
            whens = tuple(_when(cell.strip(), now) for cell in text.split(f" {mark} "))
            return Reading(candidates=whens, ambiguous=mark == "?", alternatives=mark == "+")
    return Reading(when=_when(text, now))


def _when(text: str, now: dt.datetime) -> When:
    values: dict[str, object] = {}
    for cell in text.split():
        if ":" in cell:
            start, dash, end = cell.partition("-")
            values["time_from"] = dt.time.fromisoformat(start) if start else None
            values["time_to"] = dt.time.fromisoformat(end) if end else None
            values["exact"] = not dash
        else:
            start, dots, end = cell.partition("..")
            values["date_from"] = _date(start, now) if start else None
            values["date_to"] = (_date(end, now) if end else None) if dots else values["date_from"]
    return When.model_validate(values)


def _date(text: str, now: dt.datetime) -> dt.date:
    if len(text) == 5:
        month, day = map(int, text.split("-"))
        return dt.date(now.year + (month < now.month), month, day)
    return dt.date.fromisoformat(text)
