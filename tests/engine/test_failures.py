"""A turn that fails, a conversation that moves meanwhile, a commit nobody heard of."""

from __future__ import annotations

import datetime as dt
import itertools

import pytest

from booking.errors import ConversationMoved
from booking.intents import Greet, StartBooking, Understanding
from booking.models import UnderstandingContext
from booking.ports import UnitOfWorkFactory
from booking.testing.fakes import Faults, ScriptedExtractor
from tests.engine.desk import Desk


class Bug(Exception):
    """A programming error."""


def broken_desk() -> tuple[Desk, Faults]:
    """A desk whose database calls can be broken."""
    desk, faults = Desk(), Faults()
    desk.engine.begin = faults.around(desk.database)
    return desk, faults


def test_a_turn_that_fails_changes_nothing_but_its_attempt_count() -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    before = desk.database.snapshot(but=("messages", "stages"))
    # Three attempts; the apology after the third needs this call too, so that it fails as well.
    for nth in range(1, 5):
        faults.break_nth("turns.add", nth, Bug("la señora Ana no debe verse"))
    with pytest.raises(Bug):
        desk.wait(700)
    assert desk.database.snapshot(but=("messages", "jobs", "stages")) == {
        k: v for k, v in before.items() if k != "jobs"
    }
    (row,) = desk.database.store.tables["messages"].values()
    assert row.message.attempts == 2
    assert row.error == "Bug"  # the kind of error, never its words


def test_a_turn_that_fails_once_is_tried_again_at_once() -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    faults.break_next("turns.add", Bug())
    assert desk.wait(700) == [["hola"]]
    assert desk.notices() == []
    assert len(desk.outbox("Ana")) == 1


def test_after_three_failures_the_person_gets_an_apology_and_staff_a_notice() -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    for nth in (1, 2, 3):
        faults.break_nth("turns.add", nth, Bug())
    assert desk.wait(700) == [["hola"]]
    (apology,) = desk.outbox("Ana")
    assert "Tuvimos un problema" in apology.content.body
    assert desk.notices() == ["turn_failed"]
    assert desk.pending("Ana") == 0


def test_what_was_written_after_a_message_given_up_is_handled_as_ever() -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    for nth in (1, 2, 3):
        faults.break_nth("turns.add", nth, Bug())
    desk.wait(700)
    desk.write("Ana", "¿hola?")
    assert desk.wait(700) == [["¿hola?"]]
    assert desk.turns("Ana")[-1].steps
    assert "asistente" in desk.outbox("Ana")[-1].content.body


def test_texts_given_up_do_not_take_the_tap_behind_them_along() -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    desk.tap("Ana", 't1|-|{"kind":"start_booking"}')
    for nth in (1, 2, 3):
        faults.break_nth("turns.add", nth, Bug())
    turns = desk.run()
    assert [len(turn) for turn in turns] == [1, 1]
    assert [bool(turn.steps) for turn in desk.turns("Ana")] == [False, True]


@pytest.mark.parametrize("failures_before", [0, 1, 2])
def test_a_commit_whose_answer_was_lost_is_not_repeated(failures_before: int) -> None:
    desk, faults = broken_desk()
    desk.write("Ana", "hola")
    for nth in range(1, failures_before + 1):
        faults.break_nth("turns.add", nth, Bug())
    # Each failure counted is a commit of its own, before that of the turn.
    faults.break_nth("commit", failures_before + 1, Bug(), late=True)
    assert desk.wait(700) == [["hola"]]
    assert len(desk.turns("Ana")) == 1
    assert len(desk.outbox("Ana")) == 1
    assert desk.notices() == []


def moving_desk(times: int) -> tuple[Desk, list[int]]:
    """A desk whose conversation changes that often while a message is being read."""
    seen: list[int] = []
    left = itertools.count(1)

    def reads(text: str, context: UnderstandingContext) -> Understanding:
        if (number := next(left)) <= times:
            seen.append(number)
            with desk.database() as uow:
                conversation = uow.conversations.lock(desk.chats["Ana"])
                uow.conversations.save(conversation, desk.clock.now())
                uow.commit()
        return Understanding(intents=(StartBooking(),))

    desk = Desk(ScriptedExtractor(reads))
    return desk, seen


def test_a_turn_happens_when_it_has_been_read_however_long_that_took() -> None:
    def reads(text: str, context: UnderstandingContext) -> Understanding:
        desk.clock.advance(dt.timedelta(minutes=11))  # longer than a hold lives
        return Understanding(intents=(StartBooking(),))

    desk = Desk(ScriptedExtractor(reads))
    desk.write("Ana", "una cita")
    desk.wait(700)
    (record,) = desk.turns("Ana")
    assert record.at == desk.clock.now()


def test_a_conversation_that_moved_is_read_again() -> None:
    desk, _ = moving_desk(times=2)
    desk.write("Ana", "una cita")
    assert desk.wait(700) == [["una cita"]]
    assert isinstance(desk.reader, ScriptedExtractor)
    assert len(desk.reader.heard) == 3
    assert len(desk.outbox("Ana")) == 1
    (row,) = desk.database.store.tables["messages"].values()
    assert row.message.attempts == 0


def test_a_conversation_that_moves_three_times_counts_as_a_failure() -> None:
    desk, _ = moving_desk(times=3)
    desk.write("Ana", "una cita")
    assert desk.wait(700) == [["una cita"]]
    (row,) = desk.database.store.tables["messages"].values()
    assert row.message.attempts == 1
    assert row.error == ConversationMoved.__name__


def test_what_another_worker_handled_meanwhile_is_not_handled_again() -> None:
    handled: list[int] = []

    def reads(text: str, context: UnderstandingContext) -> Understanding:
        if not handled:
            handled.append(1)
            desk.engine.process(desk.chats["Ana"])
        return Understanding(intents=(Greet(),))

    desk = Desk(ScriptedExtractor(reads))
    desk.write("Ana", "hola")
    assert desk.wait(700) == [["hola"]]
    assert len(desk.outbox("Ana")) == 1


def test_an_extractor_with_a_bug_does_not_silence_anybody() -> None:
    def reads(text: str, context: UnderstandingContext) -> Understanding:
        raise Bug

    desk = Desk(ScriptedExtractor(reads))
    desk.write("Ana", "hola")
    assert desk.wait(700) == [["hola"]]
    assert "Tuvimos un problema" in desk.outbox("Ana")[-1].content.body
    assert desk.notices() == ["turn_failed"]


def test_no_transaction_is_open_while_a_message_is_read() -> None:
    open_then: list[int] = []

    def reads(text: str, context: UnderstandingContext) -> Understanding:
        open_then.append(len(desk.database.store.open) + len(desk.database.store.locks))
        return Understanding(intents=(Greet(),))

    desk = Desk(ScriptedExtractor(reads))
    desk.write("Ana", "hola")
    desk.wait(700)
    assert open_then == [0]


def test_a_clinic_that_was_never_entered_leaves_the_message_waiting() -> None:
    desk = Desk()
    desk.database.store.tables["clinics"].clear()
    begin: UnitOfWorkFactory = desk.database
    desk.engine.begin = begin
    desk.write("Ana", "hola")
    with pytest.raises(Exception, match="no such record"):
        desk.wait(700)
    assert desk.pending("Ana") == 1
