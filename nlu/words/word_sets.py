"""How lists of words and of phrases are written: one text each, folded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

_V = TypeVar("_V")


def word_set(text: str) -> frozenset[str]:
    """The words of a line, as a set."""
    return frozenset(text.split())


Phrases = dict[str, tuple[tuple[str, ...], ...]]
"""Phrases by their first word, each as its words, the longest first."""


def phrases(text: str) -> Phrases:
    """The phrases of a text, separated by commas."""
    return {first: tuple(words for words, _ in several) for first, several in meanings({None: text}).items()}


def meanings(said: Mapping[_V, str]) -> dict[str, list[tuple[tuple[str, ...], _V]]]:
    """Phrases, separated by commas, with what they mean: by their first word, the longest first."""
    found: dict[str, list[tuple[tuple[str, ...], _V]]] = {}
    for meaning, text in said.items():
        for words in (tuple(phrase.split()) for phrase in text.split(",")):
            found.setdefault(words[0], []).append((words, meaning))
    return {first: sorted(several, key=lambda one: -len(one[0])) for first, several in found.items()}
