"""Who wrote: phones, user ids, and contacts that belong to somebody else."""

from __future__ import annotations

from typing import Any

import pytest

from booking.models import IdentityKind
from webhook.senders import contacts_of, sender_of

PHONE, OTHER, BSUID = "5216641234567", "16505551234", "MX.13491208655302741918"


def who(message: dict[str, Any], *contacts: object) -> list[str] | None:
    sender = sender_of(message, contacts_of({"contacts": list(contacts)}))
    return None if sender is None else [f"{i.kind.value}:{i.value}" for i in sender.identities]


def test_phone_first_then_user_id() -> None:
    assert who({"from": PHONE, "from_user_id": BSUID}) == [f"wa_id:{PHONE}", f"bsuid:{BSUID}"]
    assert who({"from": PHONE}, {"wa_id": PHONE, "user_id": BSUID}) == [f"wa_id:{PHONE}", f"bsuid:{BSUID}"]


@pytest.mark.parametrize(
    "written", ["123", "1" * 16, "PHONE_NUMBER", "+", "52-664", "٥٢١٦٦٤١٢٣٤", True, 1.5, [], "a@s"]
)
def test_what_is_no_phone_is_no_identity(written: object) -> None:
    assert who({"from": written}) is None
    assert who({"from": written}, {"user_id": BSUID}) == [f"bsuid:{BSUID}"]


@pytest.mark.parametrize("written", [PHONE, int(PHONE), f"+{PHONE}", f" {PHONE} "])
def test_a_phone_is_digits_however_it_is_written(written: object) -> None:
    assert who({"from": written}) == [f"wa_id:{PHONE}"]


@pytest.mark.parametrize("misplaced", [BSUID, "MX.ENT.11815799212886844830"])
def test_a_user_id_in_place_of_a_phone_is_a_user_id(misplaced: str) -> None:
    assert who({"from": misplaced}) == [f"bsuid:{misplaced}"]
    assert who({}, {"wa_id": misplaced}) == [f"bsuid:{misplaced}"]


def test_a_user_id_field_is_taken_as_it_is_unless_it_is_too_long() -> None:
    assert who({}, {"user_id": "BSUID_123"}) == ["bsuid:BSUID_123"]
    assert who({}, {"user_id": "x" * 161}) is None
    assert who({}, {"user_id": "two words"}) is None


def test_a_message_that_names_nobody_belongs_to_the_only_contact() -> None:
    assert who({}, {"wa_id": PHONE, "user_id": BSUID}) == [f"wa_id:{PHONE}", f"bsuid:{BSUID}"]
    assert who({}, {"wa_id": PHONE}, {"wa_id": PHONE}) == [f"wa_id:{PHONE}"]
    assert who({}, {"wa_id": PHONE}, {"wa_id": OTHER}) is None
    assert who({}) is None


def test_a_contact_of_somebody_else_lends_nothing() -> None:
    stranger = {"wa_id": OTHER, "user_id": BSUID, "profile": {"name": "Otra"}}
    sender = sender_of({"from": PHONE}, contacts_of({"contacts": [stranger]}))
    assert sender is not None
    assert [i.value for i in sender.identities] == [PHONE]
    assert sender.profile is None
    assert who({"from_user_id": "MX.1"}, {"wa_id": OTHER}) == ["bsuid:MX.1"]


def test_several_contacts_are_told_apart() -> None:
    contacts = [
        {"wa_id": OTHER, "user_id": "US.2", "profile": {"name": "Otra"}},
        {"wa_id": PHONE, "user_id": BSUID, "profile": {"name": "Ana"}},
    ]
    sender = sender_of({"from": PHONE}, contacts_of({"contacts": contacts}))
    assert sender is not None
    assert sender.profile == "Ana"
    assert [i.value for i in sender.identities] == [PHONE, BSUID]
    assert who({"from_user_id": "US.2"}, *contacts) == [f"wa_id:{OTHER}", "bsuid:US.2"]


def test_contacts_that_contradict_each_other_lend_only_what_they_agree_on() -> None:
    twice = [{"wa_id": PHONE, "user_id": "MX.1"}, {"wa_id": PHONE, "user_id": "MX.2"}]
    assert who({"from": PHONE}, *twice) == [f"wa_id:{PHONE}"]


@pytest.mark.parametrize(("long", "short"), [("5216641234567", "526641234567"), ("5491123456789", "541123456789")])
def test_old_and_new_forms_of_a_mobile_are_one_contact(long: str, short: str) -> None:
    assert who({"from": long}, {"wa_id": short, "user_id": BSUID}) == [f"wa_id:{long}", f"bsuid:{BSUID}"]
    assert who({"from": short}, {"wa_id": long, "user_id": BSUID}) == [f"wa_id:{short}", f"bsuid:{BSUID}"]


def test_an_enterprise_id_is_the_last_resort() -> None:
    assert who({}, {"parent_user_id": "US.ENT.1"}) == ["bsuid:US.ENT.1"]
    assert who({"from": PHONE}, {"wa_id": PHONE, "parent_user_id": "US.ENT.1"}) == [f"wa_id:{PHONE}"]


def test_a_changed_user_id_is_said_by_the_one_that_is_valid_now() -> None:
    system = {"type": "user_changed_user_id", "user_id": BSUID, "parent_user_id": "US.ENT.1"}
    assert who({"type": "system", "system": system}) == [f"bsuid:{BSUID}"]


@pytest.mark.parametrize(
    "contacts", [None, 7, "x", {"wa_id": PHONE}, [None, 3, "x"], [{"profile": 3}], [{"profile": {}}]]
)
def test_contacts_of_any_shape(contacts: object) -> None:
    sender = sender_of({"from": PHONE}, contacts_of({"contacts": contacts}))
    assert sender is not None
    assert sender.identities[0].kind is IdentityKind.WA_ID
