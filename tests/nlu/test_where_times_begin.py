"""The rules of times are tried where one may begin; everywhere else they would find nothing."""

from __future__ import annotations

import ast
import datetime as dt
import re
from itertools import chain
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

import nlu.when
from booking.intents import Direction
from nlu.when import openers, scan, words
from nlu.when.parts import DEFAULT_PARTS, Context
from nlu.when.text import tokens
from tests.nlu.made.lexicon import Half
from tests.nlu.made.sentences import sentences
from tests.nlu.messages import NOW, examples

HOURS = (dt.time(8), dt.time(20))
CONTEXTS = tuple(
    Context(NOW, NOW.date(), direction, hours, DEFAULT_PARTS)
    for direction, hours in ((Direction.FUTURE, HOURS), (None, None))
)
RULES = [path.read_text(encoding="utf-8") for path in sorted(Path(nlu.when.__file__).parent.glob("*.py"))]
WRITTEN = sorted(
    {
        word
        for rules in RULES
        for node in ast.walk(ast.parse(rules))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
        for word in re.findall("[a-z]+", node.value)
    }
)
"""Every word that stands in a rule of times."""
PHRASES = sorted(
    " ".join(said)
    for table in (words.VAGUE, words.UNSAID, words.APPROXIMATE, words.ONWARD, words.NEXT_AFTER, words.FREE)
    for said in chain.from_iterable(table.values())
)
SIGNS = (",", ".", "-", "/", ":", "<", "?", "4", "15", "30", "10:30", "3/12", "2026", "cita", "casa", "Ana")
SAID = st.one_of(*map(st.sampled_from, (WRITTEN, sorted(openers.SMALL), sorted(openers.TELLING), PHRASES, SIGNS)))


def found_elsewhere(text: str) -> list[str]:
    """The words of a text at which no time may begin, and one does."""
    t = tokens(text)
    elsewhere = [i for i, begins in enumerate(openers.may_begin(t)) if not begins and t[i].kind]
    return [t[i].word for i in elsewhere if any(scan.longest(t, i, context) for context in CONTEXTS)]


def read_otherwise(text: str) -> list[str]:
    """The words at which a time is another one where the rules of numbers are tried though none is ahead."""
    t = tokens(text)
    without = [i for i, ahead in enumerate(openers.counted_ahead(t)) if not ahead and t[i].kind]
    rules = ((scan.longest(t, i, on), scan.longest(t, i, on, numbers=False), i) for i in without for on in CONTEXTS)
    return [t[i].word for every, some, i in rules if every != some]


def test_no_time_begins_elsewhere_in_what_people_write() -> None:
    texts = [e.text for e in examples()] + [str(made.request["text"]) for made in sentences(3, 300, Half.SHOWN)]
    assert [(text, found) for text in texts if (found := found_elsewhere(text) or read_otherwise(text))] == []


def test_nor_at_any_word_of_a_rule() -> None:
    """Alone, before what it may lead to, and behind what may lead to it."""
    said = [text.format(word) for word in WRITTEN for text in ("{}", "{} 4", "{} de la semana", "el {}", "{} pasado")]
    assert [(text, found) for text in said if (found := found_elsewhere(text) or read_otherwise(text))] == []


@given(st.lists(SAID, max_size=8).map(" ".join))
def test_nor_in_any_words(text: str) -> None:
    assert found_elsewhere(text) + read_otherwise(text) == []


def test_most_words_begin_none() -> None:
    """Else nothing would be saved."""
    begins = [begin for e in examples() for begin in openers.may_begin(tokens(e.text)[:-12])]
    assert sum(begins) < len(begins) / 2
