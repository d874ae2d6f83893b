"""Who sent a message: the identities it carries, and those of the contact that belongs to it. Pure.

A person may appear by phone number (`from`, `wa_id`), by business-scoped user id (`from_user_id`, `user_id`),
or both, and a number may be left out: https://developers.facebook.com/documentation/business-messaging/whatsapp/business-scoped-user-ids
Getting this wrong shows one person's data to another, so whatever is not certain is left out.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from typing import NamedTuple

from booking.models import Identity, IdentityKind
from webhook import json_fields

_PHONE = re.compile(r"\+?([0-9]{5,15})\Z")
_BSUID = re.compile(r"[A-Z]{2}\.(?:ENT\.)?[A-Za-z0-9]{1,128}\Z")
_ID_LIMIT = 160
_NAME_LIMIT = 200

_MOBILE = re.compile(r"(52)1([0-9]{10})\Z|(54)9([0-9]{10})\Z")
"""Mexican and Argentine mobiles come with and without the digit that once marked them."""


class Named(NamedTuple):
    """How one part of a payload names a person; None where it does not say."""

    phone: str | None = None
    user: str | None = None
    parent: str | None = None
    profile: str | None = None


class Sender(NamedTuple):
    """The identities of who wrote, phone first, and the name on their profile."""

    identities: tuple[Identity, ...]
    profile: str | None


class Contacts(NamedTuple):
    """The contacts of a change, each once, and what those that share an identity agree on."""

    all: tuple[Named, ...]
    by_identity: Mapping[str, Named]


def contacts_of(value: Mapping[str, object]) -> Contacts:
    """Read the contacts of a change; what is no object among them says nothing."""
    listed = value.get("contacts")
    entries = listed if isinstance(listed, list) else [listed]
    contacts = tuple(dict.fromkeys(_contact(entry) for entry in entries if isinstance(entry, Mapping)))
    by_identity: dict[str, Named] = {}
    for contact in contacts:
        for key in _keys(contact):
            by_identity[key] = _agreed(by_identity.get(key, contact), contact)
    return Contacts(contacts, by_identity)


def sender_of(message: Mapping[str, object], contacts: Contacts) -> Sender | None:
    """Who wrote this message. None when nothing in it, or in its own contact, says so."""
    own = _own(message)
    contact = _contact_of(own, contacts)
    phone, user = own.phone or contact.phone, own.user or contact.user
    if not phone and not user:
        # The id across a whole enterprise is a last resort: it is not what answers are sent to.
        user = own.parent or contact.parent
    identities = []
    if phone:
        identities.append(Identity(kind=IdentityKind.WA_ID, value=phone))
    if user and user != phone:
        identities.append(Identity(kind=IdentityKind.BSUID, value=user))
    return Sender(tuple(identities), contact.profile) if identities else None


def recipient_of(status: Mapping[str, object]) -> tuple[Identity, ...]:
    """Whom a status names as the recipient of a message of ours, phone first; often otherwise than we did."""
    phone, misplaced = _phone_or_user(status, "recipient_id")
    users = (_user(status, "recipient_user_id"), misplaced, _user(status, "recipient_parent_user_id"))
    named = [Identity(kind=IdentityKind.WA_ID, value=phone)] if phone else []
    named += [Identity(kind=IdentityKind.BSUID, value=user) for user in dict.fromkeys(filter(None, users))]
    return tuple(named)


def addressee_of(echo: Mapping[str, object]) -> tuple[Identity, ...]:
    """To whom the clinic wrote on its own telephone, phone first."""
    phone, misplaced = _phone_or_user(echo, "to")
    users = (_user(echo, "to_user_id"), misplaced, _user(echo, "to_parent_user_id"))
    named = [Identity(kind=IdentityKind.WA_ID, value=phone)] if phone else []
    named += [Identity(kind=IdentityKind.BSUID, value=user) for user in dict.fromkeys(filter(None, users))]
    return tuple(named)


def _own(message: Mapping[str, object]) -> Named:
    phone, misplaced = _phone_or_user(message, "from")
    user = _user(message, "from_user_id") or misplaced
    if message.get("type") == "system" and not phone and not user:
        # "User changed from one id to another" comes without `from`; it names the id that is valid now.
        user = _user(message, "system", "user_id")
    return Named(phone, user, _user(message, "from_parent_user_id"))


def _contact(entry: Mapping[str, object]) -> Named:
    phone, misplaced = _phone_or_user(entry, "wa_id")
    profile = (json_fields.text(entry, "profile", "name", limit=_NAME_LIMIT) or "").strip() or None
    return Named(phone, _user(entry, "user_id") or misplaced, _user(entry, "parent_user_id"), profile)


def _phone_or_user(holder: Mapping[str, object], key: str) -> tuple[str | None, str | None]:
    """A phone field that may hold a user id instead. Anything else in it is not an identity."""
    found = json_fields.name(holder, key, limit=_ID_LIMIT) or ""
    if phone := _PHONE.match(found):
        return phone.group(1), None
    return None, found if _BSUID.match(found) else None


def _user(holder: Mapping[str, object], *path: str) -> str | None:
    """A field that is there for user ids; its form is WhatsApp's business."""
    found = json_fields.name(holder, *path, limit=_ID_LIMIT)
    return None if found is None or re.search(r"\s", found) else found


def _contact_of(own: Named, contacts: Contacts) -> Named:
    """The contact that is the sender: the one that shares an identity. Only a message that names nobody
    belongs to the only contact there is. Where several share it, only what they agree on."""
    keys = _keys(own)
    if not keys:
        return contacts.all[0] if len(contacts.all) == 1 else Named()
    shared = [contacts.by_identity[key] for key in keys if key in contacts.by_identity]
    return functools.reduce(_agreed, shared) if shared else Named()


def _agreed(one: Named, other: Named) -> Named:
    return Named(*(a if a == b else None for a, b in zip(one, other, strict=True)))


def _keys(named: Named) -> list[str]:
    """Under what somebody is found again: a user id, a phone in its shortest form."""
    keys = [f"user {named.user}"] if named.user else []
    if named.phone:
        mobile = _MOBILE.match(named.phone)
        keys.append("phone " + ("".join(filter(None, mobile.groups())) if mobile else named.phone))
    return keys
