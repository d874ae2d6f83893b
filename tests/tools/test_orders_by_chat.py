"""Orders by chat, from the words to what is stored: what names another patient, and what begins with a no."""

from __future__ import annotations

import datetime as dt
import functools
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from booking.appointments.appointment_changes import enter
from booking.models import Actor, ActorKind, Appointment, Grant, Role, Status
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
ORDERS = (*OF_IVAN, "cancela las citas del miércoles", "bloquea el viernes por la tarde al doctor Salas")
Stored = frozenset[tuple[str, int, dt.datetime]]


def clinic_with_orders() -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.say("Rosa", "hola")
    employ(clinic, "Rosa", Grant(role=Role.STAFF))
    now = clinic.clock.now()
    with clinic.begin() as uow:
        for name, (doctor, day, hour) in PATIENTS.items():
            patient = uow.patients.enter(name, None, None, now)
            start = dt.datetime(2026, 11, day, hour, tzinfo=_ZONE)
            desk = Actor(kind=ActorKind.STAFF, name="recepción")
            made = enter(uow, uow.schedules.clinic(), doctor, patient.id, start, now, desk)
            assert isinstance(made, Appointment)
        for name in OTHERS:
            uow.patients.enter(name, None, None, now)
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
