"""The clinic's number, account and app at WhatsApp: implements `WhatsAppAccount`.

https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/phone-numbers
https://developers.facebook.com/documentation/business-messaging/whatsapp/webhooks/override
https://developers.facebook.com/docs/graph-api/reference/application/subscriptions
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import SecretStr

from booking.errors import SettingsInvalid, WhatsAppRefused
from booking.models import AddressAnswer, AppWebhook, BusinessNumber, TokenState
from booking.settings import Settings
from webhook import json_fields, public_address
from webhook.graph import Graph

OBJECT = "whatsapp_business_account"

_NUMBER = "display_phone_number,verified_name,quality_rating,status,webhook_configuration"
_PAGE = "100"
_LONGEST = 300


class BusinessAccount:
    """As the settings name it. What is missing of them is refused when it is needed, with SettingsInvalid."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings

    def token(self) -> TokenState:
        with Graph(self._settings) as graph:
            given = _secret(self._settings.whatsapp_access_token, "WHATSAPP_ACCESS_TOKEN")
            told = graph.get("debug_token", {"input_token": given}).get("data")
        expires = json_fields.moment(told, "expires_at")
        scopes = told.get("scopes") if isinstance(told, Mapping) else None
        app = json_fields.name(told, "app_id", limit=64)
        if app is None:
            raise WhatsAppRefused("It does not say which app the token belongs to.", 190)
        return TokenState(
            app_id=app,
            app_name=json_fields.name(told, "application", limit=_LONGEST),
            is_valid=isinstance(told, Mapping) and told.get("is_valid") is True,
            expires_at=expires,
            scopes=_texts(scopes),
        )

    def number(self) -> BusinessNumber:
        with Graph(self._settings) as graph:
            told = graph.get(self._number, {"fields": _NUMBER})
        places = told.get("webhook_configuration")
        others = [json_fields.name(places, key, limit=2048) for key in ("phone_number", OBJECT)]
        return BusinessNumber(
            shown=json_fields.name(told, "display_phone_number", limit=64) or "?",
            name=json_fields.name(told, "verified_name", limit=_LONGEST),
            quality=json_fields.name(told, "quality_rating", limit=40),
            status=json_fields.name(told, "status", limit=40),
            overrides=tuple(address for address in others if address),
        )

    def check_secret(self) -> None:
        token = _secret(self._settings.whatsapp_access_token, "WHATSAPP_ACCESS_TOKEN")
        proof = hmac.new(self._app_secret.encode(), token.encode(), hashlib.sha256).hexdigest()
        with Graph(self._settings) as graph:
            graph.get(self._number, {"fields": "id", "appsecret_proof": proof})

    def numbers(self) -> Sequence[str]:
        with Graph(self._settings) as graph:
            listed = graph.get(f"{self._account}/phone_numbers", {"fields": "id", "limit": _PAGE})
        return [id for one in _data(listed) if (id := json_fields.name(one, "id", limit=64))]

    def register(self, pin: str) -> None:
        with Graph(self._settings) as graph:
            graph.post(f"{self._number}/register", {"messaging_product": "whatsapp", "pin": pin})

    def subscribed_apps(self) -> Sequence[str]:
        with Graph(self._settings) as graph:
            listed = graph.get(f"{self._account}/subscribed_apps")
        ids = (json_fields.name(one, "whatsapp_business_api_data", "id", limit=64) for one in _data(listed))
        return [id for id in ids if id]

    def subscribe(self) -> None:
        with Graph(self._settings) as graph:
            graph.post(f"{self._account}/subscribed_apps")

    def webhook(self, app_id: str) -> AppWebhook | None:
        with Graph(self._settings) as graph:
            listed = graph.get(f"{app_id}/subscriptions", token=self._app_token(app_id))
        for one in _data(listed):
            if json_fields.text(one, "object") == OBJECT:
                fields = one.get("fields")
                names = [json_fields.name(field, "name", limit=100) for field in _list(fields)]
                return AppWebhook(
                    callback=json_fields.name(one, "callback_url", limit=2048) or "",
                    is_active=one.get("active") is not False,
                    fields=tuple(name for name in names if name),
                )
        return None

    def set_webhook(self, app_id: str, fields: Sequence[str]) -> None:
        settings = self._settings
        wanted = {
            "object": OBJECT,
            "callback_url": settings.whatsapp_webhook_url or "",
            "verify_token": _secret(settings.whatsapp_verify_token, "WHATSAPP_VERIFY_TOKEN"),
            "fields": ",".join(fields),
            "include_values": True,
        }
        with Graph(settings) as graph:
            graph.post(f"{app_id}/subscriptions", wanted, self._app_token(app_id))

    def shake_hands(self) -> AddressAnswer:
        return public_address.shake_hands(self._settings)

    def deliver_nothing(self) -> AddressAnswer:
        return public_address.deliver_nothing(self._settings)

    @property
    def _number(self) -> str:
        return _id(self._settings.whatsapp_phone_number_id, "WHATSAPP_PHONE_NUMBER_ID")

    @property
    def _account(self) -> str:
        return _id(self._settings.whatsapp_business_account_id, "WHATSAPP_BUSINESS_ACCOUNT_ID")

    @property
    def _app_secret(self) -> str:
        return _secret(self._settings.whatsapp_app_secret, "WHATSAPP_APP_SECRET")

    def _app_token(self, app_id: str) -> SecretStr:
        """Speaks for the app itself."""
        return SecretStr(f"{_id(app_id, 'the id of the app')}|{self._app_secret}")


def _secret(given: SecretStr | None, name: str) -> str:
    found = given.get_secret_value().strip() if given else ""
    if not found:
        raise SettingsInvalid(f"{name} is missing.")
    return found


def _id(given: str | None, name: str) -> str:
    """Nothing but digits goes into an address."""
    found = (given or "").strip()
    if not (found.isascii() and found.isdigit()):
        raise SettingsInvalid(f"{name} is an id, digits only.")
    return found


def _data(listed: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    return [one for one in _list(listed.get("data")) if isinstance(one, Mapping)]


def _list(found: object) -> list[Any]:
    return found if isinstance(found, list) else []


def _texts(found: object) -> tuple[str, ...]:
    return tuple(one[:100] for one in _list(found) if isinstance(one, str))
