"""What staff are told of a delay and of an emergency: which appointment, with whom, and how late."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.conversation import outgoing, push_notices
from booking.desk import notice_views
from booking.models import AppointmentVersion, MessageClass, OutText
from booking.testing.clinic import Clinic
from booking.testing.world import ZONE, demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

CALL = "me duele mucho el pecho, no puedo respirar"


def booked() -> Clinic:
    """Ana is to come on Tuesday at ten, with Méndez; it is Tuesday, ten minutes before."""
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for text in ("quiero una cita mañana a las 10 con la doctora Méndez", "Ana Ruiz", "sí"):
        said = clinic.say("Ana", text)
    assert said.keys == ["booked"]
    tuesday = dt.datetime(2026, 11, 24, 9, 50, tzinfo=ZoneInfo(ZONE))
    clinic.advance(seconds=(tuesday - clinic.clock.now()).total_seconds())
    return clinic


def told(clinic: Clinic) -> str:
    with clinic.begin() as uow:
        return str(notice_views.listed(uow, 1)[0]["detalle"])


@pytest.mark.parametrize(
    ("text", "minutes"),
    [
        ("voy a llegar tarde", None),
        ("voy a llegar 15 minutos tarde", 15),
        ("llego tarde, como media hora", 30),
        ("voy tarde, unos veinte min", 20),
        ("se me hizo tarde, llego en una hora", 60),
        ("voy tarde, salí hace 10 minutos y llego en 20 minutos", 20),
    ],
)
def test_a_delay_is_told_with_its_appointment_and_its_minutes(text: str, minutes: int | None) -> None:
    clinic = booked()
    assert clinic.say("Ana", text).keys == ["late_noted"]
    detail = told(clinic)
    assert "24/11 10:00, con Dra. Laura Méndez" in detail
    assert (f"dijo {minutes} min" in detail) if minutes else ("dijo" not in detail)


def test_an_appointment_that_has_begun_is_still_the_one() -> None:
    clinic = booked()
    clinic.advance(minutes=15)
    clinic.say("Ana", "voy tarde")
    assert "24/11 10:00" in told(clinic)


def test_who_has_no_appointment_today_is_late_for_none() -> None:
    clinic = booked()
    clinic.advance(hours=3)
    assert clinic.say("Ana", "voy 10 minutos tarde").keys == ["late_for_none"]
    with clinic.begin() as uow:
        assert not uow.notices.list(), "staff are told of who has no appointment today"


def test_an_emergency_is_told_with_the_appointment_if_there_is_one() -> None:
    clinic = booked()
    assert clinic.say("Ana", CALL).keys == ["urgent"]
    assert "24/11 10:00, con Dra. Laura Méndez" in told(clinic)
    clinic.say("Luis", "hola")
    clinic.say("Luis", CALL)
    assert told(clinic) == "sin cita próxima"


def test_why_nothing_arrived_is_told_in_spanish_with_its_code() -> None:
    clinic = booked()
    with clinic.begin() as uow:
        uow.notices.add("not_sent", None, "{131026}", clinic.clock.now())
        uow.notices.add("late", None, "request_human", clinic.clock.now())  # of an older version
        uow.commit()
        assert [row["detalle"] for row in notice_views.listed(uow, 2)] == [
            "pide hablar con alguien",
            "WhatsApp no puede llegarle a esta persona; llámele (código 131026)",
        ]


def test_a_message_of_an_appointment_that_did_not_get_there_names_it() -> None:
    """To whom looks the notices up, and to those on duty: its day, hour and doctor, the first name and no more."""
    clinic = booked()
    with clinic.begin() as uow:
        chat = clinic.conversation("Ana")
        (one,) = uow.appointments.list(person_id=chat.person.id)
        about = AppointmentVersion(id=one.id, version=one.version)
        outgoing.put(uow, chat, OutText(body="cambió"), MessageClass.NOTICE, clinic.clock.now(), about=about)
        uow.commit()
    clinic.advance(days=2)  # nothing may be written any more, and there is no template that says it
    clinic.delivery.deliver(chat.id, MessageClass.NOTICE)
    assert told(clinic).startswith(f"cita {one.id}, 24/11 10:00, con Dra. Laura Méndez · hace más de 24 horas")
    with clinic.begin() as uow:
        (notice,) = uow.notices.list()
        assert push_notices.about(uow, notice) == (
            f"Ana (chat {chat.id}) no ha recibido el mensaje de su cita: no se pudo enviar"
            " (martes 24 de noviembre, 10:00 a.m., con Dra. Laura Méndez)"
        )
