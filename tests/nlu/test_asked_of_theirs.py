"""When theirs is, or whether it was made, is asked in any construction, and nothing is looked for."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, ListAppointments
from booking.models import State
from nlu.shortcuts import parse, understanding
from tests.nlu.messages import context

ASKED = (
    "fecha y hora de mi cita?",
    "hora de mi consulta con el Dr. Salas?",
    "siempre quedé agendada?",
    "sí se agendó mi cita?",
    "se agendó o no? no me llegó mensaje",
    "perdí el papelito, qué día era mi cita",
    "no sé ni qué día era ni a qué hora mi cita",
    "qué citas tengo pendientes, es que quiero apuntarlas",
    "se me cayó el celular al agua y perdí todo, no sé cuándo es mi cita",
    "checando mi cita, ¿cuándo era?",
    "cuánto falta para mi cita?",
    "¿tiene usted registrada mi cita?",
    "ya ni sé cuándo me toca, me recuerda?",
)
OF_THEIRS = (
    "qué día le toca a mi papá con la dermatóloga, se me olvidó",
    "mi papá pregunta que a qué hora es lo suyo",
    "dice mi papá que cuándo le toca",
    "mi papá tiene consulta esta semana o la otra?",
    "olvidé la hora de la cita de mi papá",
)
OF_FRIDAY = (
    "sigo teniendo cita el viernes o me la cancelaron?",
    "sí estoy apuntada el viernes, verdad?",
    "sigo teniendo cita el viernes o me la quitaron porque no confirmé",
    "a qué hora me toca el viernes?",
    "a qué hora era lo mío el viernes?",
    "en qué quedó mi cita del viernes?",
    "se me hace que mi cita es el viernes, ¿es correcto?",
)


def shown(text: str) -> ListAppointments:
    said = parse(text, context(State.IDLE))
    assert not said.unread, text
    (one,) = understanding(text, said._replace(doubted=False), context(State.IDLE)).intents
    assert isinstance(one, ListAppointments), text
    return one


@pytest.mark.parametrize("text", ASKED)
def test_ones_own_is_shown(text: str) -> None:
    assert shown(text).whose is None


@pytest.mark.parametrize("text", OF_THEIRS)
def test_of_a_relative_it_is_theirs(text: str) -> None:
    whose = shown(text).whose
    assert whose is not None
    assert not whose.own


@pytest.mark.parametrize("text", OF_FRIDAY)
def test_of_a_day_it_is_the_one_of_that_day(text: str) -> None:
    of = shown(text).of
    assert of is not None
    assert of.when is not None
    assert of.when.date_from == dt.date(2026, 11, 27)


@pytest.mark.parametrize(
    "text",
    [
        "a qué hora abren mañana?",
        "qué día hay cita con el Dr. Salas?",
        "fecha y hora para una consulta con la Dra. Ríos?",
        "a qué hora puedo ir mañana?",
        "mi cita es el lunes, ¿la puede cambiar?",
        "mi mamá tiene cita con el cardiólogo, necesito otra con usted el lunes",
        "cuándo me dan los resultados?",
    ],
)
def test_what_is_asked_of_something_else_shows_none(text: str) -> None:
    assert not any(isinstance(one, ListAppointments) for one in parse(text, context(State.IDLE)).intents)


@pytest.mark.parametrize(
    "text",
    [
        "¿tengo algo agendado para esta semana?",
        "¿qué citas mías tienen ustedes guardadas?",
        "le encargo que me revise si estoy en la agenda del Dr. Salas",
        "¿quién me va a atender el sábado?",
        "a qué hora me atiende el Dr. Salas",
        "la Dra. Méndez me da consulta este jueves, ¿verdad?",
        "¿me tocó con Salas o con Méndez?",
        "quiero saber si mi mamá tiene algo agendado",
        "quiero ver si mi hijo tiene algo para el jueves",
        "quiero saber si tiene algo apartado a mi nombre",
        "quiero ver si tengo algo con el doctor Salas",
        "la cita del viernes si es con la Dra. Méndez, ¿verdad?",
        "lo que tengo con el Dr. Salas es en diciembre?",
        "no me ha llegado el recordatorio, ¿sí es mañana?",
        "tengo anotado jueves 20 pero el 20 cae en viernes, ¿cuál es el bueno?",
        "¿me recuerda cuándo es la siguiente?",
        "la cita que me sacó mi hija por aquí mismo, ¿cuándo viene siendo?",
        "me llegó un recordatorio pero no dice la hora, ¿a qué hora sería?",
    ],
)
def test_what_is_booked_of_theirs_is_shown(text: str) -> None:
    assert [type(one) for one in parse(text, context(State.IDLE)).intents] == [ListAppointments], text


@pytest.mark.parametrize(
    "text",
    [
        "¿tienen algo para esta semana?",
        "¿quién me puede atender el sábado?",
        "a qué hora atiende el Dr. Salas",
        "la Dra. Méndez da consulta este jueves, ¿verdad?",
        "¿la doctora me ve mañana aunque no tenga cita?",
        "¿cuál es el bueno para la tos?",
        "¿cuándo es la siguiente que tenga libre?",
        "¿quién me va a atender si no está la doctora?",
        "¿qué doctor me va a ver el sábado si saco cita?",
        "si saco cita el sábado, ¿quién me va a atender?",
        "quería ver si tiene algo para mañana",
        "quisiera saber si tiene algo para el lunes",
        "checar si tiene algo el jueves",
        "para ver si tiene algo con el doctor Salas mañana",
        "necesito saber si tiene algo para el dolor",
    ],
)
def test_what_the_clinic_has_is_none_of_theirs(text: str) -> None:
    said = parse(text, context(State.IDLE))
    assert said.unread or not any(isinstance(one, ListAppointments) for one in said.intents), text


@pytest.mark.parametrize("text", ["quería ver si tiene algo para mañana", "checar si tiene algo el jueves"])
def test_what_the_clinic_has_is_looked_for(text: str) -> None:
    assert [type(one) for one in parse(text, context(State.IDLE)).intents] == [CheckAvailability], text


@pytest.mark.parametrize(
    "text",
    [
        "¿me toca el jueves o el viernes?",
        "no me acuerdo si es este viernes o el otro mi cita",
        "dígame si la cita de mi esposo es con Méndez o con Ríos",
        "a mi niño Mateo le toca el 27 o el 28?",
        "¿hay alguna cita a mi nombre?",
        "¿tengo dos citas?",
    ],
)
def test_which_of_two_it_is_names_neither(text: str) -> None:
    assert shown(text).of is None


@pytest.mark.parametrize("text", ["¿mi hija Ana Sofía tiene cita el viernes?", "¿a qué hora ven a mi mamá?"])
def test_whether_and_when_a_relative_has_one(text: str) -> None:
    whose = shown(text).whose
    assert whose is not None
    assert not whose.own
