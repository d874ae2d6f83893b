"""The readers of `nlu` behind one line in, one line out; and what they answered in plain words."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from booking.ports import IntentExtractor

Line = dict[str, Any]


def when_line(line: Line) -> Line:
    """A time expression read."""
    from nlu.when import lines

    return lines.when_line(line)


def parse_line(line: Line, extractor: IntentExtractor | None = None) -> Line:
    """A message read, by rules alone without an extractor."""
    from nlu import parse_lines

    return parse_lines.answer(line, extractor)


def scored(raw: Sequence[bytes], extractor: IntentExtractor | None, seen: Callable[[], None]) -> Line:
    """What `nlu eval` says of labelled lines; `seen` is called after each."""
    from nlu import score

    return score.score(score.labels(raw), extractor, seen).as_plain()


def when_in_words(answer: Line) -> str:
    """The answer to a time expression, for a person."""
    if answer.get("ambiguous"):
        candidates = "\n".join(f"  {n}. {_when(c)}" for n, c in enumerate(answer.get("candidates") or (), start=1))
        return f"Ambiguous; the person is asked which:\n{candidates}"
    if answer.get("when"):
        return _when(answer["when"])
    said = {k: v for k, v in answer.items() if k not in ("id", "when", "ambiguous", "candidates") and v}
    return f"Nothing was read. {_plain(said)}".strip()


def parsed_in_words(answer: Line) -> str:
    """The answer to a message, for a person."""
    intents = [answer["intent"], *(answer.get("more") or ())]
    lines = []
    for intent in intents:
        rest = {k: v for k, v in intent.items() if k not in ("kind", "when") and v not in (None, False, "", [])}
        when = intent.get("when")
        lines.append(" · ".join(part for part in (intent["kind"], _read(when), _plain(rest)) if part))
    return "\n".join([*lines, f"(read by: {answer.get('source', 'shortcut')})"])


def _read(when: Any) -> str:
    return _when(when) if isinstance(when, dict) and "exact" in when else _plain(when) if when else ""


def _when(when: Line) -> str:
    """2026-12-01, at 15:00 · 2026-12-01 to 2026-12-05, 14:00-20:00"""
    first, last = when.get("date_from"), when.get("date_to")
    days = f"{first or '...'} to {last or '...'}" if first != last else first or "any day"
    start, end = when.get("time_from"), when.get("time_to")
    if when.get("exact"):
        return f"{days}, at {start}"
    return f"{days}, {start or '...'}-{end or '...'}" if start or end else days


def _plain(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False) if value else ""
