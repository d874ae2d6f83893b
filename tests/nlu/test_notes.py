"""What is cut out of a message for the doctor is the person's own words, and the rest is the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData
from booking.models import State
from nlu import notes
from nlu.shortcuts import Rules
from nlu.words.message import Message
from tests.nlu.messages import context

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


_REQUESTS = ("quiero una cita el jueves en la tarde", "quería ver si el jueves en la tarde tienen lugar")
_COMPLAINTS = (
    "mi mamá anda mala de la espalda y ya no aguanta el dolor", "me duele mucho la muela", "tiene fiebre desde ayer",
    "no se me quita la tos", "me salieron ronchas ayer y me pican mucho",
)  # fmt: skip


@given(st.sampled_from(_REQUESTS), st.sampled_from(_COMPLAINTS), st.booleans())
def test_what_ails_somebody_is_the_reason_and_the_day_stays(request_: str, ails: str, first: bool) -> None:
    said = f"fíjese que {ails}, y {request_}" if first else f"{request_}, es que {ails}"
    intents = Rules().understand(said, context(State.IDLE)).intents
    alone = Rules().understand(request_, context(State.IDLE)).intents
    assert [intent.reason for intent in intents if isinstance(intent, ProvideCustomerData)] == [ails], said
    assert {getattr(i, "when", None) for i in alone} <= {getattr(i, "when", None) for i in intents}, said


@pytest.mark.parametrize(
    "said", ["quiero cita, no tengo dolor", "quiero cita el jueves", "me duele la muela, cancelen mi cita"]
)
def test_what_is_denied_or_beside_no_wish_is_no_reason(said: str) -> None:
    intents = Rules().understand(said, context(State.IDLE)).intents
    assert not any(isinstance(intent, ProvideCustomerData) for intent in intents)


@given(st.text(max_size=300), st.sampled_from(_COMPLAINTS))
def test_what_ails_somebody_is_quoted_and_short(text: str, ails: str) -> None:
    told = notes.told(Message.of(f"{text}. {ails}, {ails}"))
    assert told is None or len(told) <= 200


@pytest.mark.parametrize(
    ("ails", "theirs"),
    [
        ("mi hijo trae un ojito pegado", True),
        ("mi roomie se siente super mal", True),
        ("mi mamá anda muy mal de la presión", True),
        ("mi señora trae una bola en el cuello", True),
        ("es por un lunar de mi esposa", True),
        ("traigo unas ronchas en los brazos", False),
        ("mi hijo se enfermó y me contagió", False),
        ("mi hijo está malito pero la cita es para mí", False),
    ],
)
def test_whom_ails_what_is_told(ails: str, theirs: bool) -> None:
    intents = Rules().parse(f"{ails}, ¿hay lugar mañana?", context(State.IDLE)).intents
    assert [intent.for_other for intent in intents if isinstance(intent, ProvideCustomerData)] == [theirs]


@pytest.mark.parametrize(
    "told", ["mi hija dice que me revisen", "mi hijo trae un carro nuevo", "mi mamá dice que son muy buenos"]
)
def test_a_relative_who_only_tells_is_no_patient(told: str) -> None:
    intents = Rules().parse(f"{told}, ¿hay lugar mañana?", context(State.IDLE)).intents
    assert not any(isinstance(intent, ProvideCustomerData) for intent in intents)
