"""What is left alone for a day ends by itself: the same as if the next message had ended it, and whoever comes back is
told so and understood as they would have been. A message that comes at that moment is neither lost nor misread."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from sqlalchemy import Engine

from booking import statement_count
from booking.conversation.replay import replay
from booking.intents import Confirm, RequestHuman, SelectSlot, StartBooking, Understanding
from booking.models import Control, Conversation, State, Text, UnderstandingContext
from booking.runtime.upkeep import Upkeep
from booking.testing.clinic import Clinic, Exchange
from booking.testing.fakes import RecordingSender
from booking.testing.invariants import check_all
from booking.testing.world import demo_seed, memory_clinic, small_seed
from nlu.shortcuts import Shortcuts
from tests.engine.on_postgres import postgres_clinic
from tests.engine.proposed import proposed

FLOWS: dict[str, tuple[str, ...]] = {
    "offer": ("quiero una cita el jueves por la tarde",),
    "with a doctor": ("quiero una cita con la Dra. Méndez el jueves",),
    "name": ("quiero una cita mañana a las 12",),
    "proposal": ("quiero una cita mañana a las 12", "Ana Ruiz Soto"),
    "move": ("quiero una cita el 1 de diciembre a las 4 pm", "Ana Ruiz Soto", "sí", "quiero cambiar mi cita"),
    "cancel": ("quiero una cita el 1 de diciembre a las 4 pm", "Ana Ruiz Soto", "sí", "cancela mi cita"),
    "which one": ("cita mañana a las 4 pm", "Ana Ruiz Soto", "sí", "otra el jueves a las 5 pm", "sí", "cancela una"),
}
WORDS = (
    "hola", "sí", "la 2", "2", "la primera", "el segundo horario", "Ana Ruiz Soto", "mejor el viernes", "ya no",
    "quiero cancelar mi cita", "gracias", "¿dónde están?", "con la misma doctora", "hola, quiero una cita", "BAJA",
    "una persona, por favor", "¿qué citas tengo?", "es para mi hijo Luis", "no",
)  # fmt: skip
HOURS = (25, 47, 60)
NOT_THE_SAME = {"version", "turns", "draft_version", "updated_at", "question", "offer"}
"""Counts of what was stored; a question and an offer have such a count in them."""


def left(flow: Sequence[str], hours: float, *, closed: bool) -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for words in flow:
        clinic.say("Ana", words)
    assert clinic.conversation("Ana").state is not State.IDLE
    clinic.advance(hours=24)
    if closed:
        close(clinic)
    clinic.advance(hours=hours - 24)
    return clinic


def close(clinic: Clinic, who: str = "Ana") -> Conversation:
    sent = len(clinic.sent_to(who))
    clinic.engine.close(clinic.conversations[who])
    assert len(clinic.sent_to(who)) == sent, "nobody is written to"
    return clinic.conversation(who)


def kept(clinic: Clinic) -> dict[str, Any]:
    plain = clinic.conversation("Ana").model_dump(mode="json", exclude=NOT_THE_SAME)
    return without_versions(plain)


def without_versions(plain: Any) -> Any:
    if isinstance(plain, dict):
        return {name: without_versions(value) for name, value in plain.items() if "version" not in name}
    return [without_versions(one) for one in plain] if isinstance(plain, list) else plain


def keys(said: Exchange) -> list[str]:
    """A greeting beside something else is said where nothing is under way any more."""
    return said.keys if len(said.keys) == 1 else [key for key in said.keys if key != "greeting"]


@pytest.mark.parametrize("flow", FLOWS.values(), ids=FLOWS)
def test_whoever_comes_back_is_answered_as_if_they_had_ended_it(flow: Sequence[str]) -> None:
    for number, words in enumerate(WORDS):
        hours = HOURS[number % len(HOURS)]
        ended, closed = (left(flow, hours, closed=closed) for closed in (False, True))
        said = closed.say("Ana", words)
        assert keys(said) == keys(ended.say("Ana", words)), words
        assert [replay(turn).replies for turn in said.turns] == [turn.replies for turn in said.turns]
        assert kept(closed) == kept(ended), words
        check_all(closed)


@pytest.mark.parametrize("flow", FLOWS.values(), ids=FLOWS)
def test_a_button_of_before_does_what_it_would_have_done(flow: Sequence[str]) -> None:
    for place in range(1, 5):
        ended, closed = (left(flow, 30, closed=closed) for closed in (False, True))
        try:
            tapped = ended.tap("Ana", place)
        except LookupError:
            break
        assert keys(closed.tap("Ana", place)) == keys(tapped)
        assert kept(closed) == kept(ended)
        check_all(closed)


def test_what_ended_is_told_once_and_looked_for_by_a_yes_alone() -> None:
    clinic = left(FLOWS["with a doctor"], 30, closed=True)
    assert clinic.say("Ana", "hola").keys == ["timed_out", "go_back"]
    assert clinic.say("Ana", "sí").keys == ["offer_slots"]
    clinic = left(FLOWS["with a doctor"], 80, closed=True)
    assert clinic.say("Ana", "hola").keys[0] == "timed_out"
    assert clinic.say("Ana", "hola").keys == ["greeting"]


def test_an_hour_said_afterwards_is_of_any_day_and_not_of_the_one_that_was_held() -> None:
    clinic = left(FLOWS["name"], 47, closed=True)
    assert clinic.say("Ana", "a las 5").keys == ["timed_out", "offer_slots"]


@pytest.fixture(params=["memory", "postgres"])
def clinic(request: pytest.FixtureRequest) -> Clinic:
    if request.param == "postgres":
        engine: Engine = request.getfixturevalue("engine")
        return postgres_clinic(engine)
    return memory_clinic(small_seed())


def test_it_ends_in_idle_with_nothing_held_and_the_log_says_how(clinic: Clinic) -> None:
    proposed(clinic)
    before = clinic.conversation("Ana")
    clinic.advance(hours=23)
    assert close(clinic) == before, "it is not left yet"
    clinic.advance(hours=1)
    after = close(clinic)
    assert (after.state, after.draft, after.offer, after.question) == (State.IDLE, None, None, None)
    assert after.updated_at == before.updated_at, "nobody used it"
    assert not clinic.stored().live, "nothing is held"
    with clinic.begin() as uow:
        record = uow.turns.list(clinic.conversations["Ana"])[-1]
    assert (record.source, [step.trigger for step in record.steps], record.replies) == ("system", ["timeout"], ())
    assert record.before == before
    assert replay(record).equals(record, ())
    assert close(clinic) == after, "and once"
    check_all(clinic)
    assert clinic.mean("Ana", Confirm()).keys[0] == "timed_out"
    assert not clinic.stored().live
    check_all(clinic)


def test_whose_chat_a_human_has_is_left_to_them(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.mean("Ana", RequestHuman())
    clinic.advance(hours=30)
    assert close(clinic).control is Control.HUMAN
    assert close(clinic).state is not State.IDLE


def test_who_was_answered_by_a_human_meanwhile_is_not_asked_about_it() -> None:
    clinic = left(FLOWS["with a doctor"], 25, closed=True)
    with clinic.begin() as uow:
        chat = uow.conversations.lock(clinic.conversations["Ana"])
        until = clinic.clock.now().replace(year=2030)
        taken = chat.model_copy(update={"control": Control.HUMAN, "control_until": until})
        uow.conversations.save(taken, clinic.clock.now())
        uow.commit()
    assert clinic.say("Ana", "hola").keys == []
    assert clinic.conversation("Ana").unfinished is None
    clinic.give_back("Ana")
    assert clinic.say("Ana", "hola").keys == ["greeting"]


def test_a_chat_that_is_gone_is_no_error(clinic: Clinic) -> None:
    clinic.engine.close(10**6)


# --- at the same moment -----------------------------------------------------------------------------------


def test_who_writes_while_it_ends_is_understood_anew() -> None:
    clinic = left(FLOWS["proposal"], 25, closed=False)
    closes = [clinic.conversations["Ana"]]

    class ClosingReader(Shortcuts):
        """The sweep comes while this reads."""

        def understand(self, text: str, context: UnderstandingContext) -> Understanding:
            while closes:
                clinic.engine.close(closes.pop())
            return super().understand(text, context)

    clinic.engine.extractor = ClosingReader()
    said = clinic.say("Ana", "sí")
    assert said.keys == ["timed_out", "go_back_or_anew"]
    assert [step.trigger for turn in clinic.records for step in turn.steps].count("timeout") == 1
    check_all(clinic)


def test_all_write_while_all_of_theirs_ends(engine: Engine) -> None:
    """In threads of their own; whoever comes first. Each message is one turn, which says that it is over and books
    nothing; each flow ends once, and what is begun anew stays."""
    clinic, people = postgres_clinic(engine), [f"P{number}" for number in range(24)]
    for who in people:
        clinic.mean(who, StartBooking())
        clinic.mean(who, SelectSlot(option=1))
    clinic.advance(hours=25)
    for number, who in enumerate(people):
        if number % 3:
            clinic.receive(who, Text(body=("sí", "quiero una cita mañana")[number % 3 - 1]))
    clinic.engine.extractor = Shortcuts()
    gate = threading.Barrier(2 * len(people))

    def at_once(act: Any, chat: int) -> None:
        gate.wait(60)
        act(chat)

    with ThreadPoolExecutor(2 * len(people)) as pool:
        both = (clinic.engine.close, clinic.engine.process)
        acts = [(act, clinic.conversations[who]) for who in people for act in both]
        list(pool.map(lambda one: at_once(*one), acts))
    for number, who in enumerate(people):
        with clinic.begin() as uow:
            turns = uow.turns.list(clinic.conversations[who])
            assert not uow.inbox.pending(clinic.conversations[who])
        ended = [turn for turn in turns if any(step.trigger == "timeout" for step in turn.steps)]
        assert len(ended) == 1
        assert clinic.conversation(who).state is (State.SLOT_SELECTION if number % 3 == 2 else State.IDLE)
        if number % 3:
            assert turns[-1].replies[0].key == "timed_out"
            assert turns[-1].message_ids
    assert not clinic.stored().live
    check_all(clinic)


# --- the sweep --------------------------------------------------------------------------------------------


def swept(clinic: Clinic, at_once: int = 100) -> int:
    """How many statements a sweep takes."""
    sender = RecordingSender(ready=False)
    with statement_count.counted():
        Upkeep(
            clinic.begin, clinic.clock, sender, lambda chat: None, close=clinic.engine.close, closed_at_once=at_once
        ).sweep()
        return statement_count.so_far() or 0


def test_a_sweep_ends_so_many_of_what_was_left(engine: Engine) -> None:
    clinic, people = postgres_clinic(engine), ["Ana", "Beto", "Cira", "Dora", "Eva"]
    for who in people:
        clinic.mean(who, StartBooking())
    clinic.advance(hours=25)
    clinic.receive("Eva", Text(body="hola"))
    nothing = [clinic.conversation(who).state for who in people]
    assert State.IDLE not in nothing
    first = swept(clinic, at_once=3)
    assert [clinic.conversation(who).state is State.IDLE for who in people] == [True, True, True, False, False]
    swept(clinic, at_once=3)
    assert [clinic.conversation(who).state is State.IDLE for who in people] == [True, True, True, True, False]
    assert first <= swept(clinic, at_once=3) + 5 * 3
    assert clinic.drain("Eva").keys[0] == "timed_out"
