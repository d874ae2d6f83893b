"""Bodies of every kind, read into events: content, time, number, statuses, and what is damaged."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

import pytest

from booking.models import DeliveryStatus, Echo, Identity, IdentityKind, InboundMessage, Pricing, Tap, Text, Unsupported
from tests.webhook.moment import NOW
from webhook.json_fields import NotJson
from webhook.payload import Damaged, Event, Ignored, parse, read

PHONE = "5216641234567"


def body(*, messages: object = None, statuses: object = None, field: object = "messages", **value: Any) -> Any:
    value = {"metadata": {"phone_number_id": "1064"}, "messages": messages, "statuses": statuses, **value}
    return {
        "object": "whatsapp_business_account",
        "entry": [{"id": "1", "changes": [{"field": field, "value": value}]}],
    }


def message(**fields: Any) -> dict[str, Any]:
    return {
        "from": PHONE,
        "id": "wamid.1",
        "timestamp": "1764007200",
        "type": "text",
        "text": {"body": "hola"},
    } | fields


def events(document: Any) -> list[Event]:
    return parse(document, NOW)


def one(document: Any) -> Event:
    (event,) = events(document)
    return event


def content(**fields: Any) -> Any:
    event = one(body(messages=[message(**fields)]))
    assert isinstance(event, InboundMessage)
    return event.content


# --- contents ------------------------------------------------------------------------------------


def test_a_text_message_is_read_whole() -> None:
    event = one(body(messages=[message()], contacts=[{"wa_id": PHONE, "profile": {"name": "Ana"}}]))
    assert isinstance(event, InboundMessage)
    assert (event.wamid, event.phone_number_id, event.profile_name) == ("wamid.1", "1064", "Ana")
    assert event.content == Text(body="hola")
    assert event.sent_at == dt.datetime(2025, 11, 24, 18, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {
                "type": "interactive",
                "interactive": {"type": "button_reply", "button_reply": {"id": "a", "title": "Sí"}},
            },
            Tap(payload="a", title="Sí"),
        ),
        (
            {"type": "interactive", "interactive": {"list_reply": {"id": "b", "title": "10:00", "description": "x"}}},
            Tap(payload="b", title="10:00"),
        ),
        ({"type": "button", "button": {"payload": "p", "text": "Confirmar"}}, Tap(payload="p", title="Confirmar")),
        ({"type": "button", "button": {"text": "Confirmar"}}, Tap(payload="", title="Confirmar")),
        (
            {"type": "interactive", "interactive": {"type": "nfm_reply", "nfm_reply": {"response_json": "{}"}}},
            Unsupported(what="nfm_reply"),
        ),
        ({"type": "interactive"}, Unsupported(what="interactive")),
        ({"type": "interactive", "interactive": {"button_reply": {}}}, Unsupported(what="interactive")),
        ({"type": "button", "button": None}, Unsupported(what="button")),
    ],
)
def test_taps(fields: dict[str, Any], expected: object) -> None:
    assert content(**fields) == expected


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        (
            {"type": "image", "image": {"id": "1", "caption": "receta"}},
            Unsupported(what="image", caption="receta", media="1"),
        ),
        ({"type": "document", "document": {"filename": "x.pdf"}}, Unsupported(what="document", name="x.pdf")),
        ({"type": "audio", "audio": {"voice": True}}, Unsupported(what="audio")),
        ({"type": "reaction", "reaction": {"emoji": "👍"}}, Unsupported(what="reaction")),
        ({"type": "order", "order": {"text": "dos"}}, Unsupported(what="order", caption="dos")),
        ({"type": "request_welcome"}, Unsupported(what="request_welcome")),
        ({"type": "invented_tomorrow", "invented_tomorrow": {}}, Unsupported(what="invented_tomorrow")),
        (
            {"type": "edit", "edit": {"message": {"type": "text", "text": {"body": "a las 5"}}}},
            Unsupported(what="edit", caption="a las 5"),
        ),
        ({"type": "text", "text": {}}, Unsupported(what="text")),
        ({"type": "text", "text": {"body": "  "}}, Unsupported(what="text")),
        ({"type": "text", "text": {"body": ["x"]}}, Unsupported(what="text")),
        ({"type": None}, Text(body="hola")),
        ({"type": None, "text": None, "location": {"latitude": 1}}, Unsupported(what="location")),
        ({"type": None, "text": None}, Unsupported(what="unknown")),
        ({"type": ["text"], "text": None}, Unsupported(what="unknown")),
    ],
)
def test_what_cannot_be_read_keeps_its_type_and_the_persons_words(fields: dict[str, Any], expected: object) -> None:
    assert content(**fields) == expected


def test_text_can_be_stored_in_postgresql() -> None:
    assert content(text={"body": "a\0b\ud800c"}) == Text(body="ab\N{REPLACEMENT CHARACTER}c")


# --- time and number -----------------------------------------------------------------------------


@pytest.mark.parametrize("timestamp", ["1764007200", 1764007200, 1764007200.0, "1764007200.5", 1764007200000])
def test_a_timestamp_is_seconds_however_it_is_written(timestamp: object) -> None:
    event = one(body(messages=[message(timestamp=timestamp)]))
    assert isinstance(event, InboundMessage)
    assert event.sent_at.replace(microsecond=0) == dt.datetime(2025, 11, 24, 18, 0, tzinfo=dt.UTC)


@pytest.mark.parametrize("timestamp", [None, "", "ayer", True, -5, 0, "٣٣", 10**40, "9" * 40, [], float("nan")])
def test_an_impossible_timestamp_becomes_the_time_of_arrival(timestamp: object) -> None:
    event = one(body(messages=[message(timestamp=timestamp)]))
    assert isinstance(event, InboundMessage)
    assert event.sent_at == NOW


def test_a_number_that_is_not_named_is_left_open() -> None:
    event = one(body(messages=[message()], metadata=None))
    assert isinstance(event, InboundMessage)
    assert event.phone_number_id == ""


# --- all of a body -------------------------------------------------------------------------------


def test_every_entry_change_message_and_status_is_read() -> None:
    changes = [
        {"field": "messages", "value": {"messages": [message(id=f"wamid.{e}{c}{m}") for m in range(3)]}}
        for e in range(2)
        for c in range(2)
    ]
    changes[1]["value"]["statuses"] = [{"id": "wamid.s", "status": "read"}, {"id": "wamid.t", "status": "sent"}]
    found = events({"entry": [{"changes": changes[:2]}, {"changes": changes[2:]}]})
    assert [type(e).__name__ for e in found].count("InboundMessage") == 12
    assert [e.wamid for e in found if isinstance(e, DeliveryStatus)] == ["wamid.s", "wamid.t"]


@pytest.mark.parametrize(
    ("document", "why"),
    [
        ([], "not an object"),
        ("hola", "not an object"),
        ({"entry": {}}, "`entry` is not a list"),
        ({"entry": [7]}, "`entry` holds no object here"),
        ({"entry": [{"changes": "x"}]}, "`changes` is not a list"),
        ({"entry": [{"changes": [{"field": "messages", "value": [1]}]}]}, "a change without a value"),
        (body(messages={"from": PHONE}), "`messages` is not a list"),
        (body(messages=["hola"]), "`messages` holds no object here"),
        (body(messages=[message(id=None)]), "a message without a usable id"),
        (body(messages=[message(id="x" * 600)]), "a message without a usable id"),
        (body(messages=[message(**{"from": None})]), "a message that does not say who sent it"),
        (body(statuses=[{"id": "wamid.1"}]), "a status without its message or its name"),
        (body(errors=[{"code": 131000}]), "WhatsApp reports an error in place of a message"),
    ],
)
def test_what_may_matter_and_cannot_be_read_is_kept(document: object, why: str) -> None:
    event = one(document)
    assert isinstance(event, Damaged)
    assert event.why == why


@pytest.mark.parametrize(
    "document",
    [
        {"object": "page", "entry": [{"changes": []}]},
        body(field="message_template_status_update", messages=[message()]),
        body(messages=[]),
        body(messages=[message(group_id="120363418770915618")]),
        body(messages=[message(**{"from": "120363418770915618@g.us"})]),
        body(statuses=[{"id": "wacid.1", "type": "call", "status": "RINGING"}]),
    ],
)
def test_what_is_none_of_our_business_is_ignored(document: object) -> None:
    assert isinstance(one(document), Ignored)


@pytest.mark.parametrize(
    "document", [{}, {"entry": []}, {"entry": None}, {"entry": [{}]}, {"entry": [{"changes": []}]}]
)
def test_an_empty_body_is_nothing(document: object) -> None:
    assert events(document) == []


def test_a_change_without_a_field_is_read() -> None:
    assert isinstance(one(body(field=None, messages=[message()])), InboundMessage)


def test_what_the_clinic_writes_on_its_own_telephone_is_read() -> None:
    ours = message(**{"from": "5216640000000", "to": PHONE})
    typed = one(body(field="smb_message_echoes", message_echoes=[ours]))
    assert isinstance(typed, Echo)
    assert (typed.wamid, typed.text, typed.phone_number_id) == ("wamid.1", "hola", "1064")
    assert typed.to == (Identity(kind=IdentityKind.WA_ID, value=PHONE),)
    photo = one(body(field="smb_message_echoes", message_echoes=[ours | {"type": "image", "image": {"id": "1"}}]))
    assert isinstance(photo, Echo)
    assert photo.text is None
    assert isinstance(one(body(field="smb_message_echoes", message_echoes=[message()])), Damaged)


# --- statuses ------------------------------------------------------------------------------------


def test_a_status_names_its_message_our_tracking_and_its_errors() -> None:
    errors = [
        {"code": "131047", "title": "Re-engagement message", "error_data": {"details": "More than 24 hours"}},
        "?",
        {"code": 131000, "message": "Something went wrong", "title": "Something went wrong"},
    ]
    event = one(
        body(
            statuses=[
                {"id": "wamid.9", "status": "failed", "timestamp": 1764007200, "biz_opaque_callback_data": 41}
                | {"errors": errors}
            ]
        )
    )
    assert event == DeliveryStatus(
        wamid="wamid.9",
        status="failed",
        at=dt.datetime(2025, 11, 24, 18, 0, tzinfo=dt.UTC),
        phone_number_id=event.phone_number_id,
        recipient=(),
        tracking="41",
        error_code=131047,
        error_detail="Re-engagement message: More than 24 hours; Something went wrong",
    )


FREE = {"billable": False, "pricing_model": "PMP", "category": "UTILITY", "type": "free_customer_service"}


@pytest.mark.parametrize(
    ("told", "known"),
    [
        (FREE, Pricing(category="utility", billable=False, model="PMP", kind="free_customer_service")),
        ({"type": "regular", "category": "service"}, Pricing(category="service", kind="regular")),
        ({"billable": "false", "category": 7 * "largo, "}, None),
        ({}, None),
        ("gratis", None),
        ([FREE], None),
    ],
)
def test_a_status_tells_the_price_as_far_as_it_can_be_read(told: object, known: Pricing | None) -> None:
    event = one(body(statuses=[{"id": "wamid.9", "status": "sent", "pricing": told}]))
    assert isinstance(event, DeliveryStatus)
    assert event.pricing == known


@pytest.mark.parametrize(
    ("pricing", "charged"),
    [
        (Pricing(billable=True, kind="free_entry_point"), True),
        (Pricing(kind="regular"), True),
        (Pricing(kind="free_entry_point"), False),
        (Pricing(category="service"), None),
    ],
)
def test_whether_a_message_is_charged_is_what_whatsapp_says(pricing: Pricing, charged: bool | None) -> None:
    assert pricing.is_charged is charged


@pytest.mark.parametrize(
    ("errors", "why"),
    [
        ([], ""),
        ([{"code": 131026}], "131026"),
        ([{"code": 131026, "title": "Undeliverable"}], "131026: Undeliverable"),
    ],
)
def test_why_a_message_failed_is_told_as_far_as_it_is_known(errors: list[dict[str, object]], why: str) -> None:
    event = one(body(statuses=[{"id": "wamid.9", "status": "failed", "errors": errors}]))
    assert isinstance(event, DeliveryStatus)
    assert event.error == why


@pytest.mark.parametrize("code", [None, True, -1, 10**15, "doce", [131047]])
def test_an_error_code_that_is_no_small_number_is_left_out(code: object) -> None:
    event = one(body(statuses=[{"id": "wamid.9", "status": "failed", "errors": [{"code": code}]}]))
    assert isinstance(event, DeliveryStatus)
    assert event.error_code is None


# --- bytes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("raw", [b"", b"hola", b"{", b'{"a":NaN}', b"\xff\xfe\x00", b'{"a":1}x', b"\x00"])
def test_what_is_not_json_is_refused(raw: bytes) -> None:
    with pytest.raises(NotJson):
        read(raw, NOW)


@pytest.mark.parametrize("depth", [300, 900, 5_000, 200_000])
def test_deep_nesting_is_kept_and_never_an_error(depth: int) -> None:
    deep = b"[" * depth + b"]" * depth
    assert all(isinstance(event, Damaged) for event in read(b'{"entry":' + deep + b"}", NOW))
    inside = json.dumps(body(messages=[message(text="DEEP")])).encode().replace(b'"DEEP"', deep)
    assert read(inside, NOW)


def test_huge_numbers_are_read() -> None:
    raw = b'{"entry":[{"time":' + b"9" * 10_000 + b',"changes":[1e999]}]}'
    (event,) = read(raw, NOW)
    assert isinstance(event, Damaged)


def test_what_is_kept_of_something_damaged_can_be_stored() -> None:
    raw = json.dumps(body(messages=[{"text": "a\0b\\\0c\ud800", "n": "\\u0000"}])).encode()
    (event,) = read(raw, NOW)
    assert isinstance(event, Damaged)
    assert json.loads(event.raw) == {"text": "ab\\c\N{REPLACEMENT CHARACTER}", "n": "\\u0000"}
