"""The Cloud API client against the fake of Meta, over real HTTP on loopback."""

from __future__ import annotations

import datetime as dt
import threading
import time
from collections.abc import Iterator

import pytest
import structlog
from pydantic import SecretStr

from booking.errors import SettingsInvalid
from booking.models import (
    Button,
    Identity,
    IdentityKind,
    ListRow,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutText,
)
from booking.ports import MessageSender, NotSent, Sent
from booking.settings import Settings
from booking.testing import meta_faults
from booking.testing.meta import FakeMeta
from booking.testing.meta_faults import Answer, Drip, Drop, Hang
from booking.testing.meta_limits import Refusal
from webhook.client import CloudApi

from .conftest import NOW

PHONE, BSUID, TOKEN = "5216641234567", "MX.13491208655302741918", "EAAGfaketoken"
SECRET_TEXT = "Su cita con la Dra. Ríos es el martes"

BUTTONS = OutButtons(body="¿Confirma?", buttons=(Button(id="y", title="Sí"), Button(id="n", title="No")))
LIST = OutList(
    body="Elija",
    button="Ver horas",
    rows=(ListRow(id="1", title="10:00", description="Dra. Ríos"), ListRow(id="2", title="11:00")),
)


def item(content: OutContent | None = None, *, to: Identity | None = None, attempts: int = 0, id: int = 7) -> OutboxItem:
    return OutboxItem(
        id=id,
        conversation_id=1,
        to=to or Identity(kind=IdentityKind.WA_ID, value=PHONE),
        content=content or OutText(body=SECRET_TEXT),
        created_at=NOW,
        attempts=attempts,
    )


def _client(meta: FakeMeta, *, timeout: float = 10.0, **changed: object) -> CloudApi:
    given = {"base_url": meta.base_url, "phone_number_id": meta.phone_number_id, "token": SecretStr(TOKEN)} | changed
    return CloudApi(**given, timeout=timeout, jitter=lambda: 0.0)


@pytest.fixture
def api(meta: FakeMeta) -> Iterator[CloudApi]:
    client = _client(meta)
    yield client
    client.close()


@pytest.fixture
def impatient(meta: FakeMeta) -> Iterator[CloudApi]:
    client = _client(meta, timeout=0.3)
    yield client
    client.close()


def refused(outcome: Sent | NotSent) -> NotSent:
    assert isinstance(outcome, NotSent)
    return outcome


# --- what goes out -------------------------------------------------------------------------------


@pytest.mark.parametrize("content", [OutText(body="hola"), OutText(body="a" * 4096), BUTTONS, LIST])
def test_every_kind_of_message_is_taken(meta: FakeMeta, api: CloudApi, content: OutContent) -> None:
    outcome = api.send(item(content))
    assert isinstance(outcome, Sent)
    (received,) = meta.phone(PHONE).messages
    assert (received.wamid, received.text, received.tracking) == (outcome.wamid, content.body, "7")


def test_messages_at_whatsapp_s_limits_are_taken(meta: FakeMeta, api: CloudApi) -> None:
    buttons = tuple(Button(id=str(n) * 256, title=f"{n}" * 20) for n in range(3))
    rows = tuple(ListRow(id=str(n) * 200, title=f"{n}" * 24, description="d" * 72) for n in range(10))
    assert isinstance(api.send(item(OutButtons(body="b" * 1024, buttons=buttons))), Sent)
    assert isinstance(api.send(item(OutList(body="b" * 1024, button="b" * 20, rows=rows))), Sent)
    assert meta.refused == []


def test_a_user_id_is_addressed_as_recipient(meta: FakeMeta, api: CloudApi) -> None:
    assert isinstance(api.send(item(to=Identity(kind=IdentityKind.BSUID, value=BSUID))), Sent)
    (received,) = meta.phone(None, bsuid=BSUID).messages
    assert "to" not in received.body
    assert received.body["recipient"] == BSUID


def test_read_and_typing(meta: FakeMeta, api: CloudApi) -> None:
    api.acknowledge("wamid.abc")
    assert meta.acknowledged == ["wamid.abc"]


def test_one_client_serves_many_threads(meta: FakeMeta, api: CloudApi) -> None:
    threads = [threading.Thread(target=api.send, args=(item(id=n),)) for n in range(1, 41)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(int(received.tracking or 0) for received in meta.sent) == list(range(1, 41))


# --- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "first", "stop"),
    [
        (0, 300, True),
        (190, 300, True),
        (3, 300, True),
        (10, 300, True),
        (200, 300, True),
        (299, 300, True),
        (368, 300, True),
        (131031, 300, True),
        (131042, 300, True),
        (131045, 300, True),
        (4, 60, False),
        (80007, 60, False),
        (130429, 2, False),
        (131056, 6, False),
        (131048, 900, False),
        (1, 2, False),
        (2, 2, False),
        (131000, 2, False),
        (131016, 2, False),
        (131057, 2, False),
        (135000, 2, False),
        (131053, 5, False),
        (100, None, False),
        (131008, None, False),
        (131009, None, False),
        (131021, None, False),
        (131026, None, False),
        (131030, None, False),
        (131047, None, False),
        (131049, None, False),
        (131062, None, False),
        (132001, None, False),
    ],
)
def test_each_error_code(meta: FakeMeta, api: CloudApi, code: int, first: float | None, stop: bool) -> None:
    meta.fail(Refusal(code, "details"))
    outcome = refused(api.send(item()))
    assert outcome.code == code
    assert outcome.retry_after == (None if first is None else dt.timedelta(seconds=first))
    assert outcome.stop_everything is stop
    assert outcome.error.startswith(f"{code} ")
    assert outcome.error.endswith("details)")
    assert meta.sent == []


def test_the_pair_rate_delays_this_recipient_more_each_time(meta: FakeMeta, api: CloudApi) -> None:
    meta.keep_failing(meta_faults.PAIR_RATE, to=PHONE)
    waits = [refused(api.send(item(attempts=n))).retry_after for n in range(4)]
    assert waits == [dt.timedelta(seconds=6 * 2**n) for n in range(4)]
    other = Identity(kind=IdentityKind.WA_ID, value="16505551234")
    assert isinstance(api.send(item(to=other)), Sent)
    meta.heal()
    assert isinstance(api.send(item(attempts=4)), Sent)


def test_the_server_s_own_wish_to_wait_is_heeded(meta: FakeMeta, api: CloudApi) -> None:
    meta.fail(Refusal(130429, "slow down", retry_after=40), Refusal(130429, "slow down", retry_after=999_999))
    assert refused(api.send(item())).retry_after == dt.timedelta(seconds=40)
    assert refused(api.send(item())).retry_after == dt.timedelta(seconds=900)


def test_a_wrong_token_stops_everything(meta: FakeMeta) -> None:
    api = _client(meta, token=SecretStr("another"))
    outcome = refused(api.send(item()))
    assert (outcome.code, outcome.stop_everything) == (190, True)
    assert outcome.retry_after is not None
    api.close()


@pytest.mark.parametrize("change", [{"phone_number_id": "999"}, {"base_url": "{base}/oops"}])
def test_a_wrong_address_stops_everything_and_loses_nothing(meta: FakeMeta, change: dict[str, str]) -> None:
    changed = {name: value.replace("{base}", meta.base_url) for name, value in change.items()}
    api = _client(meta, **changed)
    outcome = refused(api.send(item()))
    assert outcome.stop_everything
    assert outcome.retry_after is not None
    api.close()


def test_outside_the_window_only_a_template_may_go() -> None:
    with FakeMeta(window=dt.timedelta(hours=24), post=lambda body, headers: 200) as meta:
        api, phone = _client(meta), meta.phone(PHONE)
        assert refused(api.send(item())).code == 131047
        phone.say("hola")
        assert isinstance(api.send(item()), Sent)
        api.close()


# --- the way there and back ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Drop(),
        Drop(taken=True),
        Hang(5),
        Drip(0.02),
        Answer(502),
        Answer(504, b""),
        Answer(200),
        Answer(200, b""),
        Answer(200, b'{"messages": []}'),
        Answer(200, b'{"messages": [{"id": 5.5}]}'),
        Answer(200, b'{"mess'),
        Answer(200, b"[" * 100_000),
        Answer(200, b"x" * 200_000),
        Answer(400),
        Answer(500, b'{"error": "what"}'),
        Answer(500, b'{"error": {"code": {}, "error_data": 3}}'),
    ],
    ids=repr,
)
def test_no_proper_answer_means_again_later(meta: FakeMeta, impatient: CloudApi, fault: object) -> None:
    meta.fail(fault)
    start = time.monotonic()
    outcome = refused(impatient.send(item()))
    assert time.monotonic() - start < 2
    assert outcome.code is None
    assert outcome.retry_after is not None
    assert not outcome.stop_everything
    assert isinstance(impatient.send(item()), Sent)


def test_a_message_taken_without_an_answer_is_sent_twice_and_never_lost(meta: FakeMeta, impatient: CloudApi) -> None:
    meta.fail(Drop(taken=True))
    assert refused(impatient.send(item())).retry_after is not None
    assert isinstance(impatient.send(item(attempts=1)), Sent)
    assert len(meta.phone(PHONE).messages) == 2


def test_a_redirect_is_not_followed_with_the_token(meta: FakeMeta, api: CloudApi) -> None:
    with FakeMeta() as elsewhere:
        meta.fail(Answer(307, b"", location=f"{elsewhere.base_url}/{elsewhere.phone_number_id}/messages"))
        assert refused(api.send(item())).stop_everything
        assert elsewhere.sent == []
        assert elsewhere.refused == []


def test_nobody_there_means_again_later() -> None:
    with FakeMeta() as meta:
        api = _client(meta)
    outcome = refused(api.send(item()))
    assert outcome.retry_after is not None
    assert not outcome.stop_everything
    api.acknowledge("wamid.abc")
    api.close()


@pytest.mark.parametrize("fault", [Drop(), meta_faults.TOKEN_EXPIRED, Answer(200), Answer(500)], ids=repr)
def test_acknowledging_never_raises(meta: FakeMeta, impatient: CloudApi, fault: object) -> None:
    meta.fail(fault)
    impatient.acknowledge("no such message")
    impatient.acknowledge("wamid.abc")


# --- credentials and secrets ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", [{"token": None}, {"token": SecretStr(" ")}, {"phone_number_id": None}, {"phone_number_id": ""}]
)
def test_without_credentials_nothing_is_tried(meta: FakeMeta, change: dict[str, object]) -> None:
    api = _client(meta, **change)
    assert not api.ready
    assert refused(api.send(item())).retry_after is not None
    api.acknowledge("wamid.abc")
    assert meta.refused == []
    api.close()


def test_it_is_a_sender_and_comes_from_the_settings(meta: FakeMeta) -> None:
    settings = Settings(
        _env_file=None,
        whatsapp_api_base_url=meta.base_url + "/",
        whatsapp_phone_number_id=meta.phone_number_id,
        whatsapp_access_token=TOKEN,
    )
    sender: MessageSender = CloudApi.from_settings(settings)
    assert sender.ready
    assert isinstance(sender.send(item()), Sent)


@pytest.mark.parametrize(
    "change",
    [
        {"base_url": "graph.facebook.com"},
        {"base_url": "ftp://graph.facebook.com"},
        {"base_url": "https://"},
        {"base_url": "https://[::1"},
        {"token": SecretStr("con ñ")},
        {"token": SecretStr("a\nb")},
        {"phone_number_id": "../me"},
    ],
)
def test_settings_that_can_never_work_are_refused(meta: FakeMeta, change: dict[str, object]) -> None:
    with pytest.raises(SettingsInvalid) as refusal:
        _client(meta, **change)
    token = change.get("token")
    assert not isinstance(token, SecretStr) or token.get_secret_value() not in str(refusal.value)


def test_neither_text_nor_phone_nor_token_is_logged_or_kept(meta: FakeMeta, impatient: CloudApi) -> None:
    meta.fail(
        Refusal(131030, f"Recipient phone number {PHONE} or +52 664 123 4567 not in allowed list"),
        Refusal(190, "expired"),
        Hang(5),
        Answer(500, SECRET_TEXT.encode()),
    )
    with structlog.testing.capture_logs() as logs:
        outcomes = [impatient.send(item()) for _ in range(5)]
        impatient.acknowledge("bad id")
    said = repr(logs) + repr(outcomes) + repr(impatient)
    assert len(logs) >= 4
    for secret in (PHONE, "664 123 4567", TOKEN, SECRET_TEXT, "Ríos"):
        assert secret not in said
