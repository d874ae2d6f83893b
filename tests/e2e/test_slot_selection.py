"""A part of a day is a question, not a choice: over WhatsApp, through the webhook, against PostgreSQL."""

from __future__ import annotations

import pytest

from booking.models import State, Status
from booking.testing.channel.meta_phone import Phone
from tests.e2e.house import House

AFTERNOON = ("14:00", "20:00")


@pytest.fixture
def phone(house: House) -> Phone:
    return house.phone("Marta")


def looking_for_a_time(house: House, phone: Phone) -> None:
    """The person has said that they want an appointment."""
    house.says(phone, "Quiero una cita")
    assert house.state(phone) is State.SLOT_SELECTION


def in_the_afternoon(times: list[str]) -> bool:
    return all(AFTERNOON[0] <= time.split()[1] < AFTERNOON[1] for time in times)


# --- a range without a date ----------------------------------------------------------------------------


def test_a_part_of_the_day_without_a_date_offers_the_next_five_times_in_it(house: House, phone: Phone) -> None:
    looking_for_a_time(house, phone)
    answer = house.says(phone, "Por la tarde")
    assert house.state(phone) is State.SLOT_SELECTION
    times = house.offered(phone)
    assert len(times) == 5
    assert times == sorted(times)
    assert in_the_afternoon(times)
    assert times[0].startswith("2026-11-24")  # that very day still has an afternoon
    assert "1)" in answer
    assert house.holds() == []


# --- a date and a range --------------------------------------------------------------------------------


@pytest.mark.parametrize("before", ["", "Quiero una cita"], ids=["as the first words", "while looking"])
def test_a_date_and_a_part_of_the_day_offer_times_and_select_none(house: House, phone: Phone, before: str) -> None:
    if before:
        house.says(phone, before)
    answer = house.says(phone, "El 1 de diciembre por la tarde")
    assert house.state(phone) is State.SLOT_SELECTION
    times = house.offered(phone)
    assert len(times) == 5
    assert all(time.startswith("2026-12-01") for time in times)
    assert in_the_afternoon(times)
    assert "nombre y apellido" not in answer
    assert house.holds() == []
    assert house.appointments(phone) == []


@pytest.mark.parametrize("words", ["El 1 de diciembre", "Mañana por la tarde", "Para el viernes", "A mediodía"])
def test_any_vague_time_is_answered_with_times(house: House, phone: Phone, words: str) -> None:
    looking_for_a_time(house, phone)
    house.says(phone, words)
    assert house.state(phone) is State.SLOT_SELECTION
    assert house.offered(phone)
    assert house.holds() == []


def test_times_are_offered_without_naming_doctors(house: House, phone: Phone) -> None:
    answer = house.says(phone, "El 1 de diciembre por la tarde")
    assert not any(name in answer for name in ("Méndez", "Salas", "Ríos"))


# --- a date and a clock time ---------------------------------------------------------------------------


def test_a_date_and_a_clock_time_are_checked_and_then_taken_in_the_same_turn(house: House, phone: Phone) -> None:
    answer = house.says(phone, "El 1 de diciembre a las 15:00")
    assert house.state(phone) is State.CUSTOMER_DATA
    (turn,) = house.turns(phone)
    fired = [step.trigger for step in turn.steps]
    assert fired[-2:] == ["check_availability", "select_slot"]
    (hold,) = house.holds()
    assert house.local(hold.slot.start) == "2026-12-01 15:00"
    assert hold.patient_id is None
    assert "nombre y apellido" in answer


def test_a_clock_time_that_is_not_free_is_answered_with_the_nearest(house: House, phone: Phone) -> None:
    first = house.phone("Primera")
    house.says(first, "El 1 de diciembre a las 15:00")
    assert house.state(first) is State.CUSTOMER_DATA

    house.says(phone, "El 1 de diciembre a las 15:00")
    assert house.state(phone) is State.SLOT_SELECTION
    times = house.offered(phone)
    assert "2026-12-01 15:00" not in times
    assert "2026-12-01 15:30" in times
    (_hold,) = house.holds()  # the first person's
    assert house.conversation(phone).draft is not None


def test_a_clock_time_when_nobody_works_is_answered_with_others(house: House, phone: Phone) -> None:
    house.says(phone, "El 29 de noviembre a las 10:00")  # a Sunday
    assert house.state(phone) is State.SLOT_SELECTION
    assert house.offered(phone)
    assert house.holds() == []


def test_a_time_on_another_day_after_an_offer_is_checked_before_it_is_taken(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    house.says(phone, "mejor el 8 de diciembre a las 15:00")
    assert house.state(phone) is State.CUSTOMER_DATA
    (hold,) = house.holds()
    assert house.local(hold.slot.start) == "2026-12-08 15:00"


# --- one of the list -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "place"),
    [
        ("1", 1),
        ("opción 3", 3),
        ("el 3", 3),
        ("B", 2),
        ("opción B", 2),
        ("la segunda", 2),
        ("el horario de las 16:00", 3),
        ("la de las 4", 3),
        ("a las 4:00", 3),
    ],
)
def test_one_of_the_offered_times_is_chosen_by(house: House, phone: Phone, words: str, place: int) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    times = house.offered(phone)
    assert times[2] == "2026-12-01 16:00"
    house.says(phone, words)
    assert house.state(phone) is State.CUSTOMER_DATA
    (hold,) = house.holds()
    assert house.local(hold.slot.start) == times[place - 1]
    assert house.appointments(phone) == []


def test_one_of_the_offered_times_is_chosen_from_the_list(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    second = phone.last.options[1][1]
    house.taps(phone, second)
    assert house.state(phone) is State.CUSTOMER_DATA
    (hold,) = house.holds()
    assert house.local(hold.slot.start) == house.offered(phone)[1]


@pytest.mark.parametrize("words", ["9", "la octava", "Z"])
def test_what_is_not_on_the_list_takes_nothing(house: House, phone: Phone, words: str) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    house.says(phone, words)
    assert house.state(phone) is State.SLOT_SELECTION
    assert house.holds() == []


def test_an_offer_that_went_stale_is_checked_again_before_anything_is_taken(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    house.clock.advance(minutes=16)
    answer = house.says(phone, "opción 3")
    assert "revisé de nuevo" in answer
    assert house.state(phone) is State.CUSTOMER_DATA
    assert len(house.holds()) == 1


def test_of_a_stale_offer_what_was_taken_meanwhile_is_not_held(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    other = house.phone()
    house.says(other, "El 1 de diciembre por la tarde")
    house.says(other, "opción 3")
    house.clock.advance(minutes=6)
    house.says(other, "Pedro Luna Gil")
    house.says(other, "sí")
    house.clock.advance(minutes=10)
    answer = house.says(phone, "opción 3")
    assert "revisé de nuevo" in answer
    (taken,) = house.appointments(other)
    assert all(hold.doctor_id != taken.doctor_id for hold in house.holds() if hold.slot == taken.slot)


def test_the_appointment_exists_only_after_the_yes(house: House, phone: Phone) -> None:
    house.says(phone, "El 1 de diciembre por la tarde")
    assert house.appointments(phone) == []
    house.says(phone, "la de las 4")
    assert house.appointments(phone) == []
    question = house.says(phone, "Marta Solís")
    assert house.state(phone) is State.CONFIRM
    assert "Marta Solís" in question
    assert "¿Confirmo la cita?" in question
    assert house.appointments(phone) == []

    answer = house.says(phone, "sí")
    assert "quedó agendada" in answer
    (appointment,) = house.appointments(phone)
    assert appointment.status is Status.BOOKED
    assert house.local(appointment.slot.start) == "2026-12-01 16:00"
    assert house.state(phone) is State.IDLE
    assert house.holds() == []
