"""Where a conversation stands is read off its state and draft; rows say the truth about where they lead."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import cast

import pytest

from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.heard import heard
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.turn import Services, Turn
from booking.errors import InvalidTable
from booking.intents import AnyIntent, Greet, HumanReason, OptOut, PrivacyRequest, RequestHuman, StartBooking, UseTool
from booking.models import (
    Booking,
    Cancellation,
    Choice,
    Control,
    Draft,
    Move,
    Ordering,
    Purpose,
    State,
    SubState,
    standing,
    sub_state_of,
)
from booking.ports import UnitOfWork
from booking.verification.small_world import CLINIC, MINE, NOW, START

DRAFTS: dict[SubState, Draft] = {
    SubState.OFFER: Booking(),
    SubState.MOVE_OFFER: Move(appointment=MINE[0]),
    SubState.PICK: Choice(purpose=Purpose.CANCEL, choices=MINE),
    SubState.NAME: Booking(),
    SubState.ORDER_QUESTION: Ordering(),
    SubState.CONFIRM_BOOK: Booking(),
    SubState.CONFIRM_MOVE: Move(appointment=MINE[0]),
    SubState.CONFIRM_CANCEL: Cancellation(appointment=MINE[0]),
    SubState.CONFIRM_ORDER: Ordering(),
}


def turn_of(said: AnyIntent, **changes: object) -> Turn:
    turn = Turn(START, NOW, CLINIC, Services(cast(UnitOfWork, None)), intent=said)
    turn.change(**changes)
    return turn


@pytest.mark.parametrize("place", SubState)
def test_it_is_read_off_the_state_and_the_draft(place: SubState) -> None:
    chat = START.model_copy(update={"state": place.parent, "draft": DRAFTS.get(place)})
    assert sub_state_of(chat) is place


@pytest.mark.parametrize(
    ("state", "draft"),
    [
        (State.SLOT_SELECTION, Ordering()),
        (State.SLOT_SELECTION, Cancellation(appointment=MINE[0])),
        (State.CUSTOMER_DATA, Move(appointment=MINE[0])),
        (State.CONFIRM, Choice(purpose=Purpose.MOVE, choices=MINE)),
    ],
)
def test_a_draft_that_does_not_belong_into_a_state_stands_nowhere(state: State, draft: Draft) -> None:
    with pytest.raises(ValueError, match=state.value):
        standing(state, draft)


def test_no_trigger_has_many_rows_anywhere() -> None:
    assert max(len(CONVERSING.rows(trigger, place)) for trigger, place in product(Trigger, SubState)) <= 10


def test_a_row_that_leads_elsewhere_than_it_says_is_refused() -> None:
    def lying(row: Row) -> Row:
        begins = Trigger.START_BOOKING in row.on and SubState.IDLE in row.source
        return replace(row, to=SubState.MOVE_OFFER) if begins else row

    began = turn_of(StartBooking())
    CONVERSING.fire(began, Trigger.START_BOOKING)
    assert (began.state, began.sub_state) == (State.SLOT_SELECTION, SubState.OFFER)
    with pytest.raises(InvalidTable, match="to MOVE_OFFER, and led to OFFER"):
        Conversing([lying(row) for row in TABLE]).fire(turn_of(StartBooking()), Trigger.START_BOOKING)


@pytest.mark.parametrize(
    ("said", "opted_out", "human", "fires"),
    [
        (Greet(), False, False, Trigger.GREET),
        (Greet(), True, False, Trigger.UNHEARD),
        (Greet(), False, True, Trigger.UNHEARD),
        (OptOut(undo=True), True, True, Trigger.OPT_OUT),
        (PrivacyRequest(), True, True, Trigger.PRIVACY_REQUEST),
        (PrivacyRequest(), False, True, Trigger.UNHEARD),
        (RequestHuman(reason=HumanReason.URGENT), True, True, Trigger.REQUEST_HUMAN),
        (RequestHuman(undo=True), False, True, Trigger.REQUEST_HUMAN),
        (RequestHuman(undo=True), True, False, Trigger.UNHEARD),
        (UseTool(tool="alta_personal"), False, False, Trigger.ENROL),
        (UseTool(tool="datetime"), False, False, Trigger.USE_TOOL),
    ],
)
def test_what_is_said_fires(said: AnyIntent, opted_out: bool, human: bool, fires: Trigger) -> None:
    turn = turn_of(said, control=Control.HUMAN if human else Control.BOT)
    turn.change_person(opted_out=opted_out)
    assert heard(turn) is fires
