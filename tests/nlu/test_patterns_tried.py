"""Of the patterns of acts only those are tried that a message has a word for: all the others would find nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nlu import acts
from nlu.words.message import Message
from tests.nlu.made.lexicon import Half
from tests.nlu.made.sentences import sentences
from tests.nlu.messages import examples

WORDS = sorted({word for e in examples() for word in Message.of(e.text).words} | {",", "?", "no"})


def found_by_others(text: str) -> list[str]:
    """What the patterns that are not tried would find in a text."""
    message = Message.of(text)
    flat, heard = message.flat, acts.heard(message.flat)
    tried = frozenset().union(*map(acts._called_for, {*flat.split(), *heard.split()}))
    others = [pattern for number, (*_, pattern) in enumerate(acts._patterns()) if number not in tried]
    return [found[0] for pattern in others for said in (flat, heard) if (found := pattern.search(said))]


def test_what_is_not_tried_finds_nothing_in_what_people_write() -> None:
    texts = [e.text for e in examples()] + [str(made.request["text"]) for made in sentences(3, 300, Half.SHOWN)]
    assert [(text, found) for text in texts if (found := found_by_others(text))] == []


@given(st.lists(st.sampled_from(WORDS), max_size=12))
def test_nor_in_any_words(words: list[str]) -> None:
    assert found_by_others(" ".join(words)) == []


def test_some_are_not_tried() -> None:
    """Else the selection would select nothing."""
    assert len(acts._called_for("jueves")) < len(acts._patterns()) / 2
