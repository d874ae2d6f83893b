"""Use case: what deliveries of the webhook bring is stored, and jobs are deferred for it. All is timed from when it
came in, which may be a while ago."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass

import structlog

from booking.conversation import by_hand
from booking.conversation.bursts import PAUSES
from booking.conversation.replies.texts import WORDS
from booking.conversation.telling import call_for_message
from booking.conversation.template_news import learn
from booking.conversation.way_out import other_words
from booking.errors import Unstorable
from booking.models import (
    Brought,
    ByHand,
    ByHandKind,
    Content,
    DeliverClass,
    DeliveryStatus,
    Echo,
    InboundMessage,
    Job,
    KeepFiles,
    MessageClass,
    ProcessChat,
    Tap,
    TemplateNews,
    Unsupported,
)
from booking.ports import Accepted, Clock, UnitOfWork, UnitOfWorkFactory

log = structlog.get_logger()

NOT_FOR_US = frozenset({"reaction", "system", "request_welcome", "revoke", "call_permission_reply"})
"""WhatsApp events that come as messages but say nothing to answer."""

FILE_PAUSES = 6
"""Pauses of a text: a telephone takes longer to send the next picture of a row. Each puts the job that waits off, so
that all are told of at once."""

UNDELIVERED = "undelivered"
"""Kind of the notice that WhatsApp took a message of ours and could not deliver it."""

_SHOWN = 65_536  # characters kept of what cannot be stored


_Event = InboundMessage | Echo | DeliveryStatus | TemplateNews
_Jobs = dict[tuple[int, bool], tuple[Job, dt.datetime | None]]


@dataclass(frozen=True, slots=True)
class Intake:
    """`phone_number_id` is ours (None: any is): what came to another number is kept without a turn."""

    begin: UnitOfWorkFactory
    clock: Clock
    pause: dt.timedelta
    phone_number_id: str | None = None
    handoff: dt.timedelta = dt.timedelta(hours=12)
    keeps_files: bool = False

    def receive(
        self,
        messages: Sequence[InboundMessage],
        statuses: Sequence[DeliveryStatus] = (),
        damaged: Sequence[tuple[str, str]] = (),
        echoes: Sequence[Echo] = (),
        templates: Sequence[TemplateNews] = (),
    ) -> list[int]:
        """Store what came this moment, whole or not at all. Returns the ids of conversations with news."""
        now = self.clock.now()
        brought = Brought(now, tuple(messages), tuple(statuses), tuple(damaged), tuple(echoes), tuple(templates))
        try:
            return self._committed(brought, apart=False)
        except Unstorable:  # rare, so that only then every event is written apart
            return self._committed(brought, apart=True)

    def _committed(self, brought: Brought, *, apart: bool) -> list[int]:
        with self.begin() as uow:
            news = self.store(uow, [brought], apart=apart)
            uow.commit()
        return news

    def store(self, uow: UnitOfWork, deliveries: Sequence[Brought], *, apart: bool = False) -> list[int]:
        """What deliveries of the webhook mean, in the order they came in. Returns the ids of conversations with news.

        `apart`: what the database will never have is kept aside as damaged, alone; else it raises Unstorable, and
        nothing is to be committed. Refused, WhatsApp would send it, and all that came with it, again and again."""
        jobs: _Jobs = {}
        echoes = [(one.received_at, echo) for one in deliveries for echo in one.echoes]
        said = [(one.received_at, message) for one in deliveries for message in one.messages]
        if echoes or apart:
            names = list(dict.fromkeys([*(echo.to for _, echo in echoes), *(message.sender for _, message in said)]))
            with suppress(Unstorable) if apart else nullcontext(), uow.storing(apart=apart):
                uow.inbox.expect(names)
        # Two at once must not wait for each other's messages: in one order, those of one message in the order they
        # came in.
        statuses = [(one.received_at, status) for one in deliveries for status in one.statuses]
        templates = [(one.received_at, update) for one in deliveries for update in one.templates]
        statuses.sort(key=lambda one: one[1].wamid)
        templates.sort(key=lambda one: (one[1].name, one[1].language))
        for events in (echoes, said, statuses, templates):
            for some in ([one] for one in events) if apart else [events]:
                try:
                    with uow.storing(apart=apart):
                        jobs |= self._take(uow, some)
                except Unstorable as error:
                    if not apart:
                        raise
                    log.error("event_kept_aside", why=str(error))
                    for at, event in some:  # as a literal: written out it can be stored, whatever it holds
                        uow.inbox.keep_damaged(ascii(event)[:_SHOWN], f"it cannot be stored: {error}", at)
        for brought in deliveries:
            for raw, why in brought.damaged:
                uow.inbox.keep_damaged(raw, why, brought.received_at)
        uow.jobs.defer_all(list(jobs.values()), self.clock.now())
        return list(dict.fromkeys(chat for chat, _ in jobs))

    def _job(self, accepted: Accepted, at: dt.datetime, *, tap: bool) -> tuple[Job, dt.datetime | None]:
        """What handles it, and when: a tap at once, a text after its pause, or three from the first that waits."""
        job = ProcessChat(conversation_id=accepted.conversation_id, message_id=accepted.message_id, urgent=tap)
        return job, None if tap else min(at + self.pause, accepted.waiting_since + PAUSES * self.pause)

    def _take(self, uow: UnitOfWork, events: Sequence[tuple[dt.datetime, _Event]]) -> _Jobs:
        """The jobs of those that are to be answered, by conversation and whether they are taps."""
        messages: list[tuple[InboundMessage, dt.datetime]] = []
        for at, event in events:
            match event:
                case DeliveryStatus():
                    self._record(uow, event, at)
                case Echo():
                    self._typed(uow, event, at)
                case TemplateNews():
                    learn(uow, event, at)
                case InboundMessage():
                    messages.append((event, at))
        return self._accept(uow, messages) if messages else {}

    def _accept(self, uow: UnitOfWork, messages: Sequence[tuple[InboundMessage, dt.datetime]]) -> _Jobs:
        ours: list[tuple[InboundMessage, dt.datetime]] = []
        files: list[Unsupported | None] = []
        for message, now in messages:
            content = message.content
            if isinstance(content, Unsupported) and content.what in NOT_FOR_US:
                continue
            # A message that does not say whose it is came to our address: it is ours.
            if self.phone_number_id and message.phone_number_id not in ("", self.phone_number_id):
                uow.inbox.keep_foreign(message, now)
                continue
            file = content if isinstance(content, Unsupported) and content.is_file and self.keeps_files else None
            kept = _without_file(content, kept=file is not None)
            ours.append((message if kept is content else message.model_copy(update={"content": kept}), now))
            files.append(file)
        jobs: _Jobs = {}
        for (message, now), file, accepted in zip(ours, files, uow.inbox.accept_all(ours) if ours else (), strict=True):
            if accepted is None:
                continue
            if file is not None:
                self._expect(uow, accepted, file, now)
            tap = isinstance(message.content, Tap)
            jobs[accepted.conversation_id, tap] = self._job(accepted, now, tap=tap)
        return jobs

    def _expect(self, uow: UnitOfWork, accepted: Accepted, file: Unsupported, now: dt.datetime) -> None:
        chat = accepted.conversation_id
        uow.files.expect(chat, accepted.message_id, file.media or "", file.name, now)
        uow.jobs.defer(KeepFiles(conversation_id=chat), self.clock.now(), now + FILE_PAUSES * self.pause)

    def _typed(self, uow: UnitOfWork, echo: Echo, now: dt.datetime) -> None:
        """Who answers on the clinic's own telephone has the chat, as if they had taken it at the desk."""
        if self.phone_number_id and echo.phone_number_id not in ("", self.phone_number_id):
            return
        chat = uow.conversations.lock(uow.inbox.conversation_of(echo.to, now))
        typed = ByHand(
            conversation_id=chat.id,
            kind=ByHandKind.TYPED,
            at=now,
            by=WORDS["clinic_telephone"],
            text=echo.text or WORDS["no_text"],
        )
        if by_hand.took(uow, typed, echo.wamid):
            by_hand.take_over(uow, chat, now + self.handoff, now)

    def _record(self, uow: UnitOfWork, status: DeliveryStatus, now: dt.datetime) -> None:
        """What WhatsApp took and could not deliver goes out once more in the words of its template; where there is none
        that would help, staff hear of it: nobody else will ever know."""
        reported = uow.outbox.record_status(status, self.phone_number_id)
        if reported is None:
            return
        if not reported.believed:
            log.warning("status_kept_aside", conversation_id=reported.conversation_id)
            uow.inbox.keep_damaged(ascii(status), "a status of our message, of another number or recipient", now)
        elif (item := reported.undelivered) is not None:
            template = other_words(item, item.went_out, status.error_code)
            if template is None or item.is_expired(now):
                call_for_message(uow, UNDELIVERED, item, status.error or "", now)
                return
            kind, about, until = item.message_class, item.about, item.expires_at
            (again,) = uow.outbox.add(
                item.conversation_id,
                item.to,
                [template],
                None,
                now,
                kind,
                about=about,
                expires_at=until,
                urgent=item.urgent,
            )
            if kind is MessageClass.OFFER:
                uow.waiting_list.said_again(item.id, again)
            elif about is not None:
                uow.tellings.said_again(item.id, again)
                uow.reminders.said_again(item.id, again)
                uow.ratings.said_again(item.id, again)
            uow.jobs.defer(DeliverClass(conversation_id=item.conversation_id, message_class=kind), now)


def _without_file(content: Content, *, kept: bool) -> Content:
    """A message as it is stored: never with a file's name, and with its id only where the file is kept."""
    if not isinstance(content, Unsupported) or content.is_voice:
        return content
    return content.model_copy(update={"name": None, "media": content.media if kept else None})
