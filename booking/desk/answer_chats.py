"""Use cases of whoever answers patients by hand: take a chat from the bot, write in it, have given it back."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.conversation import by_hand, outgoing
from booking.desk import find_people
from booking.desk.desk_errors import DeskRefused
from booking.models import ByHand, ByHandKind, Conversation, MessageClass, OutText
from booking.ports import UnitOfWork

LONGEST = 4096
"""Characters that WhatsApp takes in one message."""


def take(uow: UnitOfWork, chat: str, by: str, lasts: dt.timedelta, now: dt.datetime) -> Conversation:
    """The bot says nothing in this chat, found by id or phone, for so long. Raises DeskRefused."""
    found = uow.conversations.lock(find_people.find_chat(uow, chat).id)
    by_hand.take_over(uow, found, now + lasts, now)
    by_hand.took(uow, ByHand(conversation_id=found.id, kind=ByHandKind.TAKEN, at=now, by=by))
    return uow.conversations.get(found.id)


def answer(uow: UnitOfWork, chat: str, text: str, by: str, lasts: dt.timedelta, now: dt.datetime) -> int:
    """Write to the person, which takes the chat too, and longer the later it is; the conversation's id. Raises
    DeskRefused where nothing may be written to them now, and nothing is changed."""
    said = text.strip()
    if not said:
        raise DeskRefused("No se mandó nada: falta el texto.")
    if len(said) > LONGEST:
        raise DeskRefused(f"No se mandó: son {len(said)} letras y WhatsApp acepta {LONGEST}. Mándelo en partes.")
    found = uow.conversations.lock(find_people.find_chat(uow, chat).id)
    if (why := why_not(uow, found, now)) is not None:
        raise DeskRefused(f"No se mandó: {why}")
    by_hand.take_over(uow, found, now + lasts, now)
    sent = outgoing.put(uow, found, OutText(body=said), MessageClass.STAFF, now, urgent=True)
    by_hand.took(uow, ByHand(conversation_id=found.id, kind=ByHandKind.ANSWERED, at=now, by=by, outbox_id=sent))
    return found.id


def why_not(uow: UnitOfWork, chat: Conversation, now: dt.datetime) -> str | None:
    """Why nothing may be written to the person of a chat now, and what to do; None: they may be written to."""
    reach = uow.conversations.reach(chat.id)
    if reach.opted_out:
        return f"la persona del chat {chat.id} pidió no recibir mensajes. Llámele por teléfono."
    if chat.reply_to is None or reach.wrote_at is None:
        return (
            f"en el chat {chat.id} nadie ha escrito, y WhatsApp solo deja empezar con una plantilla."
            " Llámele por teléfono."
        )
    if not reach.is_open(now):
        when = reach.wrote_at.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
        return (
            f"la persona del chat {chat.id} escribió por última vez el {when:%d/%m a las %H:%M}, y después de 24 horas"
            " WhatsApp solo deja mandar plantillas. Llámele por teléfono, o espere a que escriba."
        )
    return None


def gave_back(uow: UnitOfWork, conversation_id: int, by: str, now: dt.datetime) -> None:
    """Keep who gave the chat back to the bot; what they were called for in it is done."""
    by_hand.took(uow, ByHand(conversation_id=conversation_id, kind=ByHandKind.GIVEN_BACK, at=now, by=by))
