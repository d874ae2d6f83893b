"""A negation, an exception or a condition that nobody knows what to do with: the rest is not proposed without it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AskQuestion, CancelAppointment, CheckAvailability, StartBooking, Unknown, UnknownWhy
from booking.models import State
from nlu.parsed import asked_back, meant
from nlu.shortcuts import parse
from tests.engine.test_own_visits import TUESDAY, clinic_with, live, shown
from tests.nlu.messages import context

TURNS = ("no", "pero no", "ya no", "ni", "antes", "después", "si no", "excepto", "menos", "salvo", "tampoco")


@given(
    st.sampled_from(TURNS), st.sampled_from(("", "con ella", "eso que dije")), st.sampled_from(("", "y", "que me vio"))
)
def test_what_may_turn_it_around_is_not_left_out(turn: str, behind: str, before: str) -> None:
    piece = " ".join(filter(None, (before, turn, behind)))
    asked = asked_back((StartBooking(doctor="Dr. Jorge Salas"),), ("algo más", piece))
    assert not asked.says_back
    assert asked.doubt
    assert asked.left == (piece,)


@given(st.sampled_from(("cada mes", "lo menos caro", "más o menos", "al menos", "noviembre", "lo antes que puedan")))
def test_other_words_are_said_back_as_before(piece: str) -> None:
    assert asked_back((StartBooking(),), (piece,)).why is UnknownWhy.PARTLY


def test_what_only_asks_is_still_said_back() -> None:
    assert asked_back((AskQuestion(query="¿abren?"),), ("pero no",)).says_back


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("la mía adelántala media hora... no, atrásala mejor", "«no»"),
        ("mañana a las 9 pero no con la que me vio la otra vez", "«pero no»"),
        ("mi esposo les habló para cambiar mi cita, no le hagan caso, déjenla", "«no le hagan»"),
        ("mi mamá va a llamar para sacar cita, no se la vayan a dar con Salas", "«no se la vayan»"),
    ],
)
def test_it_has_to_be_said_otherwise_and_a_yes_does_nothing(text: str, piece: str) -> None:
    clinic = clinic_with(TUESDAY)
    asked = shown(clinic.say("Ana", text))
    assert piece in asked
    assert "Sigo así" not in asked
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize("link", [",", " y", ", y"])
@pytest.mark.parametrize(("first", "second"), [("salas", "méndez"), ("méndez", "ríos"), ("ríos", "salas")])
def test_of_two_who_are_refused_neither_is_meant(first: str, second: str, link: str) -> None:
    (said,) = meant(parse(f"con {first} no{link} con {second} tampoco", context(State.IDLE)))
    assert isinstance(said, StartBooking | CheckAvailability)
    assert said.doctor is None
    assert len(said.not_with) == 2


def test_who_is_wanted_instead_is_not_refused_too() -> None:
    (said,) = meant(parse("con salas no y con ríos sí", context(State.IDLE)))
    assert isinstance(said, StartBooking)
    assert said.doctor == "Dra. Paula Ríos"


@pytest.mark.parametrize("day", ["el lunes, ", "cita el lunes en la mañana, ", "el martes "])
@pytest.mark.parametrize("said", ["no antes de las 10 ni después de la 1", "no después de la 1 ni antes de las 10"])
def test_a_bound_goes_on_with_ni(day: str, said: str) -> None:
    (wish,) = meant(parse(day + said, context(State.IDLE)))
    assert isinstance(wish, StartBooking | CheckAvailability)
    assert wish.when
    assert wish.when.when
    assert (f"{wish.when.when.time_from:%H:%M}", f"{wish.when.when.time_to:%H:%M}") == ("10:00", "13:00")


@pytest.mark.parametrize(
    "text", ["no puedo ni antes de las 10 ni después de la 1", "no puedo antes de las 10 ni después de la 1"]
)
def test_hours_that_will_not_do_are_not_sought(text: str) -> None:
    assert meant(parse(text, context(State.IDLE))) == (Unknown(),)


@pytest.mark.parametrize(
    "consequence", ["tengo que pagar", "me cobran", "hay que pagar", "se paga algo", "pierdo mi anticipo"]
)
@pytest.mark.parametrize("condition", ["si no voy", "si no puedo ir", "si ya no voy"])
def test_what_it_would_cost_is_asked_and_gives_nothing_up(consequence: str, condition: str) -> None:
    said = meant(parse(f"¿{consequence} {condition}?", context(State.IDLE)))
    assert any(isinstance(one, AskQuestion) for one in said)
    assert not any(isinstance(one, CancelAppointment | Unknown) for one in said)
