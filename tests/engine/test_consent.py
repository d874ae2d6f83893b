"""Who may be written to, who answers, and what a yes, a tap or a silence is worth. On fakes, by meaning."""

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
    Greet,
    HumanReason,
    ListAppointments,
    OptOut,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    SelectSlot,
    StartBooking,
    Topic,
    Unknown,
    When,
)
from booking.models import Appointment, Control, State, Status, Text
from booking.testing.clinic import BURST, Clinic, meaning
from booking.testing.invariants import check_all
from booking.testing.strategies import MONDAY
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts

NAME = ProvideCustomerData(name="Ana Ruiz")


@pytest.fixture
def clinic() -> Clinic:
    return memory_clinic()


def proposed(clinic: Clinic, who: str = "Ana") -> None:
    """Lead somebody to the question that a yes answers."""
    clinic.mean(who, StartBooking())
    clinic.mean(who, SelectSlot(option=1))
    clinic.mean(who, NAME)
    assert clinic.conversation(who).state is State.CONFIRM


def appointments(clinic: Clinic, *statuses: Status) -> list[Appointment]:
    with clinic.begin() as uow:
        return list(uow.appointments.list(statuses=statuses or None))


# --- privacy notice, opt-out -------------------------------------------------------------------------


def test_the_privacy_notice_is_given_once_with_the_first_answer(clinic: Clinic) -> None:
    first = clinic.mean("Ana", Greet())
    assert len(first.messages) == 1
    assert "aviso de privacidad" in first.text
    assert "asistente" in first.text
    assert "aviso de privacidad" not in clinic.mean("Ana", StartBooking()).text
    assert "aviso de privacidad" in clinic.mean("Beto", Greet()).text


def test_who_opts_out_hears_it_once_and_then_nothing(clinic: Clinic) -> None:
    clinic.mean("Ana", Greet())
    assert clinic.mean("Ana", OptOut()).keys == ["opted_out"]
    for intent in (Greet(), Unknown(), OptOut(), Confirm()):
        exchange = clinic.mean("Ana", intent)
        assert exchange.messages == []
        assert len(exchange.turns) == 1
    check_all(clinic)


def test_opting_out_gives_the_held_time_back(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.mean("Ana", OptOut())
    assert appointments(clinic, Status.HELD) == []
    assert clinic.conversation("Ana").state is State.IDLE


def test_who_comes_back_is_answered_again(clinic: Clinic) -> None:
    clinic.mean("Ana", OptOut())
    assert clinic.mean("Ana", OptOut(undo=True)).keys == ["opted_in"]
    assert clinic.mean("Ana", StartBooking()).messages


def test_who_opted_out_first_thing_still_gets_the_notice_when_back(clinic: Clinic) -> None:
    clinic.mean("Ana", Greet())
    clinic.mean("Ana", OptOut())
    clinic.mean("Ana", OptOut(undo=True))
    assert "aviso de privacidad" not in clinic.mean("Ana", Greet()).text


# --- a human answers -----------------------------------------------------------------------------------


def test_under_human_control_the_bot_is_silent_and_staff_know(clinic: Clinic) -> None:
    assert clinic.mean("Ana", RequestHuman()).keys[-1] == "human_coming"
    assert clinic.conversation("Ana").control is Control.HUMAN
    assert clinic.mean("Ana", Greet()).messages == []
    assert clinic.mean("Ana", StartBooking()).messages == []
    with clinic.begin() as uow:
        assert [kind for _, _, kind, _, _ in uow.notices.list()] == ["human"]


def test_human_control_ends_after_its_time(clinic: Clinic) -> None:
    clinic.mean("Ana", RequestHuman())
    clinic.advance(hours=11, minutes=59)
    assert clinic.mean("Ana", Greet()).messages == []
    clinic.advance(minutes=1)
    assert clinic.mean("Ana", Greet()).keys == ["bot_back", "greeting"]
    assert clinic.conversation("Ana").control is Control.BOT


def test_staff_may_give_the_chat_back_before(clinic: Clinic) -> None:
    clinic.mean("Ana", RequestHuman())
    clinic.engine.return_to_bot(clinic.conversations["Ana"])
    assert clinic.conversation("Ana").control is Control.BOT
    assert "de vuelta" in clinic.sent_to("Ana")[-1].content.body


def test_a_human_who_is_called_again_keeps_the_chat(clinic: Clinic) -> None:
    """Its time was over when the sweep looked, and is not when the sweep comes to give the chat back."""
    clinic.mean("Ana", RequestHuman())
    clinic.advance(hours=11, minutes=59)
    clinic.mean("Ana", RequestHuman(reason=HumanReason.URGENT))
    clinic.advance(minutes=2)
    clinic.engine.return_to_bot(clinic.conversations["Ana"], if_over=True)
    assert clinic.conversation("Ana").control is Control.HUMAN
    clinic.advance(hours=12)
    clinic.engine.return_to_bot(clinic.conversations["Ana"], if_over=True)
    assert clinic.conversation("Ana").control is Control.BOT


def test_a_booking_goes_on_where_it_was_when_the_bot_returns(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.mean("Ana", RequestHuman())
    assert clinic.mean("Ana", Confirm()).messages == []
    assert appointments(clinic, Status.BOOKED) == []
    clinic.engine.return_to_bot(clinic.conversations["Ana"])
    assert clinic.conversation("Ana").state is State.CONFIRM


def test_three_misses_offer_buttons_and_the_fourth_a_human(clinic: Clinic) -> None:
    keys = [clinic.mean("Ana", Unknown()).keys[-1] for _ in range(4)]
    assert keys == ["not_understood", "not_understood", "help", "human_coming"]
    assert clinic.conversation("Ana").control is Control.HUMAN


def test_something_understood_forgets_the_misses(clinic: Clinic) -> None:
    clinic.mean("Ana", Unknown())
    clinic.mean("Ana", Unknown())
    clinic.mean("Ana", Greet())
    assert clinic.mean("Ana", Unknown()).keys == ["not_understood"]


# --- time ----------------------------------------------------------------------------------------------


def test_a_flow_left_alone_for_a_day_is_dropped_and_the_person_told(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.advance(hours=24)
    exchange = clinic.mean("Ana", Confirm())
    assert exchange.keys == ["timed_out", "nothing_pending"]
    assert appointments(clinic) == []
    assert clinic.conversation("Ana").state is State.IDLE


def test_a_flow_left_alone_for_less_goes_on(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    clinic.advance(hours=23, minutes=59)
    exchange = clinic.mean("Ana", SelectSlot(option=1))
    assert exchange.keys[-2:] == ["offer_expired", "offer_slots"]
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION


def test_a_yes_after_the_hold_lapsed_books_if_the_time_is_still_free(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.advance(minutes=11)
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]
    check_all(clinic)


def test_a_yes_after_somebody_else_took_the_time_offers_others(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.advance(minutes=11)
    clinic.mean("Beto", StartBooking())
    clinic.mean("Beto", SelectSlot(option=1), ProvideCustomerData(name="Beto Luna"))
    assert clinic.mean("Beto", Confirm()).keys == ["booked"]
    exchange = clinic.mean("Ana", Confirm())
    assert exchange.keys[0] == "slot_taken"
    assert "booked" not in exchange.keys
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION
    check_all(clinic)


# --- what a yes is worth -------------------------------------------------------------------------------


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


# --- buttons -------------------------------------------------------------------------------------------


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
