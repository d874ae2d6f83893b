"""Whatever JSON arrives, reading it gives events that can be stored."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from booking.models import DeliveryStatus, InboundMessage, Tap, Text, Unsupported
from booking.testing.channel import meta_events
from tests.webhook.corpus import bodies
from tests.webhook.moment import NOW
from webhook.payload import Damaged, Event, parse, read

HOSTILE = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(min_value=10**18, max_value=10**60),
    st.floats(),
    st.text(max_size=20),
    st.sampled_from(["", "\0", "\ud800", "messages", "text", "5216641234567", "MX.1", "x" * 3000, "0", "-1"]),
)
JSON = st.recursive(
    HOSTILE, lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4)
)


def _written_here() -> dict[str, Any]:
    """A body with a message, a tap and a status, so that the properties hold without the corpus too."""
    at = NOW
    who: dict[str, Any] = {"wa_id": "5216641234567", "bsuid": "MX.1", "answers": {"id": "wamid.0"}}
    text = meta_events.message("text", {"body": "hola"}, wamid="wamid.1", at=at, **who)
    reply = {"type": "button_reply", "button_reply": {"id": "a", "title": "b"}}
    tap = meta_events.message("interactive", reply, wamid="wamid.2", at=at, **who)
    contact = meta_events.contact("Ana", "5216641234567", "MX.1")
    status = meta_events.status("wamid.3", "failed", at, "5216641234567", "7", (131047, "24 h"))
    inbound = [meta_events.Inbound(text, contact), meta_events.Inbound(tap, contact)]
    return meta_events.body("1", [meta_events.change("1064", "52664", inbound, [status])])


PAYLOADS = [_written_here(), *(row["payload"] for row in bodies())]


def _places(node: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of every value in a document."""
    if path:
        yield path
    inside = node.items() if isinstance(node, dict) else enumerate(node) if isinstance(node, list) else ()
    for key, value in inside:
        yield from _places(value, (*path, key))


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A real body with some of its values replaced, removed or repeated."""
    document = copy.deepcopy(draw(st.sampled_from(PAYLOADS)))
    for _ in range(draw(st.integers(1, 4))):
        places = list(_places(document))
        if not places:
            break
        *way, last = draw(st.sampled_from(places))
        holder = document
        for key in way:
            holder = holder[key]
        match draw(st.sampled_from(["replace", "remove", "repeat", "wrap"])):
            case "replace":
                holder[last] = draw(JSON)
            case "remove":
                del holder[last]
            case "repeat" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[last]))
            case _:
                holder[last] = draw(st.sampled_from([[holder[last]], {"x": holder[last]}]))
    return document


def _strings(event: Event) -> list[str]:
    match event:
        case InboundMessage():
            said = event.content
            words = {
                Text: lambda c: [c.body],
                Tap: lambda c: [c.payload, c.title],
                Unsupported: lambda c: [c.what, c.caption or ""],
            }[type(said)](said)
            senders = [identity.value for identity in event.sender]
            return [event.wamid, event.phone_number_id, event.profile_name or "", *senders, *words]
        case DeliveryStatus():
            return [event.wamid, event.status, event.tracking or "", event.error_detail or ""]
        case Damaged():
            return [event.raw, event.why]
        case _:
            return [event.what]


def _storable(event: Event) -> None:
    for text in _strings(event):
        assert "\0" not in text
        text.encode("utf-8")  # raises for a lone surrogate
    if isinstance(event, InboundMessage):
        assert 0 < len(event.wamid) <= 512
        assert event.sender
        assert event.sent_at.tzinfo is not None
    if isinstance(event, DeliveryStatus):
        assert event.error_code is None or 0 <= event.error_code < 2**31
    if isinstance(event, Damaged):
        assert "\\u0000" not in event.raw.replace("\\\\", "")


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
@example({"entry": [{"changes": [{"value": {"messages": [{"from": True, "id": 10**50, "timestamp": 1e308}]}}]}]})
def test_mutated_bodies_give_storable_events(document: Any) -> None:
    for event in parse(document, NOW):
        _storable(event)


@given(JSON)
def test_any_json_gives_storable_events(document: Any) -> None:
    for event in parse(document, NOW):
        _storable(event)


@settings(suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_the_bytes_say_the_same_as_the_document(document: Any) -> None:
    raw = json.dumps(document).encode()
    if b"NaN" not in raw and b"Infinity" not in raw:
        events = read(raw, NOW)
        assert [type(e) for e in events] == [type(e) for e in parse(document, NOW)]
        assert events == read(raw, NOW)


@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(raw: bytes) -> None:
    try:
        events = read(raw, NOW)
    except ValueError:
        return
    for event in events:
        _storable(event)
