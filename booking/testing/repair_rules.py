"""What each repair must come to: statements about a cell of the repair matrix. None knows the table.

A statement is a function whose docstring is printed in `docs/repairs.md`; it raises AssertionError.
"""

from __future__ import annotations

from collections.abc import Callable

from booking.models import Control, Draft, Purpose, State
from booking.models.draft_parts import hold_of, proposal_of, purpose_of
from booking.testing.repairs import CORRECTED, WHO, Cell

Statement = Callable[[Cell], None]

_QUESTIONS = {
    "SLOT_SELECTION": {"offer_slots", "offer_others", "which_appointment"},
    "CUSTOMER_DATA": {"ask_name"},
    "CONFIRM": {"proposal", "move_proposal", "cancel_proposal"},
}
"""The question that each state waits for an answer to."""


def _purpose(cell: Cell) -> Purpose | None:
    return purpose_of(cell.before.draft)


def is_answered(cell: Cell) -> None:
    """there is an answer, in one set of messages"""
    assert len(cell.exchange.turns) == 1, f"{len(cell.exchange.turns)} turns"
    assert cell.exchange.messages, "no answer"


def changes_no_appointment(cell: Cell) -> None:
    """no appointment is made, moved or cancelled: nobody said yes to that"""
    assert cell.appointments == cell.appointments_before, "the appointments are not as before"


def stays(cell: Cell) -> None:
    """the state is as it was"""
    assert cell.after.state is cell.before.state, f"{cell.before.state} became {cell.after.state}"


def keeps_the_draft(cell: Cell) -> None:
    """draft and hold are as they were"""
    before, after = cell.before.draft, cell.after.draft
    assert (before is None) == (after is None), "the draft came or went"
    if before is not None and after is not None:
        assert _withdrawn(before) == _withdrawn(after)
    assert cell.held == (1 if hold_of(before) is not None else 0), f"{cell.held} holds"


def _withdrawn(draft: Draft) -> Draft:
    return draft if draft.kind == "choice" else draft.model_copy(update={"proposal": None})


def keeps_the_offer(cell: Cell) -> None:
    """what is offered is as it was"""
    assert cell.after.offer == cell.before.offer, "the offer changed"


def says_where_it_stands(cell: Cell) -> None:
    """the last thing said is the question that the flow waits for"""
    if cell.after.state is not State.IDLE:
        assert cell.exchange.keys[-1] in _QUESTIONS[cell.after.state], f"left with {cell.exchange.keys[-1]}"


def ends_the_flow(cell: Cell) -> None:
    """the flow is over: IDLE, no draft, no offer, the time given back"""
    assert cell.after.state is State.IDLE, f"stands in {cell.after.state}"
    assert cell.after.draft is None, "a draft is left"
    assert cell.after.offer is None, "an offer is left"
    assert cell.held == 0, "a time is still held"


def kills_the_buttons(cell: Cell) -> None:
    """buttons sent before are stale, if there was a flow"""
    if cell.before.state is not State.IDLE:
        assert cell.after.draft_version > cell.before.draft_version, "its buttons would still be obeyed"


def corrects_the_name(cell: Cell) -> None:
    """a name is taken over; where the flow is about one it is proposed anew; a change of an appointment ignores it"""
    if _purpose(cell) in (Purpose.MOVE, Purpose.CANCEL):
        assert cell.after.person.name == cell.before.person.name, "a change of an appointment renamed its patient"
        return
    assert cell.after.person.name == CORRECTED, f"the name is {cell.after.person.name}"
    if cell.before.state in (State.CUSTOMER_DATA, State.CONFIRM):
        assert cell.after.state is State.CONFIRM, f"stands in {cell.after.state}"
        assert cell.after.draft is not None
        assert proposal_of(cell.after.draft) is not None, "not proposed anew"
        assert CORRECTED in cell.exchange.text, "the new name is not shown"
        assert cell.held == 1, "the time is no longer held"


def checks_again(cell: Cell) -> None:
    """other times are looked for and shown, and the time chosen before is given back; with several appointments
    listed it is asked which one"""
    assert cell.after.state is State.SLOT_SELECTION, f"stands in {cell.after.state}"
    assert cell.held == 0, "the time chosen before is still held"
    if "picking" in cell.place.name:
        assert cell.exchange.keys[-1] == "which_appointment"
        return
    assert cell.after.offer is not None, "nothing is offered"
    assert cell.after.offer.made_at == cell.exchange.turns[-1].at, "the offer is an old one"
    assert cell.after.draft is not None
    assert proposal_of(cell.after.draft) is None, "a yes would still confirm the old time"


def tells_the_address(cell: Cell) -> None:
    """the question is answered"""
    assert "Av. Revolución" in cell.exchange.text, "the question is not answered"


def withdraws_the_proposal(cell: Cell) -> None:
    """a yes after it confirms nothing, and it is said what can be done instead"""
    assert proposal_of(cell.after.draft) is None, "the proposal still stands"


def leaves_the_rest(cell: Cell) -> None:
    """a no to a cancellation, or to which appointment is meant, ends the flow; any other no keeps state, time and
    data"""
    if (_purpose(cell) is Purpose.CANCEL and cell.before.state is State.CONFIRM) or "picking" in cell.place.name:
        ends_the_flow(cell)
    else:
        stays(cell)
        keeps_the_draft(cell)


def says_it_is_old(cell: Cell) -> None:
    """it is said that the button is no longer valid"""
    assert "stale_tap" in cell.exchange.keys, f"said {cell.exchange.keys}"


def says_it_cannot_read(cell: Cell) -> None:
    """it is said that only text and buttons can be read"""
    assert "media" in cell.exchange.keys, f"said {cell.exchange.keys}"


def says_time_passed(cell: Cell) -> None:
    """it is said that the flow was dropped, if there was one"""
    assert ("timed_out" in cell.exchange.keys) == (cell.before.state is not State.IDLE)


def counts_a_miss(cell: Cell) -> None:
    """one more message that was not understood is counted"""
    assert cell.after.misses == cell.before.misses + 1


def goes_to_a_human(cell: Cell) -> None:
    """a human has the chat for a time, staff are told, and the bot is silent from then on, but for the number to call,
    which is said once more after an emergency"""
    assert cell.after.control is Control.HUMAN, "the bot keeps the chat"
    assert cell.after.control_until is not None, "it never ends"
    assert len(cell.notices) == 1, f"staff were told {cell.notices}"
    once_more = ["urgent_again"] if cell.exchange.keys[-1] == "urgent" else []
    assert cell.next.keys == once_more, "the bot goes on talking"


def is_urgent(cell: Cell) -> None:
    """the emergency number comes first, staff are told that it is urgent; no advice, no question"""
    assert cell.exchange.keys[-1] == "urgent", f"said {cell.exchange.keys}"
    assert "911" in cell.exchange.text
    assert cell.notices == ("urgent",), f"staff were told {cell.notices}"


def is_silent_from_now_on(cell: Cell) -> None:
    """nothing is written to the person any more"""
    assert cell.after.person.opted_out
    assert not cell.next.messages, "written to after the opt-out"


def stays_with_the_bot(cell: Cell) -> None:
    """the bot keeps the chat, and staff are not bothered"""
    assert cell.after.control is Control.BOT
    assert not cell.notices, f"staff were told {cell.notices}"


def is_told_to_nobody_else(cell: Cell) -> None:
    """the answer goes to the person who wrote"""
    assert all(turn.conversation_id == cell.before.id for turn in cell.exchange.turns), WHO


_ALWAYS: tuple[Statement, ...] = (is_answered, changes_no_appointment, is_told_to_nobody_else)
_ASIDE: tuple[Statement, ...] = (stays, keeps_the_draft, keeps_the_offer, says_where_it_stands, stays_with_the_bot)

RULES: dict[str, tuple[Statement, ...]] = {
    "correct": (corrects_the_name, says_where_it_stands, stays_with_the_bot),
    "change the time": (checks_again, stays_with_the_bot),
    "ask a question": (tells_the_address, *_ASIDE),
    "cancel": (ends_the_flow, kills_the_buttons, stays_with_the_bot),
    "repeat": _ASIDE,
    "skip": (withdraws_the_proposal, leaves_the_rest, stays_with_the_bot),
    "old button": (says_it_is_old, *_ASIDE),
    "media": (says_it_cannot_read, *_ASIDE),
    "silence": (says_time_passed, ends_the_flow, kills_the_buttons, stays_with_the_bot),
    "not understood": (counts_a_miss, *_ASIDE),
    "human": (stays, keeps_the_draft, keeps_the_offer, goes_to_a_human),
    "opt out": (ends_the_flow, kills_the_buttons, is_silent_from_now_on),
    "urgent": (stays, keeps_the_draft, keeps_the_offer, goes_to_a_human, is_urgent),
}
"""What each repair must come to, in whatever place."""


def statements(repair: str) -> tuple[Statement, ...]:
    """Everything that a cell of this repair must be."""
    return (*_ALWAYS, *RULES[repair])


def check(cell: Cell) -> None:
    """Every statement about a cell. Raises AssertionError, which names cell and statement."""
    for statement in statements(cell.repair):
        try:
            statement(cell)
        except AssertionError as error:
            raise AssertionError(f"{cell.name}: {statement.__name__}: {error}") from error
