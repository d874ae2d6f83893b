"""Who did not come, and who is to come back, is invited to book and does; over the webhook, with the clock moved
forward and WhatsApp down when it is time."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import attendance
from booking.conversation.replies.templates import Name
from booking.desk import come_back_list
from booking.models import Actor, ActorKind, Appointment, Status
from booking.testing.channel.meta_faults import UNAVAILABLE
from booking.testing.channel.meta_phone import Phone
from tests.e2e.approved import APPROVED
from tests.e2e.house import House, wait_until

ZONE = ZoneInfo("America/Tijuana")
DESK = Actor(kind=ActorKind.STAFF, name="recepción")


@pytest.fixture
def clinic(house: House) -> House:
    """The house, whose templates WhatsApp has approved."""
    house.meta.templates = list(APPROVED)
    return house


def booked(house: House, name: str, hour: int) -> tuple[Phone, Appointment]:
    phone = house.phone(name.split()[0])
    for words in (f"quiero una cita con la doctora Méndez mañana a las {hour}", name, "sí"):
        said = house.says(phone, words)
    assert "agendada" in said
    (mine,) = house.appointments(phone)
    return phone, mine


def nobody_waits(house: House) -> bool:
    with house.app.begin() as uow:
        return not uow.come_backs.waiting()


def test_who_did_not_come_and_who_is_to_come_back_are_invited_once_and_book(clinic: House) -> None:
    house = clinic
    (ana, missed), (beto, seen) = booked(house, "Ana Ruiz", 10), booked(house, "Beto Gil", 11)
    house.clock.set(dt.datetime(2026, 11, 25, 11, 40, tzinfo=ZONE))
    with house.app.begin() as uow:
        now = house.clock.now()
        assert isinstance(attendance.no_show(uow, missed, now, DESK), Appointment)
        here = attendance.start(uow, seen, now, DESK)
        assert isinstance(here, Appointment)
        assert isinstance(attendance.complete(uow, here, now, DESK), Appointment)
        come_back_list.add(uow, seen.patient_id or 0, "1 día", "Méndez", "recepción", now)
        uow.commit()
    house.settle()
    heard = {phone: len(phone.messages) for phone in (ana, beto)}
    house.meta.keep_failing(UNAVAILABLE)
    house.clock.set(dt.datetime(2026, 11, 26, 10, 0, tzinfo=ZONE))
    wait_until(lambda: nobody_waits(house), "the invitations to be put")
    house.settle()
    house.meta.heal()
    house.clock.advance(minutes=20)
    invited = {phone: phone.wait(before + 1)[before] for phone, before in heard.items()}
    assert "No pudimos recibir a Ana Ruiz" in str(invited[ana])
    assert "ya es tiempo de agendar la próxima cita de Beto Gil" in str(invited[beto])
    for phone, title, hour in ((ana, "Buscar otra fecha", 12), (beto, "Agendar cita", 11)):  # of one doctor
        assert phone.last.template is not None, "a day later only a template may go out"
        house.taps(phone, title)
        house.says(phone, f"el 3 de diciembre a las {hour}")
        assert "agendada" in house.says(phone, "sí")
    house.clock.advance(hours=20)
    house.settle()
    for phone, before in heard.items():
        templates = [message.template.name for message in phone.messages[before:] if message.template is not None]
        assert sum(name in (Name.MISSED, Name.RECALL) for name in templates) == 1, "invited once"
        assert [one.status for one in house.appointments(phone)].count(Status.BOOKED) == 1
