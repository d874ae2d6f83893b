"""What is cut out of a message for the doctor is the person's own words, and the rest is the rest."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from nlu import notes

WORDS = [
    *("soy alérgica a la penicilina", "soy", "alérgico", "nota:", "dile al doctor que", "y", ",", ".", "?", "quiero"),
    *("cita", "tengo alergia al polen", "Ana Ruiz", "\n", "İ", "ñandú", "motivo:", "el martes", "estoy embarazada"),
]


@given(st.lists(st.sampled_from(WORDS), max_size=12).map(" ".join) | st.text(max_size=60), st.booleans())
def test_a_note_is_quoted_never_made_up(text: str, other: bool) -> None:
    cut = notes.cut(text, lambda clause: other)
    if cut is not None:
        assert cut.note
        assert cut.note in text
        assert set(cut.rest.replace(",", "").split()) <= set(text.replace(",", " ").split())


def test_the_note_ends_where_something_else_begins() -> None:
    cut = notes.cut("soy alérgico a la penicilina y quiero cita", lambda clause: "cita" in clause)
    assert cut == notes.Cut("soy alérgico a la penicilina", "quiero cita")
    whole = notes.cut("soy alérgico a la penicilina y al polen", lambda clause: "cita" in clause)
    assert whole == notes.Cut("soy alérgico a la penicilina y al polen", "")


def test_a_question_is_no_note() -> None:
    assert notes.cut("¿atienden si soy diabético?", lambda clause: False) is None
