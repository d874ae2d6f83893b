"""A fake of Meta's Cloud API on loopback: a real HTTP server that takes messages, and posts signed webhooks.

    with FakeMeta(app_secret="s", verify_token="v") as meta:
        meta.webhook_url = "http://127.0.0.1:8000/webhook"
        phone = meta.phone("5216641234567", name="Ana")
        phone.say("hola")
        phone.wait()

Point `WHATSAPP_API_BASE_URL` at `meta.base_url`. Shares no code with the client it is there to test.
"""

from __future__ import annotations

import base64
import datetime as dt
import hashlib
import hmac
import itertools
import json
import random
import threading
import time
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import itemgetter
from types import TracebackType
from typing import Any, Self

import httpx

from booking.testing.channel import meta_events
from booking.testing.channel.meta_account import MetaAccount
from booking.testing.channel.meta_events import Inbound, Json
from booking.testing.channel.meta_faults import Delay, Fault
from booking.testing.channel.meta_limits import Refusal, Template, addressee, check_message, check_read, template_of
from booking.testing.channel.meta_phone import Phone, Received
from booking.testing.channel.meta_server import GraphServer

ACCOUNT = "102290129340398"

WINDOW = dt.timedelta(hours=24)
"""For so long after somebody wrote they may be sent anything."""

Post = Callable[[bytes, Mapping[str, str]], int]
"""Delivers a webhook body with its headers; the HTTP status of the answer."""


class WebhookRefused(AssertionError):
    """The application did not answer 200 to a webhook."""


class FakeMeta:
    """One business phone number. Safe to use from several threads."""

    def __init__(
        self,
        *,
        phone_number_id: str = "106540352242922",
        display_number: str = "526641110000",
        token: str = "EAAGfaketoken",
        app_secret: str = "app-secret",
        verify_token: str = "verify-token",
        version: str = "v26.0",
        clock: Callable[[], dt.datetime] | None = None,
        window: dt.timedelta | None = WINDOW,
        post: Post | None = None,
        templates: Sequence[Template] = (),
        first_number: int = 1,
        heard: Callable[[], None] = lambda: None,
    ) -> None:
        """`clock` gives WhatsApp's time (the real one by default). A message to somebody who has not written for
        as long as `window` is refused with 131047 (None: never). `post` replaces HTTP towards the application.
        `templates` are those that are approved. Ids of messages are numbered from `first_number` on. `heard` is called,
        by the server's threads, whenever a message was taken or marked as read."""
        self.phone_number_id, self.display_number, self.token = phone_number_id, display_number, token
        self.app_secret, self.verify_token, self.version = app_secret, verify_token, version
        self.webhook_url: str | None = None
        self.templates, self.account = list(templates), ACCOUNT
        self.media: dict[str, bytes] = {}
        """What people sent beside words, by the id of it; what is not here Meta has no more."""
        self.digests: dict[str, str] = {}
        """Of media whose digest Meta tells wrongly, or otherwise than in hex."""
        self._media_faults: dict[tuple[str, bool], deque[Fault]] = {}
        self.now: Callable[[], dt.datetime] = clock or (lambda: dt.datetime.now(dt.UTC))
        self.sent: list[Received] = []
        """Messages taken, in order."""
        self.acknowledged: list[str] = []
        """Ids of messages marked as read."""
        self.refused: list[tuple[Json, int]] = []
        """Requests not taken, each with its error code."""
        self.window, self._post = window, post or self._over_http
        self._inboxes: dict[str, list[tuple[int, Received]]] = {}
        self._wrote: dict[str, dt.datetime] = {}
        self._faults: dict[str | None, deque[Fault]] = {}
        self._standing: dict[str | None, Fault] = {}
        self._numbers, self.heard = itertools.count(first_number), heard
        self._changed = threading.Condition()
        # Unverified: it is loopback, and reading the certificates takes longer than most tests.
        self._http = httpx.Client(timeout=60, trust_env=False, verify=False)
        self.settings = MetaAccount(
            phone_number_id=phone_number_id,
            display_number=display_number,
            id=ACCOUNT,
            token=lambda: self.token,
            app_secret=lambda: self.app_secret,
            now=lambda: self.now(),
            http=self._http,
            hears=lambda address: setattr(self, "webhook_url", address),
        )
        """What Meta knows of the number, the account and the app."""
        self._server = GraphServer(self)

    # --- life ----------------------------------------------------------------------------------------

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.stop()
        self._http.close()

    @property
    def base_url(self) -> str:
        """For `WHATSAPP_API_BASE_URL`."""
        return f"{self._server.url}/{self.version}"

    # --- scripting failures --------------------------------------------------------------------------

    def fail(self, *faults: Fault, to: str | None = None) -> None:
        """The next messages (to this person) fail so, one each, in order."""
        with self._changed:
            self._faults.setdefault(to, deque()).extend(faults)

    def fail_media(self, media: str, *faults: Fault, file: bool = False) -> None:
        """The next times that somebody asks where this is (`file`: asks there for the file itself) fail so, in order.
        An expired one is `EXPIRED_MEDIA`, or the file a 404."""
        with self._changed:
            self._media_faults.setdefault((media, file), deque()).extend(faults)

    def next_media_fault(self, media: str, *, file: bool) -> Fault | None:
        """What spoils this request."""
        with self._changed:
            queue = self._media_faults.get((media, file))
            return queue.popleft() if queue else None

    def keep_failing(self, fault: Fault, to: str | None = None) -> None:
        """Every message (to this person) fails so until `heal`."""
        with self._changed:
            self._standing[to] = fault

    def heal(self) -> None:
        """No more failures."""
        with self._changed:
            self._faults.clear()
            self._standing.clear()

    # --- the API, called by the server's threads -----------------------------------------------------

    def take(self, body: Mapping[str, Any]) -> tuple[Json, Fault | None]:
        """Check and record a request; the answer, and the fault that spoils it. Raises Refusal."""
        if body.get("messaging_product") != "whatsapp":
            raise Refusal(100, "The parameter messaging_product is required.")
        if "status" in body:
            wamid = check_read(body)
            with self._changed:
                self.acknowledged.append(wamid)
                self._changed.notify_all()
            self.heard()
            return {"success": True}, None
        self.settings.check_sending()
        to = addressee(body)
        check_message(body, self.templates)
        template = template_of(body, self.templates) if body.get("type") == "template" else None
        with self._changed:
            fault = self._next_fault(to)
        if isinstance(fault, Delay):
            self._server.wait(fault.seconds)
            fault = None
        with self._changed:
            if isinstance(fault, Refusal):
                raise fault.with_traceback(None)
            last = self._wrote.get(to)
            # A template may go out at any time.
            if template is None and self.window is not None and (last is None or self.now() - last > self.window):
                raise Refusal(131047, "More than 24 hours have passed since the recipient last replied")
            received = Received(to, self.new_wamid(), dict(body), template)
            if fault is None or getattr(fault, "taken", False):
                self._inboxes.setdefault(to, []).append((len(self.sent), received))
                self.sent.append(received)
                self._changed.notify_all()
        self.heard()
        contact = {"input": to, "wa_id": to} if to.isdigit() else {"input": to, "user_id": to}
        return {"messaging_product": "whatsapp", "contacts": [contact], "messages": [{"id": received.wamid}]}, fault

    def list_templates(self, limit: int, after: str | None) -> Json:
        """A page of the account's templates."""
        first = int(after or 0)
        page = self.templates[first : first + limit]
        paging: Json = {"cursors": {"before": str(first), "after": str(first + len(page))}}
        if first + limit < len(self.templates):
            paging["next"] = "https://elsewhere.example/never-follow-this"
        return {"data": [template.listed() for template in page], "paging": paging}

    def change_template(self, name: str, **changes: Any) -> None:
        """Meta changes its mind about a template and says so (`meta_events.template_news`). Raises WebhookRefused."""
        self.templates = [one._replace(**changes) if one.name == name else one for one in self.templates]
        for template in self.templates:
            if template.name == name:
                for news in meta_events.template_news(template, changes):
                    if (answer := self.post(meta_events.body(ACCOUNT, [news]))) != 200:
                        raise WebhookRefused(f"the application answered {answer}")

    def note_refusal(self, body: Json, code: int) -> None:
        """Remember a request that was not taken."""
        with self._changed:
            self.refused.append((body, code))
            self._changed.notify_all()

    def _next_fault(self, to: str) -> Fault | None:
        for key in (to, None):
            if queue := self._faults.get(key):
                return queue.popleft()
        return self._standing.get(to) or self._standing.get(None)

    # --- webhooks ------------------------------------------------------------------------------------

    def phone(self, wa_id: str | None, name: str | None = None, bsuid: str | None = None) -> Phone:
        """A person's phone; without `wa_id` one that hides its number."""
        return Phone(self, wa_id, name, bsuid)

    def received_by(self, names: Iterable[str]) -> list[Received]:
        """Messages addressed to any of these, in the order they were taken."""
        with self._changed:
            boxes = [self._inboxes.get(name, []) for name in names]
            return [received for _, received in sorted(itertools.chain(*boxes), key=itemgetter(0))]

    def has_written(self, names: Iterable[str], at: dt.datetime) -> None:
        """A person wrote: opens the window in which they may be answered."""
        with self._changed:
            self._wrote |= dict.fromkeys(names, at)

    def new_wamid(self) -> str:
        """An id as long as the real ones, never given twice."""
        made = f"HBg{self.phone_number_id}{next(self._numbers):08d}".encode()
        return "wamid." + base64.b64encode(made).decode()

    def deliver(self, inbound: Sequence[Inbound] = (), statuses: Sequence[Json] = (), *, times: int = 1) -> None:
        """Post messages and statuses in one body, `times` times over. Raises WebhookRefused."""
        change = meta_events.change(self.phone_number_id, self.display_number, inbound, statuses)
        for _ in range(times):
            answer = self.post(meta_events.body(ACCOUNT, [change]))
            if answer != 200:
                raise WebhookRefused(f"the application answered {answer}")

    def report(self, *became: str, shuffled: random.Random | None = None, error: tuple[int, str] | None = None) -> None:
        """Post these statuses ("sent", "delivered", "read", "failed") of every message taken, in one body."""
        statuses = [
            meta_events.status(message.wamid, name, self.now(), message.to, message.tracking, error, message.category)
            for message in self.sent
            for name in became
        ]
        if shuffled is not None:
            shuffled.shuffle(statuses)
        self.deliver(statuses=statuses)

    def sign(self, body: bytes) -> str:
        """The value of X-Hub-Signature-256."""
        return "sha256=" + hmac.new(self.app_secret.encode(), body, hashlib.sha256).hexdigest()

    def post(self, payload: object, *, signature: str | None = None) -> int:
        """Post any JSON (or bytes) signed as Meta does, or under another signature ("" sends none). The
        status of the answer. Letters beyond ASCII go out escaped, as Meta's do."""
        body = payload if isinstance(payload, bytes) else json.dumps(payload, separators=(",", ":")).encode()
        value = self.sign(body) if signature is None else signature
        headers = {"Content-Type": "application/json", "User-Agent": "facebookexternalua"}
        return self._post(body, headers | ({"X-Hub-Signature-256": value} if value else {}))

    def handshake(self, token: str | None = None, challenge: str = "1158201444") -> httpx.Response:
        """What Meta asks when the webhook is set up."""
        query = {"hub.mode": "subscribe", "hub.challenge": challenge, "hub.verify_token": token or self.verify_token}
        return self._http.get(self._target(), params=query)

    def _over_http(self, body: bytes, headers: Mapping[str, str]) -> int:
        return self._http.post(self._target(), content=body, headers=dict(headers)).status_code

    def _target(self) -> str:
        if self.webhook_url is None:
            raise ValueError("set webhook_url first")
        return self.webhook_url

    # --- waiting -------------------------------------------------------------------------------------

    def wait(self, until: Callable[[], bool], timeout: float, what: str) -> None:
        """Wait for something about the messages taken, seconds at most. Raises AssertionError."""
        end = time.monotonic() + timeout
        with self._changed:
            while not until():
                left = end - time.monotonic()
                if left <= 0 or not self._changed.wait(left):
                    raise AssertionError(f"waited {timeout} s for {what}")
