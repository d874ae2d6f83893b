"""What WhatsApp says of the clinic's own number, token and app."""

from __future__ import annotations

from booking.intents import Frozen
from booking.models.persons import Moment


class TokenState(Frozen):
    """An access token and the app that it belongs to. `expires_at` None: it does not. `scopes` are its permissions."""

    app_id: str
    app_name: str | None = None
    is_valid: bool = True
    expires_at: Moment | None = None
    scopes: tuple[str, ...] = ()


class BusinessNumber(Frozen):
    """The number that patients write to. `status` is CONNECTED once it is registered; `overrides` are addresses that
    messages go to instead of the app's."""

    shown: str
    name: str | None = None
    quality: str | None = None
    status: str | None = None
    overrides: tuple[str, ...] = ()


class AppWebhook(Frozen):
    """Where the app has its webhooks sent, and of what."""

    callback: str
    is_active: bool = True
    fields: tuple[str, ...] = ()


class AddressAnswer(Frozen):
    """What our public address answered. `unreachable`: it did not, for "certificate", "late", "name" or "closed"."""

    status: int = 0
    is_ours: bool = False  # it answered as Turnero does
    unreachable: str | None = None
