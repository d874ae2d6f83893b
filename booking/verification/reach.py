"""What no explored turn came to: values of facts, guards that never hold or always do, writes, replies, refusals. Each
is dead, and goes, or has its reason here: what the small world is too small for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from itertools import product
from typing import Any, get_type_hints

from booking.conversation.fsm.facts import Facts
from booking.conversation.fsm.row import Row
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS
from booking.verification.memo import Leaf

Unreached = tuple[str, str]
"""The kind of rule, and which one of it."""


def unreached(table: Sequence[Row], reached: set[Any], leaves: Sequence[tuple[int, Leaf]]) -> list[Unreached]:
    """What never came true, or never false. `reached` is what a machine has noted (`fast_machine.Firing.reached`)."""
    heading = {key for _, leaf in leaves for key in leaf.keys[:-1]}
    guards = product(_guards(table), (True, False))
    rows = list(enumerate(table))
    said = [(row.name, key, (n, key)) for n, row in rows for key in row.replies]
    refused = [(row.name, to, (n, "refused", to)) for n, row in rows for to in row.on_refusal]
    return [
        *(("fact", f"{name} is {value}") for name, value in _values() if (name, value) not in reached),
        *(("guard", f"{guard.__name__} is {so}") for guard, so in guards if (guard, so) not in reached),
        *(("write", write.__name__) for write in _writes(table) if write not in reached),
        *(("reply", f"{row}: {key}") for row, key, mark in said if mark not in reached),
        *(("refusal", f"{row}: {to}") for row, to, mark in refused if mark not in reached),
        *(("notice", key.value) for key in ReplyKey if TEXTS[key].notice and key.value not in heading),
    ]


def _values() -> Iterator[tuple[str, Any]]:
    for name, of in get_type_hints(Facts).items():
        if of is bool:
            yield from ((name, False), (name, True))
        elif isinstance(of, type) and issubclass(of, StrEnum):
            yield from ((name, value) for value in of)


def _guards(table: Sequence[Row]) -> list[Callable[..., bool]]:
    return list(dict.fromkeys(guard for row in table for guard in row.guards))


def _writes(table: Sequence[Row]) -> list[Callable[..., Any]]:
    return list(dict.fromkeys(write for row in table for write in row.writes))


_BROUGHT = "read by rows alone whose trigger brings one; the log tells it of all other turns"
_HEADS = "heads another reply only where more is said in the message; the small world says few things at once"
_SENT = "what the clinic sends of its own accord, where something else is being asked already; it is in no row"
_TOLD = "doctor_away told_booked told_series told_moved told_late told_back told_cancelled".split()
WHY: dict[Unreached, str] = {
    ("fact", "found is unchecked"): _BROUGHT,
    ("fact", "choice is none"): _BROUGHT,
    ("fact", "hold is none"): _BROUGHT,
    ("fact", "tool is none"): _BROUGHT,
    ("fact", "rating is unasked"): _BROUGHT,
    ("fact", "tool is code"): "an enrolling code fires a trigger of its own, whose rows do not ask; the log tells it",
    ("guard", "holding is False"): "in CONFIRM a time is always held, as is proven; it is for a draft stored otherwise",
    ("notice", "greeting"): _HEADS,
    ("notice", "time_impossible"): _HEADS,
    ("notice", "ask_other_time"): _HEADS,
    ("notice", "ask_leave"): _HEADS,
    ("notice", "flow_cancelled"): _HEADS,
    ("notice", "maybe_urgent"): _HEADS,
    ("notice", "ask_human"): _HEADS,
    ("notice", "partly"): _HEADS,
    ("notice", "still_partly"): _HEADS,
    (
        "notice",
        "left_unanswered",
    ): "of more questions than a turn has room for; the small world says few things at once",
    ("notice", "understood_now"): _HEADS,
    ("notice", "what_instead"): _HEADS,
    ("notice", "not_coming_noted"): _HEADS,
    ("notice", "too_late_or_another"): _HEADS,
    **{("notice", key): _SENT for key in _TOLD},
    ("notice", "left_aside"): "the engine puts it above the answer once the rows have run; it is in no row",
    ("notice", "said_aloud"): "the engine puts it above the answer to a voice note; it is in no row",
}
"""Why a rule that is reached by no explored turn stays."""
UNEXPLAINED = "no reason is recorded: it is dead, or the small world lacks something"
