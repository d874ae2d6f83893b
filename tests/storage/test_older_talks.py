"""A database that an earlier release left in the middle of talks is opened by this code: each talk goes on, and what
was logged replays.

`older_talks.json.gz` is that database by its tables, with the last turn of each talk: written when one draft had every
field, whatever it was for.
"""

from __future__ import annotations

import datetime as dt
import gzip
import json
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, text

from booking.conversation.replay import replay
from booking.models import DRAFT, KINDS_OF_DRAFT, Booking
from booking.models.draft_parts import waiting_of
from booking.models.older_shapes import draft_as_now
from booking.testing.clinic import Clinic, buttons_of, phone_of
from booking.testing.frozen_clock import FrozenClock
from nlu.shortcuts import Shortcuts
from storage import migrate
from storage.base import database_url
from storage.unit_of_work import SqlUnitOfWorkFactory

OLDER: dict[str, Any] = json.loads(gzip.decompress(Path(__file__).with_name("older_talks.json.gz").read_bytes()))

TALKS = {
    "Rosa": ("ordering", [("sí", "order_proposal"), ("no", "order_dropped")]),
    "Ana": ("booking", [("la 1", "ask_name"), ("soy Ana Luz", "proposal"), ("sí", "booked")]),
    "Beto": ("booking", [("soy Beto Luna", "proposal"), ("sí", "booked")]),
    "Carla": ("booking", [("sí", "booked")]),
    "Dora": ("move", [("la 1", "move_proposal"), ("sí", "moved")]),
    "Elena": ("move", [("sí", "moved")]),
    "Flor": ("cancellation", [("sí", "cancelled")]),
    "Gabi": ("choice", [("la 2", "offer_slots"), ("la 1", "move_proposal"), ("sí", "moved")]),
    "Hugo": (None, [("mejor el miércoles", "ask_which_time")]),
    "Saúl": ("ordering", [("la 1", "order_proposal"), ("sí", "order_done")]),
}
"""Of each talk: which kind of draft it is in the middle of, and how it goes on."""


def opened(url: str) -> Engine:
    """That database as it was left, migrated to what it is today."""
    migrate.upgrade(url)
    migrate.downgrade(url, OLDER["revision"])
    engine = create_engine(database_url(url))
    with engine.begin() as connection:
        for table, rows in OLDER["tables"].items():
            names = ", ".join(dict.fromkeys(name for row in rows for name in row))
            connection.execute(
                text(
                    f"INSERT INTO {table} ({names}) OVERRIDING SYSTEM VALUE"
                    f" SELECT {names} FROM json_populate_recordset(NULL::{table}, CAST(:rows AS json))"
                ),
                {"rows": json.dumps(rows)},
            )
            serial = "id" in rows[0] and connection.scalar(text(f"SELECT pg_get_serial_sequence('{table}', 'id')"))
            if serial:
                connection.execute(text(f"SELECT setval('{serial}', (SELECT max(id) FROM {table}))"))
    migrate.upgrade(url)
    return engine


def test_every_talk_goes_on_and_what_was_logged_replays(empty_database: str) -> None:
    engine = opened(empty_database)
    now = dt.datetime.fromisoformat(OLDER["now"])
    clinic = Clinic(SqlUnitOfWorkFactory(engine), FrozenClock(now), Shortcuts())
    with clinic.begin() as uow:
        by_phone = {chat.reply_to.value: chat for chat in uow.conversations.list(limit=99) if chat.reply_to}
        chats = {who: by_phone[phone_of(who)] for who in TALKS}
        for who, (kind, _) in TALKS.items():
            draft = chats[who].draft
            assert (draft.kind if draft else None) == kind, who
            [turn] = uow.turns.list(chats[who].id)
            again = replay(turn)
            assert again.equals(turn, again.messages), f"{who}: it went otherwise"  # in the words of today
        last_touched, waiting = chats["Hugo"].last_touched, waiting_of(chats["Rosa"].draft)
        assert last_touched is not None
        assert last_touched.is_spoken_of(now)
        assert waiting is not None
        assert len(waiting.calls) == 1
    for who, (_, steps) in TALKS.items():
        for said, key in steps:
            keys = clinic.say(who, said).keys
            assert key in keys, f"{who}: {said} was answered with {keys}"
    engine.dispose()


def test_a_button_of_a_proposal_that_is_on_screen_still_confirms_it(empty_database: str) -> None:
    engine = opened(empty_database)
    clinic = Clinic(SqlUnitOfWorkFactory(engine), FrozenClock(dt.datetime.fromisoformat(OLDER["now"])), Shortcuts())
    with clinic.begin() as uow:
        chats = {chat.reply_to.value: chat.id for chat in uow.conversations.list(limit=99) if chat.reply_to}
        shown = {who: uow.outbox.list(chats[phone_of(who)])[-1].content for who in ("Ana", "Carla", "Elena", "Flor")}
    keys = {who: clinic.tap_payload(who, *buttons_of(content)[0]).keys[-1] for who, content in shown.items()}
    assert keys == {"Ana": "ask_name", "Carla": "booked", "Elena": "moved", "Flor": "cancelled"}
    engine.dispose()


def drafts() -> list[dict[str, Any]]:
    return [row["borrador"] for row in OLDER["tables"]["conversaciones"] if "borrador" in row]


def test_of_each_kind_one_was_left() -> None:
    assert {type(DRAFT.validate_python(draft)) for draft in drafts()} == {*KINDS_OF_DRAFT}


@pytest.mark.parametrize("draft", drafts(), ids=lambda draft: str(draft["purpose"]))
def test_what_is_stored_today_is_read_as_it_is(draft: dict[str, Any]) -> None:
    stored = DRAFT.dump_python(DRAFT.validate_python(draft), mode="json")
    assert draft_as_now(stored) is stored
    assert DRAFT.dump_python(DRAFT.validate_python(stored), mode="json") == stored


@pytest.mark.parametrize(
    "draft", [{"purpose": "teleport"}, {"purpose": "move"}, {"purpose": "book", "doctor_id": 3}, {"kind": "move"}]
)
def test_what_fits_neither_shape_is_refused(draft: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="validation error"):
        DRAFT.validate_python(draft)


def test_an_older_draft_keeps_all_that_was_said() -> None:
    draft = DRAFT.validate_python(
        {
            "purpose": "book",
            "without": ["Dr. Dos"],
            "kind": "seguimiento",
            "whole": True,
            "name": "Leo",
            "reason": "tos",
        }
    )
    assert draft == Booking(refused_doctors=("Dr. Dos",), visit="seguimiento", whole_name=True, name="Leo", note="tos")
