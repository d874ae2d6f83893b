"""Use cases of `turnero chats avisos`: what staff were called for."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.admin.views import Json
from booking.ports import UnitOfWork

COLUMNS = ("Aviso", "Cuándo", "Qué", "Chat", "Detalle")

WORDS = {
    "human": "pide una persona",
    "urgent": "posible urgencia médica",
    "late": "avisa que llega tarde",
    "privacy": "pide sobre sus datos",
    "turn_failed": "un mensaje no se pudo atender",
    "not_sent": "una respuesta no se pudo enviar",
    "json_export": "alguien sacó datos completos",
}


def listed(uow: UnitOfWork, limit: int) -> list[Json]:
    """Newest first."""
    zone = ZoneInfo(uow.schedules.clinic().zone)
    return [
        {
            "id": number,
            "cuando": f"{at.astimezone(zone):%d/%m/%Y %H:%M}",
            "que": WORDS.get(kind, kind),
            "chat": conversation_id,
            "detalle": detail or None,
        }
        for number, at, kind, conversation_id, detail in uow.notices.list(limit)
    ]
