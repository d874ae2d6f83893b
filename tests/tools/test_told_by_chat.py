"""Who orders a change by chat says whether the patient is told, and hears what becomes of it: the truth."""

from __future__ import annotations

import itertools

import pytest

from booking.models import MessageClass, OutboxItem, TellingState
from booking.testing.clinic import Clinic, phone_of
from tests.tools.test_orders_by_chat import clinic_with_orders

ORDERS = (
    "agenda a Beto Mora, tel 664 555 0101, el lunes 30 a las 10 con Méndez",
    "mueve a Iván al viernes a las 9",
    "pasa a Iván con Salas",
    "cancela la de Iván",
)
SILENT = (
    *("{}, sin avisarle", "{} y no le avises", "{}. Yo le aviso", "{}; ya le avisé por teléfono"),
    *("no le mandes mensaje: {}", "{} / sí, pero sin avisarle", "{} / no le avises"),
)
"""A way to say so, after a slash once the order is proposed."""


def clinic_with_numbers() -> Clinic:
    """Iván has a number, and was not told of anything yet."""
    clinic = clinic_with_orders()
    clinic.tell_patients()
    with clinic.begin() as uow:
        (ivan,) = uow.patients.search("Iván Soto")
        uow.patients.edit(ivan.id, clinic.clock.now(), phone=f"+{phone_of('Iván')}")
        uow.commit()
    return clinic


def told(clinic: Clinic) -> tuple[TellingState, list[OutboxItem]]:
    """What became of telling what was done last, and what goes out."""
    with clinic.begin() as uow:
        ids = [one.id for one in uow.appointments.list()]
        last = max(uow.tellings.of(ids), key=lambda told: told.telling.id).telling
    clinic.tell_patients()
    with clinic.begin() as uow:
        newest = next(one for one in uow.tellings.of([last.about.id]) if one.telling.id == last.id)
        chats = uow.conversations.list()
        items = [item for chat in chats for item in uow.outbox.list(chat.id)]
    return newest.telling.state, [item for item in items if item.message_class is MessageClass.NOTICE]


@pytest.mark.parametrize("order", ORDERS)
def test_what_is_promised_is_done(order: str) -> None:
    clinic = clinic_with_numbers()
    proposed = clinic.say("Rosa", order)
    assert "sin avisarle" not in proposed.text
    done = clinic.say("Rosa", "sí")
    assert "Le aviso por WhatsApp." in done.text
    state, (item,) = told(clinic)
    assert state is TellingState.WRITTEN
    assert item.about is not None


@pytest.mark.parametrize(("order", "words"), list(itertools.product(ORDERS, SILENT)))
def test_who_says_so_has_nobody_told(order: str, words: str) -> None:
    clinic = clinic_with_numbers()
    for said in words.format(order).split(" / "):
        proposed = clinic.say("Rosa", said)
    assert (proposed.keys[-1], ", sin avisarle" in proposed.text) == ("order_proposal", True), proposed.text
    done = clinic.say("Rosa", "sí")
    assert "No le aviso: díselo tú." in done.text
    assert told(clinic) == (TellingState.SPOKEN, [])


def test_who_is_their_own_patient_is_not_written_to() -> None:
    """Rosa moves her own appointment, as staff: she hears the answer, and no message besides."""
    clinic = clinic_with_numbers()
    with clinic.begin() as uow:
        person = uow.conversations.get(clinic.conversations["Rosa"]).person
        uow.patients.find_or_create(person.id, "Rosa Amparo Lugo", None, clinic.clock.now())
        uow.commit()
    clinic.say("Rosa", "agenda a Rosa Amparo Lugo el lunes 30 a las 10 con Méndez")
    done = clinic.say("Rosa", "sí")
    assert "aviso" not in done.text
    assert told(clinic) == (TellingState.KNOWN, [])


def test_where_there_is_nothing_to_tell_nothing_is_promised() -> None:
    """Booked and cancelled before anybody was told: the patient heard of neither."""
    clinic = clinic_with_numbers()
    clinic.say("Rosa", ORDERS[0])
    clinic.say("Rosa", "sí")
    clinic.say("Rosa", "cancela la de Beto Mora")
    done = clinic.say("Rosa", "sí")
    assert "No le mando nada" in done.text
    assert told(clinic) == (TellingState.OVERTAKEN, [])
