"""Scores the reading of labelled messages, for `turnero nlu eval`: a confusion table and the critical errors.

A label is a line of `nlu when` or `nlu parse` that also says what is right:
`{"id", "text", "now", "expect": {"kind": "date", "value": "2026-12-01"}}` (a time; `reference` may stand for `now`), or
`{"id", "text", "now", "state", "offered", "role", "expect": {"kind": "select_slot", "option": 2}}` (an intent, with
`option`, `name` and `when` where they matter).
"""

from __future__ import annotations

import datetime as dt
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from booking.intents import INTENT_KINDS
from booking.ports import IntentExtractor
from nlu import parse_lines
from nlu.when.lines import when_line

Line = dict[str, Any]
SILENT = "unknown"


class BadLabel(ValueError):
    """A line that is no label; says why."""


@dataclass
class Score:
    """What came of all labels. `critical` and `bad` name the lines, counted from 1."""

    verdicts: Counter[str] = field(default_factory=Counter)
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)  # (expected, read)
    critical: list[Line] = field(default_factory=list)
    bad: list[Line] = field(default_factory=list)
    by_model: int = 0

    def as_plain(self) -> Line:
        """The score as one document."""
        rows = sorted(self.confusion.items())
        return {
            "total": self.verdicts.total(),
            "verdicts": dict(self.verdicts),
            "by_model": self.by_model,
            "confusion": [{"expected": e, "read": r, "count": n} for (e, r), n in rows],
            "critical": self.critical,
            "bad_lines": self.bad,
        }


def labels(lines: Iterable[bytes]) -> Iterator[tuple[int, Line | BadLabel]]:
    """Each line's number and label; blank lines are passed over."""
    for number, raw in enumerate(lines, start=1):
        if raw.strip():
            try:
                yield number, label(raw)
            except BadLabel as bad:
                yield number, bad


def label(raw: bytes) -> Line:
    """One label. Raises BadLabel."""
    try:
        row = json.loads(raw.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise BadLabel(f"not JSON: {error}") from None
    if not isinstance(row, dict) or not isinstance(row.get("text"), str):
        raise BadLabel('not an object with a "text"')
    expect = row.get("expect")
    if not isinstance(expect, dict) or expect.get("kind") not in (*KINDS, *INTENT_KINDS):
        raise BadLabel('"expect" needs a "kind": an intent, or what a time is')
    return {**row, "now": row.get("now") or row.get("reference")}


def score(
    rows: Iterable[tuple[int, Line | BadLabel]],
    extractor: IntentExtractor | None = None,
    seen: Callable[[], None] = lambda: None,
) -> Score:
    """The score of all labels; `seen` is called after each. Without an extractor messages are read by rules."""
    total = Score()
    for number, row in rows:
        if isinstance(row, BadLabel):
            total.bad.append({"line": number, "error": str(row)})
        else:
            _add(total, number, row, extractor)
        seen()
    return total


def _add(total: Score, number: int, row: Line, extractor: IntentExtractor | None) -> None:
    kind = row["expect"]["kind"]
    try:
        timed = kind in KINDS
        answer = when_line(row) if timed else parse_lines.answer(row, extractor)
        if "error" in answer:
            raise ValueError(answer["error"])
        read, verdict, wrongs = _time(row, answer) if timed else _message(row, answer)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        total.bad.append({"line": number, "error": f"the label cannot be compared: {error}"})
        return
    total.verdicts[verdict] += 1
    total.confusion[kind, read] += 1
    total.by_model += answer.get("source") == "model"
    told = {"line": number, "id": row.get("id"), "text": row["text"]}
    total.critical += [{**told, "error": wrong} for wrong in wrongs]


def _time(row: Line, answer: Line) -> tuple[str, str, list[str]]:
    """What was read, the verdict, and the critical errors of a reading of time."""
    said = verdict(row, answer)
    return said, said, ["wrong date or time"] if said == "wrong" else []


def _message(row: Line, answer: Line) -> tuple[str, str, list[str]]:
    """The same of a message: the intent that matches the label is compared, else the main one."""
    expect = row["expect"]
    intents = [answer["intent"], *answer["more"]]
    same = next((i for i in intents if i["kind"] == expect["kind"]), None)
    read = same or answer["intent"]
    wrongs = _critical(expect, intents)
    if same and not wrongs and all(_agree(expect, same, part) for part in ("option", "name", "when")):
        return str(read["kind"]), "exact", wrongs
    if any(i.get("ambiguous") for i in intents) and not wrongs:
        return str(read["kind"]), "asked", wrongs
    return str(read["kind"]), "silent" if read["kind"] == SILENT else "wrong", wrongs


def _agree(expect: Line, intent: Line, part: str) -> bool:
    return part not in expect or expect[part] == intent.get(part)


def _critical(expect: Line, intents: list[Line]) -> list[str]:
    """What could make or change an appointment that nobody wished."""
    wrongs = []
    if expect["kind"] != "confirm" and any(i["kind"] == "confirm" for i in intents):
        wrongs.append("a yes that was none")
    chosen = [i["option"] for i in intents if "option" in i]
    if any(option != expect.get("option") for option in chosen):
        wrongs.append("an option nobody chose")
    said = [i["when"] for i in intents if i.get("when")]
    if "when" in expect and any(when != expect["when"] for when in said):
        wrongs.append("wrong date or time")
    return wrongs


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
