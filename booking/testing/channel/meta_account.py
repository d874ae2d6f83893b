"""The rest of the Graph API, as far as a clinic is connected by it: the token, the number, the account, the app.

Written from Meta's pages, not from our client.
https://developers.facebook.com/documentation/business-messaging/whatsapp/solution-providers/manage-webhooks
https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/registration
https://developers.facebook.com/docs/graph-api/reference/application/subscriptions
https://developers.facebook.com/docs/graph-api/reference/debug_token
"""

from __future__ import annotations

import datetime as dt
import hashlib
import hmac
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx

from booking.testing.channel.meta_limits import Refusal

Json = dict[str, Any]

MESSAGING, MANAGEMENT = "whatsapp_business_messaging", "whatsapp_business_management"

_MISSING = "Unsupported get request. Object with ID '{}' does not exist, cannot be loaded due to missing permissions"
_TRIES = 10


@dataclass
class MetaAccount:
    """One number of one account, and the app that a token speaks for. A test sets what Meta knows of them."""

    phone_number_id: str
    display_number: str
    id: str
    token: Callable[[], str]
    app_secret: Callable[[], str]
    now: Callable[[], dt.datetime]
    http: httpx.Client
    hears: Callable[[str], None]
    app_id: str = "670843887433847"
    app_name: str = "Agenda"
    verified_name: str = "Clínica San Rafael"
    quality: str = "GREEN"
    status: str = "CONNECTED"
    pin: str | None = None
    expires_at: dt.datetime | None = None
    scopes: set[str] = field(default_factory=lambda: {MESSAGING, MANAGEMENT})
    subscribed: list[str] = field(default_factory=list)
    callback: str | None = None
    fields: list[str] = field(default_factory=list)
    overrides: Json = field(default_factory=dict)
    others: list[str] = field(default_factory=list)
    """Ids of the account's numbers beside ours."""
    refusals: dict[str, Refusal] = field(default_factory=dict)
    """By the last part of a path ("register"): what Meta refuses, whatever is asked."""
    _tries: int = 0

    def answer(self, method: str, path: str, query: Mapping[str, str], body: Mapping[str, Any], token: str) -> Json:
        """`path` is without the version. Raises Refusal."""
        *_, last = parts = path.strip("/").split("/")
        if last in self.refusals:
            raise self.refusals[last].with_traceback(None)
        if parts == [self.app_id, "subscriptions"]:
            self._is_app(token)
            return self._subscriptions(method, body)
        self.check_token(token)
        if parts == ["debug_token"]:
            return self._debug(query)
        self._check_proof(query, token)
        if MANAGEMENT not in self.scopes:
            raise Refusal(200, "You do not have the necessary permissions to access this object")
        match method, parts:
            case "GET", [self.phone_number_id]:
                return self._number(query)
            case "POST", [self.phone_number_id, "register"]:
                return self._register(body)
            case "GET", [self.id, "phone_numbers"]:
                return {"data": [{"id": one} for one in (self.phone_number_id, *self.others)]}
            case "GET", [self.id, "subscribed_apps"]:
                apps = [{"id": app, "name": self.app_name, "link": "https://example.org"} for app in self.subscribed]
                return {"data": [{"whatsapp_business_api_data": app} for app in apps]}
            case "POST", [self.id, "subscribed_apps"]:
                self.subscribed = list(dict.fromkeys([*self.subscribed, self.app_id]))
                return {"success": True}
            case _:
                raise Refusal(100, _MISSING.format(parts[0]), subcode=33)

    def check_token(self, token: str) -> None:
        """Raises Refusal 190."""
        if token != self.token():
            raise Refusal(190, "Invalid OAuth access token - Cannot parse access token")
        if self.expires_at is not None and self.expires_at <= self.now():
            raise Refusal(190, "Error validating access token: Session has expired", subcode=463)

    def check_sending(self) -> None:
        """Whether this number may send at all. Raises Refusal."""
        if MESSAGING not in self.scopes:
            raise Refusal(10, "Application does not have permission for this action")
        if self.status != "CONNECTED":
            raise Refusal(133010, "Phone number is not registered on the WhatsApp Business Platform")

    def _is_app(self, token: str) -> None:
        if token != f"{self.app_id}|{self.app_secret()}":
            raise Refusal(190, "Invalid OAuth access token signature.")

    def _check_proof(self, query: Mapping[str, str], token: str) -> None:
        proof = hmac.new(self.app_secret().encode(), token.encode(), hashlib.sha256).hexdigest()
        if query.get("appsecret_proof", proof) != proof:
            raise Refusal(100, "Invalid appsecret_proof provided in the API argument")

    def _debug(self, query: Mapping[str, str]) -> Json:
        if query.get("input_token") != self.token():
            return {"data": {"is_valid": False, "error": {"code": 190, "message": "Malformed access token"}}}
        expires = int(self.expires_at.timestamp()) if self.expires_at else 0
        told = {"app_id": self.app_id, "application": self.app_name, "type": "SYSTEM_USER", "is_valid": True}
        return {"data": {**told, "expires_at": expires, "scopes": sorted(self.scopes)}}

    def _number(self, query: Mapping[str, str]) -> Json:
        known = {
            "display_phone_number": self.display_number,
            "verified_name": self.verified_name,
            "quality_rating": self.quality,
            "status": self.status,
            "webhook_configuration": {"application": self.callback, **self.overrides},
        }
        asked = query.get("fields", "").split(",")
        if unknown := [name for name in asked if name not in {*known, "id", ""}]:
            raise Refusal(100, f"Tried accessing nonexisting field ({unknown[0]})")
        return {**{name: known[name] for name in asked if name in known}, "id": self.phone_number_id}

    def _register(self, body: Mapping[str, Any]) -> Json:
        pin = body.get("pin")
        if body.get("messaging_product") != "whatsapp" or not (
            isinstance(pin, str) and len(pin) == 6 and pin.isdigit()
        ):
            raise Refusal(100, "Param pin must be a string of 6 digits")
        self._tries += 1
        if self._tries > _TRIES:
            raise Refusal(133016, "Too many attempts to register this number; wait 72 hours")
        if self.pin not in (None, pin):
            raise Refusal(133005, "Two-step verification PIN mismatch")
        self.pin, self.status = pin, "CONNECTED"
        return {"success": True}

    def _subscriptions(self, method: str, body: Mapping[str, Any]) -> Json:
        if method == "GET":
            told = [{"name": name, "version": "v26.0"} for name in self.fields]
            known = {"object": "whatsapp_business_account", "active": True, "fields": told}
            return {"data": [{**known, "callback_url": self.callback}] if self.callback else []}
        address, fields = str(body.get("callback_url", "")), str(body.get("fields", "")).split(",")
        if body.get("object") != "whatsapp_business_account" or not all(fields):
            raise Refusal(100, "Param object and fields are required")
        self._verify(address, str(body.get("verify_token", "")))
        self.callback, self.fields = address, list(dict.fromkeys([*self.fields, *fields]))
        self.hears(address)
        return {"success": True}

    def _verify(self, address: str, token: str) -> None:
        """Meta asks the address itself before it agrees. Loopback stands for the internet."""
        place = urlsplit(address)
        if place.scheme != "https" and place.hostname != "127.0.0.1":
            raise Refusal(2200, "Callback verification failed: the URL must be HTTPS")
        query = {"hub.mode": "subscribe", "hub.challenge": "1158201444", "hub.verify_token": token}
        try:
            answer = self.http.get(address, params=query)
        except httpx.HTTPError as error:
            raise Refusal(2200, "Callback verification failed: the URL could not be reached") from error
        if answer.status_code != 200 or answer.text != "1158201444":
            raise Refusal(2200, f"Callback verification failed: HTTP Status Code = {answer.status_code}")
