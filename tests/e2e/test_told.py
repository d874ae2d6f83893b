"""What the clinic does to an appointment reaches its patient's telephone, from whichever door it is done."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from booking.desk import change_appointments, told_views
from booking.models import Actor, ActorKind, Appointment, Grant, Role, Status
from booking.testing.channel.meta_phone import Phone
from tests.e2e.approved import APPROVED
from tests.e2e.house import House

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
NAME = "Norma Ayón"


@pytest.fixture
def approved(house: House) -> Iterator[House]:
    """The house, whose templates WhatsApp has approved."""
    house.meta.templates = list(APPROVED)
    yield house
    house.meta.templates = []


class Acts:
    """What is done to Norma's appointment; who does it, and where, is a subclass's."""

    def __init__(self, house: House, patient: Phone) -> None:
        self.house, self.patient = house, patient

    def appointment(self) -> Appointment:
        with self.house.app.begin() as uow:
            (norma,) = uow.patients.search(NAME)
            return uow.appointments.list(patient_id=norma.id)[-1]

    def book(self) -> None:
        raise NotImplementedError

    def move(self) -> None:
        raise NotImplementedError

    def cancel(self) -> None:
        raise NotImplementedError


class AtTheDesk(Acts):
    """As the commands do it."""

    def book(self) -> None:
        new = change_appointments.NewPatient(NAME, f"+{self.patient.wa_id}")
        wish = change_appointments.Wish("Laura", None, new, "2026-12-01 10:00", "primera_vez", None, False)
        with self.house.app.begin() as uow:
            change_appointments.enter(uow, wish, self.house.clock.now(), DESK)
            uow.commit()

    def move(self) -> None:
        with self.house.app.begin() as uow:
            now = self.house.clock.now()
            change_appointments.move(uow, self.appointment().id, "2026-12-02 11:30", None, None, now, DESK)
            uow.commit()

    def cancel(self) -> None:
        with self.house.app.begin() as uow:
            row = change_appointments.to_cancel(uow, self.appointment().id)
            change_appointments.cancel(uow, row, None, self.house.clock.now(), DESK)
            uow.commit()


class ByChat(Acts):
    """As somebody of the desk asks for it on WhatsApp."""

    def __init__(self, house: House, patient: Phone) -> None:
        super().__init__(house, patient)
        self.staff = house.phone("Rosa")
        house.says(self.staff, "hola")
        with house.app.begin() as uow:
            person = uow.conversations.get(house.conversation(self.staff).id).person
            uow.staff.grant(person.id, Grant(role=Role.STAFF), house.clock.now())
            uow.commit()

    def _order(self, words: str) -> None:
        self.house.says(self.staff, words)
        said = self.house.says(self.staff, "sí")
        assert "Le aviso por WhatsApp." in said, said

    def book(self) -> None:
        self._order(f"agenda a {NAME}, tel {self.patient.wa_id}, el 1 de diciembre a las 10 con Méndez")

    def move(self) -> None:
        self._order(f"mueve la de {NAME} al 2 de diciembre a las 11:30")

    def cancel(self) -> None:
        self._order(f"cancela la de {NAME}")


@pytest.mark.parametrize("door", [AtTheDesk, ByChat])
def test_who_never_wrote_hears_each_act_once_and_taps(approved: House, door: type[Acts]) -> None:
    """By template, after the welcome; the buttons are of the appointment as it is. Once they have written, freely."""
    house, patient = approved, approved.phone()
    acts = door(house, patient)
    acts.book()
    welcome, booked = patient.wait(2)
    assert "porque nos dieron este número" in welcome
    assert f"Quedó agendada la cita de {NAME}" in booked
    acts.move()
    *_, moved = patient.wait(3)
    assert "cambió: ahora es" in moved
    assert "miércoles 2 de diciembre" in moved
    house.settle()
    assert len(patient.messages) == 3
    assert [message.template is not None for message in patient.messages] == [True, True, True]

    older, newer = patient.messages[1], patient.messages[2]
    answer = patient.ask(lambda phone: phone.tap_on(older, dict(map(reversed, older.options))["Cancelarla"]))
    assert "cambió después" in answer
    assert "privacidad" in answer
    house.says(patient, "no")
    patient.ask(lambda phone: phone.tap_on(newer, dict(map(reversed, newer.options))["Cambiarla"]))
    house.says(patient, "el 3 de diciembre a las 12")
    house.says(patient, "sí")
    assert house.local(acts.appointment().slot.start) == "2026-12-03 12:00"
    heard = len(patient.messages)
    acts.cancel()
    cancelled = patient.wait(heard + 1)[heard]
    house.settle()
    assert len(patient.messages) == heard + 1
    assert "quedó cancelada" in cancelled
    assert patient.last.template is None
    assert acts.appointment().status is Status.CANCELLED
    house.meta.report("delivered", "read")
    house.settle()
    with house.app.begin() as uow:
        told = told_views.of_one(uow, acts.appointment().id)
    said = [told_views.in_words(one) for one in told]
    assert said == [f"avisado {house.clock.now():%H:%M}, leído"] * 3


def test_a_refused_template_is_told_to_staff_and_shown(approved: House) -> None:
    house, patient = approved, approved.phone()
    house.meta.templates = [one for one in APPROVED if one.name == "bienvenida"]
    acts = AtTheDesk(house, patient)
    acts.book()
    house.settle()
    with house.app.begin() as uow:
        (told,) = told_views.of_one(uow, acts.appointment().id)
        assert uow.notices.list()[0].kind == "not_sent"
    assert told_views.in_words(told).startswith("no llegó: ")
    house.clock.advance(days=1)
    house.meta.templates = list(APPROVED)
    acts.move()
    assert "Quedó agendada" in patient.wait(2)[-1], "of which they had not heard"
