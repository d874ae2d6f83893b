"""WhatsApp's Cloud API over httpx: implements `MessageSender`.

One client per process, shared by its threads. Sending is at least once: WhatsApp knows no idempotency key, so
a message whose answer did not arrive is sent again. Neither text, nor phone, nor token is ever logged or kept
in an error.
"""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Any, NamedTuple, Self

import httpx
import structlog
from pydantic import SecretStr

from booking.errors import SettingsInvalid
from booking.models import OutboxItem
from booking.ports import NotSent, Sent
from booking.settings import Settings
from webhook import json_fields, request_bodies
from webhook.send_failures import GARBLED, OFFLINE, TRANSIENT, Rule, Verdict, rule_for, wait

log = structlog.get_logger()

ACKNOWLEDGE_SECONDS = 3.0
"""For the "typing" sign; later it is of no use."""

ANSWER_LIMIT = 65_536
"""Bytes of an answer that are read; WhatsApp's have a few hundred."""

_ERROR_LIMIT = 300


class _Answer(NamedTuple):
    status: int
    body: object  # decoded JSON, None where it was none
    retry_after: float


class CloudApi:
    """Sends messages from one phone number. Call `close` at the end of the process."""

    def __init__(
        self,
        base_url: str,
        phone_number_id: str | None,
        token: SecretStr | None,
        *,
        timeout: float = 10.0,
        jitter: Callable[[], float] = random.random,
    ) -> None:
        """`timeout`, in seconds, bounds each step to the first byte of the answer, and the answer as a whole.
        Raises SettingsInvalid for what can never work."""
        secret = token.get_secret_value().strip() if token else ""
        number = (phone_number_id or "").strip()
        if not secret.isascii() or not secret.isprintable():
            raise SettingsInvalid("WHATSAPP_ACCESS_TOKEN holds characters that no token has.")
        if number and not re.fullmatch(r"[A-Za-z0-9_-]+", number):
            raise SettingsInvalid("WHATSAPP_PHONE_NUMBER_ID is an id, digits only; it is not a phone number.")
        self._ready = bool(secret and number)
        self._url = _checked(f"{base_url.rstrip('/')}/{number}/messages")
        self._timeout, self._jitter = timeout, jitter
        self._http = httpx.Client(
            headers={"Authorization": f"Bearer {secret}"} if secret else {},
            timeout=timeout,
            limits=httpx.Limits(max_connections=64, max_keepalive_connections=16, keepalive_expiry=30),
            follow_redirects=False,
            # Reading the certificates takes 40 ms, and plain HTTP has none to check.
            verify=self._url.scheme == "https",
            # A proxy set up in the environment is for the internet, never for this machine.
            trust_env=not _is_loopback(self._url.host),
        )

    @classmethod
    def from_settings(cls, settings: Settings) -> Self:
        """The sender as the operator set it up, ready or not."""
        return cls(
            settings.whatsapp_api_base_url,
            settings.whatsapp_phone_number_id,
            settings.whatsapp_access_token,
            timeout=settings.whatsapp_timeout_seconds,
        )

    @property
    def ready(self) -> bool:
        """Token and phone number id are there."""
        return self._ready

    def close(self) -> None:
        """Close the connections."""
        self._http.close()

    def send(self, item: OutboxItem) -> Sent | NotSent:
        """Send one message; `item.attempts` are those made before. Without credentials nothing is tried."""
        if not self._ready:
            return NotSent("no credentials", retry_after=wait(TRANSIENT, 0, jitter=0))
        try:
            answer = self._post(request_bodies.message(item), self._timeout)
        except (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout, httpx.ProxyError) as error:
            return self._refused(item, OFFLINE, type(error).__name__)
        except httpx.RequestError as error:
            # Also when the request had left and only the answer is missing: it may have arrived, nobody knows.
            return self._refused(item, TRANSIENT, type(error).__name__)
        wamid = _taken(answer.body) if 200 <= answer.status < 300 else None
        if wamid is not None:
            return Sent(wamid)
        return self._explain(item, answer)

    def acknowledge(self, wamid: str) -> None:
        """Mark as read and show "typing". Best effort: what goes wrong is logged and forgotten."""
        if not self._ready:
            return
        try:
            answer = self._post(request_bodies.read_and_typing(wamid), min(self._timeout, ACKNOWLEDGE_SECONDS))
        except httpx.RequestError as error:
            log.info("not_acknowledged", why=type(error).__name__)
            return
        if answer.status >= 300:
            log.info("not_acknowledged", why=answer.status)

    def _post(self, body: Mapping[str, Any], seconds: float) -> _Answer:
        """One exchange. The deadline is for a server that drips: it never trips a timeout between two reads."""
        deadline = time.monotonic() + seconds
        received = bytearray()
        with self._http.stream("POST", self._url, json=body, timeout=seconds) as response:
            for chunk in response.iter_bytes():
                received += chunk
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("the answer drips", request=response.request)
                if len(received) > ANSWER_LIMIT:
                    break
            asked = response.headers.get("retry-after", "")
        try:
            decoded = json_fields.load(bytes(received))
        except (json_fields.NotJson, RecursionError):
            decoded = None
        return _Answer(response.status_code, decoded, float(asked) if re.fullmatch(r"\d{1,6}", asked) else 0.0)

    def _explain(self, item: OutboxItem, answer: _Answer) -> NotSent:
        error = answer.body.get("error") if isinstance(answer.body, Mapping) else None
        if 200 <= answer.status < 300 and not error:
            return self._refused(item, GARBLED, f"HTTP {answer.status} without a message id")
        code, subcode = json_fields.whole(error, "code"), json_fields.whole(error, "error_subcode")
        transient = isinstance(error, Mapping) and error.get("is_transient") is True
        rule = rule_for(answer.status, code, subcode, transient=transient)
        said = json_fields.text(error, "error_data", "details") or json_fields.text(error, "message") or ""
        return self._refused(
            item, rule, f"HTTP {answer.status}: {said}" if said else f"HTTP {answer.status}", code, answer.retry_after
        )

    def _refused(self, item: OutboxItem, rule: Rule, said: str, code: int | None = None, asked: float = 0.0) -> NotSent:
        again = wait(rule, item.attempts, jitter=self._jitter(), asked=asked)
        log.warning("message_not_sent", outbox_id=item.id, code=code, verdict=rule.verdict.value, meaning=rule.meaning)
        about = f"{code} " if code is not None else ""
        # What WhatsApp says may repeat whom the message was for.
        error = json_fields.without_numbers(f"{about}{rule.meaning} ({said})".replace(item.to.value, "…"))
        stop = rule.verdict is Verdict.STOP
        return NotSent(error[:_ERROR_LIMIT], code, again, stop, rule.throttled, offline=rule is OFFLINE)


def _taken(body: object) -> str | None:
    """The id WhatsApp gave the message."""
    messages = body.get("messages") if isinstance(body, Mapping) else None
    return json_fields.name(messages[0], "id", limit=512) if isinstance(messages, list) and messages else None


def _checked(url: str) -> httpx.URL:
    try:
        checked = httpx.URL(url)
    except httpx.InvalidURL as error:
        raise SettingsInvalid("WHATSAPP_API_BASE_URL is not a URL.") from error
    if checked.scheme not in ("http", "https") or not checked.host:
        raise SettingsInvalid("WHATSAPP_API_BASE_URL must start with https:// and name a host.")
    if checked.scheme == "http" and not _is_loopback(checked.host):
        log.warning("token_in_the_clear", setting="WHATSAPP_API_BASE_URL", host=checked.host)
    return checked


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
