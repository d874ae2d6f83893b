"""Messages to send, and a client to send them with, for the tests of the Cloud API client."""

from __future__ import annotations

from pydantic import SecretStr

from booking.models import (
    Button,
    Identity,
    IdentityKind,
    ListRow,
    OutboxItem,
    OutButtons,
    OutContent,
    OutList,
    OutText,
)
from booking.ports import NotSent, Sent
from booking.testing.channel.meta import FakeMeta
from tests.webhook.moment import NOW
from webhook.client import CloudApi

PHONE, BSUID, TOKEN = "5216641234567", "MX.13491208655302741918", "EAAGfaketoken"
SECRET_TEXT = "Su cita con la Dra. Ríos es el martes"

BUTTONS = OutButtons(body="¿Confirma?", buttons=(Button(id="y", title="Sí"), Button(id="n", title="No")))
LIST = OutList(
    body="Elija",
    button="Ver horas",
    rows=(ListRow(id="1", title="10:00", description="Dra. Ríos"), ListRow(id="2", title="11:00")),
)


def item(
    content: OutContent | None = None, *, to: Identity | None = None, attempts: int = 0, number: int = 7
) -> OutboxItem:
    return OutboxItem(
        id=number,
        token=str(number),
        conversation_id=1,
        to=to or Identity(kind=IdentityKind.WA_ID, value=PHONE),
        content=content or OutText(body=SECRET_TEXT),
        created_at=NOW,
        attempts=attempts,
    )


def client(meta: FakeMeta, *, timeout: float = 60.0, **changed: object) -> CloudApi:
    given = {"base_url": meta.base_url, "phone_number_id": meta.phone_number_id, "token": SecretStr(TOKEN)} | changed
    return CloudApi(**given, timeout=timeout, jitter=lambda: 0.0)


def refused(outcome: Sent | NotSent) -> NotSent:
    assert isinstance(outcome, NotSent)
    return outcome
