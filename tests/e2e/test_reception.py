"""The receptionist's dialogue: greeting, times, choice, name, yes. Over WhatsApp, through the webhook."""

from __future__ import annotations

import pytest

from booking.models import State, Status
from booking.testing.channel.meta_phone import Phone
from tests.e2e.house import House


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone("Lupita ✨")


def test_a_whole_booking_by_text(house: House, phone: Phone) -> None:
    answer = house.says(phone, "Hola")
    assert "aviso de privacidad" in answer
    assert "¡Hola!" in answer
    assert house.state(phone) is State.IDLE

    answer = house.says(phone, "quiero agendar una cita")
    assert house.state(phone) is State.SLOT_SELECTION
    assert len(house.offered(phone)) == 5

    answer = house.says(phone, "A")
    assert house.state(phone) is State.CUSTOMER_DATA
    assert "¿A nombre de quién va la cita?" in answer

    answer = house.says(phone, "Guadalupe Ortiz")
    assert house.state(phone) is State.CONFIRM
    assert "Guadalupe Ortiz" in answer
    assert "¿Confirmo la cita?" in answer
    assert house.appointments(phone) == []

    answer = house.says(phone, "Sí")
    assert "La cita de Guadalupe Ortiz" in answer
    assert "Dr" in answer  # now the doctor is named
    (appointment,) = house.appointments(phone)
    assert appointment.status is Status.BOOKED
    assert house.state(phone) is State.IDLE


def test_a_whole_booking_by_buttons_but_for_the_name(house: House, phone: Phone) -> None:
    house.says(phone, "hola")
    house.taps(phone, "Agendar cita")
    assert house.state(phone) is State.SLOT_SELECTION
    house.taps(phone, phone.last.options[0][1])
    house.says(phone, "Guadalupe Ortiz")
    assert "agendada" in house.taps(phone, "Sí, confirmar")
    assert len(house.appointments(phone)) == 1


@pytest.mark.parametrize(
    "words",
    ["Hola, soy Ana Torres y quiero una cita", "Hola, me llamo Ana Torres, quiero agendar una cita"],
)
def test_a_name_given_early_is_kept_and_not_asked_again(house: House, phone: Phone, words: str) -> None:
    house.says(phone, words)
    assert house.state(phone) is State.SLOT_SELECTION
    answer = house.says(phone, "1")
    assert house.state(phone) is State.CONFIRM
    assert "Ana Torres" in answer
    assert "A nombre de quién" not in "\n".join(phone.inbox)
    house.says(phone, "sí, confirmo")
    assert len(house.appointments(phone)) == 1


def test_a_name_given_while_choosing_is_kept(house: House, phone: Phone) -> None:
    house.says(phone, "quiero una cita")
    house.says(phone, "me llamo Ana Torres")
    assert house.state(phone) is State.SLOT_SELECTION
    assert "Ana Torres" in house.says(phone, "2")
    assert house.state(phone) is State.CONFIRM


def test_everything_in_one_message_is_one_answer_that_still_asks(house: House, phone: Phone) -> None:
    answer = house.says(phone, "Hola, soy Ana Torres, quiero cita el 1 de diciembre a las 15:00")
    assert house.state(phone) is State.CONFIRM
    assert "Ana Torres" in answer
    assert "3:00" in answer
    assert house.appointments(phone) == []
    assert len(phone.messages) == 1


def test_three_texts_in_a_row_are_one_turn_with_one_answer(house: House, phone: Phone) -> None:
    texts = ["Hola", "quiero una cita", "el 1 de diciembre por la tarde"]
    house.meta.deliver([phone.write("text", {"body": words}) for words in texts])
    phone.wait(1)
    house.settle()
    assert len(phone.messages) == 1
    (turn,) = house.turns(phone)
    assert len(turn.message_ids) == 3
    assert house.offered(phone)[0].startswith("2026-12-01")


def test_a_no_books_nothing_and_another_time_can_be_chosen(house: House, phone: Phone) -> None:
    house.says(phone, "soy Ana Torres, quiero una cita el 1 de diciembre a las 15:00")
    answer = house.says(phone, "no")
    assert "todavía no agendo nada" in answer
    assert house.appointments(phone) == []
    house.says(phone, "mejor el 1 de diciembre a las 16:30")
    assert house.state(phone) is State.CONFIRM
    house.says(phone, "sí")
    (appointment,) = house.appointments(phone)
    assert house.local(appointment.slot.start) == "2026-12-01 16:30"


def test_a_yes_to_nothing_books_nothing(house: House, phone: Phone) -> None:
    house.says(phone, "sí")
    assert house.state(phone) is State.IDLE
    assert house.appointments(phone) == []


def test_giving_up_frees_the_time(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre a las 15:00")
    assert len(house.holds()) == 1
    house.says(phone, "cancelar")
    assert house.holds() == []
    assert house.state(phone) is State.IDLE


def test_messages_out_of_the_webhook_twice_are_answered_once(house: House, phone: Phone) -> None:
    once = phone.write("text", {"body": "Hola"})
    house.meta.deliver([once], times=3)
    phone.wait(1)
    house.settle()
    assert len(phone.messages) == 1
    assert len(house.turns(phone)) == 1


def test_two_people_at_once_hear_nothing_of_each_other(house: House) -> None:
    ana, beto = house.phone("Ana"), house.phone("Beto")
    house.says(ana, "soy Ana Torres, quiero una cita el 1 de diciembre a las 15:00")
    house.says(beto, "soy Beto Luna, quiero una cita el 1 de diciembre a las 15:30")
    house.says(ana, "sí")
    house.says(beto, "sí")
    assert not any("Luna" in text or "Beto" in text for text in ana.inbox)
    assert not any("Torres" in text or "Ana" in text for text in beto.inbox)
    assert len(house.appointments(ana)) == len(house.appointments(beto)) == 1
