"""`--como`, who gives the command, may be written anywhere in it. Pure."""

from __future__ import annotations

from collections.abc import Collection

AS = "--como"
"""The option of the whole command. `turnero chat` has one of its own, which is a number."""


def who_first(args: list[str], nouns: Collection[str]) -> list[str]:
    """The arguments of `turnero` with who gives the command in front, where it is one of these nouns."""
    if not set(nouns).intersection(args[:1]):
        return args
    for place, word in enumerate(args):
        if word == "--":
            break
        if word == AS and place + 1 < len(args):
            return [*args[place : place + 2], *args[:place], *args[place + 2 :]]
        if word.startswith(f"{AS}="):
            return [word, *args[:place], *args[place + 1 :]]
    return args
