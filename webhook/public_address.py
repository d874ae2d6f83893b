"""Our own webhook as the internet reaches it: asked what Meta asks of it, and handed an empty delivery."""

from __future__ import annotations

import secrets
import ssl
from collections.abc import Iterator

import httpx
from pydantic import SecretStr

from booking.models import AddressAnswer
from booking.settings import Settings
from webhook import signature

EMPTY = b'{"object":"whatsapp_business_account","entry":[]}'
"""A delivery in which nothing has happened."""


def shake_hands(settings: Settings) -> AddressAnswer:
    """Meta's GET, with our verify token. Never raises."""
    challenge = str(secrets.randbelow(10**10))
    token = settings.whatsapp_verify_token
    query = {
        "hub.mode": "subscribe",
        "hub.challenge": challenge,
        "hub.verify_token": token.get_secret_value().strip() if token else "",
    }
    answer = _ask(settings, "GET", params=query)
    if isinstance(answer, AddressAnswer):
        return answer
    return AddressAnswer(status=answer.status_code, is_ours=answer.status_code == 200 and answer.text == challenge)


def deliver_nothing(settings: Settings) -> AddressAnswer:
    """Meta's POST, signed with our app secret. Never raises."""
    secret = settings.whatsapp_app_secret or SecretStr("")
    said = secret.get_secret_value().strip()
    headers = {"Content-Type": "application/json"} | ({signature.HEADER: signature.sign(said, EMPTY)} if said else {})
    answer = _ask(settings, "POST", content=EMPTY, headers=headers)
    if isinstance(answer, AddressAnswer):
        return answer
    return AddressAnswer(status=answer.status_code, is_ours=answer.status_code == 200 and answer.text == "")


def _ask(settings: Settings, method: str, **given: object) -> httpx.Response | AddressAnswer:
    """No redirect is followed: Meta follows none."""
    try:
        with httpx.Client(timeout=settings.whatsapp_timeout_seconds, follow_redirects=False) as http:
            return http.request(method, settings.whatsapp_webhook_url or "", **given)  # type: ignore[arg-type]
    except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:
        return AddressAnswer(unreachable=_why(error))


def _why(error: BaseException) -> str:
    if any(isinstance(one, ssl.SSLError) for one in _causes(error)):
        return "certificate"
    if isinstance(error, httpx.TimeoutException):
        return "late"
    said = " ".join(str(one) for one in _causes(error)).lower()
    return "name" if "name or service" in said or "getaddrinfo" in said or "resolution" in said else "closed"


def _causes(error: BaseException) -> Iterator[BaseException]:
    found: BaseException | None = error
    while found is not None:
        yield found
        found = found.__cause__ or found.__context__
