"""What a message asks for, by the words that ask for it. The words stand in `acts.toml`; here they are compiled.

A pattern is a row of words, each a choice of alternatives, matched on `Message.flat`. Gaps are bounded and stay
within a clause, so that matching is linear in the text.
"""

from __future__ import annotations

import re
import tomllib
from enum import StrEnum
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from booking.intents import Shift, Topic
from nlu.message import Message


class Act(StrEnum):
    """What words can ask for, before the state says what that means."""

    EMERGENCY = "emergency"  # words of the body that need no other
    EPISODE = "episode"  # what is an emergency unless it is told of the past
    URGENCY = "urgency"  # the word alone: also said of other emergencies than the body's
    LATE = "late"
    HUMAN = "human"
    PRIVACY = "privacy"
    OPT_OUT = "opt_out"
    RECALL = "recall"
    LIST = "list"
    MOVE = "move"
    CANCEL = "cancel"
    WAIT = "wait"
    FAREWELL = "farewell"
    HOURS = "hours"
    ADDRESS = "address"
    PHONE = "phone"
    DOCTORS = "doctors"
    ASSISTANT = "assistant"
    CHANGES = "changes"  # whether an appointment may be changed, not that it shall be
    QUESTION = "question"
    START = "start"
    AVAILABILITY = "availability"
    SHIFT = "shift"


TOPICS: dict[Act, Topic] = {
    Act.HOURS: Topic.HOURS,
    Act.ADDRESS: Topic.ADDRESS,
    Act.PHONE: Topic.PHONE,
    Act.DOCTORS: Topic.DOCTORS,
    Act.ASSISTANT: Topic.ASSISTANT,
    Act.CHANGES: Topic.CHANGES,
}
QUESTIONS = (*TOPICS, Act.QUESTION)

_ASKED_WITH_NO = frozenset({Act.OPT_OUT, Act.AVAILABILITY, Act.RECALL, Act.LATE, Act.SHIFT, *QUESTIONS})
""" "¿No tienen lugar?", "ya no me escriban": a "no" before these does not turn them round."""

_NEGATED = re.compile(
    r" (?:no|ni|nunca|tampoco|sin)"
    r"(?: (?:me|te|se|le|les|lo|la|nos|quiero|quisiera|voy|a|puedo|necesito|deseo|es|para|que|ocupo))*$"
)
_NOT_ILL = re.compile(
    r" (?:no|ni|sin|nunca)(?: (?:ha|he|hay|tengo|tiene|siento|presenta|presento|fue|creo|sea|dado|un|una))*$"
)
""" "No tengo dolor de pecho" tells of none."""
ILLNESS = frozenset({Act.EMERGENCY, Act.EPISODE})
"""Words of the body, which are never part of a name."""
_NO_SHIFT = re.compile(r" (?:escribo|aviso|confirmo|digo|llamo|marco|contesto|respondo|hablo|busco|lo|la|el)$")
""" "Te confirmo más tarde" asks for no later time, "lo más pronto posible" for no earlier one."""

_WORD = r" [^ ,?#]+"
_END = r"(?=(?: (?:[,?]|por|favor|porfa|gracias))* $)"


class Found(NamedTuple):
    """An act, where it stands in `flat`, and which shift it names."""

    act: Act
    start: int
    end: int
    shift: Shift | None = None


def find(message: Message) -> list[Found]:
    """Every act the words ask for, in the order of `Act`; what is negated asks for nothing."""
    flat = message.flat
    found: list[Found] = []
    for act, shift, pattern in _patterns():
        for match in pattern.finditer(flat):
            start = match.start()
            before = flat[max(0, start - 60) : start]
            if act not in _ASKED_WITH_NO and _NEGATED.search(before):
                continue
            if act in (*ILLNESS, Act.URGENCY) and _NOT_ILL.search(before):
                continue
            if act is Act.AVAILABILITY and flat.startswith(" no hay de otra ", start - 3):
                continue
            if act is Act.SHIFT and _NO_SHIFT.search(before):
                continue
            found.append(Found(act, start + 1, match.end(), shift))
    return found


@cache
def _patterns() -> tuple[tuple[Act, Shift | None, re.Pattern[str]], ...]:
    """The patterns of `acts.toml`, compiled once."""
    data = tomllib.loads(files("nlu").joinpath("acts.toml").read_text(encoding="utf-8"))
    words = data.pop("words")
    return tuple(
        (Act(name), None if kind == "any" else Shift(kind), _compile(lines, words))
        for name, kinds in data.items()
        for kind, lines in kinds.items()
    )


def _compile(lines: list[str], words: dict[str, str]) -> re.Pattern[str]:
    return re.compile("|".join(f"(?:{_pattern(line, words)})" for line in lines))


def _pattern(line: str, words: dict[str, str]) -> str:
    """One line of `acts.toml` as a regular expression that begins with the space before the first word."""
    for name, members in words.items():
        line = line.replace(f"<{name}>", members)
    line = re.sub(r"\s+\|", "|", line)
    return "".join(map(_element, line.split())) + "(?= )"


def _element(element: str) -> str:
    if element == "^":
        return "^(?: ,)*"
    if element == "$":
        return _END
    if element == "[?]":
        return r" \?"
    if element == "[?]|$":
        return r"(?: \?|" + _END + ")"
    if gap := re.fullmatch(r"\.\.(\.|\d)", element):
        return f"(?:{_WORD}){{0,{4 if gap[1] == '.' else gap[1]}}}?"
    if element == "(...)?":
        return f"(?:{_WORD}){{0,4}}?"
    if element.startswith("!"):
        return f"(?! (?:{_choice(element[1:])})(?= ))"
    if element.endswith(")?"):
        return f"(?: (?:{_choice(element[1:-2])}))?"
    return f" (?:{_choice(element)})(?= )"


def _choice(alternatives: str) -> str:
    return alternatives.replace("+", " ").replace("*", r"[^ ,?#]*")
