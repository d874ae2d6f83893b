"""Of the words that say nothing where they stand only those are looked for that a message may have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nlu.account import passing, phrases_passed
from nlu.words.message import Message
from tests.nlu.messages import examples

TEXTS = sorted({e.text for e in examples()})
WORDS = sorted({word for text in TEXTS for word in Message.of(text).words} | {",", "?"})


def passed_anyway(message: Message) -> set[int]:
    """What all of them would find."""
    found = [m for several in phrases_passed().values() for one in several for m in one.finditer(message.flat)]
    return {i for match in found for i in message.between(match.start() + 1, match.end())}


def test_all_that_passes_is_found_in_what_people_write() -> None:
    assert [text for text in TEXTS if passing(Message.of(text)) != passed_anyway(Message.of(text))] == []


@given(st.lists(st.sampled_from(WORDS), max_size=10).map(" ".join))
def test_and_in_any_words(text: str) -> None:
    assert passing(Message.of(text)) == passed_anyway(Message.of(text))


def test_many_are_looked_for_only_where_their_word_is() -> None:
    """Else nothing would be saved."""
    known = phrases_passed()
    assert len(known[""]) < sum(map(len, known.values())) * 2 / 3
