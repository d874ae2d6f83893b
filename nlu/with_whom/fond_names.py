"""A given name as one calls somebody dear, which doctors are called by, too: "la doctora Paulita"."""

from __future__ import annotations

_SOUNDS_THE_SAME = {"c": "qu", "g": "gu", "z": "c"}
"""As which the last letter before "a" or "o" is written before "i": "Blanquita", "Olguita"."""


def fond_of(name: str) -> str:
    """A folded given name as one calls somebody dear: "paulita" of "paula", "luisito" of "luis"."""
    stem, end = name[:-1], name[-1]
    if end not in "aeo":
        return f"{name}ito"
    if end != "e" and stem:
        stem = stem[:-1] + _SOUNDS_THE_SAME.get(stem[-1], stem[-1])
    return f"{stem}it{'a' if end == 'a' else 'o'}"
