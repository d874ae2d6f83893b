"""The Cloud API client when the network or the set-up is wrong, and what it keeps to itself."""

from __future__ import annotations

import time

import pytest
import structlog
from pydantic import SecretStr

from booking.errors import SettingsInvalid
from booking.ports import MessageSender, Sent
from booking.settings import Settings
from booking.testing.channel import meta_faults
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import Answer, Drip, Drop, Hang
from booking.testing.channel.meta_limits import Refusal
from tests.webhook.sending import PHONE, SECRET_TEXT, TOKEN, client, item, refused
from webhook.client import CloudApi

# --- the way there and back ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "fault",
    [
        Drop(),
        Drop(taken=True),
        Hang(60),
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
def test_no_proper_answer_means_again_later(meta: FakeMeta, api: CloudApi, impatient: CloudApi, fault: object) -> None:
    meta.fail(fault)
    start = time.monotonic()
    outcome = refused((impatient if isinstance(fault, Hang | Drip) else api).send(item()))
    assert time.monotonic() - start < 30  # half of what it hangs, far more than our own patience: gave up by itself
    assert outcome.code is None
    assert outcome.retry_after is not None
    assert not outcome.stop_everything
    assert not outcome.offline, "it may have been taken"
    assert isinstance(api.send(item()), Sent)


def test_a_message_taken_without_an_answer_is_sent_twice_and_never_lost(meta: FakeMeta, api: CloudApi) -> None:
    meta.fail(Drop(taken=True))
    assert refused(api.send(item())).retry_after is not None
    assert isinstance(api.send(item(attempts=1)), Sent)
    assert len(meta.phone(PHONE).messages) == 2


def test_a_redirect_is_not_followed_with_the_token(meta: FakeMeta, api: CloudApi) -> None:
    with FakeMeta() as elsewhere:
        meta.fail(Answer(307, b"", location=f"{elsewhere.base_url}/{elsewhere.phone_number_id}/messages"))
        assert refused(api.send(item())).stop_everything
        assert elsewhere.sent == []
        assert elsewhere.refused == []


def test_nobody_there_means_again_later() -> None:
    with FakeMeta() as meta:
        api = client(meta)
    outcome = refused(api.send(item()))
    assert outcome.retry_after is not None
    assert outcome.offline
    assert not outcome.stop_everything
    api.acknowledge("wamid.abc")
    api.close()


@pytest.mark.parametrize("fault", [Drop(), meta_faults.TOKEN_EXPIRED, Answer(200), Answer(500)], ids=repr)
def test_acknowledging_never_raises(meta: FakeMeta, api: CloudApi, fault: object) -> None:
    meta.fail(fault)
    api.acknowledge("no such message")
    api.acknowledge("wamid.abc")


# --- credentials and secrets ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "change", [{"token": None}, {"token": SecretStr(" ")}, {"phone_number_id": None}, {"phone_number_id": ""}]
)
def test_without_credentials_nothing_is_tried(meta: FakeMeta, change: dict[str, object]) -> None:
    api = client(meta, **change)
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
        client(meta, **change)
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
