"""Whether the clinic is connected to WhatsApp: each thing that has to be so, in the order in which it is set up, and
the next step in words where it is not. Some of it is mended where that is asked for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple
from urllib.parse import urlsplit

from booking.desk import connection_words as words
from booking.errors import ServiceUnavailable, SettingsInvalid, WhatsAppRefused
from booking.models import TokenState
from booking.ports import WhatsAppAccount
from booking.settings import Settings

MESSAGING, MANAGEMENT = "whatsapp_business_messaging", "whatsapp_business_management"

NEEDED = frozenset({"messages"})
"""Webhook fields without which nobody is heard."""

HEARD = (
    "messages",
    "message_template_status_update",
    "message_template_quality_update",
    "template_category_update",
    "smb_message_echoes",
)
"""Every webhook field that Turnero listens to."""

_UNREGISTERED = frozenset({"PENDING", "UNVERIFIED", "DISCONNECTED", "OFFLINE", "MIGRATED", "DELETED"})


class State(StrEnum):
    OK = "bien"
    WRONG = "mal"
    NOTE = "aviso"  # works, and should be seen to
    UNSEEN = "sin revisar"  # something before it has to be mended first


class Step(NamedTuple):
    """One thing that has to be so. `do` is the next step."""

    name: str
    state: State
    said: str
    do: str | None = None


class Mend(NamedTuple):
    """What may be changed at WhatsApp. `pin` registers the number; `replace`: another address of the app's too."""

    pin: str | None = None
    replace: bool = False


@dataclass(slots=True)
class _Checks:
    account: WhatsAppAccount
    settings: Settings
    now: dt.datetime
    mend: Mend | None
    token: TokenState | None = None

    def has_all(self) -> Step:
        lacking = [said for field, said in words.SETTINGS.items() if not getattr(self.settings, field)]
        if lacking:
            return Step("datos", State.WRONG, f"falta {', '.join(lacking)}", words.CONNECT)
        return Step("datos", State.OK, "están todos")

    def has_token(self) -> Step:
        found = self.account.token()
        if not found.is_valid:
            return Step("token", State.WRONG, "WhatsApp dice que no es válido", words.NEW_TOKEN)
        lacking = [scope for scope in (MESSAGING, MANAGEMENT) if scope not in found.scopes]
        if lacking:
            return Step("token", State.WRONG, f"le falta el permiso {' y '.join(lacking)}", words.NEW_TOKEN)
        self.token = found
        said = f"vale, de la app «{found.app_name or found.app_id}»"
        if found.expires_at is None:
            return Step("token", State.OK, f"{said}; no vence")
        when = found.expires_at.astimezone(self.settings.zone)
        state = State.WRONG if found.expires_at <= self.now else State.NOTE
        return Step("token", state, f"{said}; vence el {when:%d/%m/%Y a las %H:%M}", words.NEW_TOKEN)

    def has_number(self) -> Step:
        found = self.account.number()
        said = f"{found.shown} «{found.name or '?'}»"
        other = [address for address in found.overrides if address != self.settings.whatsapp_webhook_url]
        if other:
            return Step("número", State.WRONG, f"{said}; sus mensajes van a {_host(other[0])}", words.OVERRIDDEN)
        if found.quality in ("RED", "YELLOW"):
            return Step("número", State.NOTE, f"{said}; calidad {found.quality}", words.QUALITY)
        return Step("número", State.OK, said)

    def is_of_the_account(self) -> Step:
        if self.settings.whatsapp_phone_number_id in self.account.numbers():
            return Step("cuenta", State.OK, "el número es de esta cuenta")
        return Step("cuenta", State.WRONG, "el número no es de esta cuenta", words.WRONG_ACCOUNT)

    def has_secret(self) -> Step:
        self.account.check_secret()
        return Step("secreto", State.OK, "es el de la app")

    def is_registered(self) -> Step:
        status = self.account.number().status
        if status == "CONNECTED":
            return Step("registro", State.OK, "el número está registrado")
        if status not in _UNREGISTERED:
            return Step("registro", State.NOTE, f"WhatsApp dice {status or 'nada'} de él", words.STATUS)
        if self.mend is None or self.mend.pin is None:
            return Step("registro", State.WRONG, f"el número no está registrado ({status})", words.REGISTER)
        self.account.register(self.mend.pin)
        return Step("registro", State.OK, "quedó registrado")

    def is_reached(self) -> Step:
        address = urlsplit(self.settings.whatsapp_webhook_url or "")
        if address.scheme != "https" and address.hostname not in ("127.0.0.1", "localhost"):
            return Step("dirección", State.WRONG, "no es https://", words.ADDRESS)
        answer = self.account.shake_hands()
        if answer.is_ours:
            return Step("dirección", State.OK, f"{address.hostname} contesta")
        return Step("dirección", State.WRONG, *words.of_address(answer))

    def believes_signatures(self) -> Step:
        answer = self.account.deliver_nothing()
        if answer.is_ours:
            return Step("firma", State.OK, "acepta lo que firma WhatsApp")
        return Step("firma", State.WRONG, *words.of_signature(answer))

    def app_sends_here(self) -> Step:
        assert self.token is not None
        there, ours = self.account.webhook(self.token.app_id), self.settings.whatsapp_webhook_url
        fields = there.fields if there else ()
        elsewhere = there is not None and there.callback != ours
        if there is not None and not elsewhere and there.is_active and set(HEARD) <= set(fields):
            return Step("webhook", State.OK, "la app manda aquí los mensajes y las noticias de plantillas")
        if self.mend is not None and (not elsewhere or self.mend.replace):
            self.account.set_webhook(self.token.app_id, [*dict.fromkeys((*fields, *HEARD))])
            return Step("webhook", State.OK, "la app quedó mandando aquí los mensajes")
        if there is None:
            return Step("webhook", State.WRONG, "la app no manda a ninguna parte", words.MEND)
        if elsewhere:
            return Step("webhook", State.WRONG, f"la app manda a {_host(there.callback)}", words.REPLACE)
        if not there.is_active or not set(fields) >= NEEDED:
            return Step("webhook", State.WRONG, "la app no manda los mensajes", words.MEND)
        return Step("webhook", State.NOTE, "la app no manda las noticias de plantillas", words.MEND)

    def account_tells_the_app(self) -> Step:
        assert self.token is not None
        if self.token.app_id in self.account.subscribed_apps():
            return Step("suscripción", State.OK, "la cuenta avisa a la app")
        if self.mend is None:
            return Step("suscripción", State.WRONG, "la cuenta no avisa a la app", words.MEND)
        self.account.subscribe()
        return Step("suscripción", State.OK, "la cuenta quedó avisando a la app")


def check(account: WhatsAppAccount, settings: Settings, now: dt.datetime, mend: Mend | None = None) -> list[Step]:
    """Every step, in order. What depends on one that is wrong is not looked at."""
    of = _Checks(account, settings, now, mend)
    steps = [_tried("datos", of.has_all)]
    token, number, secret = "whatsapp_access_token", "whatsapp_phone_number_id", "whatsapp_app_secret"
    waba, word, address = "whatsapp_business_account_id", "whatsapp_verify_token", "whatsapp_webhook_url"
    order: tuple[tuple[str, Callable[[], Step], tuple[str, ...], tuple[str, ...]], ...] = (
        ("token", of.has_token, (), (token,)),
        ("número", of.has_number, ("token",), (number,)),
        ("cuenta", of.is_of_the_account, ("token", "número"), (number, waba)),
        ("secreto", of.has_secret, ("token", "número"), (secret,)),
        ("registro", of.is_registered, ("token", "número"), ()),
        ("dirección", of.is_reached, (), (address, word)),
        ("firma", of.believes_signatures, ("dirección",), (secret,)),
        ("webhook", of.app_sends_here, ("token", "secreto", "dirección", "firma"), ()),
        ("suscripción", of.account_tells_the_app, ("token", "cuenta"), ()),
    )
    for name, look, after, fields in order:
        wrong = {step.name for step in steps if step.state in (State.WRONG, State.UNSEEN)}
        first = [one for one in after if one in wrong] + ["datos"] * (not all(getattr(settings, f) for f in fields))
        steps.append(Step(name, State.UNSEEN, f"primero: {first[0]}") if first else _tried(name, look))
    return steps


def is_well(steps: list[Step]) -> bool:
    """Nothing is wrong."""
    return all(step.state in (State.OK, State.NOTE) for step in steps)


def _tried(name: str, look: Callable[[], Step]) -> Step:
    try:
        return look()
    except WhatsAppRefused as error:
        return Step(name, State.WRONG, *words.of_refusal(error))
    except SettingsInvalid as error:
        return Step(name, State.WRONG, str(error), words.CONNECT)
    except ServiceUnavailable as error:
        return Step(name, State.WRONG, f"WhatsApp no contestó ({error})", words.LATER)


def _host(address: str) -> str:
    return urlsplit(address).hostname or address[:80]
