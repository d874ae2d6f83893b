"""Chats, each with its person."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sqlalchemy import Select, select, update
from sqlalchemy.orm import Session

from booking.errors import ConversationMoved, NotFound
from booking.models import Control, Conversation, Person
from storage import mapping
from storage.tables import ConversationRow, PersonRow

if TYPE_CHECKING:
    import builtins


class SqlConversations:
    """`conversaciones` with `usuarios`. Remembers the people it loaded, to write only those that changed."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._loaded: dict[int, Person] = {}

    def get(self, conversation_id: int) -> Conversation:
        return self._one(_WITH_PERSON.where(ConversationRow.id == conversation_id))

    def lock(self, conversation_id: int) -> Conversation:
        # No key update: messages that arrive meanwhile refer to this row and must not wait for the turn.
        return self._one(
            _WITH_PERSON.where(ConversationRow.id == conversation_id).with_for_update(
                of=ConversationRow, key_share=True
            )
        )

    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        """Raises ConversationMoved when it is no longer at `conversation.version`, NotFound when it is gone."""
        saved = self._session.execute(
            update(ConversationRow)
            .where(ConversationRow.id == conversation.id, ConversationRow.version == conversation.version)
            .values(**mapping.conversation_values(conversation), version=ConversationRow.version + 1, updated_at=now)
            .returning(ConversationRow.id)
        ).one_or_none()
        if saved is None:
            stored = self.get(conversation.id)
            raise ConversationMoved(f"{conversation.id}: {conversation.version} is not {stored.version}.")
        person = conversation.person
        if self._loaded.get(person.id) != person:
            self._session.execute(
                update(PersonRow).where(PersonRow.id == person.id).values(**mapping.person_values(person))
            )
            self._loaded[person.id] = person

    def list(self, *, control: Control | None = None, limit: int = 50) -> Sequence[Conversation]:
        query = _WITH_PERSON.order_by(ConversationRow.updated_at.desc(), ConversationRow.id.desc()).limit(limit)
        if control is not None:
            query = query.where(ConversationRow.control == control.value)
        return self._many(query)

    def lapsed_handoffs(self, now: dt.datetime) -> Sequence[int]:
        return self._session.scalars(
            select(ConversationRow.id)
            .where(ConversationRow.control == Control.HUMAN.value, ConversationRow.control_until <= now)
            .order_by(ConversationRow.id)
        ).all()

    def _one(self, query: Select[ConversationRow, PersonRow]) -> Conversation:
        found = self._many(query)
        if not found:
            raise NotFound("The conversation does not exist.")
        return found[0]

    def _many(self, query: Select[ConversationRow, PersonRow]) -> builtins.list[Conversation]:
        found = [mapping.conversation(row, person) for row, person in self._session.execute(query)]
        self._loaded.update((c.person.id, c.person) for c in found)
        return found


_WITH_PERSON = select(ConversationRow, PersonRow).join(PersonRow, PersonRow.id == ConversationRow.person_id)
