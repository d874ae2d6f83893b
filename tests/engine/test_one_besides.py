"""Who has an appointment and speaks of one more is never led into another time of the one there is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments import appointment_changes
from booking.models import Appointment
from booking.testing.clinic import Clinic, phone_of
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from nlu.words.message import plain
from tests.engine.test_own_visits import DESK, NOW, PAULA, TUESDAY, clinic_with, live

WEEK = dt.timedelta(weeks=1)

FURTHER = [
    f"{lead} {one} {when}"
    for lead, one in (
        ("y quiero", "otra igual"),
        ("además ocupo", "otra"),
        ("también me da", "otra cita"),
        ("", "una más"),
    )
    for when in ("una semana después", "el mismo día a las 7", "el jueves a las 6", "para el 22")
]


def proposed() -> Clinic:
    """Ana is asked for her yes to Tuesday at half past five."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    clinic.say("Ana", "quiero una cita el martes 15 a las 5:30 pm con la doctora Ríos")
    clinic.say("Ana", "Ana Luna")
    return clinic


def booked() -> Clinic:
    clinic = proposed()
    clinic.say("Ana", "sí")
    return clinic


@pytest.mark.parametrize("text", FURTHER)
@pytest.mark.parametrize("begun", ["booked", "entered"])
def test_one_more_never_moves_the_one_there_is(text: str, begun: str) -> None:
    clinic = booked() if begun == "booked" else clinic_with(TUESDAY)
    clinic.say("Ana", text)
    for _ in range(3):
        clinic.say("Ana", "sí")
    assert TUESDAY in live(clinic)
    check_all(clinic)


def test_one_like_it_a_week_later_is_made_beside_it() -> None:
    clinic = booked()
    assert clinic.say("Ana", "y quiero otra igual una semana después").keys == ["proposal"]
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY, TUESDAY + WEEK]


def test_who_is_asked_which_is_meant_is_made_the_one_that_was_said() -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", "y quiero otra igual una semana después").keys == ["move_or_another"]
    clinic.tap("Ana", "Otra más")
    clinic.say("Ana", "a nombre de Ana Luna")
    clinic.say("Ana", "sí")  # to the one time there is
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY, TUESDAY + WEEK]


@pytest.mark.parametrize(
    ("text", "yes"), [("sí, y otra igual una semana después", 1), ("y otra igual una semana después", 3)]
)
def test_said_beside_a_proposal_it_changes_nothing_of_it(text: str, yes: int) -> None:
    clinic = proposed()
    clinic.say("Ana", text)
    for _ in range(yes):
        clinic.say("Ana", "sí")
    assert live(clinic)[0] == TUESDAY
    if yes == 1:
        assert live(clinic) == [TUESDAY, TUESDAY + WEEK]
    check_all(clinic)


@pytest.mark.parametrize(
    "text", ["¿y no hay otra más temprano?", "quiero otra hora", "mejor otro día", "la otra semana"]
)
def test_another_time_is_no_further_appointment(text: str) -> None:
    clinic = proposed()
    assert "one_by_one" not in clinic.say("Ana", text).keys


def test_the_time_that_it_has_already_is_not_called_taken() -> None:
    for text in ("cámbiala al martes 15 a las 5:30 pm", "quiero mover mi cita al 15 a las 5:30"):
        told = clinic_with(TUESDAY).say("Ana", text)
        assert told.keys == ["offer_others"]
        assert "es cuando ya está tu cita" in told.text
    with_another = clinic_with(TUESDAY).say("Ana", "cámbiala al martes 15 a las 5:30 pm con el doctor Salas")
    assert "ya está tu cita" not in with_another.text


FOR_ME = (
    "y otra para mí después de {}",
    "a mí también apúntame por favor el mismo día",
    "y a mí me puedes apuntar después de {}?",
    "y yo después de {}",
    "y una para mí el mismo día",
)


@pytest.mark.parametrize("text", FOR_ME)
@pytest.mark.parametrize(("whom", "her"), [("mi mamá", "ella"), ("mi hijo", "él")])
def test_one_for_the_writer_never_moves_a_relatives(text: str, whom: str, her: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    clinic.say("Ana", f"quiero una cita el martes 15 a las 5:30 pm para {whom}")
    clinic.say("Ana", "Lidia Campos")
    clinic.say("Ana", "sí")
    answer = clinic.say("Ana", text.format(her))
    assert "martes 15" in answer.text.lower()
    for said in ("a las 7", "Ana Luna", "sí"):
        clinic.say("Ana", said)
    assert live(clinic) == [TUESDAY, TUESDAY.replace(hour=19, minute=0)]


SIDES = ("pásala al día siguiente pero {}", "muévela al jueves 17 {}", "una semana después pero {}", "pásala {}")


@pytest.mark.parametrize("way", ["más temprano", "más tarde"])
@pytest.mark.parametrize("day", SIDES)
def test_a_move_to_another_hour_of_its_day_keeps_to_that_side(way: str, day: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", day.format(way))
    offer = clinic.conversation("Ana").offer
    assert offer is not None
    before = [free.slot.start.astimezone(NOW.tzinfo).time() < TUESDAY.time() for free in offer.found]
    assert offer.others or all(before) is (way == "más temprano") is any(before)


TOO = [
    "quiero una para mí también, el mismo día a la misma hora con Salas",
    "me podría dar una para mí a la misma hora que mi papá con Salas",
    "apúnteme a mí también, el mismo día, con el doctor Salas",
    "yo también quiero cita, ese mismo día, una hora después",
    "además una para mí un día después",
    "¿y yo? también quiero cita ese día",
    "una para mi hermana también el mismo día a la misma hora con Salas",
    "también quiero que me atiendan a mí, el mismo día más tarde",
]


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize("text", TOO)
def test_one_for_somebody_else_told_by_the_only_one_there_is_is_a_new_one(text: str, marked: bool) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        patient = uow.patients.enter("Ernesto Ruiz", f"+{phone_of('Ana')}", None, NOW)
        made = appointment_changes.enter(uow, uow.schedules.clinic(), PAULA, patient.id, TUESDAY, NOW, DESK, tell=None)
        assert isinstance(made, Appointment)
        uow.commit()
    clinic.say("Ana", text if marked else plain(text).replace(",", ""))
    draft = clinic.conversation("Ana").draft
    assert draft is None or draft.kind in ("booking", "choice")
    for said in ("la 1", "Ana Ruiz", "sí", "sí"):
        clinic.say("Ana", said)
    assert TUESDAY in live(clinic)
    check_all(clinic)


@pytest.mark.parametrize(
    "text", ["oiga y para mí a la misma hora, que no sea con {}", "y para mí el viernes, con {} no"]
)
def test_one_for_the_writer_with_whom_it_shall_not_be_moves_nothing(text: str) -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    for said in ("quiero una cita para mi papá el martes 15 a las 12 con Salas", "Ernesto Ruiz", "sí"):
        clinic.say("Ana", said)
    clinic.say("Ana", text.format("Salas"))
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind == "booking"


def test_another_name_where_it_is_asked_which_is_meant_is_one_more() -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", "mejor el viernes").keys == ["move_or_another"]
    clinic.say("Ana", "Eva Ruiz")
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind == "booking"


STANDS = [
    "está bien esa",
    "esa está bien",
    "sí, esa déjela",
    "va esa",
    "confirmo esa",
    "así está bien",
    "perfecto, esa confírmela",
]
ADDED = [
    "además deme una para el {}",
    "y aparte otra para el {}",
    "y agrégueme una el {} para mi papá",
    "y también deme una el {}",
    "pero además me gustaría otra el {}",
]


@pytest.mark.parametrize("stands", STANDS)
@pytest.mark.parametrize("added", ADDED)
@pytest.mark.parametrize("comma", [", ", " "])
def test_what_is_proposed_stands_where_another_is_added(stands: str, added: str, comma: str) -> None:
    clinic = proposed()
    clinic.say("Ana", f"{stands}{comma}{added.format('sábado')}")
    for _ in range(2):
        clinic.say("Ana", "sí")
    assert TUESDAY in live(clinic)
    check_all(clinic)


@pytest.mark.parametrize(
    "text", ["sí, además una duda", "sí, aparte una pregunta: aceptan tarjeta?", "mejor deme una para el sábado"]
)
def test_a_question_or_another_time_adds_none(text: str) -> None:
    assert "one_by_one" not in proposed().say("Ana", text).keys
