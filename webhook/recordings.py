"""Recordings that people send, fetched by the two calls of the Graph API.

https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media
"""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

import httpx
import structlog
from pydantic import SecretStr

from webhook import json_fields

log = structlog.get_logger()

LARGEST = 2 * 1024 * 1024
"""Bytes; a voice note of ten minutes has half of it. WhatsApp would allow 16 MB."""

_ANSWER_LIMIT = 65_536
_ID = re.compile(r"[A-Za-z0-9_.-]{1,128}\Z")


class Recordings:
    """Fetches with the token of our number. Call `close` at the end of the process."""

    def __init__(self, base_url: str, token: SecretStr | None, *, timeout: float = 10.0) -> None:
        """`timeout`, in seconds, is for both calls together."""
        secret = token.get_secret_value().strip() if token else ""
        self._ready = bool(secret)
        self._base, self._timeout = base_url.rstrip("/"), timeout
        self._http = httpx.Client(
            headers={"Authorization": f"Bearer {secret}"} if secret else {}, timeout=timeout, follow_redirects=False
        )

    def close(self) -> None:
        self._http.close()

    def fetch(self, media: str) -> bytes | None:
        """The recording with this id; None where it cannot be had, or is too large. Never raises."""
        if not self._ready or not _ID.match(media):
            return None
        deadline = time.monotonic() + self._timeout
        try:
            told = json_fields.load(self._get(f"{self._base}/{media}", _ANSWER_LIMIT, deadline))
            address = json_fields.text(told, "url") or ""
            if not self._is_theirs(address) or (json_fields.whole(told, "file_size") or 0) > LARGEST:
                return None
            return self._get(address, LARGEST, deadline)
        except (httpx.HTTPError, httpx.InvalidURL, json_fields.NotJson, RecursionError) as error:
            log.warning("recording_not_fetched", why=type(error).__name__)
            return None

    def _is_theirs(self, address: str) -> bool:
        """The token goes to nobody else: an address over HTTPS of Meta's, or where the API itself is."""
        there, here = urlsplit(address), urlsplit(self._base)
        host = there.hostname or ""
        meta = there.scheme == "https" and host.endswith((".fbsbx.com", ".facebook.com", ".whatsapp.net", ".fbcdn.net"))
        return meta or (there.scheme, there.netloc) == (here.scheme, here.netloc)

    def _get(self, address: str, most: int, deadline: float) -> bytes:
        """Raises httpx.HTTPError: refused, too large or too slow."""
        received = bytearray()
        with self._http.stream("GET", address) as response:
            response.raise_for_status()
            for chunk in response.iter_bytes():
                received += chunk
                if len(received) > most:
                    raise httpx.ReadError("it is too large", request=response.request)
                if time.monotonic() > deadline:
                    raise httpx.ReadTimeout("it drips", request=response.request)
        return bytes(received)
