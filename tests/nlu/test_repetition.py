"""A text of one short word, over and over, takes no pattern longer than a text of anything else."""

from __future__ import annotations

import importlib
import pkgutil
import re
import time
from collections.abc import Callable, Iterator

import pytest

import nlu
from booking.testing.profiles import PROFILE
from nlu.choosing.choice_words import stripped
from nlu.staff import agenda_taken_back
from nlu.words.filler import FILLER
from nlu.words.good_wishes import as_courtesy

_SHORT = sorted(word for word in FILLER if len(word) <= 4)[:: 1 if PROFILE == "nightly" else 12]
WORDS = ("de", "la", "con", "mi", "para", *_SHORT)
LENGTH = 1500
_NOTICED = 0.02
"""Seconds of processor time below which nothing is told apart."""


def _patterns() -> Iterator[tuple[str, re.Pattern[str]]]:
    """Every pattern that stands in a module of the reading. What only staff say is read up to a length of its own."""
    for found in pkgutil.walk_packages(nlu.__path__, "nlu."):
        if found.name.startswith("nlu.staff.staff"):
            continue
        for name, value in vars(importlib.import_module(found.name)).items():
            if isinstance(value, re.Pattern):
                yield f"{found.name}.{name}", value
            for rule in value if isinstance(value, tuple) else ():  # what is read as other words
                if isinstance(rule, tuple) and rule and isinstance(rule[0], re.Pattern) and isinstance(rule[1], str):
                    yield f"{found.name}.{name} → {rule[1]}", rule[0]


def _took(pattern: re.Pattern[str], text: str) -> float:
    start = time.thread_time()  # whatever other tests left running in this process
    for _ in pattern.finditer(text):
        pass
    return time.thread_time() - start


def test_no_pattern_takes_four_times_as_long_for_twice_the_text() -> None:
    for name, pattern in _patterns():
        for word in WORDS:
            once, twice = (f" {word}" * LENGTH)[:LENGTH], (f" {word}" * LENGTH)[: 2 * LENGTH]
            if _took(pattern, twice) < _NOTICED:
                continue
            short, long = (min(_took(pattern, text) for _ in range(5)) for text in (once, twice))
            assert long < max(3.2 * short, _NOTICED), f"{name} on «{word} {word} …»: {short:.4f} s, then {long:.4f} s"


PHRASES = (
    "no pedi asi",
    "no pedi eso no",
    "quiero la",
    "la quedamos",
    "bloquealo",
    "abrelo",
    "no abrimos",
    "no me la cambie",
)
_AT_ONCE = 0.1
"""Seconds; where each further phrase took twice as long these took far more."""


def test_no_pattern_of_what_is_taken_back_takes_twice_as_long_for_each_phrase_more() -> None:
    """A phrase that can be told apart in two ways would."""
    taken_back = (
        "nlu.existing_visits.going_back.",
        "nlu.existing_visits.as_before.",
        "nlu.staff.agenda_taken_back.",
        "nlu.existing_visits.all_of_theirs.",
    )
    patterns = [(name, pattern) for name, pattern in _patterns() if name.startswith(taken_back)]
    patterns += [(f"of what was {how}", pattern) for how, pattern in agenda_taken_back._TAKES_BACK.items()]
    for name, pattern in patterns:
        for phrase in PHRASES:
            text = f" {phrase}" * 18 + " zzz "
            took = next((quick for _ in range(3) if (quick := _took(pattern, text)) < _AT_ONCE), _AT_ONCE)
            assert took < _AT_ONCE, f"{name} on «{phrase} {phrase} …»: {took:.4f} s"


@pytest.mark.parametrize(("read", "phrase", "times"), [(stripped, "que tenga buen dia", 11), (as_courtesy, "una", 22)])
def test_courtesies_over_and_over_are_read_at_once(read: Callable[[str], str], phrase: str, times: int) -> None:
    start = time.thread_time()
    read(f"la primera {f'{phrase} ' * times}zzz")
    assert time.thread_time() - start < _AT_ONCE
