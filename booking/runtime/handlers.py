"""What runs each kind of background job, those of the clock too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from booking.conversation import reminding, telling
from booking.conversation.delivery import Delivery
from booking.conversation.engine import Engine
from booking.conversation.keeping_files import FileKeeper
from booking.conversation.remembering import Rememberer
from booking.conversation.waiting_offers import WaitingOffers
from booking.models import (
    DeliverClass,
    FindReminders,
    Job,
    KeepFiles,
    ProcessChat,
    Purge,
    Remember,
    RemindChat,
    Sweep,
    TellPatient,
)
from booking.models.background_jobs import MatchWaiting, WatchWaiting
from booking.runtime.upkeep import Upkeep

Handlers = Mapping[type[Job], Callable[[Any], object]]
"""By kind; each takes a job of it."""


def handlers(
    engine: Engine, delivery: Delivery, upkeep: Upkeep, keeper: FileKeeper, rememberer: Rememberer
) -> Handlers:
    """One for every kind of job."""

    def process(job: ProcessChat) -> None:
        engine.process(job.conversation_id, job.message_id, delivery.deliver)

    def deliver(job: DeliverClass) -> None:
        delivery.deliver(job.conversation_id, job.message_class)

    def tell(job: TellPatient) -> None:
        with delivery.begin() as uow:
            telling.tell(uow, job.appointment_id, delivery.clock.now())
            uow.commit()

    def find(job: FindReminders) -> None:
        with delivery.begin() as uow:
            reminding.find(uow, delivery.clock.now())
            uow.commit()

    def remind(job: RemindChat) -> None:
        with delivery.begin() as uow:
            reminding.remind(uow, job.conversation_id, job.appointment_ids, delivery.clock.now())
            uow.commit()

    waiting = WaitingOffers(delivery.begin, delivery.clock)

    def match(job: MatchWaiting) -> None:
        waiting.run()

    def watch(job: WatchWaiting) -> None:
        waiting.watch()

    def keep(job: KeepFiles) -> None:
        keeper.keep(job.conversation_id)

    def remember(job: Remember) -> None:
        rememberer.remember()

    def sweep(job: Sweep) -> None:
        upkeep.sweep()

    def purge(job: Purge) -> None:
        upkeep.purge()

    return {
        ProcessChat: process,
        DeliverClass: deliver,
        TellPatient: tell,
        FindReminders: find,
        RemindChat: remind,
        MatchWaiting: match,
        WatchWaiting: watch,
        KeepFiles: keep,
        Remember: remember,
        Sweep: sweep,
        Purge: purge,
    }
