"""Who wrote: from WhatsApp's names of a sender to one person with one conversation."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ARRAY, Text, cast, func, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session

from booking.models import Control, Identity, IdentityKind, State
from storage.phones import forms_of
from storage.repositories.first_entries import Newcomer, enter, lock_names
from storage.repositories.known_people import (
    Match,
    Sender,
    Settled,
    Unsettled,
    find,
    identity_of,
    look,
    number_of,
    settled,
)
from storage.repositories.merges import copy_consent, lock_conversations, merge
from storage.tables import ConversationRow, IdentityRow, PersonRow


class Writer(NamedTuple):
    """By which names somebody writes, how WhatsApp shows them, and when it came in."""

    names: tuple[Identity, ...]
    profile: str | None
    at: dt.datetime


class People:
    """Finds or creates. One person may have several identities; each identity belongs to one person."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._expected: Settled = {}
        self._locked: set[tuple[Identity, ...]] = set()

    def sender(self, identities: Sequence[Identity], now: dt.datetime) -> Sender:
        """The person of these identities, all of which are theirs from now on.

        One statement for somebody known by all of them, and none the first time after they were expected. Newcomers
        are created under advisory locks on their names, so that first messages arriving together make one person.
        """
        if expected := self._expected.pop(tuple(identities), None):
            return expected
        phone = number_of(identities)
        matches = find(self._session, identities, [phone])
        if known := settled(matches, identities, phone):
            return known
        if tuple(identities) not in self._locked:
            self._lock_names([identities])
            matches = find(self._session, identities, [phone])
        return settled(matches, identities, phone) or self._settle(matches, identities, phone, now)

    def senders(self, writers: Sequence[Writer]) -> list[Sender] | None:
        """Whoever wrote, one after the other, with what was stored of them before the first: one statement where all
        are known, three more where somebody writes for the first time. None where one of them is neither known by just
        these names nor new, or two may be one: they are to be taken one after the other, and are locked for that."""
        first: dict[tuple[Identity, ...], Writer] = {}
        for writer in writers:
            first.setdefault(writer.names, writer)
        unsettled, known = look(self._session, list(first))
        if unsettled:
            self._lock_names([names for names, _ in unsettled])
            unsettled, locked = look(self._session, [names for names, _ in unsettled])
            known |= locked
            known |= self._welcomed(
                [first[tuple(names)] for names, matches in unsettled if not matches], [names for names, _ in unsettled]
            )
        if len(known) == len(first):
            return [known[writer.names] for writer in writers]
        if len(first) > 1:
            self.expect(list(first))
        return None

    def _welcomed(self, writers: Sequence[Writer], unsettled: Sequence[Sequence[Identity]]) -> Settled:
        """Those who can be entered at once: who has a number, and shares no name with another of these, be it with one
        who is known by another name. One statement."""
        numbers = {writer.names: number_of(writer.names) for writer in writers}
        times = Counter(name for names in unsettled for name in lock_names(names, [number_of(names)]))
        alone = {
            phone: writer
            for writer in writers
            if (phone := numbers[writer.names]) and all(times[name] == 1 for name in lock_names(writer.names, [phone]))
        }
        new = [Newcomer(one.names, phone, one.names[0], one.profile, one.at) for phone, one in alone.items()]
        entered = enter(self._session, new) if new else []
        return {
            alone[one.phone].names: Sender(
                one.person_id, one.conversation_id, alone[one.phone].names[0], alone[one.phone].profile
            )
            for one in entered
        }

    def expect(self, senders: Sequence[Sequence[Identity]]) -> None:
        """Lock whatever settling these will lock, in one order: first every name, then every conversation. Each by
        itself would lock its own, and two transactions that have them in different orders would wait in a circle."""
        unsettled = self._unsettled(senders)
        if len(unsettled) > 1:
            self._lock_names([identities for identities, _ in unsettled])
            people = {match.person_id for _, matches in self._unsettled(senders) for match in matches}
            lock_conversations(self._session, sorted(people))
            self._locked.update(tuple(identities) for identities, _ in unsettled)

    def _unsettled(self, senders: Sequence[Sequence[Identity]]) -> Unsettled:
        """Those who are not one known person yet, with everybody they may be; the others are expected. One
        statement."""
        unsettled, known = look(self._session, senders)
        # Who comes under two names is looked for each time: where they wrote from last decides where answers go.
        times = Counter(one.person_id for one in known.values())
        self._expected = {names: one for names, one in known.items() if times[one.person_id] == 1}
        return unsettled

    def _lock_names(self, senders: Sequence[Sequence[Identity]]) -> None:
        """All in one order: as they are sorted."""
        names = lock_names((i for identities in senders for i in identities), map(number_of, senders))
        name = func.unnest(cast(names, ARRAY(Text))).column_valued("name")
        self._session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended(name, 0))))

    def _settle(
        self, matches: list[Match], identities: Sequence[Identity], phone: str | None, now: dt.datetime
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
        reply_to = identity_of(stays.reply_kind, stays.reply_value)
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
