"""A text with some of its words read as others that mean the same: what a rule knows in one wording is known in all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable

from nlu.words.message import Message

Rule = tuple[re.Pattern[str], str]
"""A pattern on `Message.flat`, and the words it is read as: `{name}` stands for what was written there."""


def pattern(said: str) -> re.Pattern[str]:
    """A pattern of whole words."""
    return re.compile(rf" (?:{said})(?= )")


def read_as(text: str, rules: Iterable[Rule]) -> str:
    """The text with each stretch that a rule knows in the words of the rule."""
    message = Message.of(text)
    for rule, words in rules:
        for found in reversed([*rule.finditer(message.flat)]):
            message = Message.of(replaced(message, found, words))
    return message.text


def replaced(message: Message, found: re.Match[str], words: str) -> str:
    """The text with the stretch of a match in other words."""
    place = message.between(found.start() + 1, found.end())
    if not place:
        return message.text
    start, end = message.tokens[place.start].start, message.tokens[place.stop - 1].end
    said = {name: _written(message, found, name) for name in found.groupdict()}
    return f"{message.text[:start]}{words.format(**said)}{message.text[end:]}"


def _written(message: Message, found: re.Match[str], name: str) -> str:
    if not (found[name] or "").strip():
        return ""
    place = message.between(found.start(name) + (found[name][0] == " "), found.end(name))
    return message.text[message.tokens[place.start].start : message.tokens[place.stop - 1].end]
