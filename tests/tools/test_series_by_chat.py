"""A series that staff ask for by chat: shown whole, entered as it was shown or not at all, and the same as the desk's
command and a patient's chat would make of it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.appointments import appointment_changes
from booking.desk import change_series
from booking.desk.change_appointments import Wish
from booking.intents import Repeats
from booking.models import Actor, ActorKind, Appointment, Grant, Role, SeriesOrder
from booking.models.draft_parts import order_of
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.profiles import a_share
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from nlu.wishes import repetition

_ZONE = ZoneInfo(ZONE)
DESK = Actor(kind=ActorKind.STAFF, name="recepción")
ASKED = "agenda a Ana Torres con la doctora Méndez el martes a las 10, cada semana, cuatro veces"
FIRST = dt.datetime(2026, 11, 24, 10, tzinfo=_ZONE)
WEEK = dt.timedelta(days=7)


def clinic() -> Clinic:
    made = memory_clinic(demo_seed(), Shortcuts())
    made.say("Rosa", "hola")
    employ(made, "Rosa", Grant(role=Role.STAFF))
    with made.begin() as uow:
        for name in ("Ana Torres", "Beto Luna"):
            uow.patients.enter(name, None, None, made.clock.now())
        uow.commit()
    return made


def take(made: Clinic, name: str, start: dt.datetime, doctor: int = 1) -> None:
    """The desk gives somebody that time meanwhile."""
    with made.begin() as uow:
        now = made.clock.now()
        patient = next(iter(uow.patients.search(name=name)), None) or uow.patients.enter(name, None, None, now)
        done = appointment_changes.enter(uow, uow.schedules.clinic(), doctor, patient.id, start, now, DESK, tell=False)
        assert isinstance(done, Appointment), done
        uow.commit()


def starts(made: Clinic, name: str = "Ana Torres") -> list[dt.datetime]:
    with made.begin() as uow:
        (patient,) = uow.patients.search(name=name)
        return [one.slot.start.astimezone(_ZONE) for one in uow.appointments.list(patient_id=patient.id)]


def order(made: Clinic) -> SeriesOrder:
    found = order_of(made.conversation("Rosa").draft)
    assert isinstance(found, SeriesOrder), found
    return found


def test_one_yes_enters_all_that_was_shown() -> None:
    made = clinic()
    take(made, "Otra Persona", FIRST + 2 * WEEK)
    shown = made.say("Rosa", ASKED)
    assert shown.keys == ["order_proposal"]
    assert starts(made) == []
    assert "Agendar 4 citas a Ana Torres" in shown.text
    assert "(a otra hora)" in shown.text
    planned = [order(made).slot.start, *(one.slot.start for one in order(made).others if one.slot)]
    assert made.say("Rosa", "sí").keys == ["order_done"]
    assert starts(made) == [at.astimezone(_ZONE) for at in planned]


def test_what_changed_since_it_was_shown_is_shown_anew_and_nothing_is_entered() -> None:
    made = clinic()
    made.say("Rosa", ASKED)
    take(made, "Otra Persona", FIRST + WEEK)
    came = made.say("Rosa", "sí")
    assert came.keys == ["order_refused", "order_proposal"]
    assert "se ocupó alguno de esos horarios" in came.text
    assert starts(made) == []
    assert made.say("Rosa", "sí").keys == ["order_done"]
    assert len(starts(made)) == 4


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize("doctor", [1, 2])
def test_the_desk_and_the_chat_make_the_same_of_it(number: int, doctor: int) -> None:
    """Whoever has one of the times: somebody else with that doctor, or the patient with another."""
    made, other = clinic(), clinic()
    whose = "Ana Torres" if doctor == 2 else "Otra Persona"
    if number:
        for one in (made, other):
            take(one, whose, FIRST + number * WEEK, doctor)
    made.say("Rosa", ASKED)
    assert made.say("Rosa", "sí").keys == ["order_done"]
    with other.begin() as uow:
        (patient,) = uow.patients.search(name="Ana Torres")
        wish = Wish("1", str(patient.id), None, "2026-11-24 10:00", "primera_vez", None, overbook=False)
        change_series.enter(uow, wish, 7, 4, other.clock.now(), DESK)
        uow.commit()
    assert starts(made) == starts(other)


CHANGES = {
    "mejor cinco veces": Repeats(every=7, times=5),
    "cada quince días": Repeats(every=14, times=4),
    "sí, pero cada quince días, tres veces": Repeats(every=14, times=3),
    "la tercera no puede": Repeats(every=7, times=4, but=(3,)),
    "la última mejor otro día": Repeats(every=7, times=4, but=(4,)),
}


@pytest.mark.parametrize(("words", "meant"), CHANGES.items(), ids=CHANGES)
def test_what_is_changed_of_it_is_proposed_anew(words: str, meant: Repeats) -> None:
    made = clinic()
    made.say("Rosa", ASKED)
    assert made.say("Rosa", words).keys[-1] == "order_proposal", words
    assert order(made).repeats == meant
    assert starts(made) == []
    if meant.but:
        days = [one.slot.start.astimezone(_ZONE).date() for one in order(made).others if one.slot]
        assert (FIRST + (meant.but[0] - 1) * WEEK).date() not in days


def test_another_hour_is_another_series() -> None:
    made = clinic()
    made.say("Rosa", ASKED)
    assert made.say("Rosa", "mejor a las 12").keys[-1] == "order_proposal"
    assert {at.astimezone(_ZONE).hour for at in [order(made).slot.start]} == {12}
    assert order(made).repeats == Repeats(every=7, times=4)


def test_just_one_after_all() -> None:
    made = clinic()
    made.say("Rosa", ASKED)
    made.say("Rosa", "mejor solo una vez")
    made.say("Rosa", "sí")
    assert len(starts(made)) <= 4


ASKS = {
    "cada quince días, cuatro veces para Ana Torres con la Dra. Méndez": ("tool_question", "¿Para qué día?"),
    "agenda a Ana Torres con la Dra. Méndez el martes a las 10 cada mes": ("tool_question", "¿Cada cuánto serían"),
    "cita para Ana Torres el martes a las 10 con Méndez, una por semana durante un mes": ("order_proposal", "4 citas"),
    "agenda a Ana Torres el martes a las 10 con Méndez cada semana, 20 veces": ("tool_question", "de 2 a 12"),
    "apártale a Ana Torres 3 citas, una cada semana, los martes a las 10 con la doctora Méndez": (
        "order_proposal",
        "3 citas",
    ),
    "agenda a Ana Torres el martes a las 10 con Méndez cada semana, tres veces, sin avisarle": (
        "order_proposal",
        "sin avisarle",
    ),
    "agenda a Luz Vera, tel 664 555 1717, el martes a las 10 con Méndez cada semana, tres veces": (
        "order_proposal",
        "paciente nuevo",
    ),
}


@pytest.mark.parametrize(("words", "came"), ASKS.items(), ids=ASKS)
def test_in_whichever_words(words: str, came: tuple[str, str]) -> None:
    made = clinic()
    exchange = made.say("Rosa", words)
    assert exchange.keys == [came[0]], exchange.text
    assert came[1] in exchange.text


def test_somebody_new_is_registered_with_it_or_not_at_all() -> None:
    made = clinic()
    made.say("Rosa", "agenda a Luz Vera, tel 664 555 1717, el martes a las 10 con Méndez cada semana, tres veces")
    take(made, "Otra Persona", FIRST + WEEK)
    assert made.say("Rosa", "sí").keys[0] == "order_refused"
    with made.begin() as uow:
        assert not uow.patients.search(name="Luz Vera")
    assert made.say("Rosa", "sí").keys == ["order_done"]
    assert len(starts(made, "Luz Vera")) == 3


def test_a_doctor_enters_no_series_of_another_s() -> None:
    made = clinic()
    made.say("Laura", "hola")
    employ(made, "Laura", Grant(role=Role.DOCTOR, doctor_id=1))
    came = made.say("Laura", "agenda a Ana Torres con Salas el martes a las 10, cada semana, tres veces")
    assert "order_proposal" not in came.keys


@a_share(4)
@given(st.integers(1, 60), st.integers(2, 12))
def test_words_of_a_series_are_read_bit_by_bit(every: int, times: int) -> None:
    """Whatever is said first, the number or how often."""
    often, many = Repeats(every=every), Repeats(times=times)
    whole = Repeats(every=every, times=times)
    assert many.on_top_of(often) == whole == often.on_top_of(many)
    assert repetition.of_staff(f"{times} veces") == many
    assert repetition.of_staff(str(times)) == many
