"""The use cases of a conversation: take messages in, and handle what is pending as turns.

Holds the order of things and the transactions; no rule of the conversation (the table's), no SQL, no Spanish.
"""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from zoneinfo import ZoneInfo

import structlog

from booking import statement_count
from booking.access.rights import caller_of
from booking.conversation import in_time, sequence
from booking.conversation.bursts import Burst, meaning_of, names_known_in, next_burst
from booking.conversation.clinic_as_used import as_used
from booking.conversation.due_triggers import as_found, due, handoff_is_over, is_left
from booking.conversation.fsm.conversation_machine import CONVERSING, Conversing
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.intake import Intake
from booking.conversation.left_alone import is_untold, tell
from booking.conversation.looking_up import look_up
from booking.conversation.meaning.pending_question import asked_by, of_the_same
from booking.conversation.meaning.subjects import changes_subject
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.render import render
from booking.conversation.turn import Lookups, Services, Turn
from booking.conversation.voice_notes import heard, said_aloud, shown_back
from booking.errors import ConversationMoved, NotFound
from booking.intents import Understanding, UseTool
from booking.logs import where
from booking.models import (
    Clinic,
    Control,
    Conversation,
    DeliveryStatus,
    Echo,
    Effect,
    InboundMessage,
    PendingMessage,
    Reply,
    Role,
    TemplateNews,
    TurnRecord,
    sub_state_of,
)
from booking.models.stage_times import failed
from booking.models.tool_answers import Answer
from booking.ports import (
    Answers,
    Clock,
    IntentExtractor,
    Knowledge,
    Listener,
    LookupRequest,
    Memory,
    Recalled,
    Remembered,
    Toolbox,
    UnitOfWork,
    UnitOfWorkFactory,
    Visited,
)

log = structlog.get_logger()

ATTEMPTS = 3
"""A turn that failed this often is given up: an apology to the person, a notice to staff."""


@dataclass(frozen=True, slots=True)
class Pace:
    """Durations that the operator sets."""

    pause: dt.timedelta = dt.timedelta(milliseconds=700)  # texts this close together are one turn
    idle: dt.timedelta = dt.timedelta(hours=24)  # a flow left alone this long is dropped
    handoff: dt.timedelta = dt.timedelta(hours=12)  # human control ends after this
    lookup: dt.timedelta = dt.timedelta(seconds=4)  # for the answers of all services that a turn asks


@dataclass(slots=True)
class Engine:
    """One clinic's conversations. Safe to share between threads."""

    begin: UnitOfWorkFactory
    clock: Clock
    extractor: IntentExtractor
    knowledge: Knowledge
    pace: Pace = field(default_factory=Pace)
    phone_number_id: str | None = None  # ours; messages to another number are kept without a turn
    acknowledge: Callable[[str], None] = lambda wamid: None
    machine: Conversing = CONVERSING
    tools: Toolbox | None = None
    read_by: str | None = None  # companies whose models are shown messages; patients are told
    listener: Listener | None = None  # None: voice notes are not listened to
    memory: Memory | None = None  # what is remembered of people
    keeps_files: bool = False  # pictures and documents, for the staff; else they are refused

    # --- intake ----------------------------------------------------------------------------------

    @property
    def intake(self) -> Intake:
        """What a delivery of the webhook means."""
        pace = self.pace
        return Intake(
            self.begin, self.clock, pace.pause, self.phone_number_id, pace.handoff, keeps_files=self.keeps_files
        )

    def receive(
        self,
        messages: Sequence[InboundMessage],
        statuses: Sequence[DeliveryStatus] = (),
        damaged: Sequence[tuple[str, str]] = (),
        echoes: Sequence[Echo] = (),
        templates: Sequence[TemplateNews] = (),
    ) -> list[int]:
        """See `Intake.receive`."""
        return self.intake.receive(messages, statuses, damaged, echoes, templates)

    # --- turns -----------------------------------------------------------------------------------

    def process(
        self, conversation_id: int, message_id: int | None = None, deliver: Callable[[int], object] | None = None
    ) -> int:
        """Handle what is pending, turn by turn; the number of turns. `message_id` names the text whose pause
        is over: while a later one is still in its own pause, nothing is done. `deliver` sends the conversation's
        answers, after each turn and once where there was none: an earlier process may have died before it did.
        Without it they have a job of their own."""
        turns, more = 0, True
        while more:
            with statement_count.counted():
                burst = self._next(conversation_id, message_id)
                if burst is None:
                    break
                began = time.perf_counter()
                try:
                    self._handle(burst, sends=deliver is not None)
                except Exception as error:
                    # The one broad except around a turn: a bug must not silence a patient for ever.
                    log.error("turn_failed", conversation_id=conversation_id, error=where(error))
                    took_ms = (time.perf_counter() - began) * 1000
                    if not self._count_failure(burst, error, took_ms, sends=deliver is not None):
                        continue
            turns += 1
            if deliver is not None:
                deliver(conversation_id)
            more = burst.more  # whatever came meanwhile has a job of its own
        if deliver is not None and not turns:
            deliver(conversation_id)
        return turns

    def return_to_bot(self, conversation_id: int, *, if_over: bool = False) -> None:
        """End human control now; `if_over`: only if its time is over, for a human may have been called again since
        somebody looked. Nothing where it has ended: two may see that its time is over."""
        self._retrying(lambda: self._return_to_bot(conversation_id, if_over))

    def close(self, conversation_id: int) -> None:
        """End what was left alone in it, as the next message would have; nothing where somebody has written since
        somebody looked, where a human has the chat, or where it is gone."""
        try:
            self._retrying(lambda: self._close(conversation_id))
        except NotFound:
            return
        except Exception as error:  # as around any turn: others are closed all the same
            log.error("turn_failed", conversation_id=conversation_id, error=where(error))

    def _next(self, conversation_id: int, message_id: int | None) -> Burst | None:
        with self.begin() as uow:
            found = uow.conversations.at_hand(conversation_id, self.clock.now())
            if found is None:
                return None
            ended = uow.turns.list(conversation_id, 1) if is_untold(found.conversation) else ()
        messages = next_burst(found.messages, message_id, self.pace.pause, self.clock.now())
        if not messages:
            return None
        more = len(messages) < len(found.messages)
        chat, screen = found.conversation, ended[-1].before if ended else None
        return Burst(chat, found.clinic, tuple(found.doctors), messages, more, tuple(found.coming), screen)

    def _handle(self, burst: Burst, *, sends: bool) -> None:
        chat = burst.conversation
        if burst.messages[0].attempts == 0 and chat.control is Control.BOT and not chat.person.opted_out:
            self.acknowledge(burst.messages[-1].wamid)
        fresh = self._heard(burst)
        for _ in range(ATTEMPTS):
            try:
                return self._attempt(fresh, sends=sends)
            except ConversationMoved:
                again = self._next(burst.conversation.id, None)
                if again is None:
                    return None
                fresh = self._heard(again)
        raise ConversationMoved

    def _heard(self, burst: Burst) -> Burst:
        """With what was said in voice notes, but of those that nobody answers."""
        chat = burst.conversation
        if self.listener is None or chat.control is Control.HUMAN or chat.person.opted_out:
            return burst
        return replace(burst, messages=heard(burst.messages, self.listener))

    def _attempt(self, burst: Burst, *, sends: bool) -> None:
        stages: dict[str, float] = {}
        now = self.clock.now()
        with _timed(stages, "understand"):
            found = as_found(burst.conversation, now, self.pace.idle)
            understanding = meaning_of(burst, found, self.extractor, now)
        with _timed(stages, "lookups"):
            documents = partial(in_time.documents, self.knowledge, self._request(burst))
            looked_up, answers = look_up(
                sub_state_of(found),
                understanding.intents,
                Lookups(
                    documents,
                    partial(self._read, burst, now),
                    partial(self._recall, burst),
                    partial(self._visited, burst),
                ),
                self.machine,
            )
        began = time.perf_counter()
        with self.begin() as uow:
            conversation = uow.conversations.lock(burst.conversation.id)
            if conversation.version != burst.conversation.version:
                raise ConversationMoved
            now = self.clock.now()  # a model may have taken seconds, the lock too
            turn = self._turn(conversation, burst.clinic, uow, now)
            turn.looked_up, turn.source = looked_up, understanding.source
            turn.message = burst.times
            system = due(conversation, now, self.pace.idle)
            tell(turn, system)
            sequence.run(turn, system, understanding.intents, self.machine)
            sequence.tell_left_aside(turn)
            if turn.replies and (said := said_aloud(burst.messages)):
                turn.replies.insert(0, shown_back(said))
            stages["transaction"] = (time.perf_counter() - began) * 1000  # but for storing what came of it
            self._store(turn, conversation, understanding, burst.messages, answers, stages, sends=sends)
            uow.commit()

    def _request(self, burst: Burst) -> LookupRequest:
        chat = burst.conversation
        until = time.monotonic() + self.pace.lookup.total_seconds()
        doctors = tuple(doctor.name for doctor in burst.doctors)
        own, now = chat.person.name, self.clock.now()
        return LookupRequest(chat.person.id, chat.id, until, names_known_in(chat), doctors, own, now)

    def _recall(self, burst: Burst, asked: Recalled) -> Sequence[Remembered]:
        if self.memory is None:
            return ()
        return in_time.memory(self.memory, ZoneInfo(burst.clinic.zone), self._request(burst), asked)

    def _visited(self, burst: Burst) -> Visited | None:
        if self.memory is None:
            return None
        return in_time.visited(self.memory, self._request(burst))

    def _read(self, burst: Burst, now: dt.datetime, calls: Sequence[UseTool]) -> list[tuple[UseTool, Answer]]:
        """The reads among these, side by side; nobody without rights reaches a tool."""
        caller = caller_of(burst.conversation.person, now)
        if self.tools is None or caller.roles == {Role.PATIENT}:
            return []
        reads = [call for call in calls if not self.tools.writes(call.tool) and self.tools.may(caller, call.tool)]
        answers = self.tools.ask(burst.clinic, caller, now, [(call.tool, dict(call.arguments)) for call in reads])
        return list(zip(reads, answers, strict=True))

    def _turn(self, conversation: Conversation, clinic: Clinic, uow: UnitOfWork, now: dt.datetime) -> Turn:
        return Turn(conversation, now, clinic, Services(uow, self.pace.handoff, self.tools, self.read_by))

    def _store(
        self,
        turn: Turn,
        before: Conversation,
        understanding: Understanding | None,
        messages: Sequence[PendingMessage],
        answers: tuple[Effect, ...],
        stages: dict[str, float],
        *,
        sends: bool = False,
        used: bool = True,
    ) -> None:
        """Conversation, outbox, inbox, log and jobs: committed together with what the hooks wrote. `sends`: whoever
        asked for the turn sends its answers; not `used`: nobody did anything in the chat."""
        uow, now = turn.uow, turn.now
        contents, to = render(turn.replies), turn.conversation.reply_to
        reply_to = messages[-1].wamid if messages else None
        says = Answers(to, contents, reply_to, job=not sends) if contents and to else None
        turn.change(turns=before.turns + 1, question=of_the_same(asked_by(turn), before.question))
        if understanding and understanding.calls:
            uow.model_calls.add(before.id, understanding.calls, understanding.source, now)
        asked = statement_count.so_far()
        record = TurnRecord(
            conversation_id=before.id,
            number=turn.conversation.turns,
            at=now,
            message_ids=tuple(m.id for m in messages),
            intents=understanding.intents if understanding else (),
            source=understanding.source.value if understanding else "system",
            new_subject=understanding is not None and changes_subject(understanding.intents, before),
            message=turn.message,
            clinic=as_used(turn),
            before=before,
            lookups=answers,
            steps=tuple(turn.steps),
            replies=tuple(turn.replies),
            stages_ms={name: round(ms, 2) for name, ms in stages.items()},
            statements=asked and asked + 1,  # the last one stores this
        )
        if not used:
            uow.conversations.save(turn.conversation, before.updated_at or now)
        uow.turns.add(record, turn.conversation if used else None, says)

    def _return_to_bot(self, conversation_id: int, if_over: bool) -> None:
        now = self.clock.now()
        with statement_count.counted(), self.begin() as uow:
            conversation = uow.conversations.lock(conversation_id)
            if conversation.control is not Control.HUMAN or (if_over and not handoff_is_over(conversation, now)):
                return
            turn = self._turn(conversation, uow.schedules.clinic(), uow, now)
            sequence.run(turn, [Trigger.BOT_RETURNS], machine=self.machine)
            self._store(turn, conversation, None, (), (), {})
            uow.commit()

    def _close(self, conversation_id: int) -> None:
        now = self.clock.now()
        with statement_count.counted(), self.begin() as uow:
            conversation = uow.conversations.lock(conversation_id)
            if conversation.control is Control.HUMAN or not is_left(conversation, now, self.pace.idle):
                return
            turn = self._turn(conversation, uow.schedules.clinic(), uow, now)
            sequence.run(turn, [Trigger.TIMEOUT], machine=self.machine)
            self._store(turn, conversation, None, (), (), {}, used=False)
            uow.commit()

    def _count_failure(self, burst: Burst, error: Exception, took_ms: float, *, sends: bool) -> bool:
        """One more failed attempt; at the third the messages are given up. True once they are, or were handled."""
        ids, now = [m.id for m in burst.messages], self.clock.now()
        with self.begin() as uow:
            conversation = uow.conversations.lock(burst.conversation.id)
            if not {m.id for m in uow.inbox.pending(conversation.id)}.issuperset(ids):
                return True  # the turn was committed; only word of it was lost
            kind = type(error).__name__
            uow.metrics.add([failed(conversation.id, kind, took_ms, now)])
            attempts = uow.inbox.count_attempt(ids, kind)
            if attempts < ATTEMPTS:
                uow.commit()
                return False
            uow.notices.add("turn_failed", conversation.id, kind, now)
            turn = self._turn(conversation, burst.clinic, uow, now)
            turn.replies.append(Reply(key=ReplyKey.TROUBLE, params={"draft_version": 0}))
            self._store(turn, conversation, None, burst.messages, (), {}, sends=sends)
            uow.commit()
            return True

    def _retrying(self, attempt: Callable[[], None]) -> None:
        for left in reversed(range(ATTEMPTS)):
            try:
                return attempt()
            except ConversationMoved:
                if not left:
                    raise


@contextmanager
def _timed(stages: dict[str, float], name: str) -> Iterator[None]:
    start = time.perf_counter()
    try:
        yield
    finally:
        stages[name] = stages.get(name, 0.0) + (time.perf_counter() - start) * 1000
