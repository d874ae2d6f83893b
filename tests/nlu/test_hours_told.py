"""The hours that bound a wish are read alike in whatever words they are told, of oneself and of a relative."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, ProvideCustomerData, StartBooking
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

LEAVES = (
    "me sueltan",
    "me dejan salir",
    "me libero",
    "mi turno termina",
    "me dan la salida",
    "checo salida",
    "llego de trabajar",
)
THEY_LEAVE = ("lo sueltan", "lo dejan salir", "le dan la salida")
UNTIL = (
    "tengo clases hasta las 3",
    "estoy en la oficina hasta las 3",
    "me la paso en la uni hasta las 3",
    "trabajo de 7 a 3",
)
NOT_BEFORE = (
    "antes de las 4 ni modo",
    "antes de las 4 imposible",
    "antes de las 4 no la armo",
    "no me vaya a poner la cita antes de las 4",
)
CANNOT = ("no puede", "no la arma", "no va a poder", "no la hace")
KIN = ("mi papá", "mi hermano", "mi hijo")
THEM = ("agéndelo", "apúntelo", "resérvele algo", "denle cita", "búsquele lugar", "¿me lo agendan?".strip("¿?"))


def _wish(text: str) -> StartBooking:
    said = parse(text, context(State.IDLE))
    found = [intent for intent in meant(said) if isinstance(intent, StartBooking)]
    assert said.sure, (text, said)
    assert len(found) == 1, (text, said)
    return found[0]


@given(st.sampled_from(LEAVES), st.sampled_from(("el jueves", "mañana", "el lunes")))
def test_when_one_leaves_is_from_when_one_can(leaves: str, day: str) -> None:
    assert _wish(f"{leaves} a las 5, quiero cita {day}").when == _wish(f"salgo a las 5, quiero cita {day}").when


@given(st.sampled_from(UNTIL), st.sampled_from(("el jueves", "mañana", "el lunes")))
def test_so_is_until_when_one_is_busy(until: str, day: str) -> None:
    assert _wish(f"{until}, quiero cita {day}").when == _wish(f"salgo a las 3, quiero cita {day}").when


@given(st.sampled_from(NOT_BEFORE))
def test_what_one_cannot_is_refused(refused: str) -> None:
    assert _wish(f"quiero cita, {refused}").when == _wish("quiero cita, antes de las 4 no puedo").when


@given(st.sampled_from(KIN), st.sampled_from(CANNOT), st.sampled_from(("en las mañanas", "los lunes", "mañana")))
def test_theirs_is_refused_behind_the_time_too(kin: str, cannot: str, then: str) -> None:
    assert (
        _wish(f"es para {kin} la cita, {then} {cannot}, quiero cita").when
        == _wish(f"quiero cita, {then} no puedo").when
    )


@given(st.sampled_from(KIN), st.sampled_from(THEY_LEAVE), st.sampled_from(THEM))
def test_for_whom_is_kept(kin: str, leave: str, them: str) -> None:
    text = f"a {kin} {leave} del trabajo a las 5, {them} el jueves"
    assert _wish(text).when == _wish("salgo a las 5, quiero cita el jueves").when, text
    assert any(isinstance(i, ProvideCustomerData) and i.for_other for i in meant(parse(text, context(State.IDLE))))


@given(st.sampled_from(KIN), st.sampled_from(("el jueves", "mañana", "el lunes")))
def test_who_will_not_come_gives_it_back(kin: str, day: str) -> None:
    said = parse(f"{kin} no va a poder ir {day}", context(State.IDLE))
    assert [type(intent) for intent in meant(said)] == [CancelAppointment], said


@pytest.mark.parametrize(
    "wish",
    [
        "quisiera ser atendido",
        "quiero consultar",
        "quiero pasar a consulta",
        "a ver si me hacen un campito",
        "le pido un espacio",
        "espero que me den cita",
        "voy a necesitar que me den cita",
    ],
)
@pytest.mark.parametrize("day", ["el jueves", "el lunes a las 10"])
def test_an_appointment_is_wished_for_without_the_word(wish: str, day: str) -> None:
    assert _wish(f"{wish} {day}").when == _wish(f"quiero cita {day}").when


@pytest.mark.parametrize(
    "text",
    ["quiero consultar el precio", "no voy a necesitar la cita del jueves", "quiero consultar si hay estacionamiento"],
)
def test_other_wishes_are_none_for_one(text: str) -> None:
    assert not any(isinstance(intent, StartBooking) for intent in parse(text, context(State.IDLE)).intents)


@given(
    st.sampled_from(("tengo permiso", "tengo libre", "estoy libre", "ando desocupado")),
    st.sampled_from(("de 10 a 12", "a partir de las 4", "en la tarde")),
)
def test_when_one_is_free_bounds_it(free: str, then: str) -> None:
    assert (
        _wish(f"{free} {then}, quiero cita el jueves").when == _wish(f"solo puedo {then}, quiero cita el jueves").when
    )
    assert (
        _wish(f"no {free} {then}, quiero cita el jueves").when == _wish(f"no puedo {then}, quiero cita el jueves").when
    )


@pytest.mark.parametrize(
    ("told", "known"),
    [
        ("no salgo antes de las 6", "salgo a las 6"),
        ("no me dejan salir antes de las 6", "salgo a las 6"),
        ("los lunes no me dan permiso", "los lunes no puedo"),
        ("no me dejan salir los lunes", "no puedo los lunes"),
        ("mi turno empieza a las 2", "entro a las 2"),
    ],
)
def test_until_when_one_is_kept(told: str, known: str) -> None:
    assert _wish(f"{told}, quiero cita").when == _wish(f"{known}, quiero cita").when


@pytest.mark.parametrize("part", ["en la mañana", "en la tarde"])
def test_without_anybody_to_bring_them_they_cannot(part: str) -> None:
    heard = _wish(f"mi papá no tiene quien lo lleve {part}, agéndelo el jueves")
    assert heard.when == _wish(f"no puedo {part}, quiero cita el jueves").when
