"""Repositories of chats in memory: conversations, the log of turns, notices to staff."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from booking.errors import ConversationMoved
from booking.intents import ModelCall, Source
from booking.models import (
    LIVE_APPOINTMENTS,
    Control,
    Conversation,
    DeliverClass,
    Identity,
    IdentityKind,
    NoticeGiven,
    Patient,
    Reach,
    State,
    Tap,
    Text,
    TurnRecord,
    Unsupported,
)
from booking.models.clinical_effects import taken_apart
from booking.models.stage_times import StageTime
from booking.ports import Answers, AtHand, Coming

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryConversations:
    """Implements `Conversations`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def get(self, conversation_id: int) -> Conversation:
        return self._uow.chat(conversation_id)

    def at_hand(self, conversation_id: int, now: dt.datetime) -> AtHand | None:
        chat = self._uow.chat(conversation_id)
        messages = self._uow.inbox.pending(conversation_id)
        theirs = self._uow.appointments.list(start=now, person_id=chat.person.id, statuses=LIVE_APPOINTMENTS)
        patients = self._uow.patients.get_many([one.patient_id for one in theirs if one.patient_id is not None])
        names = {patient.id: patient.name for patient in patients}
        visits = [Coming(one.slot.start, names[one.patient_id]) for one in theirs if one.patient_id is not None]
        return AtHand(chat, messages, *self._uow.schedules.overview(), visits) if messages else None

    def lock(self, conversation_id: int) -> Conversation:
        """See the port. Raises WouldBlock where PostgreSQL would wait."""
        self._uow.lock("conversation", conversation_id)
        return self._uow.chat(conversation_id)

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """See the port. Raises ConversationMoved unless `conversation.version` is the stored one."""
        stored = self._uow.chat(conversation.id)
        if stored.version != conversation.version:
            raise ConversationMoved(f"{conversation.id}: {conversation.version} is not {stored.version}")
        said = conversation.person
        consent = {
            "name": said.name,
            "notice_version": said.notice_version,
            "opted_out": said.opted_out,
            "way_back_told_at": said.way_back_told_at,
        }
        self._uow.chats.put(
            stored.id,
            conversation.model_copy(
                update={
                    "person": stored.person.model_copy(update=consent),
                    "reply_to": stored.reply_to,
                    "version": stored.version + 1,
                    "updated_at": now,
                }
            ),
        )

    def list(
        self, *, control: Control | None = None, number_ends: str | None = None, limit: int = 50
    ) -> Sequence[Conversation]:
        chats = [chat for chat in self._uow.chats.values() if control in (None, chat.control)]
        if number_ends is not None:
            chats = [chat for chat in chats if any(number.endswith(number_ends) for number in _numbers(chat))]
        chats.sort(key=lambda chat: (chat.updated_at is not None and chat.updated_at.timestamp(), chat.id))
        return chats[::-1][:limit]

    def get_many(self, conversation_ids: Collection[int]) -> Sequence[Conversation]:
        return [chat for chat in self._uow.chats.values() if chat.id in conversation_ids]

    def of_person(self, person_id: int) -> Conversation | None:
        return next((chat for chat in self._uow.chats.values() if chat.person.id == person_id), None)

    def for_patient(self, patient: Patient, now: dt.datetime) -> Conversation | None:
        phone = patient.phone
        if patient.person_id is not None:
            theirs = (chat for chat in self._uow.chats.values() if chat.person.id == patient.person_id)
            if chat := next(theirs, None):
                return chat
            entered = {person_id: number for number, person_id in self._uow.numbers.items().items()}
            phone = entered.get(patient.person_id) or phone
        if phone is None:
            return None
        wa_id = Identity(kind=IdentityKind.WA_ID, value=phone.removeprefix("+"))
        return self._uow.chat(self._uow.inbox.conversation_of([wa_id], now))

    def reach(self, conversation_id: int) -> Reach:
        person = self._uow.chat(conversation_id).person
        rows = (row for row in self._uow.messages.values() if row.conversation_id == conversation_id)
        wrote_at = max((row.message.sent_at for row in rows), default=None)
        sent = (self._uow.outbox_rows.get(given.outbox_id) for given in self.notices_given(conversation_id))
        welcomed = any(row is not None and row.item.state == "sent" for row in sent)
        return Reach(opted_out=person.opted_out, wrote_at=wrote_at, welcomed=welcomed)

    def keep_notice_given(self, conversation_id: int, given: NoticeGiven) -> None:
        if self._uow.notices_given.get(given.outbox_id) is None:
            self._uow.notices_given.put(given.outbox_id, (conversation_id, given))

    def notices_given(self, conversation_id: int) -> Sequence[NoticeGiven]:
        return [given for chat, given in self._uow.notices_given.values() if chat == conversation_id]

    def profiles(self, conversation_ids: Collection[int]) -> Mapping[int, str]:
        kept = self._uow.profiles.items().items()
        return {id: name for id, name in kept if id in conversation_ids and self._uow.chat(id).person.name is None}

    def forget_profiles(self, before: dt.datetime) -> int:
        chats = {id: self._uow.chat(id) for id in self._uow.profiles.items()}
        gone = [id for id, chat in chats.items() if chat.person.name or (chat.updated_at and chat.updated_at < before)]
        for id in gone:
            self._uow.profiles.remove(id)
        return len(gone)

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        return sorted(
            chat.id
            for chat in self._uow.chats.values()
            if chat.control is Control.HUMAN and chat.control_until is not None and chat.control_until <= now
        )

    def left_alone(self, since: dt.datetime, until: dt.datetime, most: int) -> Sequence[int]:
        left = [
            (chat.updated_at, chat.id)
            for chat in self._uow.chats.values()
            if chat.state is not State.IDLE
            and chat.control is Control.BOT
            and chat.updated_at is not None
            and since <= chat.updated_at <= until
            and not self._uow.inbox.pending(chat.id)
        ]
        return [id for _, id in sorted(left)[:most]]


class MemoryTurnLog:
    """Implements `TurnLog`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, record: TurnRecord, after: Conversation | None = None, says: Answers | None = None) -> int:
        chat = record.conversation_id
        if says is not None:
            sent = self._uow.outbox.add(chat, says.to, says.contents, says.reply_to, record.at)
            record = record.model_copy(update={"outbox_ids": tuple(sent)})
            if says.job:
                self._uow.jobs.defer(DeliverClass(conversation_id=chat), record.at)
        if after is not None:
            self._uow.conversations.save(after, record.at)
        id = self._uow.next_id("turns")
        self._uow.turn_rows.put(id, record.model_copy(update={"id": id, "texts": ()}))
        self._uow.inbox.close(record.message_ids, id)
        if record.message_ids:
            self._uow.sessions.touch(record.before.person.id, len(record.message_ids), record.at)
            self._uow.metrics.add(
                [
                    StageTime(stage=name, took_ms=ms, at=record.at, conversation_id=record.conversation_id)
                    for name, ms in record.stages_ms.items()
                ]
            )
        return id

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        rows = [row for row in self._uow.turn_rows.values() if row.conversation_id == conversation_id]
        kept = rows if limit is None else rows[max(0, len(rows) - limit) :]
        return [row.model_copy(update={"texts": self._texts(row.message_ids)}) for row in kept]

    def unanswered(self, since: dt.datetime) -> Sequence[tuple[str | None, int, dt.datetime]]:
        asked: dict[str | None, list[dt.datetime]] = {}
        for row in self._uow.turn_rows.values():
            if row.at >= since:
                for topic in row.unanswered:
                    asked.setdefault(topic, []).append(row.at)
        found = [(topic, len(times), max(times)) for topic, times in asked.items()]
        return sorted(found, key=lambda one: (-one[1], one[0] or ""))

    def unanswered_texts(self, since: dt.datetime, most: int) -> Sequence[tuple[int, str, dt.datetime]]:
        rows = [row for row in self._uow.turn_rows.values() if row.at >= since and row.unanswered]
        rows.sort(key=lambda row: (row.at, row.id or 0), reverse=True)
        texts = [(row.conversation_id, "\n".join(self._texts(row.message_ids)), row.at) for row in rows[:most]]
        return [(chat, text, at) for chat, text, at in texts if text]

    def forget_clinical(self, before: dt.datetime) -> int:
        forgotten = 0
        for id, row in self._uow.turn_rows.items().items():
            logged, answers = taken_apart(row)
            if answers and row.at < before:
                self._uow.turn_rows.put(id, logged)
                forgotten += 1
        return forgotten

    def _texts(self, message_ids: Sequence[int]) -> tuple[str, ...]:
        texts = []
        for id in message_ids:
            row = self._uow.messages.get(id)
            match row.message.content if row is not None else None:
                case Text(body=body):
                    texts.append(body)
                case Tap(payload=payload, title=title):
                    texts.append(title or payload)
                case Unsupported(caption=str(caption)):
                    texts.append(caption)
        return tuple(texts)


class MemoryModelCalls:
    """Implements `ModelCalls`. Newest first."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, conversation_id: int, calls: Sequence[ModelCall], source: Source, now: dt.datetime) -> None:
        for call in calls:
            self._uow.model_call_rows.put(self._uow.next_id("model_calls"), (conversation_id, now, call))

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, ModelCall]]:
        return list(self._uow.model_call_rows.values())[::-1][:limit]

    def of(self, conversation_id: int, at: dt.datetime) -> Sequence[ModelCall]:
        rows = self._uow.model_call_rows.values()
        return [call for chat, then, call in rows if (chat, then) == (conversation_id, at)]

    def forget_texts(self, before: dt.datetime) -> int:
        rows = self._uow.model_call_rows
        old = [(id, row) for id, row in rows.items().items() if row[1] < before and row[2].text is not None]
        for id, (conversation_id, at, call) in old:
            rows.put(id, (conversation_id, at, call.model_copy(update={"text": None})))
        return len(old)


def _numbers(chat: Conversation) -> list[str]:
    """The telephones that they have, or write from."""
    to = chat.reply_to
    return [*filter(None, [chat.person.phone]), *([to.value] if to and to.kind is IdentityKind.WA_ID else [])]
