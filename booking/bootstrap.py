"""The composition root: Settings → everything wired. The only place that names concrete classes."""

from __future__ import annotations

import datetime as dt
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

from booking.delivery import Delivery
from booking.engine import Engine, Pace
from booking.ports import Clock, IntentExtractor, Knowledge, MessageSender, Passage, UnitOfWorkFactory
from booking.settings import Settings


class NoDocuments:
    """The knowledge port while the clinic has no documents."""

    def answer(self, query: str) -> Passage | None:
        return None


@dataclass
class App:
    """Everything wired for one process. Doors take from here and nowhere else."""

    settings: Settings
    url: str
    clock: Clock
    begin: UnitOfWorkFactory
    extractor: IntentExtractor
    sender: MessageSender
    knowledge: Knowledge

    @cached_property
    def engine(self) -> Engine:
        acknowledging = ThreadPoolExecutor(max_workers=2, thread_name_prefix="acknowledge")
        settings, sender = self.settings, self.sender

        def acknowledge(wamid: str) -> None:
            # Best effort and beside the turn: nobody waits for "typing…".
            if sender.ready:
                acknowledging.submit(sender.acknowledge, wamid)

        return Engine(
            begin=self.begin,
            clock=self.clock,
            extractor=self.extractor,
            knowledge=self.knowledge,
            pace=Pace(
                pause=dt.timedelta(milliseconds=settings.turn_pause_ms),
                idle=dt.timedelta(hours=settings.conversation_idle_hours),
                handoff=dt.timedelta(hours=settings.handoff_hours),
            ),
            phone_number_id=settings.whatsapp_phone_number_id,
            acknowledge=acknowledge,
        )

    @cached_property
    def delivery(self) -> Delivery:
        return Delivery(self.begin, self.clock, self.sender)

    def sweep(self) -> None:
        """What jobs alone would forget: waiting messages, due deliveries, human control that ended."""
        now = self.clock.now()
        with self.begin() as uow:
            for conversation_id in uow.inbox.conversations_waiting():
                uow.jobs.process(conversation_id, message_id=0, urgent=False, delay=dt.timedelta())
            for conversation_id in uow.outbox.conversations_due(now):
                uow.jobs.deliver(conversation_id)
            lapsed = uow.conversations.lapsed_handoffs(now)
            uow.commit()
        for conversation_id in lapsed:
            self.engine.return_to_bot(conversation_id)
