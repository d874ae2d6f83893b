"""Who has an appointment and speaks of it in other words is never led into a second one: it is moved or cancelled by
its own yes, stays, or is asked about."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes
from booking.models import Actor, ActorKind, Appointment, Status
from booking.testing.clinic import Clinic, Exchange, buttons_of, phone_of, read
from booking.testing.invariants import check_all
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZoneInfo(ZONE))
LAURA, SALAS, PAULA = 1, 2, 3
TUESDAY = dt.datetime(2026, 12, 15, 17, 30, tzinfo=ZoneInfo(ZONE))
LATER = dt.datetime(2026, 12, 22, 10, tzinfo=ZoneInfo(ZONE))


def clinic_with(*starts: dt.datetime, doctor: int = PAULA, name: str = "Ana Luna") -> Clinic:
    """Staff have entered these for Ana, who has said hello since."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(NOW)
    with clinic.begin() as uow:
        patient = uow.patients.enter(name, f"+{phone_of('Ana')}", None, NOW)
        for start in starts:
            made = appointment_changes.enter(
                uow, uow.schedules.clinic(), doctor, patient.id, start, NOW, DESK, overbook=True, tell=None
            )
            assert isinstance(made, Appointment)
        uow.commit()
    clinic.say("Ana", "hola")
    return clinic


def live(clinic: Clinic) -> list[dt.datetime]:
    made = (one for one in clinic.stored().live if one.status is not Status.HELD)
    return sorted(one.slot.start.astimezone(ZoneInfo(ZONE)) for one in made)


def shown(exchange: Exchange) -> str:
    return "\n".join(read(message) for message in exchange.messages)


@pytest.mark.parametrize(
    "text",
    [
        "no puedo el 15 a las 5:30, el mismo día a las 6?",
        "el 15 a las 5:30 no, a las 6 sí",
        "la del 15 no alcanzo, ¿media hora después?",
    ],
)
def test_a_time_that_is_denied_moves_the_one_that_has_it(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", text).keys[-1] == "move_proposal"
    assert live(clinic) == [TUESDAY]
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY.replace(hour=18, minute=0)]
    check_all(clinic)


@pytest.mark.parametrize("text", ["ya no puedo el martes, quítame", "la del 15 ya no la quiero", "el 15 no"])
def test_what_is_given_up_is_cancelled_by_a_yes_alone(text: str) -> None:
    clinic = clinic_with(TUESDAY, LATER)
    asked = clinic.say("Ana", text)
    assert asked.keys == ["cancel_proposal"]
    assert "martes 15" in shown(asked)
    assert live(clinic) == [TUESDAY, LATER]
    clinic.say("Ana", "sí, cancélala")
    assert live(clinic) == [LATER]
    check_all(clinic)


def test_who_thinks_better_of_it_keeps_it() -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", "ya no puedo el martes, quítame")
    assert clinic.say("Ana", "me equivoqué, sí voy").keys == ["unchanged"]
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize(
    "text", ["no la muevan al 19, déjenla el 15", "el 15 siempre sí, no cancelen nada", "déjenla así"]
)
def test_what_stays_is_said_and_shown(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    told = clinic.say("Ana", text)
    assert told.keys == ["my_appointments"]
    assert "no cambio nada" in shown(told)
    assert "martes 15 de diciembre" in shown(told)
    assert "no cambio nada" not in shown(clinic.say("Ana", "mis citas"))
    assert live(clinic) == [TUESDAY]


WISHES = [
    "quiero una cita el martes 15 a las 6:30 pm",
    "el 15 a las 6:30 de la tarde por favor",
    "una cita el 15 a las 6:30 pm con la doctora Ríos",
]


@pytest.mark.parametrize("text", WISHES)
def test_a_wish_for_its_day_asks_which_is_meant(text: str) -> None:
    for tapped, then in (
        ("Cambiarla", [TUESDAY.replace(hour=18)]),
        ("Otra más", [TUESDAY, TUESDAY.replace(hour=18)]),
        ("Dejarla igual", [TUESDAY]),
    ):
        clinic = clinic_with(TUESDAY)
        asked = clinic.say("Ana", text)
        assert asked.keys == ["move_or_another"]
        assert "martes 15" in shown(asked).lower()
        assert live(clinic) == [TUESDAY]
        clinic.tap("Ana", tapped)
        if tapped == "Otra más":
            clinic.say("Ana", "a nombre de Ana Luna")
        for _ in range(2 if tapped != "Dejarla igual" else 0):
            clinic.say("Ana", "sí")  # to the time, and to what is proposed
        assert live(clinic) == then, tapped
        check_all(clinic)


def test_who_asks_for_another_one_is_not_asked() -> None:
    clinic = clinic_with(TUESDAY)
    assert "move_or_another" not in clinic.say("Ana", "quiero otra cita el martes 15 a las 6:30 pm").keys


def test_who_has_none_is_not_asked() -> None:
    clinic = clinic_with()
    assert clinic.say("Ana", "quiero una cita el martes 15 a las 6:30 pm").keys == ["ask_name"]


SAID = [
    "el 15 no puedo, el 16 sí",
    "no puedo el 15",
    "mejor el 16 a las 10",
    "el martes salgo tarde, ¿puede ser a las 6:30?",
    "prefiero el miércoles que el martes",
    "en vez del martes el miércoles a las 10",
    "el martes 15 trabajo, ¿el sábado a las 10?",
    "la paso al 19 que es sábado",
    "mi cita del 15 la quiero con la doctora Laura",
    "se puede que mi cita del martes sea media hora después",
    "¿se puede un poquito más tarde?",
    "prefiero dejarla como estaba antes, con Laura",
    "si quiero ir el 15 pero a las 6:30",
    "no cancelen la del 15",
    "quítame",
    *WISHES,
]
YES = ("Sí, confirmar", "Sí, cambiarla", "Sí, cancelarla", "Sí, así", "1)", "Cambiarla")


@pytest.mark.parametrize("text", SAID)
def test_however_it_is_said_a_yes_to_everything_leaves_no_second_one(text: str) -> None:
    clinic = clinic_with(TUESDAY, doctor=LAURA)
    clinic.say("Ana", text)
    for _ in range(4):
        titles = [title for _, title in buttons_of(clinic.sent_to("Ana")[-1].content)]
        tapped = next((yes for yes in YES for title in titles if title.startswith(yes)), None)
        if tapped is None:
            break
        clinic.tap("Ana", tapped)
    assert len(live(clinic)) <= 1, shown(clinic.say("Ana", "mis citas"))
    check_all(clinic)


def test_who_has_none_under_this_number_is_offered_people() -> None:
    clinic = clinic_with()
    told = clinic.say("Ana", "ella tiene cita el lunes y no va a poder ir porque la internaron")
    assert told.keys[-1] == "none_here"
    assert clinic.say("Ana", "sí").keys == ["human_coming"]


@pytest.mark.parametrize(
    "text",
    [
        "gracias, y de una vez la del 22 pásamela también a la tarde",
        "la del 22 cámbiala también para las 5",
    ],
)
def test_another_one_is_moved_after_the_one_that_is_proposed(text: str) -> None:
    clinic = clinic_with(TUESDAY, LATER)
    clinic.say("Ana", "la del 15 la quiero a las 4")
    assert clinic.say("Ana", text).keys == ["one_by_one", "move_proposal"]
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY.replace(hour=16, minute=0), LATER]
    check_all(clinic)


def test_a_visit_that_is_to_go_waits_for_the_booking_that_is_proposed() -> None:
    clinic = clinic_with(TUESDAY, LATER)
    clinic.say("Ana", "quiero otra cita para mi hijo Leo Luna el jueves a las 4 con la doctora Méndez")
    assert clinic.say("Ana", "y la del 22 cancélala").keys == ["one_by_one", "proposal"]
    assert live(clinic) == [TUESDAY, LATER]
    clinic.say("Ana", "sí")
    assert len(live(clinic)) == 3
    check_all(clinic)


@pytest.mark.parametrize(
    "text", ["no voy a poder el martes, ¿qué otros días tienen en la tarde?", "el 15 no puedo, ¿qué otro día hay?"]
)
def test_the_day_that_somebody_cannot_is_not_offered_again(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    offered = clinic.say("Ana", text)
    assert offered.keys[-1].startswith("offer")
    assert "sin el martes 15 de diciembre" in shown(offered)
    assert "mar 15 dic" not in shown(offered)


@pytest.mark.parametrize(
    "text",
    [
        "me puede cambiar al otro doctor misma hora?",
        "cámbiame con el otro doctor a la misma hora",
        "quiero cambiar de doctor",
    ],
)
def test_with_whom_alone_it_is_to_be_another_keeps_day_and_hour(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    asked = clinic.say("Ana", text)
    assert asked.keys == ["move_proposal"]
    assert "Ahora: martes 15 de diciembre, de 5:30 p.m." in shown(asked)
    assert "Paula" not in shown(asked)
    clinic.say("Ana", "sí")
    assert live(clinic) == [TUESDAY]
    check_all(clinic)


def test_both_are_changed_one_by_one_and_no_hour_is_heard() -> None:
    clinic = clinic_with(TUESDAY, LATER)
    asked = clinic.say("Ana", "cambia las dos al miércoles en la tarde")
    assert asked.keys == ["which_first"]
    assert "cancel" not in shown(asked)
    assert "2:00" not in shown(clinic.say("Ana", "la 1"))
    assert live(clinic) == [TUESDAY, LATER]
    check_all(clinic)


@pytest.mark.parametrize("text", ["¿a qué hora me toca el 15?", "sí asisto el 15, gracias por el recordatorio"])
def test_of_a_day_only_the_one_of_that_day_is_shown(text: str) -> None:
    told = clinic_with(TUESDAY, LATER).say("Ana", text)
    assert told.keys == ["my_appointments"]
    assert "martes 15 de diciembre" in shown(told)
    assert "martes 22 de diciembre" not in shown(told)


def test_where_none_is_on_that_day_all_are_shown() -> None:
    told = clinic_with(TUESDAY, LATER).say("Ana", "¿a qué hora me toca el 16?")
    assert "martes 15 de diciembre" in shown(told)
    assert "martes 22 de diciembre" in shown(told)
