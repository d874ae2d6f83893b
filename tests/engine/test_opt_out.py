"""What silences a chat, and what does not: words near BAJA, what a model alone read, a human who has the chat, an
emergency. On fakes, by meaning."""

from __future__ import annotations

import pytest

from booking.intents import (
    AnyIntent,
    CancelBooking,
    CheckAvailability,
    Confirm,
    Greet,
    HumanReason,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    SelectSlot,
    Source,
    StartBooking,
    Unknown,
    When,
)
from booking.models import Control, State, Status
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.strategies import MONDAY
from booking.testing.world import memory_clinic

NEAR = OptOut(unsure=True)
URGENT = RequestHuman(reason=HumanReason.URGENT)
MAYBE_URGENT = RequestHuman(reason=HumanReason.URGENT, unsure=True)
PLACES: list[tuple[AnyIntent, ...]] = [
    (Greet(),),
    (StartBooking(),),
    (StartBooking(), SelectSlot(option=1)),
    (StartBooking(), SelectSlot(option=1), ProvideCustomerData(name="Ana Ruiz")),
]


@pytest.fixture
def clinic() -> Clinic:
    return memory_clinic()


def notices(clinic: Clinic) -> list[str]:
    with clinic.begin() as uow:
        return [notice.kind for notice in uow.notices.list()]


def held(clinic: Clinic) -> int:
    with clinic.begin() as uow:
        return len(uow.appointments.list(statuses=[Status.HELD]))


# --- words near BAJA --------------------------------------------------------------------------------


@pytest.mark.parametrize("way", PLACES)
def test_words_near_baja_are_asked_about_and_nothing_is_lost(clinic: Clinic, way: tuple[AnyIntent, ...]) -> None:
    for intent in way:
        clinic.mean("Ana", intent)
    before, held_before = clinic.conversation("Ana"), held(clinic)
    assert clinic.mean("Ana", NEAR).keys == ["ask_opt_out"]
    after = clinic.conversation("Ana")
    assert not after.person.opted_out
    assert (after.state, held(clinic)) == (before.state, held_before)
    assert clinic.mean("Ana", Confirm()).keys == ["opted_out"]  # the yes to that question, and to no other
    assert held(clinic) == 0
    check_all(clinic)


def test_who_wants_to_go_on_is_where_they_were(clinic: Clinic) -> None:
    for intent in PLACES[-1]:
        clinic.mean("Ana", intent)
    clinic.mean("Ana", NEAR)
    assert clinic.tap("Ana", "No, seguir").keys == ["smalltalk", "proposal"]
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]


def test_a_wish_beside_words_near_baja_is_heard(clinic: Clinic) -> None:
    tomorrow = CheckAvailability(when=Reading(when=When(date_from=MONDAY)))
    clinic.mean("Ana", Greet())
    exchange = clinic.mean("Ana", NEAR, tomorrow)
    assert exchange.keys[0] == "ask_opt_out"
    assert exchange.keys[-1] in ("offer_slots", "offer_others")
    assert "BAJA" in exchange.text


# --- who comes back after BAJA ----------------------------------------------------------------------


@pytest.mark.parametrize("wish", [StartBooking(), CheckAvailability(), ListAppointments(), RequestHuman()])
def test_a_wish_after_baja_is_answered_once_a_day_with_the_way_back(clinic: Clinic, wish: AnyIntent) -> None:
    clinic.mean("Ana", OptOut())
    exchange = clinic.mean("Ana", wish)
    assert exchange.keys == ["way_back"]
    assert "ALTA" in exchange.text
    assert clinic.conversation("Ana").person.way_back_told_at is not None
    for again in (wish, Greet(), StartBooking()):
        assert clinic.mean("Ana", again).messages == []
    clinic.advance(hours=24)
    assert clinic.mean("Ana", Greet()).messages == []
    assert clinic.mean("Ana", wish).keys == ["way_back"]
    assert clinic.tap("Ana", "ALTA").keys == ["opted_in"]
    assert clinic.mean("Ana", StartBooking()).keys[-1] == "offer_slots"
    check_all(clinic)


def test_a_new_baja_is_told_the_way_back_anew(clinic: Clinic) -> None:
    clinic.mean("Ana", OptOut())
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", OptOut(undo=True))
    clinic.mean("Ana", OptOut())
    assert clinic.mean("Ana", StartBooking()).keys == ["way_back"]


def test_a_request_about_personal_data_reaches_staff_after_baja(clinic: Clinic) -> None:
    clinic.mean("Ana", OptOut())
    assert clinic.mean("Ana", PrivacyRequest()).keys == ["privacy_requested"]
    assert notices(clinic) == ["privacy"]


# --- what a model alone read ------------------------------------------------------------------------


@pytest.mark.parametrize("guess", [OptOut(), RequestHuman(), URGENT, CancelBooking(), Unknown()])
@pytest.mark.parametrize("way", PLACES)
def test_what_a_model_alone_read_silences_and_ends_nothing(
    clinic: Clinic, way: tuple[AnyIntent, ...], guess: AnyIntent
) -> None:
    for intent in way:
        clinic.mean("Ana", intent)
    state, held_before = clinic.conversation("Ana").state, held(clinic)
    for _ in range(5):
        assert clinic.mean("Ana", guess, source=Source.MODEL).messages
    after = clinic.conversation("Ana")
    assert (after.state, after.control, after.person.opted_out) == (state, Control.BOT, False)
    assert held(clinic) == held_before
    check_all(clinic)


def test_a_tap_does_what_a_model_guessed(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    assert clinic.mean("Ana", CancelBooking(), source=Source.MODEL).keys == ["ask_leave"]
    assert clinic.tap("Ana", "Sí, dejarlo").keys == ["flow_cancelled"]
    assert clinic.mean("Ana", RequestHuman(), source=Source.MODEL).keys == ["ask_human"]
    assert clinic.tap("Ana", "Sí, una persona").keys == ["human_coming"]
    assert clinic.conversation("Ana").control is Control.HUMAN


# --- a human has the chat ---------------------------------------------------------------------------


def test_the_handover_says_how_long_it_may_take_once(clinic: Clinic) -> None:
    clinic.mean("Ana", Greet())
    text = clinic.mean("Ana", RequestHuman()).text
    assert "recepción" in text
    assert "9:00 a.m." in text  # nobody is there before
    assert "hoy mismo, más tarde" in text  # when the bot is back
    assert clinic.mean("Ana", StartBooking()).keys == ["still_waiting"]
    assert clinic.mean("Ana", RequestHuman()).messages == []
    clinic.engine.return_to_bot(clinic.conversations["Ana"])
    clinic.advance(hours=1, minutes=30)
    assert "hasta las" in clinic.mean("Ana", RequestHuman()).text  # somebody is there now


def test_who_wants_to_go_on_with_the_assistant_does(clinic: Clinic) -> None:
    for intent in PLACES[-1]:
        clinic.mean("Ana", intent)
    clinic.mean("Ana", RequestHuman())
    assert clinic.tap("Ana", "Seguir aquí").keys == ["bot_back", "proposal"]
    assert clinic.conversation("Ana").control is Control.BOT
    assert clinic.mean("Ana", Confirm()).keys == ["booked"]


# --- an emergency -----------------------------------------------------------------------------------


@pytest.mark.parametrize("before", [(), (RequestHuman(),), (OptOut(),), (RequestHuman(), OptOut()), (URGENT,)])
def test_an_emergency_is_answered_and_noted_whoever_has_the_chat(clinic: Clinic, before: tuple[AnyIntent, ...]) -> None:
    clinic.mean("Ana", Greet())
    for intent in before:
        clinic.mean("Ana", intent)
    for _ in range(2):
        told = notices(clinic).count("urgent")
        exchange = clinic.mean("Ana", URGENT)
        assert exchange.keys == ["urgent"]
        assert "911" in exchange.text
        assert notices(clinic).count("urgent") == told + 1
        assert clinic.conversation("Ana").control is Control.HUMAN


@pytest.mark.parametrize("way", PLACES)
def test_a_figure_of_speech_gets_the_number_and_a_question(clinic: Clinic, way: tuple[AnyIntent, ...]) -> None:
    for intent in way:
        clinic.mean("Ana", intent)
    state = clinic.conversation("Ana").state
    exchange = clinic.mean("Ana", MAYBE_URGENT)
    assert exchange.keys == ["maybe_urgent"]
    assert "911" in exchange.text
    after = clinic.conversation("Ana")
    assert (after.state, after.control, notices(clinic)) == (state, Control.BOT, [])
    assert clinic.tap("Ana", "Sí, es urgente").keys == ["urgent"]
    assert notices(clinic) == ["urgent"]
    assert clinic.conversation("Ana").state is state


def test_a_false_alarm_can_go_on(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", URGENT)
    assert clinic.tap("Ana", "Seguir aquí").keys == ["bot_back", "offer_slots"]
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION
