"""A text is cut so that nothing of it is lost and nothing is too long to be told."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.documents.asked_words import groups_of
from booking.documents.medical_questions import wants_advice
from booking.documents.passages import LONGEST, cut
from booking.documents.word_forms import folded_words, really
from booking.models.documents import TextPart

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), min_size=1, max_size=30)
TEXTS = st.lists(st.tuples(WORDS, st.sampled_from([" ", ". ", "\n", "\n\n", "? "])), min_size=1, max_size=120).map(
    lambda pairs: "".join(word + glue for word, glue in pairs)
)


@given(st.lists(st.tuples(st.lists(WORDS, max_size=3), TEXTS), max_size=4), st.integers(40, LONGEST))
def test_every_word_stands_in_a_passage_under_its_headings(sections: list[tuple[list[str], str]], longest: int) -> None:
    parts = [TextPart(headings=tuple(headings), text=text) for headings, text in sections]
    passages = cut(parts, longest)
    assert all(0 < len(one.text) <= longest for one in passages)
    for part in parts:
        mine = [one.text for one in passages if one.headings == part.headings]
        said = "".join(" ".join(mine).split())
        assert all(word in said for word in part.text.split() if len(word) <= longest)


def test_a_passage_begins_with_the_end_of_the_one_before() -> None:
    sentences = [f"Esta es la frase número {n} de un texto largo." for n in range(60)]
    first, second, *_ = cut([TextPart(text=" ".join(sentences))])
    assert second.text.split(". ")[0] in first.text


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    words = folded_words(text)
    for group in groups_of(text):
        assert really(group.ways, words) or group.said in " ".join(words)
    assert wants_advice(text) in (True, False)
