"""Calls of the Graph API other than sending messages. The token goes to the address that is set up, and nowhere else.

https://developers.facebook.com/docs/graph-api/guides/error-handling
"""

from __future__ import annotations

from collections.abc import Mapping
from types import TracebackType
from typing import Any, Self

import httpx
from pydantic import SecretStr

from booking.errors import NotConnected, ServiceUnavailable, SettingsInvalid, WhatsAppRefused
from booking.settings import Settings
from webhook import json_fields

_SAID = 300


class Graph:
    """Asks with the access token, or with another one that is named. A context manager; for one thread."""

    def __init__(self, settings: Settings) -> None:
        """Raises NotConnected where there is no token, SettingsInvalid where it is none."""
        token = settings.whatsapp_access_token
        self._token = token.get_secret_value().strip() if token else ""
        if not self._token:
            raise NotConnected("WHATSAPP_ACCESS_TOKEN is missing.")
        if not (self._token.isascii() and self._token.isprintable()):
            raise SettingsInvalid("WHATSAPP_ACCESS_TOKEN holds characters that no token has.")
        self._base = settings.whatsapp_api_base_url.rstrip("/")
        self._http = httpx.Client(timeout=settings.whatsapp_timeout_seconds, follow_redirects=False)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.close()

    def get(
        self, path: str, query: Mapping[str, str] | None = None, token: SecretStr | None = None
    ) -> Mapping[str, Any]:
        """Raises WhatsAppRefused, ServiceUnavailable."""
        return self._ask("GET", path, token, params=dict(query or {}))

    def post(
        self, path: str, body: Mapping[str, object] | None = None, token: SecretStr | None = None
    ) -> Mapping[str, Any]:
        """Raises WhatsAppRefused, ServiceUnavailable."""
        return self._ask("POST", path, token, json=dict(body or {}))

    def _ask(self, method: str, path: str, token: SecretStr | None, **given: Any) -> Mapping[str, Any]:
        secret = token.get_secret_value() if token else self._token
        headers = {"Authorization": f"Bearer {secret}"}
        try:
            answer = self._http.request(method, f"{self._base}/{path}", headers=headers, **given)
            body = json_fields.load(answer.content)
        except (httpx.HTTPError, httpx.InvalidURL, json_fields.NotJson, RecursionError) as error:
            raise ServiceUnavailable(f"WhatsApp: {type(error).__name__}.") from None
        if answer.status_code != 200 or not isinstance(body, Mapping):
            told = body.get("error") if isinstance(body, Mapping) else None
            said = json_fields.without_numbers(json_fields.text(told, "message") or "")[:_SAID]
            code, subcode = json_fields.whole(told, "code"), json_fields.whole(told, "error_subcode")
            raise WhatsAppRefused(f"WhatsApp: HTTP {answer.status_code}. {said}".strip(), code, subcode)
        return body
