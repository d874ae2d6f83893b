"""Deliveries that hold hostile statuses and messages beside good ones, through the reader of bodies into PostgreSQL.

Nothing that is not of our message, number and person changes a message of ours, and one bad event never keeps the
others of its delivery from being stored.
"""

from __future__ import annotations

import datetime as dt
import itertools
import json
import random
import string
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, text

from booking.conversation.intake import UNDELIVERED, Intake
from booking.models import DeliveryStatus, Identity, IdentityKind, InboundMessage, OutboxItem, OutText, Text
from booking.testing.channel import meta_events
from booking.testing.frozen_clock import FrozenClock
from booking.testing.profiles import a_share
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.webhook.moment import NOW
from webhook.payload import Damaged, read

OURS, OTHERS = "106540352242922", "999999999999999"
ANA, EVE = "5216641234567", "5215512345678"

_numbers = itertools.count()


class Desk:
    """Ana's chat with one message of ours waiting and one sent, and the door through which deliveries come."""

    def __init__(self, begin: SqlUnitOfWorkFactory, engine: Engine) -> None:
        self.begin, self.engine = begin, engine
        self.intake = Intake(begin, FrozenClock(NOW), dt.timedelta(), OURS)
        self.number = next(_numbers)
        self.take([said(f"wamid.first.{self.number}", ANA)], [])
        with begin() as uow:
            (self.chat,) = [c.id for c in uow.conversations.list(limit=100) if c.person.phone == "+526641234567"]
            to = Identity(kind=IdentityKind.WA_ID, value=ANA)
            self.waiting, self.sent = uow.outbox.add(
                self.chat, to, [OutText(body="uno"), OutText(body="dos")], None, NOW
            )
            self.wamid = f"wamid.ours.{self.number}"
            uow.outbox.mark_sent(self.sent, self.wamid, NOW)
            uow.commit()

    def item(self, id: int) -> OutboxItem:
        with self.begin() as uow:
            return next(item for item in uow.outbox.list(self.chat, limit=1000) if item.id == id)

    def take(self, messages: list[Any], statuses: list[Any], number: str = OURS) -> None:
        """One signed body's worth, as bytes."""
        changed = meta_events.change(number, "526641110000", [], statuses)
        changed["value"]["messages"] = messages
        self.take_body(json.dumps(meta_events.body("1", [changed])).encode())

    def take_body(self, body: bytes) -> None:
        events = read(body, NOW)
        self.intake.receive(
            [e for e in events if isinstance(e, InboundMessage)],
            [e for e in events if isinstance(e, DeliveryStatus)],
            [(e.raw, e.why) for e in events if isinstance(e, Damaged)],
        )

    def reached(self) -> str | None:
        """How far the sent message got."""
        with self.engine.connect() as connection:
            of = text("SELECT entrega FROM mensajes_salientes WHERE id = :id")
            return connection.scalar(of, {"id": self.sent})

    def kept_aside(self) -> int:
        with self.engine.connect() as connection:
            return connection.scalar(text("SELECT count(*) FROM mensajes_entrantes WHERE crudo IS NOT NULL")) or 0

    def notices(self) -> list[tuple[int | None, str]]:
        with self.begin() as uow:
            return [(n.conversation_id, n.detail) for n in uow.notices.list() if n.kind == UNDELIVERED]

    def heard(self, wamid: str) -> bool:
        with self.begin() as uow:
            return wamid in {m.wamid for m in uow.inbox.pending(self.chat)}


@pytest.fixture
def desk(begin: SqlUnitOfWorkFactory, engine: Engine) -> Desk:
    return Desk(begin, engine)


def said(wamid: str, who: str) -> dict[str, Any]:
    return {"from": who, "id": wamid, "timestamp": meta_events.stamp(NOW), "type": "text", "text": {"body": "hola"}}


def status(wamid: object, became: object = "delivered", **others: object) -> dict[str, Any]:
    return {"id": wamid, "status": became, "timestamp": "1764007200", **others}


# --- whose status it is --------------------------------------------------------------------------


@pytest.mark.parametrize("became", ["sent", "delivered", "read", "failed"])
def test_our_row_s_number_marks_nothing(desk: Desk, became: str) -> None:
    """Another number's software may well count its messages as we count rows."""
    before = desk.item(desk.waiting)
    for number in (OURS, OTHERS):
        mine = status("wamid.x", became, biz_opaque_callback_data=str(desk.waiting), recipient_id=EVE)
        desk.take([], [mine], number)
    assert desk.item(desk.waiting) == before
    assert before.token != str(desk.waiting)


@pytest.mark.parametrize("became", ["sent", "delivered", "read", "failed"])
def test_what_is_not_of_our_number_or_person_is_kept_aside(desk: Desk, became: str) -> None:
    before = [desk.item(desk.waiting), desk.item(desk.sent)]
    desk.take([], [status(desk.wamid, became, recipient_id=ANA)], OTHERS)
    desk.take([], [status(desk.wamid, became, recipient_id=EVE)])
    desk.take([], [status("wamid.y", became, biz_opaque_callback_data=before[0].token, recipient_id=EVE)])
    assert [desk.item(desk.waiting), desk.item(desk.sent)] == before
    assert desk.kept_aside() == 3
    assert desk.notices() == []


def test_a_message_on_its_way_before_the_upgrade_is_still_told_of(desk: Desk, engine: Engine) -> None:
    """It went out under the number of its row."""
    with engine.begin() as connection:
        connection.execute(text("UPDATE mensajes_salientes SET seguimiento = id::text"))
    desk.take([], [status("wamid.y", biz_opaque_callback_data=str(desk.waiting), recipient_id="526641234567")])
    assert (desk.item(desk.waiting).state, desk.item(desk.waiting).wamid) == ("sent", "wamid.y")


# --- refusals that come later --------------------------------------------------------------------


@pytest.mark.parametrize("code", [131026, 131047, 131049, 130472, 999999])
def test_a_late_refusal_reaches_staff_once(desk: Desk, code: int) -> None:
    error = {"code": code, "title": "Undeliverable", "error_data": {"details": f"Not for {ANA} on WhatsApp"}}
    for _ in range(3):
        desk.take([], [status(desk.wamid, "failed", recipient_id=ANA, errors=[error])] * 2)
    item = desk.item(desk.sent)
    assert (item.state, (item.last_error or "").partition(":")[0]) == ("failed", str(code))
    ((chat, detail),) = desk.notices()
    assert (chat, detail.partition(":")[0]) == (desk.chat, str(code))
    assert ANA not in detail + (item.last_error or "")


# --- one bad event -------------------------------------------------------------------------------

_numbers_too_big = st.sampled_from([2**31, 2**63 - 1, 2**63, -(2**63) - 1, 10**25, 10**400, -1, 0, 1e308])
_texts = st.sampled_from(
    ["", "\0", "a\0b", "\ud800", "x" * 3000, "\U0001f9b7" * 600, "'; DROP TABLE", "١٢٣", "²", "1e9"]
)
_deep = st.sampled_from([10, 900, 3000]).map(lambda n: "DEEP" + str(n))
_anything = st.one_of(_numbers_too_big, _numbers_too_big.map(str), _texts, st.none(), st.just([]), st.just({}), _deep)
_statuses = st.fixed_dictionaries(
    {},
    optional={
        "id": _anything,
        "status": st.one_of(st.sampled_from(["sent", "delivered", "read", "failed"]), _anything),
        "timestamp": _anything,
        "biz_opaque_callback_data": _anything,
        "recipient_id": _anything,
        "recipient_user_id": _anything,
        "pricing": st.one_of(
            _anything,
            st.fixed_dictionaries({}, optional={"category": _anything, "billable": _anything, "type": _anything}),
        ),
        "errors": st.lists(st.fixed_dictionaries({}, optional={"code": _anything, "title": _anything}), max_size=2),
    },
)
_messages = st.fixed_dictionaries(
    {},
    optional={
        "id": _anything,
        "from": st.one_of(st.just(EVE), _anything),
        "timestamp": _anything,
        "type": st.one_of(st.just("text"), _anything),
        "text": st.fixed_dictionaries({"body": _anything}),
    },
)


@settings(a_share(2), suppress_health_check=list(HealthCheck))
@given(bad=st.lists(_statuses, max_size=3), worse=st.lists(_messages, max_size=2))
def test_what_came_with_hostile_events_is_stored(
    begin: SqlUnitOfWorkFactory, engine: Engine, bad: list[Any], worse: list[Any]
) -> None:
    desk = Desk(begin, engine)
    before = desk.item(desk.waiting)
    good = f"wamid.good.{desk.number}"
    statuses = [*bad, status(desk.wamid, "read", recipient_id=ANA), *bad]
    changed = meta_events.change(OURS, "526641110000", [], statuses)
    changed["value"]["messages"] = [*worse, said(good, ANA)]
    body = json.dumps(meta_events.body("1", [changed])).encode()
    for deep in (10, 900, 3000):
        body = body.replace(b'"DEEP%d"' % deep, b"[" * deep + b"]" * deep)
    for _ in range(2):
        desk.take_body(body)
    assert desk.heard(good)
    assert desk.item(desk.waiting) == before
    assert desk.reached() == "read"


# Too long for an entry of an index, and nothing to compress.
TOO_LONG = "".join(random.Random(0).choices(string.ascii_letters, k=9000))


@pytest.mark.parametrize(
    ("wamid", "kept_aside"), [(TOO_LONG, 1), ("nul\0", 0), ("\ud800", 0)], ids=["long", "nul", "half"]
)
def test_what_the_database_will_never_have_is_kept_aside_alone(desk: Desk, wamid: str, kept_aside: int) -> None:
    """Whatever gets by the reader of bodies: it must not come again for ever, and with it everything beside it."""
    ana = Identity(kind=IdentityKind.WA_ID, value=ANA)
    good = InboundMessage(
        wamid="wamid.good", phone_number_id=OURS, sender=(ana,), sent_at=NOW, content=Text(body="hola")
    )
    bad = good.model_copy(update={"wamid": wamid})
    tell = DeliveryStatus(wamid=desk.wamid, status="read", at=NOW)
    for _ in range(2):
        desk.intake.receive([bad, good], [tell.model_copy(update={"wamid": wamid}), tell])
    assert desk.heard("wamid.good")
    assert desk.item(desk.sent).state == "sent"
    assert desk.reached() == "read"
    assert desk.kept_aside() == kept_aside


def test_a_body_nested_too_deeply_is_read_but_for_that(desk: Desk) -> None:
    """And is seen by staff as it came; one that is never closed is no JSON."""
    changed = meta_events.change(OURS, "526641110000", [], [status(desk.wamid, "read", errors="DEEP")])
    changed["value"]["messages"] = [said("wamid.good", ANA) | {"more": {"of": "DEEP"}}]
    body = json.dumps(meta_events.body("1", [changed])).encode()
    desk.take_body(body.replace(b'"DEEP"', b'{"a":[' * 20_000 + b'"]}\\""' + b"]}" * 20_000))
    assert desk.heard("wamid.good")
    assert desk.kept_aside() == 1
