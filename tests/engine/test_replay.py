"""A recorded turn replays exactly, from its record alone."""

from __future__ import annotations

import dataclasses

from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.row import Row
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replay import Replayed, replay
from booking.conversation.replies.render import render
from booking.intents import (
    CheckAvailability,
    Confirm,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    SelectSlot,
    StartBooking,
    When,
)
from booking.models import OutText, TurnRecord
from booking.testing.clinic import Clinic
from booking.testing.strategies import MONDAY
from booking.testing.world import memory_clinic


def _booked() -> Clinic:
    clinic = memory_clinic()
    clinic.mean("Ana", StartBooking())
    clinic.mean("Beto", CheckAvailability(when=Reading(when=When(date_from=MONDAY, date_to=MONDAY))))
    for who in ("Ana", "Beto"):
        clinic.mean(who, SelectSlot(option=1), ProvideCustomerData(name=f"{who} Ruiz"))
    for who in ("Ana", "Beto"):
        clinic.mean(who, Confirm())
    return clinic


def test_every_turn_of_a_booking_replays_exactly_from_its_stored_record() -> None:
    clinic = _booked()
    assert any(key == "booked" for turn in clinic.records for key in (r.key for r in turn.replies))
    for turn in clinic.records:
        stored = TurnRecord.model_validate_json(turn.model_dump_json())
        sent = [item.content for _, item in clinic.said if item.id in turn.outbox_ids]
        assert replay(stored).equals(stored, sent), turn.number
        assert not replay(stored).equals(stored, [OutText(body="otra cosa")])


def test_a_turn_that_went_by_rows_of_an_older_table_replays_by_what_they_came_to() -> None:
    for turn in _booked().records:
        steps = tuple(step.model_copy(update={"row": f"older@{step.row}", "facts": {}}) for step in turn.steps)
        older, sent = turn.model_copy(update={"steps": steps}), render(turn.replies)
        assert replay(older).equals(older, sent)
        elsewhere = older.model_copy(update={"steps": (steps[0].model_copy(update={"refused": "timeout"}), *steps[1:])})
        assert not replay(elsewhere).equals(elsewhere, sent)


def test_a_replay_that_asks_something_else_says_so() -> None:
    turn = _booked().records[0]
    steps = tuple(step.model_copy(update={"effects": ()}) for step in turn.steps)
    again = replay(turn.model_copy(update={"steps": steps}))
    assert (again.diverged, again.stopped) == ("search", None)
    assert [step.row for step in again.steps] == [step.row for step in turn.steps[:-1]]


def test_a_turn_of_the_systems_own_goes_on_with_what_its_row_names_and_replays() -> None:
    """Here: the bot is back, and says again where the flow stands."""

    def resumes(row: Row) -> Row:
        return dataclasses.replace(row, then=Trigger.RESUME) if Trigger.BOT_RETURNS in row.on else row

    machine = Conversing([resumes(row) for row in TABLE])
    clinic = dataclasses.replace(memory_clinic(), machine=machine)
    clinic.mean("Ana", StartBooking())
    clinic.mean("Ana", RequestHuman())
    clinic.engine.return_to_bot(clinic.conversations["Ana"])
    with clinic.begin() as uow:
        turn = uow.turns.list(clinic.conversations["Ana"])[-1]
        sent = {item.id: item.content for item in uow.outbox.list(clinic.conversations["Ana"])}
    assert [step.trigger for step in turn.steps] == ["bot_returns", "resume", "check_availability"]
    assert replay(turn, machine).equals(turn, [sent[id] for id in turn.outbox_ids])


def test_a_replay_that_asks_for_something_else_says_so() -> None:
    turn = next(turn for turn in _booked().records if any(reply.key == "booked" for reply in turn.replies))
    assert _asks_for(turn, person_id=7).diverged == "book"
    assert _asks_for(turn, person_id=7).otherwise
    assert _asks_for(turn, said_by_nobody=7).diverged is None


def test_a_turn_recorded_before_arguments_were_replays() -> None:
    for turn in _booked().records:
        bare = [
            step.model_copy(update={"effects": tuple(e.model_copy(update={"arguments": None}) for e in step.effects)})
            for step in turn.steps
        ]
        older = turn.model_copy(update={"steps": tuple(bare)})
        assert replay(older).equals(older, render(turn.replies))


def _asks_for(turn: TurnRecord, **other: int) -> Replayed:
    """The replay of a turn whose booking was recorded as asked for with other arguments."""
    steps = [
        step.model_copy(
            update={
                "effects": tuple(
                    effect.model_copy(update={"arguments": {**(effect.arguments or {}), **other}})
                    if effect.name == "book"
                    else effect
                    for effect in step.effects
                )
            }
        )
        for step in turn.steps
    ]
    return replay(turn.model_copy(update={"steps": tuple(steps)}))
