"""Who may be written to, who answers, and what a yes, a tap or a silence is worth. On fakes, by meaning."""

from __future__ import annotations

import pytest

from booking.access.identification import invite
from booking.conversation import by_hand
from booking.intents import (
    Confirm,
    Greet,
    HumanReason,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    StartBooking,
    Thank,
    Unknown,
    UseTool,
)
from booking.models import ByHand, ByHandKind, Control, Grant, Role, State, Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.wording import phone_of
from booking.testing.world import memory_clinic
from tests.engine.proposed import appointments, proposed


@pytest.fixture
def clinic() -> Clinic:
    return memory_clinic()


# --- privacy notice, opt-out -------------------------------------------------------------------------


def test_the_privacy_notice_is_given_once_with_the_first_answer(clinic: Clinic) -> None:
    first = clinic.mean("Ana", Greet())
    assert len(first.messages) == 1
    assert "aviso de privacidad" in first.text
    assert "asistente" in first.text
    assert "aviso de privacidad" not in clinic.mean("Ana", StartBooking()).text
    assert "aviso de privacidad" in clinic.mean("Beto", Greet()).text


@pytest.mark.parametrize("right", [True, False])
def test_who_enrols_or_works_here_gets_no_notice_to_patients(clinic: Clinic, right: bool) -> None:
    with clinic.begin() as uow:
        invite(uow, "+" + phone_of("Rosa"), Grant(role=Role.STAFF), "12345678", "sal", clinic.clock.now())
        uow.commit()
    code = "12345678" if right else "87654321"
    enrols = UseTool(tool="alta_personal", arguments=(("codigo", code),))
    assert "aviso de privacidad" not in clinic.mean("Rosa", enrols).text
    assert ("aviso de privacidad" in clinic.mean("Rosa", Greet()).text) is not right


def test_the_first_answer_comes_before_the_privacy_notice(clinic: Clinic) -> None:
    said = clinic.mean("Ana", Greet(), StartBooking()).text
    assert said.startswith("¡Hola!")
    assert said.index("libres") < said.index("aviso de privacidad")


def test_a_greeting_alone_is_greeted_once(clinic: Clinic) -> None:
    assert clinic.mean("Ana", Greet(), Thank()).text.count("¡Hola!") == 1


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
    assert clinic.mean("Ana", StartBooking()).keys == ["still_waiting"], "nobody has come: once it is told how to go on"
    assert clinic.mean("Ana", StartBooking()).messages == []
    with clinic.begin() as uow:
        assert [notice.kind for notice in uow.notices.list()] == ["human"]


def test_who_is_answered_by_a_person_hears_nothing_of_the_bot(clinic: Clinic) -> None:
    clinic.mean("Ana", RequestHuman())
    with clinic.begin() as uow:
        chat = clinic.conversation("Ana").id
        done = ByHand(conversation_id=chat, kind=ByHandKind.ANSWERED, at=clinic.clock.now(), by="Rosa", text="hola")
        by_hand.took(uow, done)
        uow.commit()
    assert clinic.mean("Ana", StartBooking()).messages == []


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
