"""Conversations, and what is kept of their turns."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple, Protocol

from booking.intents import ModelCall, Source
from booking.models import (
    Clinic,
    Control,
    Conversation,
    Doctor,
    Identity,
    NoticeGiven,
    OutContent,
    Patient,
    PendingMessage,
    Reach,
    TurnRecord,
)
from booking.models.stage_times import StageTime


class Coming(NamedTuple):
    """An appointment to come: when it begins, and the name of its patient."""

    start: dt.datetime
    patient: str


class AtHand(NamedTuple):
    """A conversation as it stands, with the messages that wait in it, whose clinic it is, and the appointments of its
    person that are to come."""

    conversation: Conversation
    messages: Sequence[PendingMessage]
    clinic: Clinic
    doctors: Sequence[Doctor]
    coming: Sequence[Coming] = ()


class Answers(NamedTuple):
    """What a turn says, and to whom; `reply_to` is WhatsApp's id of the message that is answered. `job`: one of its own
    sends it."""

    to: Identity
    contents: Sequence[OutContent]
    reply_to: str | None
    job: bool


class Conversations(Protocol):
    """Chats, each with its person."""

    def get(self, conversation_id: int) -> Conversation:
        """Raises NotFound."""
        ...

    def at_hand(self, conversation_id: int, now: dt.datetime) -> AtHand | None:
        """What a turn begins with, appointments from `now` on; None where no message waits. Raises NotFound, where
        there is no clinic too."""
        ...

    def lock(self, conversation_id: int) -> Conversation:
        """A conversation as `get` gives it, locked until the end of the transaction. Raises NotFound."""
        ...

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """Store state, control, draft, offer, counts and the person's consent and name; version + 1."""
        ...

    def list(
        self, *, control: Control | None = None, number_ends: str | None = None, limit: int = 50
    ) -> Sequence[Conversation]:
        """Most recently used first; `number_ends`: only those with a telephone that ends in these digits."""
        ...

    def get_many(self, conversation_ids: Collection[int]) -> Sequence[Conversation]:
        """Those of them that there are, in no order."""
        ...

    def of_person(self, person_id: int) -> Conversation | None:
        """The chat with this person; None: there is none."""
        ...

    def for_patient(self, patient: Patient, now: dt.datetime) -> Conversation | None:
        """The chat with whoever is written to about this patient; made, with its person, where there is none yet. None:
        no number is known."""
        ...

    def reach(self, conversation_id: int) -> Reach:
        """When that person last wrote, and whether they want no messages. Raises NotFound."""
        ...

    def keep_notice_given(self, conversation_id: int, given: NoticeGiven) -> None:
        """Keep the proof, once for each message. A message that failed afterwards proves nothing (`Reach.welcomed`)."""
        ...

    def notices_given(self, conversation_id: int) -> Sequence[NoticeGiven]:
        """What is kept of this person, oldest first."""
        ...

    def profiles(self, conversation_ids: Collection[int]) -> Mapping[int, str]:
        """How WhatsApp shows whoever writes there, by conversation: what they call themselves, which tells nobody who
        they are. Without those who have told us their name, and of whom WhatsApp shows none."""
        ...

    def forget_profiles(self, before: dt.datetime) -> int:
        """Forget it of those who are known by now, and of chats that were used last before that. How many."""
        ...

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        """Conversations under human control whose time is over."""
        ...

    def left_alone(self, since: dt.datetime, until: dt.datetime, most: int) -> Sequence[int]:
        """Conversations of the bot's with something under way that were used last between these moments, those left
        longest first; without those in which a message waits, whose turn will see to it."""
        ...


class TurnLog(Protocol):
    def add(self, record: TurnRecord, after: Conversation | None = None, says: Answers | None = None) -> int:
        """Its id. The messages that it handled belong to it from now on, those that belong to another already excepted;
        where there are some, also how long its stages took and that this person was heard (`Sessions.touch`). With it
        what the turn leaves: the conversation as it is `after`, stored as by `save`, and what it `says`, put into the
        outbox; the log names those messages. Raises ConversationMoved where the conversation is at another version."""
        ...

    def list(self, conversation_id: int, limit: int | None = None) -> Sequence[TurnRecord]:
        """In order, `texts` read back from the inbox."""
        ...

    def unanswered(self, since: dt.datetime) -> Sequence[tuple[str | None, int, dt.datetime]]:
        """What was asked since then and nobody could answer: the topic (None: one that the clinic is not asked about
        otherwise), how often, and when last; the most frequent first."""
        ...

    def unanswered_texts(self, since: dt.datetime, most: int) -> Sequence[tuple[int, str, dt.datetime]]:
        """What people wrote in turns that left a question unanswered, as far as the inbox still has it: whose chat, the
        texts of the turn, when; the newest first."""
        ...

    def forget_clinical(self, before: dt.datetime) -> int:
        """Forget what older turns learnt of patients (`models/clinical_effects`); the rest of them stays. How many."""
        ...


class ModelCalls(Protocol):
    """`clasificaciones_llm`: what every call of a model cost; what was said, only where the clinic keeps that."""

    def add(self, conversation_id: int, calls: Sequence[ModelCall], source: Source, now: dt.datetime) -> None: ...

    def list(self, limit: int = 50) -> Sequence[tuple[int, dt.datetime, ModelCall]]:
        """Newest first: conversation, when, what it cost."""
        ...

    def of(self, conversation_id: int, at: dt.datetime) -> Sequence[ModelCall]:
        """Those of the turn that was stored then, in their order."""
        ...

    def forget_texts(self, before: dt.datetime) -> int:
        """Forget what was said in older calls; what they cost stays. How many."""
        ...


class Metrics(Protocol):
    """`metricas_nodos`."""

    def add(self, times: Sequence[StageTime]) -> None: ...

    def list(self, limit: int = 50) -> Sequence[StageTime]:
        """Newest first."""
        ...

    def purge(self, before: dt.datetime) -> int:
        """Forget older ones. How many."""
        ...
