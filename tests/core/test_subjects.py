"""What a message is about, and whether that is news."""

from __future__ import annotations

import pytest

from booking.conversation.meaning.subjects import Subject, changes_subject, subject_of
from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    Deny,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Recall,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Thank,
    UseTool,
)
from booking.models import Booking, Cancellation, Conversation, Draft, Move, Ordering, Person, State
from booking.testing.world import memory_clinic
from booking.verification.small_world import MINE

IDLE = Conversation(id=1, person=Person(id=1))


def under_way(draft: Draft) -> Conversation:
    return IDLE.model_copy(update={"state": State.SLOT_SELECTION, "draft": draft})


@pytest.mark.parametrize(
    ("said", "before", "new"),
    [
        ((Greet(),), IDLE, False),
        ((Thank(),), IDLE, False),
        ((Confirm(),), IDLE, False),
        ((StartBooking(),), IDLE, True),
        ((CheckAvailability(),), IDLE, True),
        ((Recall(),), IDLE, True),
        ((Greet(), ProvideCustomerData(name="Ana"), StartBooking()), IDLE, True),
        ((StartBooking(),), under_way(Booking()), False),
        ((CheckAvailability(),), under_way(Booking()), False),
        ((SelectSlot(option=1), ProvideCustomerData(name="Ana")), under_way(Booking()), False),
        ((Deny(),), under_way(Cancellation(appointment=MINE[0])), False),
        ((AskQuestion(),), under_way(Booking()), True),
        ((ListAppointments(),), under_way(Booking()), True),
        ((CancelAppointment(),), under_way(Booking()), True),
        ((RescheduleAppointment(),), under_way(Cancellation(appointment=MINE[0])), False),
        ((StartBooking(),), under_way(Move(appointment=MINE[0])), True),
        ((UseTool(tool="datetime"),), under_way(Ordering()), False),
        ((UseTool(tool="datetime"),), under_way(Booking()), True),
    ],
)
def test_a_message_brings_up_something_else_or_not(
    said: tuple[AnyIntent, ...], before: Conversation, new: bool
) -> None:
    assert changes_subject(said, before) is new


def test_the_last_subject_of_a_message_counts() -> None:
    assert subject_of((AskQuestion(), StartBooking()), State.IDLE) is Subject.BOOKING
    assert subject_of((StartBooking(), Recall()), State.IDLE) is Subject.PAST
    assert subject_of((AskQuestion(), CheckAvailability()), State.SLOT_SELECTION) is Subject.CLINIC


def test_the_log_says_where_the_subject_changed() -> None:
    clinic = memory_clinic()
    said: list[AnyIntent] = [Greet(), StartBooking(), SelectSlot(option=1), AskQuestion(query="¿?"), ListAppointments()]
    turns = [turn for intent in said for turn in clinic.mean("Ana", intent).turns]
    assert [turn.new_subject for turn in turns] == [False, True, False, True, True]
