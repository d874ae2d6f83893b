"""What an answer of `turnero nlu parse` claims, so that two answers can be compared."""

from __future__ import annotations

import datetime as dt
from typing import Any

from tests.nlu.made.days import Window

BESIDE = frozenset({"greet", "thank", "smalltalk", "unknown"})
"""Kinds that say nothing beside another."""


def unsure(answer: dict[str, Any]) -> bool:
    """Whether the reader claims nothing."""
    intent = answer["intent"]
    return intent["kind"] == "unknown" or bool(intent.get("ambiguous") or intent.get("unsure"))


def windows(intent: dict[str, Any], key: str = "when") -> frozenset[Window]:
    """The windows an intent speaks of: its time, or all that will do."""
    found = [intent[key]] if intent.get(key) else list(intent.get("candidates") or []) if key == "when" else []
    return frozenset(w for w in map(_window, found) if w != Window())


def _window(read: dict[str, Any]) -> Window:
    dates = [dt.date.fromisoformat(read[k]) if read.get(k) else None for k in ("date_from", "date_to")]
    times = [dt.time.fromisoformat(read[k]) if read.get(k) else None for k in ("time_from", "time_to")]
    return Window(dates[0], dates[1], times[0], times[1], bool(read.get("exact")))


def understood(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """Every intent told of, those included that an unsure answer says it understood."""
    rest = answer.get("understood") or answer["intent"].get("understood") or []
    told = [answer["intent"], *answer["more"], *(rest if isinstance(rest, list) else [rest])]
    return [intent for intent in told if isinstance(intent, dict) and "kind" in intent]


FREE = ("query", "reason", "anyone", "several", "ambiguous", "candidates", "problem")
"""Fields that are words of the message, or that are compared elsewise."""


def claims(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """What is claimed, courtesies and notes to the doctor aside; of each claim what is set."""
    found = []
    for intent in [answer["intent"], *answer["more"]]:
        said = {key: value for key, value in intent.items() if value not in (None, False, [], "") and key not in FREE}
        for key in ("when", "of"):
            said[key] = windows(intent, key)
        if intent["kind"] in BESIDE or (intent["kind"] == "provide_customer_data" and not _of_somebody(said)):
            continue
        found.append(said | ({"problem": intent["problem"]} if intent.get("problem") else {}))
    return sorted(found, key=lambda said: str(said["kind"]))


def _of_somebody(said: dict[str, Any]) -> bool:
    return bool(said.keys() & {"name", "for_other", "for_self", "instead_of"})


def without(found: list[dict[str, Any]], *keys: str) -> list[dict[str, Any]]:
    """The claims but for those fields."""
    return [{key: value for key, value in said.items() if key not in keys} for said in found]
