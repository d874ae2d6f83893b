"""From WhatsApp's names of a sender to the people whom they may be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from sqlalchemy import ARRAY, Select, Text, and_, bindparam, func, select
from sqlalchemy.orm import Session

from booking.models import Identity, IdentityKind
from storage.base import storable
from storage.phones import canonical
from storage.prepared import Prepared
from storage.tables import ConversationRow, IdentityRow, PersonRow


class Sender(NamedTuple):
    """A known sender. `reply_to` and `profile` are as stored; `named` once they have told us who they are."""

    person_id: int
    conversation_id: int
    reply_to: Identity | None
    profile: str | None = None
    named: bool = False


class Match(NamedTuple):
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


_FIND = Prepared(_found())


def find(session: Session, identities: Sequence[Identity], numbers: Sequence[str | None]) -> list[Match]:
    """Everybody who goes by one of these names or by one of these numbers. One statement."""
    names = {
        "kinds": [i.kind.value for i in identities],
        "names": [storable(i.value) for i in identities],
        "phones": [phone for phone in numbers if phone],
    }
    rows = _FIND.rows(session.connection(), names)
    return [
        Match(identity_of(kind, value), person_id, number, chat_id, identity_of(to_kind, to_value), profile, known)
        for kind, value, person_id, number, chat_id, to_kind, to_value, profile, known in rows
    ]


def settled(matches: Sequence[Match], identities: Sequence[Identity], phone: str | None) -> Sender | None:
    """The one person who has all these identities, this number and a conversation, if there is one."""
    if not matches or len({m.person_id for m in matches}) > 1:
        return None
    first = matches[0]
    complete = {m.identity for m in matches} >= set(identities) and (phone is None or first.phone is not None)
    if not complete or first.conversation_id is None:
        return None
    return Sender(first.person_id, first.conversation_id, first.reply_to, first.profile, first.named)


Unsettled = list[tuple[Sequence[Identity], list[Match]]]
Settled = dict[tuple[Identity, ...], Sender]


def look(session: Session, senders: Sequence[Sequence[Identity]]) -> tuple[Unsettled, Settled]:
    """Those who are not one known person, with everybody they may be, and the others. One statement."""
    numbers = [number_of(identities) for identities in senders]
    by_name: dict[Identity | None, list[Match]] = {}
    by_phone: dict[str | None, list[Match]] = {}
    for match in find(session, [identity for identities in senders for identity in identities], numbers):
        by_name.setdefault(match.identity, []).append(match)
        by_phone.setdefault(match.phone, []).append(match)
    unsettled: Unsettled = []
    known: Settled = {}
    for identities, phone in zip(senders, numbers, strict=True):
        found = [match for identity in identities for match in by_name.get(identity, ())]
        found += by_phone.get(phone, ()) if phone else ()
        matches = list(dict.fromkeys(found))
        if one := settled(matches, identities, phone):
            known[tuple(identities)] = one
        else:
            unsettled.append((identities, matches))
    return unsettled, known


def number_of(identities: Sequence[Identity]) -> str | None:
    """The canonical number among a sender's names."""
    return next(filter(None, map(phone_of, identities)), None)


def phone_of(identity: Identity) -> str | None:
    """The canonical number behind an identity; a BSUID has none, whatever it looks like."""
    return canonical(identity.value) if identity.kind is IdentityKind.WA_ID else None


def identity_of(kind: str | None, value: str | None) -> Identity | None:
    return Identity(kind=IdentityKind(kind), value=value) if kind and value else None
