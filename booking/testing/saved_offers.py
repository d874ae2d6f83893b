"""Holds every offer that a conversation is saved with against the calendar that the same transaction reads."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, cast

from booking.appointments.holds import visit_of
from booking.conversation.meaning.wished_times import being_moved
from booking.models import Conversation, TurnRecord
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.ports.conversation_ports import Answers
from booking.scheduling.availability import free_at


@dataclass
class SavedOffers:
    """What was offered and was not free, as `wrong`. Each time is looked up by itself: nothing here is clever."""

    wrong: list[str] = field(default_factory=list)

    def around(self, factory: UnitOfWorkFactory) -> UnitOfWorkFactory:
        """The same units of work, watched."""

        def begin() -> UnitOfWork:
            return cast(UnitOfWork, _Watched(factory(), self))

        return begin

    def check(self, uow: UnitOfWork, conversation: Conversation, now: dt.datetime) -> None:
        """An offer that is stored already was checked then; since, its times may have been taken."""
        if conversation.offer not in (None, uow.conversations.get(conversation.id).offer):
            self.wrong.extend(_not_free(uow, conversation, now))


def _not_free(uow: UnitOfWork, conversation: Conversation, now: dt.datetime) -> Iterator[str]:
    draft, clinic = conversation.draft, uow.schedules.clinic()
    moving = being_moved(draft)
    for offered in conversation.offer.found if conversation.offer else ():
        calendar = uow.schedules.calendar(
            offered.slot.start,
            offered.slot.start,
            now,
            except_conversation=conversation.id,
            except_appointment=moving.id if moving else None,
        )
        free = free_at(calendar, clinic, offered.slot, now, visit_of(draft))
        taken = [id for id in offered.doctor_ids if free is None or id not in free.doctor_ids]
        if taken:
            yield f"{offered.slot.start:%Y-%m-%dT%H:%MZ} was offered with {taken}, which is not free"


class _Watched:
    """A unit of work whose saved conversations are looked at."""

    def __init__(self, uow: UnitOfWork, offers: SavedOffers) -> None:
        self._uow = uow
        self._offers = offers

    def __getattr__(self, name: str) -> Any:
        value = getattr(self._uow, name)
        watched = {"conversations": _Conversations, "turns": _Turns}.get(name)
        return watched(value, self._uow, self._offers) if watched else value

    def __enter__(self) -> _Watched:
        self._uow.__enter__()
        return self

    def __exit__(self, *error: Any) -> None:
        self._uow.__exit__(*error)


class _Port:
    """A port, with a look at the conversations that are stored through it."""

    def __init__(self, port: object, uow: UnitOfWork, offers: SavedOffers) -> None:
        self._port = port
        self._uow = uow
        self._offers = offers

    def __getattr__(self, name: str) -> Any:
        return getattr(self._port, name)


class _Conversations(_Port):
    def save(self, conversation: Conversation, now: dt.datetime) -> None:
        self._offers.check(self._uow, conversation, now)
        cast(Any, self._port).save(conversation, now)


class _Turns(_Port):
    """A turn stores its conversation with its own record."""

    def add(self, record: TurnRecord, after: Conversation | None = None, says: Answers | None = None) -> int:
        if after is not None:
            self._offers.check(self._uow, after, record.at)
        return cast(int, cast(Any, self._port).add(record, after, says))
