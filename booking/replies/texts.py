"""Loads `es.toml` once and checks it: every key has a text, every button keeps WhatsApp's limits."""

from __future__ import annotations

import tomllib
from functools import cached_property
from importlib.resources import files
from string import Formatter

from pydantic import Field

from booking.intents import Frozen, Intent
from booking.replies.keys import ReplyKey


class ButtonText(Frozen):
    """`bound` ties the button to the draft as it is when sent; unbound ones never go stale."""

    title: str = Field(min_length=1, max_length=20)
    intent: Intent
    bound: bool = False


class Text(Frozen):
    """The Spanish of one reply key."""

    body: str
    notice: str | None = None
    buttons: tuple[ButtonText, ...] = Field(default=(), max_length=3)
    list: str | None = Field(default=None, max_length=20)
    choices: str | None = None
    pick: str | None = Field(default=None, max_length=20)
    ask: str | None = Field(default=None, max_length=20)  # a list of what a tool found several of
    staff: str | None = None  # instead, without buttons, for those who work here

    @cached_property
    def needs(self) -> frozenset[str]:
        """Names of the values this text shows."""
        names = {
            name
            for text in (self.body, self.notice or "", self.staff or "")
            for _, name, _, _ in Formatter().parse(text)
            if name
        }
        if self.list:
            names.add("options")
        if self.pick:
            names.add("choices")
        if self.staff:
            names.add("may_say")
        if self.choices:
            names.add(self.choices)
        return frozenset(names)


def _load() -> tuple[dict[ReplyKey, Text], dict[str, str]]:
    raw = tomllib.loads(files("booking.replies").joinpath("es.toml").read_text(encoding="utf-8"))
    words: dict[str, str] = raw.pop("words")
    return {key: Text.model_validate(raw[key]) for key in ReplyKey}, words


TEXTS, WORDS = _load()
