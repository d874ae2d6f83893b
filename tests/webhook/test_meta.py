"""The fake of Meta itself: strict about what it takes, faithful in what it posts."""

from __future__ import annotations

import json
import random
from typing import Any

import httpx
import pytest

from booking.models import DeliveryStatus, InboundMessage, Tap, Text
from booking.testing.channel.meta import FakeMeta, WebhookRefused
from tests.webhook.intake import MemoryIntake
from tests.webhook.moment import NOW
from webhook.payload import parse

PHONE = "5216641234567"


def text(**changed: Any) -> dict[str, Any]:
    return {"messaging_product": "whatsapp", "to": PHONE, "type": "text", "text": {"body": "hola"}} | changed


def buttons(*titles: str, **changed: Any) -> dict[str, Any]:
    replies = [{"type": "reply", "reply": {"id": f"id-{n}", "title": title}} for n, title in enumerate(titles)]
    interactive = {"type": "button", "body": {"text": "¿?"}, "action": {"buttons": replies}} | changed
    return text(type="interactive", interactive=interactive) | {"text": None}


def menu(*titles: str) -> dict[str, Any]:
    rows = [{"id": f"row-{n}", "title": title} for n, title in enumerate(titles)]
    return buttons(type="list", action={"button": "Ver", "sections": [{"rows": rows}]})


def send(meta: FakeMeta, body: dict[str, Any], token: str | None = None) -> httpx.Response:
    return httpx.post(
        f"{meta.base_url}/{meta.phone_number_id}/messages",
        json={key: value for key, value in body.items() if value is not None},
        headers={"Authorization": f"Bearer {token or meta.token}"},
        trust_env=False,
        timeout=60,
    )


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (text(messaging_product="telegram"), 100),
        (text(to=None), 100),
        (text(to="mamá"), 131009),
        (text(to=None, recipient="5216641234567"), 131009),
        (text(text=None), 131008),
        (text(text={"body": ""}), 100),
        (text(text={"body": "a" * 4097}), 100),
        (text(text={"body": 5}), 100),
        (text(surprise=1), 100),
        (text(biz_opaque_callback_data="a" * 513), 131009),
        (text(type="poll"), 131009),
        (buttons(), 131009),
        (buttons("1", "2", "3", "4"), 131009),
        (buttons("a" * 21), 131009),
        (buttons("Sí", "Sí"), 131009),
        (buttons("Sí", body={"text": "a" * 1025}), 131009),
        (buttons("Sí", body=None), 131008),
        (buttons("Sí", type="carousel"), 131009),
        (menu(), 131009),
        (menu(*map(str, range(11))), 131009),
        (menu("a" * 25), 131009),
    ],
)
def test_what_meta_refuses(meta: FakeMeta, body: dict[str, Any], code: int) -> None:
    answer = send(meta, body)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"]) == (400, code)
    assert error["error_data"]["details"]
    assert error["fbtrace_id"]
    assert meta.sent == []
    assert [refused for _, refused in meta.refused] == [code]


def test_a_wrong_token_is_refused(meta: FakeMeta) -> None:
    answer = send(meta, text(), token="other")
    assert (answer.status_code, answer.json()["error"]["code"]) == (401, 190)


def test_the_answer_names_the_message_and_the_contact(meta: FakeMeta) -> None:
    answer = send(meta, text()).json()
    assert answer["messages"] == [{"id": meta.sent[0].wamid}]
    assert answer["contacts"] == [{"input": PHONE, "wa_id": PHONE}]


def test_a_phone_reads_and_taps(connected: FakeMeta, intake: MemoryIntake) -> None:
    phone = connected.phone(PHONE, name="Ana", bsuid="MX.1")
    send(connected, text())
    send(connected, buttons("Sí", "No"))
    send(connected, menu("10:00", "11:00") | {"to": None, "recipient": "MX.1"})
    assert phone.inbox == ["hola", "¿?\n[Sí] [No]", "¿?\n[10:00] [11:00]"]
    assert intake.messages[phone.tap("No")].content == Tap(payload="id-1", title="No")
    chosen = intake.messages[phone.tap("11:00")]
    assert chosen.content == Tap(payload="row-1", title="11:00")
    assert [identity.value for identity in chosen.sender] == [PHONE, "MX.1"]
    assert chosen.profile_name == "Ana"
    with pytest.raises(AssertionError, match="not offered"):
        phone.tap("12:00")


def test_a_phone_waits_for_the_answer(connected: FakeMeta) -> None:
    phone = connected.phone(PHONE)
    assert phone.ask(lambda p: send(connected, text())) == "hola"
    with pytest.raises(AssertionError, match="waited"):
        phone.wait(2, timeout=0.05)


def test_a_hidden_number_is_nowhere_in_the_body(connected: FakeMeta, intake: MemoryIntake) -> None:
    wamid = connected.phone(None, name="Ana", bsuid="MX.1").say("hola")
    assert [identity.value for identity in intake.messages[wamid].sender] == ["MX.1"]


def test_batches_duplicates_and_disorder(connected: FakeMeta, intake: MemoryIntake) -> None:
    ana, luis = connected.phone(PHONE, name="Ana"), connected.phone("16505551234", name="Luis")
    batch = [ana.write("text", {"body": "1"}), luis.write("text", {"body": "2"}), ana.write("image", {"id": "9"})]
    connected.deliver(batch[::-1], times=3)
    assert [message.profile_name for message in intake.messages.values()] == ["Ana", "Luis", "Ana"]


def test_statuses_of_what_was_taken(connected: FakeMeta, intake: MemoryIntake) -> None:
    send(connected, text(biz_opaque_callback_data="41"))
    connected.report("sent", "delivered", "read", shuffled=random.Random(3))
    connected.report("failed", error=(131047, "24 h"))
    assert {status for _, status in intake.statuses} == {"sent", "delivered", "read", "failed"}
    failed: DeliveryStatus = intake.statuses[(connected.sent[0].wamid, "failed")]
    assert (failed.tracking, failed.error_code) == ("41", 131047)


def test_an_application_that_refuses_is_noticed(connected: FakeMeta, intake: MemoryIntake) -> None:
    intake.broken = True
    with pytest.raises(WebhookRefused, match="503"):
        connected.phone(PHONE).say("hola")


def test_webhooks_can_go_another_way_than_http() -> None:
    taken: list[bytes] = []
    meta = FakeMeta(clock=lambda: NOW, post=lambda body, headers: taken.append(body) or 200)
    meta.phone(PHONE).say("hola")
    (event,) = parse(json.loads(taken[0]), NOW)
    assert isinstance(event, InboundMessage)
    assert event.content == Text(body="hola")
