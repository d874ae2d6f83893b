"""A text of one short word, over and over, takes no pattern longer than a text of anything else."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Iterator

import nlu
from booking.testing.profiles import PROFILE
from nlu.filler import FILLER

_SHORT = sorted(word for word in FILLER if len(word) <= 4)[:: 1 if PROFILE == "nightly" else 12]
WORDS = ("de", "la", "con", "mi", "para", *_SHORT)
LENGTH = 1500
_NOTICED = 0.003
"""Seconds of processor time below which nothing is told apart."""


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern that stands in a module of the reading. What only staff say is read up to a length of its own."""
    for found in pkgutil.walk_packages(nlu.__path__, "nlu."):
        if found.name.startswith("nlu.staff"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{found.name}.{name}", value


def _took(pattern: re.Pattern[str], text: str) -> float:
    start = time.process_time()
    for _ in pattern.finditer(text):
        pass
    return time.process_time() - start


def test_no_pattern_takes_four_times_as_long_for_twice_the_text() -> None:
    for name, pattern in _patterns():
        for word in WORDS:
            once, twice = (f" {word}" * LENGTH)[:LENGTH], (f" {word}" * LENGTH)[: 2 * LENGTH]
            if _took(pattern, twice) < _NOTICED:
                continue
            short, long = (min(_took(pattern, text) for _ in range(5)) for text in (once, twice))
            assert long < max(3.2 * short, _NOTICED), f"{name} on «{word} {word} …»: {short:.4f} s, then {long:.4f} s"
