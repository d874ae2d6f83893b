"""The Cloud API client against the fake of Meta, over real HTTP on loopback: messages and refusals."""

from __future__ import annotations

import datetime as dt
import threading

import pytest
from pydantic import SecretStr

from booking.models import (
    Button,
    Identity,
    IdentityKind,
    ListRow,
    OutButtons,
    OutContent,
    OutList,
    OutText,
)
from booking.ports import Sent
from booking.testing.channel import meta_faults
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_limits import Refusal
from tests.webhook.sending import BSUID, BUTTONS, LIST, PHONE, client, item, refused
from webhook.client import CloudApi

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
    for _ in range(20):  # a mark that comes late is not waited for: on a busy machine it takes another try
        api.acknowledge("wamid.abc")
        if meta.acknowledged:
            break
    assert set(meta.acknowledged) == {"wamid.abc"}


def test_one_client_serves_many_threads(meta: FakeMeta, api: CloudApi) -> None:
    threads = [threading.Thread(target=api.send, args=(item(number=n),)) for n in range(1, 41)]
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
    api = client(meta, token=SecretStr("another"))
    outcome = refused(api.send(item()))
    assert (outcome.code, outcome.stop_everything) == (190, True)
    assert outcome.retry_after is not None
    api.close()


@pytest.mark.parametrize("change", [{"phone_number_id": "999"}, {"base_url": "{base}/oops"}])
def test_a_wrong_address_stops_everything_and_loses_nothing(meta: FakeMeta, change: dict[str, str]) -> None:
    changed = {name: value.replace("{base}", meta.base_url) for name, value in change.items()}
    api = client(meta, **changed)
    outcome = refused(api.send(item()))
    assert outcome.stop_everything
    assert outcome.retry_after is not None
    api.close()


def test_outside_the_window_only_a_template_may_go() -> None:
    with FakeMeta(post=lambda body, headers: 200) as meta:
        api, phone = client(meta), meta.phone(PHONE)
        assert refused(api.send(item())).code == 131047
        phone.say("hola")
        assert isinstance(api.send(item()), Sent)
        api.close()
