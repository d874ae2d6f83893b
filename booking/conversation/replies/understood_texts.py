"""What was understood of a message, in a few words: said back before it is done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from typing import Any

from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS
from booking.intents import Reading, When

_SILENT = frozenset({"greet", "thank", "smalltalk"})


def understood(value: Any) -> str:
    """Every intent, joined: "una cita el jueves 26 de noviembre en la tarde, para otra persona"."""
    ordered = sorted(value, key=lambda intent: intent["kind"] == "provide_customer_data")
    said = [_intent(intent) for intent in ordered if intent["kind"] not in _SILENT]
    return ", ".join(filter(None, said))


def unread(value: Any) -> str:
    """What else was said, which nothing is done about; nothing where all of it was understood."""
    said = WORDS["and_of"].join(f"«{words}»" for words in value)
    return WORDS["unread_left"].format(said=said) if said else ""


def _intent(intent: Mapping[str, Any]) -> str:
    kind = intent["kind"]
    if kind == "provide_customer_data":
        return _whose(intent)
    words = WORDS[f"understood_{kind}"].format_map(intent)
    if kind == "reschedule_appointment":
        words += _said("understood_of", intent.get("of")) + _said("understood_to", intent.get("when"))
    elif said := _reading(intent.get("when")):
        words += f" {said}"
    if doctor := intent.get("doctor"):
        words += WORDS["understood_with"].format(doctor=doctor)
    if refused := intent.get("not_with"):
        words += WORDS["understood_not_with"].format(doctors=spanish.listed(list(refused)))
    return words


def _whose(intent: Mapping[str, Any]) -> str:
    said = []
    if intent.get("name"):
        said.append(WORDS["understood_name"].format(name=intent["name"]))
    elif intent.get("for_other"):
        said.append(WORDS["understood_other"])
    elif intent.get("for_self"):
        said.append(WORDS["understood_self"])
    if intent.get("reason"):
        said.append(WORDS["understood_note"])
    return ", ".join(said)


def _said(word: str, reading: Any) -> str:
    when = _reading(reading).removeprefix("el ")
    return WORDS[word].format(when=when) if when else ""


def _reading(value: Any) -> str:
    """A wish about time; nothing where it is told by another time, or cannot be."""
    if not value:
        return ""
    reading = Reading.model_validate(value)
    whens = (reading.when,) if reading.when else reading.candidates
    return WORDS["understood_or"].join(filter(None, map(_when, whens)))


def _when(when: When) -> str:
    return " ".join(filter(None, (_days(when.date_from, when.date_to), _hours(when))))


def _days(start: dt.date | None, end: dt.date | None) -> str:
    if start and start == end:
        return f"el {spanish.day(start)}"
    if start and end:
        return WORDS["understood_from_to"].format(start=spanish.day(start), end=spanish.day(end))
    if start:
        return WORDS["understood_from"].format(start=spanish.day(start))
    return WORDS["understood_until"].format(end=spanish.day(end)) if end else ""


def _hours(when: When) -> str:
    if when.exact and when.time_from:
        return WORDS["understood_at"].format(time=spanish.clock(when.time_from))
    return spanish.window(when).strip()
