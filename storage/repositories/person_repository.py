"""Who wrote: from WhatsApp's names of a sender to one person with one conversation."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Select, Text, and_, bindparam, cast, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import Control, Identity, IdentityKind, State
from storage.base import storable
from storage.phones import canonical, forms_of
from storage.repositories.merges import copy_consent, lock_conversations, merge
from storage.tables import ConversationRow, IdentityRow, PersonRow


class Sender(NamedTuple):
    """A known sender. `reply_to` and `profile` are as stored; `named` once they have told us who they are."""

    person_id: int
    conversation_id: int
    reply_to: Identity | None
    profile: str | None = None
    named: bool = False


class _Match(NamedTuple):
    identity: Identity | None  # None: found by phone
    person_id: int
    phone: str | None
    conversation_id: int | None
    reply_to: Identity | None
    profile: str | None
    named: bool


def _found() -> Select[*tuple[Any, ...]]:
    """Everybody of the parameters, with each name among them that is theirs. Composed once."""
    names = (bindparam(name, type_=ARRAY(Text)) for name in ("kinds", "names"))
    given = func.unnest(*names).table_valued("kind", "name", name="given").render_derived()
    named = and_(IdentityRow.kind == given.c.kind, IdentityRow.value == given.c.name)
    by_name = select(IdentityRow.person_id).join(given, named)
    by_phone = select(PersonRow.id).where(PersonRow.phone == func.any(bindparam("phones", type_=ARRAY(Text))))
    kind, name, whose = (
        IdentityRow.kind.label("kind"),
        IdentityRow.value.label("name"),
        IdentityRow.person_id.label("whose"),
    )
    theirs = select(kind, name, whose).join(given, named).subquery("theirs")
    return (
        select(
            theirs.c.kind,
            theirs.c.name,
            PersonRow.id,
            PersonRow.phone,
            ConversationRow.id,
            ConversationRow.reply_kind,
            ConversationRow.reply_value,
            ConversationRow.profile,
            PersonRow.name.is_not(None),
        )
        .select_from(PersonRow)
        .outerjoin(theirs, theirs.c.whose == PersonRow.id)
        .outerjoin(ConversationRow, ConversationRow.person_id == PersonRow.id)
        .where(PersonRow.id.in_(by_name.union(by_phone)))
    )


_FIND = _found()


class People:
    """Finds or creates. One person may have several identities; each identity belongs to one person."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._expected: dict[tuple[Identity, ...], Sender] = {}
        self._locked: set[tuple[Identity, ...]] = set()

    def sender(self, identities: Sequence[Identity], now: dt.datetime) -> Sender:
        """The person of these identities, all of which are theirs from now on.

        One statement for somebody known by all of them, and none the first time after they were expected. Newcomers
        are created under advisory locks on their names, so that first messages arriving together make one person.
        """
        if expected := self._expected.pop(tuple(identities), None):
            return expected
        phone = _number_of(identities)
        matches = self._find(identities, [phone])
        if known := self._settled(matches, identities, phone):
            return known
        if tuple(identities) not in self._locked:
            self._lock_names([identities])
            matches = self._find(identities, [phone])
        return self._settled(matches, identities, phone) or self._settle(matches, identities, phone, now)

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """Lock whatever settling these will lock, in one order: first every name, then every conversation. Each by
        itself would lock its own, and two transactions that have them in different orders would wait in a circle."""
        unsettled = self._unsettled(senders)
        if len(unsettled) > 1:
            self._lock_names([identities for identities, _ in unsettled])
            people = {match.person_id for _, matches in self._unsettled(senders) for match in matches}
            lock_conversations(self._session, sorted(people))
            self._locked.update(tuple(identities) for identities, _ in unsettled)

    def _unsettled(self, senders: Sequence[Sequence[Identity]]) -> list[tuple[Sequence[Identity], list[_Match]]]:
        """Those who are not one known person yet, with everybody they may be; the others are expected. One
        statement."""
        numbers = [_number_of(identities) for identities in senders]
        found = self._find([identity for identities in senders for identity in identities], numbers)
        unsettled, settled = [], {}
        for identities, phone in zip(senders, numbers, strict=True):
            matches = _of(found, identities, phone)
            if known := self._settled(matches, identities, phone):
                settled[tuple(identities)] = known
            else:
                unsettled.append((identities, matches))
        # Who comes under two names is looked for each time: where they wrote from last decides where answers go.
        times = Counter(known.person_id for known in settled.values())
        self._expected = {names: known for names, known in settled.items() if times[known.person_id] == 1}
        return unsettled

    def _lock_names(self, senders: Sequence[Sequence[Identity]]) -> None:
        """All in one order: as they are sorted."""
        names = {storable(f"{i.kind.value}:{i.value}") for identities in senders for i in identities}
        names |= {phone for identities in senders if (phone := _number_of(identities))}
        name = func.unnest(cast(sorted(names), ARRAY(Text))).column_valued("name")
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))

    def _find(self, identities: Sequence[Identity], numbers: Sequence[str | None]) -> list[_Match]:
        """Everybody who goes by one of these names or by one of these numbers."""
        names = {
            "kinds": [i.kind.value for i in identities],
            "names": [storable(i.value) for i in identities],
            "phones": [phone for phone in numbers if phone],
        }
        rows = self._session.connection().execute(_FIND, names)
        return [
            _Match(_identity(kind, value), person_id, number, chat_id, _identity(to_kind, to_value), profile, known)
            for kind, value, person_id, number, chat_id, to_kind, to_value, profile, known in rows
        ]

    @staticmethod
    def _settled(matches: list[_Match], identities: Sequence[Identity], phone: str | None) -> Sender | None:
        """The one person who has all these identities, this number and a conversation, if there is one."""
        if not matches or len({m.person_id for m in matches}) > 1:
            return None
        first = matches[0]
        complete = {m.identity for m in matches} >= set(identities) and (phone is None or first.phone is not None)
        if not complete or first.conversation_id is None:
            return None
        return Sender(first.person_id, first.conversation_id, first.reply_to, first.profile, first.named)

    def _settle(
        self, matches: list[_Match], identities: Sequence[Identity], phone: str | None, now: dt.datetime
    ) -> Sender:
        """Make it so. Somebody found by number comes before somebody found by another identity. Conversations are
        locked before anything is written, as turns do."""
        of_identity = {m.identity: m for m in matches if m.identity}
        by_phone = [m for m in matches if phone and m.phone == phone]
        chosen = [*by_phone, *(of_identity[i] for i in identities if i in of_identity)]
        person_id = chosen[0].person_id if chosen else self._create(phone, now)
        formers = sorted({m.person_id for m in matches} - {person_id})
        if matches:
            self._expected.clear()  # it may be one of those who were expected, and answers go elsewhere from now on
        chats = lock_conversations(self._session, [person_id, *formers]) if formers else []
        if chosen and phone and chosen[0].phone is None:
            self._session.execute(update(PersonRow).where(PersonRow.id == person_id).values(phone=phone))
        for identity in identities:
            before = of_identity.get(identity)
            if before and before.person_id == person_id:
                continue
            self._session.execute(
                insert(IdentityRow)
                .values(kind=identity.kind.value, value=identity.value, person_id=person_id)
                .on_conflict_do_update(
                    index_elements=[IdentityRow.kind, IdentityRow.value], set_={IdentityRow.person_id: person_id}
                )
            )
        for former in formers:
            if self._session.scalar(select(IdentityRow.id).where(IdentityRow.person_id == former).limit(1)):
                copy_consent(self._session, person_id, former)
            else:
                merge(self._session, person_id, former, chats, now)
                chats = lock_conversations(self._session, [person_id, *formers])
        known = self._conversing(person_id) if chosen else None  # a newcomer has none
        return known or self._converse(person_id, identities[0], now)

    def _conversing(self, person_id: int) -> Sender | None:
        """The person with the conversation they have by now; None: none yet."""
        stays = self._session.execute(
            select(
                ConversationRow.id,
                ConversationRow.reply_kind,
                ConversationRow.reply_value,
                ConversationRow.profile,
                PersonRow.name.is_not(None).label("named"),
            )
            .join(PersonRow, PersonRow.id == ConversationRow.person_id)
            .where(ConversationRow.person_id == person_id)
        ).first()
        if stays is None:
            return None
        reply_to = _identity(stays.reply_kind, stays.reply_value)
        return Sender(person_id, stays.id, reply_to, stays.profile, stays.named)

    def of_phone(self, phone: str, now: dt.datetime) -> int:
        """Whoever has this canonical number; entered if nobody has."""
        known = self._session.scalar(select(PersonRow.id).where(PersonRow.phone == phone))
        return known if known is not None else self._create(phone, now)

    def unite(self, heir: int, former: int, chats: Sequence[ConversationRow], now: dt.datetime) -> None:
        """`former` is `heir` from now on, under every name and number of theirs. `chats` are both's, locked."""
        phone = self._session.scalar(select(PersonRow.phone).where(PersonRow.id == former))
        self._session.execute(update(PersonRow).where(PersonRow.id == former).values(phone=None))
        self._session.execute(update(IdentityRow).where(IdentityRow.person_id == former).values(person_id=heir))
        for value in forms_of(phone) if phone else ():
            named = insert(IdentityRow).values(kind=IdentityKind.WA_ID.value, value=value, person_id=heir)
            self._session.execute(named.on_conflict_do_nothing(index_elements=[IdentityRow.kind, IdentityRow.value]))
        merge(self._session, heir, former, chats, now)

    def _create(self, phone: str | None, now: dt.datetime) -> int:
        made = self._session.scalar(
            insert(PersonRow)
            .values(phone=phone, opted_out=False, created_at=now)
            .on_conflict_do_nothing(index_elements=[PersonRow.phone])
            .returning(PersonRow.id)
        )
        if made is None:  # entered by staff this very moment
            made = self._session.scalars(select(PersonRow.id).where(PersonRow.phone == phone)).one()
        return made

    def _converse(self, person_id: int, reply_to: Identity, now: dt.datetime) -> Sender:
        conversation_id = self._session.scalars(
            insert(ConversationRow)
            .values(
                person_id=person_id,
                state=State.IDLE.value,
                control=Control.BOT.value,
                misses=0,
                version=0,
                draft_version=0,
                turns=0,
                reply_kind=reply_to.kind.value,
                reply_value=reply_to.value,
                updated_at=now,
            )
            .on_conflict_do_update(
                index_elements=[ConversationRow.person_id], set_={ConversationRow.person_id: person_id}
            )
            .returning(ConversationRow.id)
        ).one()
        return Sender(person_id, conversation_id, reply_to)


def _of(found: list[_Match], identities: Sequence[Identity], phone: str | None) -> list[_Match]:
    """Those of them whom one sender may be."""
    return [m for m in found if m.identity in identities or (phone is not None and m.phone == phone)]


def _number_of(identities: Sequence[Identity]) -> str | None:
    """The canonical number among a sender's names."""
    return next(filter(None, map(phone_of, identities)), None)


def phone_of(identity: Identity) -> str | None:
    """The canonical number behind an identity; a BSUID has none, whatever it looks like."""
    return canonical(identity.value) if identity.kind is IdentityKind.WA_ID else None


def _identity(kind: str | None, value: str | None) -> Identity | None:
    return Identity(kind=IdentityKind(kind), value=value) if kind and value else None
