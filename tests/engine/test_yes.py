"""What a yes is worth, written or tapped: just what was proposed, once, and nothing that was sent before it."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.engine import Pace
from booking.intents import (
    AskQuestion,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Deny,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    SelectSlot,
    StartBooking,
    Topic,
    When,
)
from booking.models import Status, Text
from booking.testing.clinic import BURST, Clinic, meaning
from booking.testing.invariants import check_all
from booking.testing.strategies import MONDAY
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.proposed import NAME, appointments, proposed


@pytest.fixture
def clinic() -> Clinic:
    return memory_clinic()


def test_a_yes_books_once(clinic: Clinic) -> None:
    proposed(clinic)
    assert appointments(clinic, Status.BOOKED) == []
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]
    assert clinic.mean("Ana", Confirm()).keys == ["nothing_pending"]
    assert len(appointments(clinic, Status.BOOKED)) == 1


def test_a_yes_in_the_message_that_led_to_the_proposal_books_nothing(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    exchange = clinic.mean("Ana", SelectSlot(option=1), NAME, Confirm())
    assert "booked" not in exchange.keys
    assert appointments(clinic, Status.BOOKED) == []


def test_a_yes_sent_before_the_proposal_confirms_nothing(clinic: Clinic) -> None:
    """The person wrote "sí" to something earlier; it was under way while the proposal was made."""
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", SelectSlot(option=1))
    early = clinic.clock.now()
    clinic.advance(seconds=3)
    clinic.mean("Ana", NAME)
    clinic.advance(seconds=3)
    now = clinic.clock.now()
    clinic.clock.set(early)
    yes = clinic.inbound("Ana", meaning(Confirm()))
    clinic.clock.set(now)
    (conversation_id,) = clinic.engine.receive([yes])
    clinic.accepted[yes.wamid] = conversation_id
    exchange = clinic.drain("Ana")
    assert exchange.keys == ["yes_to_what", "proposal"]
    assert appointments(clinic, Status.BOOKED) == []
    check_all(clinic)


def test_a_yes_received_before_the_proposal_went_out_confirms_nothing(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", SelectSlot(option=1))
    yes = clinic.inbound("Ana", meaning(Confirm())).model_copy(
        update={"sent_at": clinic.clock.now() + dt.timedelta(seconds=2)}
    )
    named = clinic.inbound("Ana", meaning(NAME))
    clinic.engine.receive([named])
    clinic.engine.receive([yes])  # while the name still waits
    clinic.advance(seconds=2)
    keys = clinic.drain("Ana").keys
    assert "booked" not in keys
    assert appointments(clinic, Status.BOOKED) == []


def test_a_yes_beside_a_question_books_once_and_answers(clinic: Clinic) -> None:
    proposed(clinic)
    where = AskQuestion(query="¿dónde están?", topic=Topic.ADDRESS)
    assert clinic.mean("Ana", Confirm(), where).keys == ["answer_record", "booked"]
    assert clinic.mean("Ana", Confirm(), where).keys == ["answer_record"]
    assert len(appointments(clinic, Status.BOOKED)) == 1
    check_all(clinic)


def test_what_the_doctor_should_know_may_stand_beside_the_yes(clinic: Clinic) -> None:
    proposed(clinic)
    assert clinic.mean("Ana", Confirm(), ProvideCustomerData(reason="soy alérgica")).keys == ["note_kept", "booked"]
    assert [made.reason for made in appointments(clinic, Status.BOOKED)] == ["soy alérgica"]
    check_all(clinic)


def test_a_yes_beside_a_change_confirms_nothing(clinic: Clinic) -> None:
    proposed(clinic)
    exchange = clinic.mean("Ana", Confirm(), CheckAvailability(another=True))
    assert "booked" not in exchange.keys
    assert "Aún no está agendada" in exchange.text


@pytest.mark.parametrize("early", [True, False])
def test_a_yes_of_a_burst_counts_if_all_of_it_came_after_the_proposal(early: bool) -> None:
    """It may be the first of its texts, written to something earlier."""
    clinic = memory_clinic(reader=Shortcuts())
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", SelectSlot(option=1))
    before = clinic.clock.now()
    clinic.advance(seconds=3)
    clinic.mean("Ana", NAME)
    clinic.advance(seconds=3)
    yes, asked = (clinic.inbound("Ana", Text(body=text)) for text in ("sí", "¿dónde están?"))
    clinic.engine.pace = Pace(pause=BURST)
    clinic.engine.receive([yes.model_copy(update={"sent_at": before}) if early else yes, asked])
    clinic.advance(seconds=3)
    assert ("booked" in clinic.drain("Ana").keys) is not early
    assert len(appointments(clinic, Status.BOOKED)) == (0 if early else 1)


def test_a_no_withdraws_the_proposal(clinic: Clinic) -> None:
    proposed(clinic)
    assert clinic.mean("Ana", Deny()).keys == ["what_to_change"]
    assert clinic.mean("Ana", Confirm()).keys == ["yes_to_what", "proposal"]
    assert appointments(clinic, Status.BOOKED) == []
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]


def test_a_question_in_between_does_not_spoil_the_yes_to_the_repeated_proposal(clinic: Clinic) -> None:
    proposed(clinic)
    assert clinic.mean("Ana", ListAppointments()).keys[-1] == "proposal"
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]


def test_a_corrected_name_is_proposed_again(clinic: Clinic) -> None:
    proposed(clinic)
    exchange = clinic.mean("Ana", ProvideCustomerData(name="Ana Ruiz Gil"))
    assert exchange.keys == ["proposal"]
    assert "Ana Ruiz Gil" in exchange.text
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]


def test_the_button_of_the_proposal_books(clinic: Clinic) -> None:
    proposed(clinic)
    assert clinic.tap("Ana", "Sí, confirmar").keys == ["booked"]


@pytest.mark.parametrize("age", [1, 2])
def test_a_button_of_an_earlier_draft_is_answered_and_not_obeyed(clinic: Clinic, age: int) -> None:
    proposed(clinic)
    version = clinic.conversation("Ana").draft_version
    exchange = clinic.tap_meaning("Ana", Confirm(), version - age)
    assert exchange.keys == ["stale_tap", "proposal"]
    assert appointments(clinic, Status.BOOKED) == []


def test_the_yes_button_of_a_proposal_since_changed_books_nothing(clinic: Clinic) -> None:
    proposed(clinic)
    old = clinic.conversation("Ana").draft_version
    clinic.mean("Ana", CheckAvailability(when=Reading(when=When(date_from=MONDAY + dt.timedelta(days=1)))))
    clinic.mean("Ana", SelectSlot(option=1))
    assert clinic.tap_meaning("Ana", Confirm(), old).keys[0] == "stale_tap"
    assert appointments(clinic, Status.BOOKED) == []


def test_the_second_press_of_the_yes_button_changes_nothing(clinic: Clinic) -> None:
    proposed(clinic)
    version = clinic.conversation("Ana").draft_version
    clinic.tap_meaning("Ana", Confirm(), version)
    assert clinic.tap_meaning("Ana", Confirm(), version).keys[0] == "stale_tap"
    assert len(appointments(clinic, Status.BOOKED)) == 1


def test_a_row_of_an_old_list_takes_no_time(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    old = clinic.conversation("Ana").draft_version
    clinic.mean("Ana", CancelBooking())
    clinic.mean("Ana", StartBooking())
    assert clinic.tap_meaning("Ana", SelectSlot(option=1), old).keys[0] == "stale_tap"
    assert appointments(clinic, Status.HELD) == []
