"""Orders by chat, from the words to what is stored: what names another patient, and what begins with a no."""

from __future__ import annotations

import datetime as dt
import functools
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.appointments.appointment_changes import enter
from booking.models import Actor, ActorKind, Appointment, Grant, Role, Status, TellingState
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.profiles import a_share
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.nlu.test_orders_under_way import AFTER, NOES, OF_SOMEBODY

_ZONE = ZoneInfo(ZONE)
PATIENTS = {"Iván Soto": (1, 26, 10), "Ana Ruiz": (1, 24, 11), "Luis Herrera": (2, 25, 10), "Leo Paz": (2, 25, 11)}
"""Their appointments in November: with which doctor, on which day, at what hour."""
OTHERS = ("Ana Torres", "Beto Luna")
"""Without one."""
OF_IVAN = (
    "mueve a Iván al viernes a las 9",
    "cancela la cita de Iván Soto",
    "agenda a Iván el lunes 30 a las 10 con Salas",
)
OF_A_DAY = ("cancela las citas del miércoles",)
ORDERS = (*OF_IVAN, *OF_A_DAY, "bloquea el viernes por la tarde al doctor Salas")
Stored = frozenset[tuple[str, int, dt.datetime]]


def enter_too(clinic: Clinic, name: str, doctor: int, day: int, hour: int) -> None:
    """An appointment in November, as the desk enters it."""
    now, desk = clinic.clock.now(), Actor(kind=ActorKind.STAFF, name="recepción")
    with clinic.begin() as uow:
        patient = next(iter(uow.patients.search(name=name)), None) or uow.patients.enter(name, None, None, now)
        start = dt.datetime(2026, 11, day, hour, tzinfo=_ZONE)
        assert isinstance(enter(uow, uow.schedules.clinic(), doctor, patient.id, start, now, desk), Appointment)
        uow.commit()


def clinic_with_orders() -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Rosa", "hola")
    employ(clinic, "Rosa", Grant(role=Role.STAFF))
    for name, (doctor, day, hour) in PATIENTS.items():
        enter_too(clinic, name, doctor, day, hour)
    with clinic.begin() as uow:
        for name in OTHERS:
            uow.patients.enter(name, None, None, clinic.clock.now())
        uow.commit()
    return clinic


def stored(clinic: Clinic) -> tuple[Stored, int]:
    """Who has which appointment, and how many rules there are."""
    with clinic.begin() as uow:
        live = [a for a in uow.appointments.list() if a.status is not Status.CANCELLED]
        names = {p.id: p.name for p in uow.patients.get_many([a.patient_id for a in live if a.patient_id])}
        found = frozenset((names.get(a.patient_id or 0, ""), a.doctor_id, a.slot.start) for a in live)
        return found, len(uow.rules.list())


@functools.cache
def done(order: str) -> tuple[Stored, int]:
    """What a yes to the order as it was would leave behind."""
    clinic = clinic_with_orders()
    clinic.say("Rosa", order)
    assert clinic.say("Rosa", "sí").keys[0] == "order_done"
    return stored(clinic)


@a_share(4)
@given(st.sampled_from(OF_IVAN), st.sampled_from(OF_SOMEBODY), st.sampled_from((*PATIENTS, *OTHERS)[1:]), st.booleans())
def test_an_order_is_not_changed_by_what_names_another_patient(
    order: str, phrase: str, other: str, small: bool
) -> None:
    clinic = clinic_with_orders()
    before, _ = stored(clinic)
    assert clinic.say("Rosa", order).keys == ["order_proposal"]
    said = clinic.say("Rosa", phrase.format(other.lower() if small else other))
    left = bool({"order_left", "order_dropped", "doubt"} & set(said.keys))
    assert left or said.keys == ["tool_answer", "order_proposal"], "the order stands without a word"
    clinic.say("Rosa", "sí")
    after, _ = stored(clinic)
    ivans = {one for one in (before if left else done(order)[0]) if one[0] == "Iván Soto"}
    assert {one for one in after if one[0] == "Iván Soto"} == ivans, clinic.transcript[-6:]


@a_share(4)
@given(st.sampled_from(ORDERS), st.sampled_from(NOES), st.sampled_from(AFTER))
def test_after_a_no_the_next_yes_does_not_do_what_was_proposed(order: str, no: str, rest: str) -> None:
    clinic = clinic_with_orders()
    before = stored(clinic)
    assert clinic.say("Rosa", order).keys[0] == "order_proposal"
    clinic.say("Rosa", no + rest)
    assert stored(clinic) == before, "done by a no"
    clinic.say("Rosa", "sí")
    assert stored(clinic) != done(order), clinic.transcript[-6:]


@pytest.mark.parametrize(
    "phrase", ["mejor con Salas", "que sea el doctor Salas", "cámbialo con Salas", "pásala al doctor Salas"]
)
def test_another_doctor_is_proposed_for_the_appointment_that_is_moved(phrase: str) -> None:
    """Also where the patient has an appointment with that doctor too: it is not the one spoken of."""
    clinic = clinic_with_orders()
    enter_too(clinic, "Iván Soto", 2, 25, 12)
    clinic.say("Rosa", "mueve la de Iván del jueves al viernes a las 9")
    said = clinic.say("Rosa", phrase)
    assert said.keys == ["order_proposal"]
    assert "con Dr. Jorge Salas en vez de Dra. Laura Méndez" in said.text
    clinic.say("Rosa", "sí")
    theirs = {(doctor, start.astimezone(_ZONE).day) for name, doctor, start in stored(clinic)[0] if name == "Iván Soto"}
    assert theirs == {(2, 27), (2, 25)}


def test_the_same_time_with_another_doctor() -> None:
    clinic = clinic_with_orders()
    assert (
        "del jueves 26 de noviembre, 10:00 a.m. con Dr. Jorge Salas" in clinic.say("Rosa", "pasa a Iván con Salas").text
    )
    clinic.say("Rosa", "sí")
    assert ("Iván Soto", 2, dt.datetime(2026, 11, 26, 10, tzinfo=_ZONE)) in stored(clinic)[0]


@pytest.mark.parametrize("phrase", ["mejor con Salas", "pásala con Salas", "cámbiala con el doctor Salas"])
def test_another_doctor_for_a_booking_under_way(phrase: str) -> None:
    clinic = clinic_with_orders()
    clinic.say("Rosa", "agenda a Ana Torres el lunes 30 a las 10 con Méndez")
    said = clinic.say("Rosa", phrase)
    assert (said.keys, "10:00 a.m. con Dr. Jorge Salas" in said.text) == (["order_proposal"], True)


@pytest.mark.parametrize(
    "order", ["mueve a Iván al viernes a las 9", "agenda a Ana Torres el lunes 30 a las 10 con Méndez"]
)
@pytest.mark.parametrize("phrase", ["mejor con otro doctor", "con la otra doctora", "cámbialo de doctor"])
def test_another_doctor_who_is_not_named_is_asked_for(order: str, phrase: str) -> None:
    for answer in ("2", "Salas"):
        clinic = clinic_with_orders()
        clinic.say("Rosa", order)
        asked = clinic.say("Rosa", phrase)
        assert (asked.keys, "2) Dr. Jorge Salas" in asked.text) == (["tool_question"], True)
        said = clinic.say("Rosa", answer)
        assert (said.keys, "con Dr. Jorge Salas" in said.text) == (["order_proposal"], True)


@pytest.mark.parametrize("say", ["¿dónde están?", "mejor a las 11", "el martes", "asdf qwer"])
def test_an_order_is_not_shown_again_to_whoever_has_no_right_to_it_any_more(say: str) -> None:
    clinic = clinic_with_orders()
    clinic.say("Luz", "hola")
    employ(clinic, "Luz", Grant(role=Role.STAFF, until=clinic.clock.now() + dt.timedelta(minutes=5)))
    assert "Iván" in clinic.say("Luz", "mueve a Iván al viernes a las 9").text
    clinic.advance(minutes=6)
    said = clinic.say("Luz", say)
    assert "order_refused" in said.keys
    assert "Iván" not in said.text
    assert clinic.conversation("Luz").draft is None


def test_an_order_of_the_desk_is_not_shown_again_to_a_doctor_whose_patient_it_is_not() -> None:
    clinic = clinic_with_orders()
    clinic.say("Luz", "hola")
    with clinic.begin() as uow:
        (rios,) = [d.id for d in uow.schedules.doctors() if "Ríos" in d.name]
    employ(clinic, "Luz", Grant(role=Role.STAFF, until=clinic.clock.now() + dt.timedelta(minutes=5)))
    assert "Iván" in clinic.say("Luz", "mueve a Iván al viernes a las 9").text
    employ(clinic, "Luz", Grant(role=Role.DOCTOR, doctor_id=rios))
    clinic.advance(minutes=6)
    said = clinic.say("Luz", "¿dónde están?")
    assert "order_refused" in said.keys
    assert "Iván" not in said.text


@pytest.mark.parametrize("say", ["sí", "mueve mi cita"])
def test_whoever_has_no_right_any_more_is_not_told_to_ask_again(say: str) -> None:
    clinic = clinic_with_orders()
    clinic.say("Luz", "hola")
    employ(clinic, "Luz", Grant(role=Role.STAFF, until=clinic.clock.now() + dt.timedelta(minutes=5)))
    assert clinic.say("Luz", "mueve a Iván al viernes a las 9").keys == ["order_proposal"]
    before = stored(clinic)
    clinic.advance(minutes=6)
    said = clinic.say("Luz", say)
    assert stored(clinic) == before
    assert {"order_refused", "order_left"} & set(said.keys)
    assert "Vuelve a pedírmelo" not in said.text
    assert "pídemelo otra vez" not in said.text
    assert "order_left" in said.keys or "Eso ya no lo puedes hacer por aquí. Tu permiso terminó" in said.text


def test_whoever_still_works_here_hears_that_the_rest_is_still_theirs() -> None:
    clinic = clinic_with_orders()
    clinic.say("Luz", "hola")
    employ(clinic, "Luz", Grant(role=Role.STAFF, until=clinic.clock.now() + dt.timedelta(minutes=5)))
    assert clinic.say("Luz", "mueve a Iván al viernes a las 9").keys == ["order_proposal"]
    employ(clinic, "Luz", Grant(role=Role.DOCTOR, doctor_id=2))  # Iván is none of theirs
    clinic.advance(minutes=6)
    said = clinic.say("Luz", "sí")
    assert said.keys == ["order_refused"]
    assert "Tu propia agenda la sigues manejando aquí" in said.text


def test_what_was_refused_for_another_reason_may_be_asked_for_again() -> None:
    clinic = clinic_with_orders()
    clinic.say("Rosa", "cancela la de Iván")
    with clinic.begin() as uow:
        (ivans,) = [a for a in uow.appointments.list() if a.slot.start.astimezone(_ZONE).day == 26]
        uow.appointments.cancel(ivans.id, ivans.version, None, clinic.clock.now())
        uow.commit()
    assert "Vuelve a pedírmelo" in clinic.say("Rosa", "sí").text


@pytest.mark.parametrize(
    "order",
    [
        "cancela la de Iván",
        "mueve a Iván al viernes a las 9",
        "pasa a Iván con Salas",
        "agenda a Iván Soto el lunes 30 a las 10 con Méndez",
    ],
)
def test_who_changes_an_appointment_hears_whether_the_patient_is_told(order: str) -> None:
    """And what is promised is done."""
    clinic = clinic_with_orders()
    clinic.tell_patients()
    clinic.say("Rosa", order)
    said = clinic.say("Rosa", "sí")
    with clinic.begin() as uow:
        (id,) = uow.tellings.waiting()
    clinic.tell_patients()
    with clinic.begin() as uow:
        *_, told = uow.tellings.of([id])
    promised = "Le aviso por WhatsApp" in said.text
    assert (said.keys, promised) == (["order_done"], told.telling.state is TellingState.WRITTEN)
    assert promised or "No le puedo avisar: no tiene teléfono" in said.text
