"""Questions that the agenda answers, made of a question word, a topic and what it is about, and several of them in one
message. Sentences are composed here, apart from the rules: what each asks is known before it is read."""

from __future__ import annotations

import datetime as dt
from itertools import product
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.intents import AskQuestion, ListAppointments, RequestHuman, StartBooking, Topic
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules

NOW = dt.datetime(2026, 11, 23, 8, 0, tzinfo=ZoneInfo("America/Tijuana"))
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")
CONTEXT = UnderstandingContext(
    now=NOW,
    state=State.IDLE,
    opens=dt.time(8),
    closes=dt.time(20),
    doctors=DOCTORS,
    specialties=((DOCTORS[0], "Medicina general"), (DOCTORS[2], "Dermatología")),
)
OPENINGS = ("", "hola, ", "buenas tardes, ", "disculpe, ", "oiga, ", "una pregunta, ")
ENDINGS = ("", "?", " porfa", " gracias")
DAYS = {"lunes": 0, "martes": 1, "sábados": 5, "domingos": 6}
CALLED = {"el doctor Salas": DOCTORS[1], "la doctora Ríos": DOCTORS[2], "la dra. Méndez": DOCTORS[0]}
OF = {
    "el doctor Salas": "del doctor Salas",
    "la doctora Ríos": "de la doctora Ríos",
    "la dra. Méndez": "de la dra. Méndez",
}

OWN = (
    "cuántas citas tengo", "cuántas consultas tengo agendadas", "qué citas tengo pendientes", "tengo citas apartadas",
    "mi cita sigue en pie?", "mi cita sigue igual?", "sigue firme mi cita?", "todavía está mi cita?",
    "a qué hora es mi cita", "qué día me toca", "sí quedó agendada mi cita?", "mi consulta sigue confirmada?",
    "cuándo es mi cita",
)  # fmt: skip
LENGTH = (
    "cuánto dura la consulta", "cuánto tarda una cita", "cuánto tiempo me van a atender", "cuánto tiempo dura la cita",
    "cuántos minutos dura cada consulta", "cuánto tiempo me atiende el doctor", "qué tanto dura la consulta",
    "de cuánto tiempo es la consulta", "como cuánto dura una visita",
)  # fmt: skip
WEEKLY = (
    "los {day} atienden?", "atienden los {day}", "abren los {day}", "los {day} abren?", "trabajan los {day}",
    "hay consulta los {day}?", "dan consulta los {day}", "tienen consulta los {day}?", "a qué hora abren los {day}",
    "los {day} a qué hora cierran", "hasta qué hora atienden los {day}", "los {day} hay servicio?",
)  # fmt: skip
OF_A_DOCTOR = (
    "{who} qué días viene", "qué días atiende {who}", "cuándo viene {who}", "a qué hora llega {who}",
    "qué horario tiene {who}", "cuál es el horario {of}", "en qué horario atiende {who}",
    "{who} a qué hora atiende", "{who} viene en la tarde?",
    "{who} atiende en las mañanas?", "qué días da consulta {who}", "en qué horario encuentro a {who}",
)  # fmt: skip
WHO = ("quién {attends} {then}", "qué doctor {attends} {then}", "qué doctores hay {then}")
THEN = ("en las tardes", "por las mañanas", "los sábados", "los lunes")
SPECIALTIES = {
    "ginecólogo": "gineco",
    "pediatra": "pediat",
    "dermatólogo": "dermat",
    "cardióloga": "cardio",
    "dentista": "odonto",
}
HAS = (
    "tienen {one}?",
    "hay {one}?",
    "¿hay {one} ahí?",
    "¿tienen algún {one}?",
    "atiende algún {one} ahí?",
    "¿cuentan con {one}?",
)
QUESTIONS = {
    Topic.PRICES: ("cuánto cuesta la consulta", "qué precio tiene", "cuánto cobran"),
    Topic.CARDS: ("aceptan tarjeta", "puedo pagar con tarjeta", "qué formas de pago manejan"),
    Topic.ADDRESS: ("dónde están", "cuál es la dirección", "me mandas la ubicación"),
    Topic.HOURS: ("a qué hora abren", "qué horario tienen", "hasta qué hora atienden"),
    Topic.PARKING: ("tienen estacionamiento", "hay estacionamiento"),
    Topic.INSURANCE: ("aceptan seguro", "qué seguros aceptan"),
    Topic.PHONE: ("cuál es su teléfono",),
    Topic.DURATION: ("cuánto dura la consulta",),
}
JOINTS = (" y ", ", ", "? ", " y también ")


def said(text: str) -> list[object]:
    return [intent for intent in Rules().understand(text, CONTEXT).intents if intent.kind != "greet"]


def dressed(texts: tuple[str, ...]) -> list[str]:
    """Each as it may be written; a sentence that asks already ends as it does."""
    return [
        opening + (text if text.endswith("?") else text + ending)
        for text, opening, ending in product(texts, OPENINGS, ENDINGS)
    ]


def missed(texts: list[str], fits: object) -> list[str]:
    return [text for text in texts if not fits(said(text))]  # type: ignore[operator]


def test_what_the_writer_has_booked() -> None:
    wrong = missed(dressed(OWN), lambda found: [type(one) for one in found] == [ListAppointments])
    assert wrong == []


def test_how_long_it_takes() -> None:
    wrong = missed(dressed(LENGTH), lambda found: [getattr(one, "topic", None) for one in found] == [Topic.DURATION])
    assert wrong == []


@pytest.mark.parametrize("day", DAYS)
def test_whether_there_is_consultation_on_a_weekday(day: str) -> None:
    def fits(found: list[AskQuestion]) -> bool:
        if (
            [getattr(one, "topic", None) for one in found] != [Topic.HOURS]
            or not found[0].when
            or not found[0].when.when
        ):
            return False
        date = found[0].when.when.date_from
        return found[0].weekly and date is not None and date.weekday() == DAYS[day]

    assert missed(dressed(tuple(text.format(day=day) for text in WEEKLY)), fits) == []


@pytest.mark.parametrize("who", CALLED)
def test_when_a_doctor_attends(who: str) -> None:
    def fits(found: list[AskQuestion]) -> bool:
        return [(getattr(one, "topic", None), getattr(one, "doctor", None)) for one in found] == [
            (Topic.HOURS, CALLED[who])
        ]

    assert missed(dressed(tuple(text.format(who=who, of=OF[who]) for text in OF_A_DOCTOR)), fits) == []


def test_who_attends_then() -> None:
    texts = tuple(
        text.format(attends=attends, then=then)
        for text, then in product(WHO, THEN)
        for attends in ("atiende", "está", "da consulta")
    )

    def fits(found: list[AskQuestion]) -> bool:
        return [(getattr(one, "topic", None), bool(getattr(one, "when", None))) for one in found] == [
            (Topic.DOCTORS, True)
        ]

    assert missed(dressed(texts), fits) == []


@pytest.mark.parametrize("one", SPECIALTIES)
def test_whether_it_is_there_in_fewest_words(one: str) -> None:
    (asked,) = Rules().understand(f"{one} tienen?", CONTEXT).intents
    assert isinstance(asked, AskQuestion)
    assert asked.specialty == SPECIALTIES[one]


@pytest.mark.parametrize("one", SPECIALTIES)
def test_whether_a_specialty_is_there(one: str) -> None:
    def fits(found: list[AskQuestion]) -> bool:
        asked = [(getattr(i, "topic", None), getattr(i, "specialty", None)) for i in found]
        return asked == [(Topic.DOCTORS, SPECIALTIES[one])]

    assert missed(dressed(tuple(text.format(one=one) for text in HAS)), fits) == []


TOPICS = st.lists(st.sampled_from(sorted(QUESTIONS)), min_size=2, max_size=3, unique=True)


@settings(max_examples=max(settings().max_examples, 120), deadline=None)
@given(data=st.data(), topics=TOPICS, opening=st.sampled_from(OPENINGS), joint=st.sampled_from(JOINTS))
def test_every_question_of_a_message_is_heard(
    data: st.DataObject, topics: list[Topic], opening: str, joint: str
) -> None:
    text = opening + joint.join(data.draw(st.sampled_from(QUESTIONS[topic])) for topic in topics) + "?"
    found = said(text)
    assert [getattr(one, "topic", None) for one in found] == topics, text
    wished = said(f"{text} quiero una cita mañana")
    assert [type(one) for one in wished][-1] is StartBooking, text


@settings(max_examples=60, deadline=None)
@given(topics=TOPICS, danger=st.sampled_from(("no puedo respirar", "tengo dolor de pecho", "me estoy desangrando")))
def test_what_is_urgent_outweighs_every_question(topics: list[Topic], danger: str) -> None:
    text = f"{danger}, " + " y ".join(QUESTIONS[topic][0] for topic in topics)
    assert [type(one) for one in said(text)] == [RequestHuman]
