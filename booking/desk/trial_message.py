"""A message to somebody of the clinic, to see whether messages arrive. It goes the way of all others."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.replies import templates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.find_people import clinic_of
from booking.desk.why_not_sent import why_not_sent
from booking.intents import Thank
from booking.models import Identity, IdentityKind, MessageClass, OutText
from booking.ports import UnitOfWork

LASTS = dt.timedelta(minutes=10)
"""Later it is of no use."""

DONE = frozenset({"delivered", "read", "failed", "expired"})


class Trial(NamedTuple):
    """A message that was put into the outbox. `wrote`: they may be written to freely."""

    id: int
    conversation_id: int
    wrote: bool


class Progress(NamedTuple):
    """How far it got: "pending", "sent", "delivered", "read", "failed" or "expired"; what WhatsApp said against it."""

    state: str
    error: str | None = None

    @property
    def is_over(self) -> bool:
        return self.state in DONE

    @property
    def arrived(self) -> bool:
        return self.state in ("delivered", "read")


def send(uow: UnitOfWork, number: str | None, now: dt.datetime) -> Trial:
    """Put it into the outbox: freely worded where they wrote within a day, else as the template for staff, and after
    the welcome where they never wrote. `number` is E.164. Raises BadValue for None, DeskRefused for who wants no
    messages."""
    if number is None:
        raise BadValue(Field.PHONE, "no es un teléfono; por ejemplo 664 123 4567.")
    named = Identity(kind=IdentityKind.WA_ID, value=number.removeprefix("+"))
    chat = uow.conversations.lock(uow.inbox.conversation_of([named], now))
    reach = uow.conversations.reach(chat.id)
    if reach.opted_out:
        raise DeskRefused("No se mandó: ese teléfono pidió no recibir mensajes (BAJA). Pruebe con otro.")
    clinic = clinic_of(uow).name
    text = OutText(body=f"Mensaje de prueba de {clinic}: si lo lees, Turnero ya puede escribirte.")
    nothing = [encode(Thank(), None)] * len(templates.TEMPLATES[templates.Name.TO_STAFF].buttons)
    fallback = templates.filled(templates.Name.TO_STAFF, nothing, clinic=clinic, notice="mensaje de prueba")
    id = outgoing.put(uow, chat, text, MessageClass.STAFF, now, fallback=fallback, expires_at=now + LASTS, urgent=True)
    if id is None:
        raise DeskRefused("No se mandó: WhatsApp no dice a dónde escribirle. Que escriba primero.")
    return Trial(id, chat.id, reach.is_open(now))


def progress(uow: UnitOfWork, trial: Trial) -> Progress:
    """How far it got by now."""
    item = next(one for one in uow.outbox.list(trial.conversation_id) if one.id == trial.id)
    reported = uow.outbox.how_far([trial.id]).get(trial.id)
    if item.state in ("failed", "expired"):
        return Progress(item.state, item.last_error)
    return Progress(reported or item.state, item.last_error if item.state == "pending" else None)


def told(trial: Trial, found: Progress, *, worker: bool) -> tuple[str, str | None]:
    """What became of it, and the next step. `worker`: one looks after the chats."""
    template = templates.Name.TO_STAFF if trial.wrote else f"{templates.Name.WELCOME} y {templates.Name.TO_STAFF}"
    match found.state:
        case "delivered" | "read":
            return "llegó", None
        case "sent":
            return "WhatsApp lo aceptó, y no ha dicho si llegó", (
                "si en un minuto no llega: turnero whatsapp probar (pasos firma, webhook y suscripción)"
            )
        case "failed" if (found.error or "").startswith(("window", "welcome", "132")):
            return f"no salió: quien no ha escrito en 24 horas solo recibe plantillas ({found.error})", (
                f"escriba «hola» desde ese teléfono al de la clínica y repita; o apruebe {template}: turnero plantillas"
                " comprobar"
            )
        case "failed" | "expired":
            return f"no salió: {why_not_sent(found.error or '')}", "turnero whatsapp probar dice qué falta"
        case _ if worker:
            said = f"sigue esperando{f': {found.error}' if found.error else ''}"
            return said, "si turnero serve se encendió antes de conectar, reinícielo y repita"
        case _:
            return f"no se pudo mandar: {found.error or 'faltan datos'}", "turnero whatsapp probar dice qué falta"
