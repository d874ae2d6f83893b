"""Use cases of the clock: what jobs alone would forget is taken up again, what was kept long enough is forgotten."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog

from booking.conversation import asking_ratings, inviting, push_notices, staff_news, summaries, unanswered_moves
from booking.conversation.keeping_files import LOST_SIGHT
from booking.conversation.left_alone import used_last
from booking.errors import NotFound, ServiceUnavailable
from booking.logs import where
from booking.models import DeliverClass, Job, KeepFiles, ProcessChat, Remember, TellPatient
from booking.models.retention import (
    CLINICAL_KEPT,
    EPISODES_KEPT,
    FILES_KEPT,
    PROFILES_KEPT,
    SESSIONS_KEPT,
    STAGES_KEPT,
    TEXTS_KEPT,
)
from booking.models.stage_times import StageOutcome, StageTime
from booking.ports import Clock, MessageSender, UnitOfWork, UnitOfWorkFactory

log = structlog.get_logger()


@dataclass(slots=True)
class Upkeep:
    """A run that did something or failed is measured, as turns and deliveries are. `return_to_bot` ends human control
    of a conversation; `split` takes apart what was delivered; `fill` makes vectors that are missing; `close` ends what
    was left alone in a conversation."""

    begin: UnitOfWorkFactory
    clock: Clock
    sender: MessageSender
    return_to_bot: Callable[[int], None]
    clinical_kept: dt.timedelta = CLINICAL_KEPT
    split: Callable[[], object] = lambda: None
    files_kept: dt.timedelta = FILES_KEPT
    idle: dt.timedelta = dt.timedelta(hours=24)  # what was left alone this long is abandoned
    fill: Callable[[], object] = lambda: None
    close: Callable[[int], object] = lambda conversation_id: None
    closed_at_once: int = 100  # in one sweep

    def sweep(self) -> None:
        """Deliveries nobody took apart, waiting messages, due answers, human control that ended, what was left
        alone, what patients and those on duty are to hear, who has not answered, what ended and is to be kept."""
        with self._measured("sweep") as run:
            self.split()
            now = self.clock.now()
            with self.begin() as uow:
                waiting = uow.inbox.conversations_waiting()
                due = uow.outbox.due_classes(now) if self.sender.ready else ()
                untold = uow.tellings.waiting()
                left = uow.files.waiting(now, now - LOST_SIGHT)
                ended = uow.episodes.waiting()
                alone = uow.conversations.left_alone(*used_last(now, self.idle), self.closed_at_once)
                jobs: list[Job] = [ProcessChat(conversation_id=conversation_id) for conversation_id in waiting]
                jobs += [DeliverClass(conversation_id=chat, message_class=of) for chat, of in due]
                jobs += [TellPatient(appointment_id=appointment_id) for appointment_id in untold]
                jobs += [KeepFiles(conversation_id=conversation_id) for conversation_id in left]
                jobs += [Remember()] if ended else []
                uow.jobs.defer_all([(job, None) for job in jobs], now)
                lapsed = uow.conversations.lapsed_handoffs(now)
                called = unanswered_moves.call_staff(uow, now)
                pushed = self._push(uow, now)
                uow.commit()
            for conversation_id in lapsed:
                self.return_to_bot(conversation_id)
            for conversation_id in alone:
                self.close(conversation_id)
            told = self._write(now)
            run.did = bool(told or waiting or due or untold or left or ended or lapsed or alone or called or pushed)

    def _write(self, now: dt.datetime) -> int:
        """Staff of what patients changed and what the day brings; patients that they may book, and to ask how it was.
        Each in a transaction of its own."""
        told = 0
        for tell in (staff_news.tell, summaries.send, inviting.invite, asking_ratings.ask):
            with self.begin() as uow:
                try:
                    told += tell(uow, now)
                except NotFound:  # no clinic has been entered
                    return told
                uow.commit()
        return told

    def _push(self, uow: UnitOfWork, now: dt.datetime) -> int:
        try:
            return push_notices.push(uow, now)
        except NotFound:  # no clinic has been entered: there is nobody to tell
            return 0

    def purge(self) -> None:
        """Forget sessions, measurements and texts that have been kept long enough."""
        with self._measured("purge") as run:
            now = self.clock.now()
            with self.begin() as uow:
                forgotten = (
                    uow.sessions.purge(now - SESSIONS_KEPT),
                    uow.metrics.purge(now - STAGES_KEPT),
                    uow.model_calls.forget_texts(now - TEXTS_KEPT),
                    uow.turns.forget_clinical(now - self.clinical_kept),
                    uow.conversations.forget_profiles(now - PROFILES_KEPT),
                    uow.files.forget(now - self.files_kept),
                    uow.episodes.purge(now - EPISODES_KEPT),
                )
                uow.jobs.defer(Remember(), now)  # vectors of lines that another model made
                uow.commit()
            run.did = any(forgotten)
        self._fill()

    def _fill(self) -> None:
        """Passages get the vectors that they lack, or that another model made; words alone find them until then."""
        try:
            self.fill()
        except ServiceUnavailable as error:
            log.info("no_vectors", error=where(error))

    def _measured(self, job: str) -> _Measured:
        return _Measured(self.begin, self.clock, job)


@dataclass(slots=True)
class _Measured:
    """Stores how long a job took that `did` something or failed, and what came of it, in a transaction of its own.
    What failed still fails."""

    begin: UnitOfWorkFactory
    clock: Clock
    job: str
    began: float = 0.0
    did: bool = False

    def __enter__(self) -> _Measured:
        self.began = time.perf_counter()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: object) -> None:
        if not self.did and kind is None:
            return
        took = StageTime(
            stage=self.job,
            took_ms=round((time.perf_counter() - self.began) * 1000, 2),
            at=self.clock.now(),
            outcome=StageOutcome.ERROR if kind else StageOutcome.SUCCESS,
            error=kind.__name__ if kind else None,
        )
        with self.begin() as uow:
            uow.metrics.add([took])
            uow.commit()
