"""Scores a reading of time against what somebody expected of it.

Exact: the expected value and nothing else. Wrong: another day or time than expected, or a reading where
there is no time. Asked: ambiguous, or several offered. Silent: nothing read, or a problem stated.
A reading without a day ("15:15") leaves the day open; where an instant is expected, its day must be
the first on which that time is not over. Seconds are not compared: a clinic books by the minute.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

KINDS = frozenset({"date", "time", "datetime", "date_range", "time_range", "datetime_range", "none"})
"""What a label may expect: ends of ranges are exclusive where `end_exclusive`; `none`, no time at all."""


def verdict(row: dict[str, Any], answer: dict[str, Any]) -> str:
    """One of exact, wrong, asked, silent."""
    expect, when = row["expect"], answer["when"]
    if expect["kind"] == "none":
        return "exact" if when is None and not answer["candidates"] else "wrong"
    if when is None:
        return "asked" if answer["candidates"] else "silent"
    now = dt.datetime.fromisoformat(row.get("now") or row["reference"])
    return "exact" if _matches(expect, when, now) else "wrong"


def _matches(expect: dict[str, Any], when: dict[str, Any], now: dt.datetime) -> bool:
    kind = expect["kind"]
    if kind == "date":
        return (when["date_from"], when["date_to"]) == (expect["value"],) * 2 and not _timed(when)
    if kind == "time":
        return when["date_from"] is None and bool(when["exact"]) and when["time_from"] == expect["value"][:5]
    if kind == "datetime":
        value = dt.datetime.fromisoformat(expect["value"])
        return bool(when["exact"]) and when["time_from"] == f"{value:%H:%M}" and _on_day(when, value, now)
    if kind == "date_range":
        return not _timed(when) and _days(expect, when)
    if kind == "time_range":
        if expect["start"] is None and expect["end"] is None:
            return _timed(when)  # the suite names no value here
        return when["date_from"] is None and _window(expect["start"], expect["end"], when)
    return _moments(expect, when, now)


def _timed(when: dict[str, Any]) -> bool:
    return when["time_from"] is not None or when["time_to"] is not None


def _on_day(when: dict[str, Any], value: dt.datetime, now: dt.datetime) -> bool:
    if when["date_from"] is not None:
        return bool(when["date_from"] == when["date_to"] == value.date().isoformat())
    local = now.replace(tzinfo=None, second=0, microsecond=0)
    first = local.date() if value.time() >= local.time() else local.date() + dt.timedelta(days=1)
    return value.date() == first


def _days(expect: dict[str, Any], when: dict[str, Any]) -> bool:
    start, end = expect["start"], expect["end"]
    if when["date_from"] != start:
        return False
    if end is None or when["date_to"] is None:
        return bool(end == when["date_to"])
    last = dt.date.fromisoformat(end) - dt.timedelta(days=bool(expect.get("end_exclusive")))
    off = abs((dt.date.fromisoformat(when["date_to"]) - last).days)
    return off <= (1 if expect.get("end_semantics") == "upstream" else 0)


def _window(start: str | None, end: str | None, when: dict[str, Any]) -> bool:
    close = "00:00" if end and end.startswith("23:59") else end and end[:5]
    return not when["exact"] and (when["time_from"], when["time_to"]) == (start and start[:5], close)


def _moments(expect: dict[str, Any], when: dict[str, Any], now: dt.datetime) -> bool:
    start, end = (expect[side] and dt.datetime.fromisoformat(expect[side]) for side in ("start", "end"))
    if not _timed(when):
        whole = start and end and start.time() == end.time() == dt.time(0)
        return bool(whole) and _days({"start": str(start.date()), "end": str(end.date()), "end_exclusive": True}, when)
    times = [f"{side:%H:%M:%S}" if side else None for side in (start, end)]
    return _window(times[0], times[1], when) and _on_day(when, start or end, now)
