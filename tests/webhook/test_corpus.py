"""Every real body, signed and posted over HTTP: taken, stored whole, and changing nothing the second time."""

from __future__ import annotations

import copy
import json
from typing import Any

import httpx
import pytest

from booking.testing.channel.meta import FakeMeta
from tests.webhook.corpus import ABSENT, bodies
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from webhook.payload import Ignored, parse

pytestmark = pytest.mark.skipif(not bodies(), reason=ABSENT)


ITEMS = {"messages": ("messages", "statuses"), "smb_message_echoes": ("message_echoes",)}
"""Fields that are ours, and where their items stand; a change of a template is an item itself."""


def _items(payload: dict[str, Any]) -> int:
    """How many things a body tells of in the fields that are ours."""
    changes = [change for entry in payload["entry"] for change in entry["changes"]]
    held = [len(c["value"].get(key, [])) for c in changes for key in ITEMS.get(c["field"], ())]
    return sum(held) + sum("template" in change["field"] for change in changes)


@pytest.mark.parametrize("row", bodies(), ids=lambda row: row["id"])
def test_every_item_of_a_body_becomes_one_event(row: dict[str, Any]) -> None:
    kept = [event for event in parse(row["payload"], NOW) if not isinstance(event, Ignored)]
    assert len(kept) == _items(row["payload"])


def test_every_body_is_taken_and_the_same_again_changes_nothing(connected: FakeMeta, intake: MemoryIntake) -> None:
    rows = bodies()
    assert {connected.post(row["payload"]) for row in rows} == {200}
    stored = intake.stored
    assert stored[0] > 0
    assert {connected.post(row["payload"]) for row in rows} == {200}
    assert {connected.post(json.dumps(row["payload"], ensure_ascii=False).encode()) for row in rows} == {200}
    assert intake.stored == stored


def test_all_bodies_in_one_are_the_same_as_one_by_one(connected: FakeMeta, intake: MemoryIntake) -> None:
    entries = [entry for row in bodies() for entry in row["payload"].get("entry", [])]
    assert connected.post({"object": "whatsapp_business_account", "entry": entries}) == 200
    stored = intake.stored
    for row in bodies():
        connected.post(row["payload"])
    assert intake.stored == stored


def test_a_body_that_was_touched_is_refused_and_nothing_is_stored(connected: FakeMeta, intake: MemoryIntake) -> None:
    for row in bodies():
        touched = copy.deepcopy(row["payload"]) | {"more": 1}
        raw = json.dumps(row["payload"]).encode()
        assert connected.post(touched, signature=connected.sign(raw)) == 403
        assert connected.post(raw, signature="") == 401
    assert intake.calls == 0


def test_the_handshake_answers_the_bare_challenge(connected: FakeMeta) -> None:
    answer: httpx.Response = connected.handshake()
    assert (answer.status_code, answer.text) == (200, "1158201444")
