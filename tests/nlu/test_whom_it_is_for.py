"""A relative beside a wish for a time is whom it is for, or is asked about; the writer is never booked instead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, ProvideCustomerData, StartBooking, Unknown
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

KIN = ("mi mamá", "mi esposo", "mi suegra", "mi nieta", "mi señora", "la bebé", "mi hijo mayor", "mi papá de 78 años")
TIMES = ("el jueves a las 11", "lunes 30, 9 am", "mañana temprano", "el viernes en la tarde")
BARE = ("{kin} {time}", "{kin}, {time}", "{time} {kin}", "{kin}: {time} con Salas", "con la doctora Ríos {time}, {kin}")
VERBS = (
    "¿Alcanzará lugar {kin} {time}?",
    "¿Cabrá {kin} {time}?",
    "¿puede ir {kin} {time}?",
    "¿Tiene espacio {kin} {time}?",
    "¿hay modo de que {kin} entre {time}?",
    "que pase {kin} {time}",
    "quisiera que {kin} pueda pasar {time}",
    "necesito {time} {kin}",
    "¿habrá chance {kin} {time}?",
)
ASKED_BY = (
    "{kin} pregunta si la atienden {time}",
    "dice {kin} que si lo pueden ver {time}",
    "{kin} pide que le den una cita {time}",
    "me pide {kin} que le saque cita {time}",
    "{kin} me encargó que le agendara {time}",
    "{kin} quiere saber si la recibe el doctor Salas {time}",
)
NOBODY_KNOWS = (
    "{kin} y yo {time}",
    "yo y {kin} {time}",
    "{kin} ni idea {time}",
    "mamá, {time}",
    "mi niña, ¿tiene lugar {time}?",
)
NOT_THEIRS = (
    "{kin} me lleva {time}, ¿hay lugar?",
    "me lleva {kin} {time}, ¿hay lugar?",
    "{kin} me recomendó con ustedes, ¿tiene {time}?",
    "{time} con {kin}",
    "es la boda de {kin}, mejor {time}",
)

kin, times = st.sampled_from(KIN), st.sampled_from(TIMES)


def _for_whom(text: str) -> tuple[bool, bool]:
    """Whether it is for somebody else, and whether a time is looked for; both are False where it is asked about."""
    said = meant(parse(text, context(State.IDLE)))
    others = any(isinstance(one, ProvideCustomerData) and one.for_other for one in said)
    return others, any(isinstance(one, StartBooking | CheckAvailability) and one.when for one in said)


@given(kin=kin, time=times, said=st.sampled_from((*BARE, *VERBS, *ASKED_BY)))
def test_a_relative_beside_the_wish_is_whom_it_is_for(kin: str, time: str, said: str) -> None:
    assert _for_whom(said.format(kin=kin, time=time)) == (True, True)


@given(kin=kin, time=times, said=st.sampled_from(NOBODY_KNOWS))
def test_where_nobody_can_tell_it_is_asked(kin: str, time: str, said: str) -> None:
    text = said.format(kin=kin, time=time)
    assert any(isinstance(one, Unknown) for one in meant(parse(text, context(State.IDLE)))), text


@given(kin=kin, time=times, said=st.sampled_from(NOT_THEIRS))
def test_who_only_brings_them_is_no_patient(kin: str, time: str, said: str) -> None:
    assert _for_whom(said.format(kin=kin, time=time))[0] is False


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("viernes 27 a las 10 mi esposa Laura", "Laura"),
        ("lunes 30 a las 9, mi nieta Camila Soto", "Camila Soto"),
        ("jueves 3 diciembre 5pm mi hermano Raúl Toro", "Raúl Toro"),
    ],
)
def test_their_name_goes_with_them(text: str, name: str) -> None:
    said = meant(parse(text, context(State.IDLE)))
    assert [one.name for one in said if isinstance(one, ProvideCustomerData)] == [name]


@pytest.mark.parametrize(
    "why",
    [
        "ella no sabe usar el celular por eso le escribo yo",
        "él no le entiende al whatsapp",
        "casi no ve las letras",
        "no maneja estas cosas",
    ],
)
def test_why_another_writes_takes_nothing_back(why: str) -> None:
    assert _for_whom(f"para mi abuelita, el lunes 30 a las 11 con la doctora Méndez, {why}") == (True, True)


@pytest.mark.parametrize("need", ["Hace falta que me vean", "Urge que chequen", "Es necesario que revisen"])
@pytest.mark.parametrize("whom", ["al bebé", "al niño", "a mi abuelo", "a la niña"])
def test_what_is_needed_for_them(need: str, whom: str) -> None:
    assert _for_whom(f"{need} {whom}, el miércoles después de las 5") == (True, True)
