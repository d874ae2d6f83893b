"""What people send beside words (recordings, pictures, documents), fetched by the two calls of the Graph API.

https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import threading
import time
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
import structlog
from pydantic import SecretStr

from booking.ports import NoMedia
from webhook import json_fields

log = structlog.get_logger()

AT_ONCE = 4
"""Files of one process, which lie in memory until they are stored."""

_ANSWER_LIMIT = 65_536
_ID = re.compile(r"[A-Za-z0-9_.-]{1,128}\Z")
_MISSING = frozenset({404, 410})
_NO_SUCH_OBJECT = 100


class _Got(NamedTuple):
    status: int
    body: bytes


class _TooLarge(Exception):
    pass


class Media:
    """Implements `MediaSource`. Fetches with the token of our number. Call `close` at the end of the process."""

    def __init__(self, base_url: str, token: SecretStr | None, *, timeout: float = 10.0) -> None:
        """`timeout`, in seconds, is for both calls together."""
        secret = token.get_secret_value().strip() if token else ""
        self._ready = bool(secret)
        self._base, self._timeout = base_url.rstrip("/"), timeout
        self._turns = threading.BoundedSemaphore(AT_ONCE)
        self._http = httpx.Client(
            headers={"Authorization": f"Bearer {secret}"} if secret else {}, timeout=timeout, follow_redirects=False
        )

    def close(self) -> None:
        self._http.close()

    def fetch(self, media: str, most: int) -> bytes | NoMedia:
        """The file with this id, of so many bytes at most, and as WhatsApp says that it is. Never raises."""
        if not _ID.match(media):
            return NoMedia.GONE
        if not self._ready:
            return NoMedia.LATER
        with self._turns:
            deadline = time.monotonic() + self._timeout
            try:
                found = self._fetch(media, most, deadline)
                # An address lasts some minutes: one that is over may be asked for anew.
                return self._fetch(media, most, deadline) if found is NoMedia.GONE else found
            except _TooLarge:
                return NoMedia.TOO_LARGE
            except (httpx.HTTPError, httpx.InvalidURL, json_fields.NotJson, RecursionError) as error:
                log.warning("media_not_fetched", why=type(error).__name__)
                return NoMedia.LATER

    def _fetch(self, media: str, most: int, deadline: float) -> bytes | NoMedia:
        answer = self._get(f"{self._base}/{media}", _ANSWER_LIMIT, deadline)
        if answer.status != 200:
            return self._refused(answer)
        told = json_fields.load(answer.body)
        address = json_fields.text(told, "url") or ""
        if not self._is_theirs(address):
            log.warning("media_not_fetched", why="an address of somebody else's")
            return NoMedia.LATER
        if (json_fields.whole(told, "file_size") or 0) > most:
            return NoMedia.TOO_LARGE
        file = self._get(address, most, deadline)
        if file.status != 200:
            return self._refused(file)
        if not _is_whole(file.body, json_fields.text(told, "sha256")):
            log.warning("media_not_fetched", why="not what was promised")
            return NoMedia.LATER
        return file.body

    def _refused(self, answer: _Got) -> NoMedia:
        """What cannot be had for lack of rights is waited for: it is our token."""
        code = _code(answer.body)
        gone = answer.status in _MISSING or (answer.status == 400 and code == _NO_SUCH_OBJECT)
        log.warning("media_not_fetched", why="refused", status=answer.status, code=code)
        return NoMedia.GONE if gone else NoMedia.LATER

    def _is_theirs(self, address: str) -> bool:
        """The token goes to nobody else: an address over HTTPS of Meta's, or where the API itself is."""
        there, here = urlsplit(address), urlsplit(self._base)
        host = there.hostname or ""
        meta = there.scheme == "https" and host.endswith((".fbsbx.com", ".facebook.com", ".whatsapp.net", ".fbcdn.net"))
        return meta or (there.scheme, there.netloc) == (here.scheme, here.netloc)

    def _get(self, address: str, most: int, deadline: float) -> _Got:
        """Raises httpx.HTTPError where it is too slow or breaks off, _TooLarge."""
        received = bytearray()
        with self._http.stream("GET", address) as response:
            for chunk in response.iter_bytes():
                received += chunk
                if len(received) > most:
                    raise _TooLarge
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("it drips", request=response.request)
            return _Got(response.status_code, bytes(received))


def _code(body: bytes) -> int | None:
    try:
        answer = json_fields.load(body)
        return json_fields.whole(answer.get("error"), "code") if isinstance(answer, dict) else None
    except (json_fields.NotJson, RecursionError):
        return None


def _is_whole(content: bytes, promised: str | None) -> bool:
    """The digest is written in hex or in base64; what is neither promises nothing."""
    if promised is None:
        return True
    digest = hashlib.sha256(content)
    if re.fullmatch(r"[0-9a-fA-F]{64}", promised):
        return digest.hexdigest() == promised.lower()
    try:
        there = base64.b64decode(promised, validate=True)
    except (binascii.Error, ValueError):
        return True
    return len(there) != digest.digest_size or there == digest.digest()
