"""Several orders of staff's in one message, where a turn has no room for all of them."""

from __future__ import annotations

from typing import cast

from booking.conversation import sequence
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.render import render
from booking.conversation.turn import Services, Turn
from booking.intents import Recall, UseTool
from booking.models import MessageTimes, State
from booking.ports import UnitOfWork
from booking.testing.wording import read
from booking.verification.small_world import CLINIC, NOW, START, Oracle

REFUSED = 3  # the oracle's answer to a tool asked for
NO_EMERGENCY = 1  # and to whether the bot comes back after one


def test_what_a_turn_has_no_room_for_is_told() -> None:
    """Five orders that cannot be done, after the bot came back and the notice was due: six triggers are not enough."""
    turn = Turn(START, NOW, CLINIC, Services(cast(UnitOfWork, None)))
    turn.message = MessageTimes(sent_at=NOW, received_at=NOW)
    turn.journal = oracle = Oracle((NO_EMERGENCY, *(REFUSED,) * 5))
    oracle.turn = turn
    names = ("Ana", "Eva", "Leo", "Iris", "Rosa")
    orders = [UseTool(tool="cancelar_cita_medica", arguments=(("paciente", name),)) for name in names]
    sequence.run(turn, [Trigger.BOT_RETURNS, Trigger.FIRST_CONTACT], orders)
    assert (len(turn.steps), turn.state) == (6, State.IDLE)
    said = "\n".join(read(content) for content in render(turn.replies))
    assert all(f"(«{name}»): Ese horario no está libre" in said for name in names[:4])
    assert "quedó sin hacer: cancelar una cita («Rosa»)" in said


def test_orders_are_not_cut_for_what_else_is_said() -> None:
    """Four other things come first: the order is taken up all the same, and the one behind it waits."""
    turn = Turn(START, NOW, CLINIC, Services(cast(UnitOfWork, None)))
    turn.message = MessageTimes(sent_at=NOW, received_at=NOW)
    turn.journal = oracle = Oracle((REFUSED,) * 5)
    oracle.turn = turn
    orders = [UseTool(tool="cancelar_cita_medica", arguments=(("paciente", name),)) for name in ("Ana", "Eva")]
    others = [Recall(query=query) for query in "abcd"]
    sequence.run(turn, [Trigger.FIRST_CONTACT], [*others, *orders])
    said = "\n".join(read(content) for content in render(turn.replies))
    assert "Ana" in said
    assert "Eva" in said
