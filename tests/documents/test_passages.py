"""A text is cut so that nothing of it is lost and nothing is too long to be told."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.documents.asked_words import groups_of
from booking.documents.medical_questions import wants_advice
from booking.documents.passages import LONGEST, cut
from booking.documents.told_facts import facts_of
from booking.documents.word_forms import folded_words, really
from booking.models.documents import Area, Candidate, StoredPassage, TextPart
from booking.models.folded_text import spelled_out

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


def test_a_long_paragraph_is_a_passage_of_its_own_and_a_list_stays_whole() -> None:
    about = "Aquí se cuenta algo de una sola cosa, con tantas palabras que no cabe en el renglón de una lista. " * 2
    listed = "• uno\n• dos\n• tres"
    assert [one.text for one in cut([TextPart(text=f"{about}\n{about}\n{listed}")])] == [*[about.strip()] * 2, listed]


@pytest.mark.parametrize(
    ("short", "said"),
    [
        ("Lun–Vie: 7:00–21:00", "lunes a viernes: de 7 a 21 horas"),
        ("L-S 6:30 a 13:00, D 8:00 a 11:00", "lunes a sábados de 6 a 13 horas, domingos de 8 a 11 horas"),
        ("mar y jue, 30 min", "martes y jueves, 30 minutos"),
        ("frente al mar, y la playa", "frente al mar, y la playa"),
    ],
)
def test_what_is_written_short_is_spelled_out(short: str, said: str) -> None:
    assert spelled_out(short) == said


def test_a_fact_is_of_one_paragraph_and_has_its_label() -> None:
    text = "Orina: frasco estéril. Entregar antes de 2 h. Sin agua.\n• Toalla: se la prestamos"
    passage = StoredPassage(
        id=1,
        document_id=1,
        source="",
        area=Area.OTHER,
        at=dt.datetime(2026, 1, 1, tzinfo=dt.UTC),
        heading="",
        text=text,
    )
    assert [one.passage.text for one in facts_of(Candidate(passage=passage))] == [
        "Orina: frasco estéril. Entregar antes de 2 horas.",
        "Orina: Entregar antes de 2 horas. Sin agua.",
        "• Toalla: se la prestamos",
    ]


@given(st.text())
def test_any_text_can_be_asked(text: str) -> None:
    words = folded_words(text)
    for group in groups_of(text):
        assert really(group.ways, words) or group.said in " ".join(words)
    assert wants_advice(text) in (True, False)
