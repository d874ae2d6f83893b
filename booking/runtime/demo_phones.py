"""The demo's telephones: what people write goes to the signed webhook, what the clinic sends comes by the fake of the
Graph API, and each message's way is told back as a real phone does."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import itertools
import queue
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import structlog
from sqlalchemy import Engine

from booking.errors import NotFound
from booking.models import InboundMessage, OutButtons, OutContent, OutList, OutMedia, OutTemplate, Tap, Text
from booking.ports import Clock, UnitOfWorkFactory
from booking.runtime import demo_people
from booking.testing.channel import meta_events
from booking.testing.channel.meta import FakeMeta, WebhookRefused
from booking.testing.channel.meta_phone import Phone, Received
from storage.phone_history import Written, history
from webhook.inspector.backend import Bubble, Handset, Option

if TYPE_CHECKING:
    from booking.testing.channel.meta_limits import Template

log = structlog.get_logger()

_MIME = {"image": "image/jpeg", "audio": "audio/ogg; codecs=opus", "document": "application/pdf"}
_FURTHER = ("sending", "sent", "delivered", "read")
_SETTLING_SECONDS = 0.15
"""After a message was taken until the phone has it: the sender has noted its id by then."""


class DemoPhones:
    """`Phones` of the pages. A phone's chat is kept in memory, after what the database had of it when it was first
    looked at."""

    def __init__(self, meta: FakeMeta, engine: Engine, begin: UnitOfWorkFactory, clock: Clock, home: Path) -> None:
        self._meta, self._engine, self._begin, self._clock = meta, engine, begin, clock
        self._kept = home / "demo_phones.json"
        self._owners = {one.number: one for one in demo_people.kept(self._kept)}
        self._chats: dict[str, dict[str, Bubble]] = {}
        self._taken = len(meta.sent)  # of what the fake took, so many are on the phones
        self._lock = threading.RLock()
        self._news: Callable[[], None] = lambda: None
        self._media = itertools.count(1_000_000)
        self._statuses: queue.Queue[tuple[str, str, Received]] = queue.Queue()
        meta.heard = self._heard
        threading.Thread(target=self._tell_statuses, name="demo-phones", daemon=True).start()

    # --- who -----------------------------------------------------------------------------------------

    def on_news(self, call: Callable[[], None]) -> None:
        self._news = call

    def handsets(self) -> Sequence[Handset]:
        self.enrol()
        with self._lock:
            return [Handset(one.number, one.name, one.role, self._unread(one.number)) for one in self._owners.values()]

    def add(self, name: str, role: str) -> Handset:
        with self._lock:
            made = demo_people.another(self._owners.values(), name, role)
            self._owners[made.number] = made
            demo_people.keep(self._kept, self._owners.values())
        self.enrol()
        return Handset(made.number, made.name, made.role)

    def enrol(self) -> None:
        """Those who work there have their rights: the demo may have been loaded again since."""
        with self._begin() as uow:
            try:
                if demo_people.give_rights(uow, list(self._owners.values()), self._clock.now()):
                    uow.commit()
            except NotFound:
                log.info("no_rights_without_a_clinic")

    def forget(self) -> None:
        """The demo was loaded again: nobody has written, and whoever was added is gone."""
        with self._lock:
            self._chats.clear()
            self._owners = {one.number: one for one in demo_people.FIRST}
            demo_people.keep(self._kept, self._owners.values())
            self._taken = len(self._meta.sent)
        self._news()

    # --- what is on a phone --------------------------------------------------------------------------

    def bubbles(self, number: str) -> Sequence[Bubble]:
        with self._lock:
            return list(self._chat(number).values())

    def looked_at(self, number: str) -> None:
        with self._lock:
            chat = self._chat(number)
            unread = [one for one in chat.values() if not one.mine and one.ticks in ("sent", "delivered")]
            found = {one.wamid: one for one in self._meta.received_by([number])} if unread else {}
            for bubble in unread:
                if (received := found.get(bubble.id)) is not None:
                    chat[bubble.id] = dataclasses.replace(bubble, ticks="read")
                    self._statuses.put((number, "read", received))
                else:  # it came before this process began, and its status is told no more
                    chat[bubble.id] = dataclasses.replace(bubble, ticks="read")

    def typing(self, number: str) -> bool:
        with self._lock:
            last = next(reversed(self._chat(number).values()), None)
        return last is not None and last.mine and last.ticks == "read"

    def file(self, number: str, file_id: str) -> bytes:
        with self._lock:
            if all(one.file != file_id for one in self._chat(number).values()):
                raise KeyError(file_id)
            return self._meta.media[file_id]

    def _chat(self, number: str) -> dict[str, Bubble]:
        """By the ids of its messages, in their order."""
        if number not in self._owners:
            raise KeyError(number)
        chat = self._chats.get(number)
        if chat is None:
            before = history(self._engine, f"+{number}")
            chat = self._chats[number] = {one.wamid: self._bubble(one) for one in before}
        return chat

    def _unread(self, number: str) -> int:
        return sum(not one.mine and one.ticks in ("sent", "delivered") for one in self._chat(number).values())

    # --- what the person does ------------------------------------------------------------------------

    def write(self, number: str, text: str) -> None:
        self._send(number, "text", {"body": text}, text)

    def tap(self, number: str, message_id: str, option_id: str) -> None:
        with self._lock:
            message = self._chat(number)[message_id]
        title = next((one.title for one in message.options if one.id == option_id), None)
        if title is None:
            raise KeyError(option_id)
        if message.template:
            self._send(number, "button", {"payload": option_id, "text": title}, title, answers=message_id)
            return
        kind = "list_reply" if message.menu else "button_reply"
        content = {"type": kind, kind: {"id": option_id, "title": title}}
        self._send(number, "interactive", content, title, answers=message_id)

    def send_file(self, number: str, kind: str, name: str, content: bytes) -> None:
        media = str(next(self._media))
        self._meta.media[media] = content
        digest = hashlib.sha256(content).hexdigest()
        told: dict[str, Any] = {"id": media, "mime_type": _MIME[kind], "sha256": digest}
        told |= {"voice": True} if kind == "audio" else {}
        told |= {"filename": name} if kind == "document" else {}
        self._send(number, kind, told, name if kind == "document" else "", media=kind, file=media)

    def _send(self, number: str, kind: str, content: object, text: str, **others: Any) -> None:
        answers = others.pop("answers", None)
        owner = self._owners[number]
        if owner.role != demo_people.PATIENT:
            self.enrol()
        inbound = Phone(self._meta, number, owner.name, None).write(kind, content, answers=answers)
        wamid = str(inbound.message["id"])
        with self._lock:
            self._chat(number)[wamid] = Bubble(wamid, True, self._clock.now(), text, "sending", **others)
        try:
            self._meta.deliver([inbound])
        except (WebhookRefused, httpx.HTTPError) as error:
            log.warning("demo_message_not_taken", why=type(error).__name__)
            self._further(number, wamid, "failed")
        else:
            self._further(number, wamid, "delivered")
        self._news()

    # --- what comes ----------------------------------------------------------------------------------

    def _heard(self) -> None:
        """The fake took a message, or what somebody wrote was marked as read."""
        with self._lock:
            new = self._meta.sent[self._taken :]
            self._taken += len(new)
            for received in new:
                if received.to in self._owners:
                    chat = self._chat(received.to)
                    chat.setdefault(received.wamid, _received(received, self._clock.now()))
                self._statuses.put((received.to, "delivered", received))
            for wamid in self._meta.acknowledged[-50:]:
                for number, chat in self._chats.items():
                    if (bubble := chat.get(wamid)) is not None and bubble.mine:
                        self._further(number, wamid, "read")
        self._news()

    def _further(self, number: str, wamid: str, ticks: str) -> None:
        with self._lock:
            bubble = self._chats[number].get(wamid)
            if bubble is not None and (ticks == "failed" or _FURTHER.index(bubble.ticks) < _FURTHER.index(ticks)):
                self._chats[number][wamid] = dataclasses.replace(bubble, ticks=ticks)

    def _tell_statuses(self) -> None:
        """One after the other, each a moment after what it tells of."""
        waiting = threading.Event()
        while True:
            number, became, received = self._statuses.get()
            waiting.wait(_SETTLING_SECONDS)
            told = ("sent", "delivered") if became == "delivered" else (became,)
            statuses = [
                meta_events.status(
                    received.wamid, one, self._clock.now(), received.to, received.tracking, None, received.category
                )
                for one in told
            ]
            try:
                self._meta.deliver(statuses=statuses)
            except (WebhookRefused, httpx.HTTPError, ValueError, RuntimeError) as error:
                log.info("demo_status_not_taken", why=type(error).__name__)
            with suppress(KeyError):
                self._further(number, received.wamid, became)
            self._news()

    # --- what the database had -----------------------------------------------------------------------

    def _bubble(self, written: Written) -> Bubble:
        content = written.content
        if isinstance(content, InboundMessage):
            return _own(written, content)
        ticks = written.state if written.state in (*_FURTHER, "failed") else "sent"
        return _ours(written.wamid, written.at, ticks, content, self._meta.templates)


def _received(received: Received, at: dt.datetime) -> Bubble:
    """As the phone shows what the Graph API was given."""
    body = received.body
    action = body.get("interactive", {}).get("action", {})
    rows = [row for section in action.get("sections", []) for row in section["rows"]]
    details = {row["id"]: row.get("description", "") for row in rows}
    kind = body["type"] if body["type"] in ("image", "audio", "document", "video") else None
    name = body.get("document", {}).get("filename", "")
    return Bubble(
        id=received.wamid,
        mine=False,
        at=at,
        text=received.text or name,
        ticks="sent",
        options=[Option(id, title, details.get(id, "")) for id, title in received.options],
        menu=action.get("button"),
        media=kind,
        template=received.template is not None,
    )


def _own(written: Written, message: InboundMessage) -> Bubble:
    text, media = "", None
    match message.content:
        case Text(body=text) | Tap(title=text):
            pass
        case other:
            text, media = other.caption or "", other.what
    return Bubble(written.wamid, True, written.at, text, written.state, media=media)


def _ours(wamid: str, at: dt.datetime, ticks: str, content: OutContent, templates: Sequence[Template]) -> Bubble:
    match content:
        case OutTemplate():
            found = next(one for one in templates if one.name == content.name)
            options = [Option(*pair) for pair in zip(content.payloads, found.buttons, strict=False)]
            return Bubble(wamid, False, at, found.filled(content.parameters), ticks, options, template=True)
        case OutButtons():
            buttons = [Option(one.id, one.title) for one in content.buttons]
            return Bubble(wamid, False, at, content.body, ticks, buttons)
        case OutList():
            rows = [Option(one.id, one.title, one.description or "") for one in content.rows]
            return Bubble(wamid, False, at, content.body, ticks, rows, menu=content.button)
        case OutMedia():
            return Bubble(wamid, False, at, content.caption or content.filename or "", ticks, media=content.kind)
    return Bubble(wamid, False, at, content.body, ticks)
