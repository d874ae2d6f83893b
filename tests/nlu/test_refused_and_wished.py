"""What is on screen or proposed is refused in whatever words, and what is wanted instead is what is looked for; a no
alone is one, and what is only told of it refuses nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, Confirm, Deny, SelectSlot
from booking.models import Purpose, State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

LISTED = context(State.SLOT_SELECTION)
ASKED = context(State.CONFIRM).model_copy(
    update={"offered": (), "proposed": dt.datetime(2026, 11, 26, 11, tzinfo=ZONE), "purpose": Purpose.BOOK}
)
REFUSED = st.sampled_from(
    [
        "esas horas no me quedan",
        "esos están muy temprano",
        "a esas horas estoy trabajando",
        "dice mi hijo que a esas horas está en la escuela",
        "no se me acomodan esos horarios",
        "nel, esas no me laten",
        "páseme otros",
        "en esos días no puedo",
    ]
)
NOT_THEN = st.sampled_from(
    ["no alcanzo a esa hora", "a las 11 no llego", "a esa hora no es posible", "ese día tengo junta en la escuela"]
)
WISHES = st.sampled_from(
    ["algo después de las 5", "que se busque el viernes 4", "que mejor en la tarde", "deme el sábado"]
)
PLAIN = {
    "algo después de las 5": "algo después de las 5",
    "que se busque el viernes 4": "mejor el viernes 4",
    "que mejor en la tarde": "mejor en la tarde",
    "deme el sábado": "mejor el sábado",
}


@given(REFUSED, WISHES)
def test_what_is_wanted_instead_is_looked_for(refused: str, wish: str) -> None:
    said = parse(f"{refused}, {wish}", LISTED)
    assert said.sure
    assert not said.unread
    wished, plain = said.intents[-1], parse(PLAIN[wish], LISTED).intents[-1]
    assert isinstance(wished, CheckAvailability)
    assert isinstance(plain, CheckAvailability)
    assert wished.when == plain.when


@given(NOT_THEN, st.sampled_from(["búsqueme en la tarde", "si fuera a las 12 sí", "mejor el viernes 4"]))
def test_so_it_is_where_a_time_is_proposed(refused: str, wish: str) -> None:
    (said,) = meant(parse(f"{refused}, {wish}", ASKED))
    assert isinstance(said, CheckAvailability)
    assert said.when is not None


@pytest.mark.parametrize("text", [
    "no es posible a esa hora", "Espérese, todavía no lo aparte",
    "mi esposo dice que mejor no, que esperemos a la quincena",
    "no voy a poder a esa hora",
])  # fmt: skip
def test_a_no_alone_is_one(text: str) -> None:
    assert meant(parse(text, ASKED)) == (Deny(),)


@pytest.mark.parametrize("text", [
    "a esa hora estoy en el trabajo", "ese día tengo que ir a la escuela", "muy tarde pero ni modo",
    "a esa hora estoy en el trabajo pero sí puedo", "no voy a poder a esa hora pero mi esposo sí",
])  # fmt: skip
def test_what_is_only_told_is_neither_a_no_nor_a_yes(text: str) -> None:
    assert not any(isinstance(one, Deny | Confirm) for one in meant(parse(text, ASKED)))


@pytest.mark.parametrize("text", ["esos me quedan bien, mejor el primero", "a esas horas sí puedo, mejor la primera"])
def test_what_suits_is_not_refused(text: str) -> None:
    said = meant(parse(text, LISTED))
    assert not any(isinstance(one, CheckAvailability) for one in said) or any(isinstance(o, SelectSlot) for o in said)


@pytest.mark.parametrize(("text", "doctor"), [
    ("con la doctora no, con el Dr. Salas", "Dr. Jorge Salas"), ("así no, yo la pedí con Ríos", "Dra. Paula Ríos"),
])  # fmt: skip
def test_with_whom_instead(text: str, doctor: str) -> None:
    (said,) = meant(parse(text, ASKED))
    assert isinstance(said, CheckAvailability)
    assert said.doctor == doctor
