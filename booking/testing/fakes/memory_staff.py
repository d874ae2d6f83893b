"""Rights, codes, sessions and measured stages in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from booking.access.rights import SESSION_WINDOW, Invitation, Session
from booking.models import Grant, Person, Role
from booking.models.stage_times import StageTime

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryStaff:
    """Implements `Staff`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def invite(self, invitation: Invitation) -> None:
        self._uow.invitations.put(invitation.phone, invitation)

    def invitations(self) -> Sequence[Invitation]:
        return sorted(self._uow.invitations.values(), key=lambda invitation: invitation.phone)

    def invitation(self, phone: str) -> Invitation | None:
        return self._uow.invitations.get(phone)

    def count_try(self, phone: str) -> None:
        if (stored := self._uow.invitations.get(phone)) is not None:
            self._uow.invitations.put(phone, stored.model_copy(update={"tries": stored.tries + 1}))

    def withdraw(self, phone: str) -> bool:
        known = self._uow.invitations.get(phone) is not None
        if known:
            self._uow.invitations.remove(phone)
        return known

    def grant(self, person_id: int, grant: Grant, now: dt.datetime) -> None:
        self._put(person_id, lambda grants: [*(g for g in grants if g.role is not grant.role), grant])

    def revoke(self, person_id: int, role: Role) -> bool:
        had = any(g.role is role for person in self.list() if person.id == person_id for g in person.grants)
        self._put(person_id, lambda grants: [g for g in grants if g.role is not role])
        return had

    def list(self) -> Sequence[Person]:
        people = {chat.person.id: chat.person for chat in self._uow.chats.values() if chat.person.grants}
        return [people[id] for id in sorted(people)]

    def find(self, phone: str) -> Person | None:
        found = (chat.person for chat in self._uow.chats.values() if chat.person.phone == phone)
        if (person := next(found, None)) is not None:
            return person
        known = self._uow.numbers.get(phone)
        return None if known is None else Person(id=known, phone=phone)

    def set_password(self, person_id: int, digest: str | None, now: dt.datetime) -> None:
        if digest is not None:
            self._uow.password_rows.put(person_id, digest)
        elif self._uow.password_rows.get(person_id) is not None:
            self._uow.password_rows.remove(person_id)

    def passwords(self) -> Mapping[int, str]:
        return dict(self._uow.password_rows.items())

    def _put(self, person_id: int, change: Callable[[Sequence[Grant]], Sequence[Grant]]) -> None:
        for chat in list(self._uow.chats.values()):
            if chat.person.id == person_id:
                person = chat.person.model_copy(update={"grants": tuple(change(chat.person.grants))})
                self._uow.chats.put(chat.id, chat.model_copy(update={"person": person}))


class MemorySessions:
    """Implements `Sessions`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def touch(self, person_id: int, messages: int, now: dt.datetime) -> None:
        latest = next(iter(self.list(person_id)), None)
        if latest is not None and latest.last_activity > now - SESSION_WINDOW:
            going_on = latest.model_copy(update={"last_activity": now, "messages": latest.messages + messages})
            self._uow.session_rows.put(latest.id, going_on)
            return
        id = self._uow.next_id("sessions")
        fresh = Session(id=id, person_id=person_id, started_at=now, last_activity=now, messages=messages)
        self._uow.session_rows.put(id, fresh)

    def list(self, person_id: int) -> Sequence[Session]:
        mine = [session for session in self._uow.session_rows.values() if session.person_id == person_id]
        return sorted(mine, key=lambda session: -session.id)

    def purge(self, before: dt.datetime) -> int:
        old = [session.id for session in self._uow.session_rows.values() if session.last_activity < before]
        for id in old:
            self._uow.session_rows.remove(id)
        return len(old)


class MemoryMetrics:
    """Implements `Metrics`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def add(self, times: Sequence[StageTime]) -> None:
        for time in times:
            self._uow.stage_rows.put(self._uow.next_id("stages"), time)

    def list(self, limit: int = 50) -> Sequence[StageTime]:
        return list(self._uow.stage_rows.values())[::-1][:limit]

    def purge(self, before: dt.datetime) -> int:
        old = [id for id, time in self._uow.stage_rows.items().items() if time.at < before]
        for id in old:
            self._uow.stage_rows.remove(id)
        return len(old)
