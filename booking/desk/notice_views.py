"""What staff were called for, newest first."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from booking.desk.export_record import EXPORT
from booking.desk.json_views import Json
from booking.desk.spanish_for_staff import INTENTS, in_words
from booking.ports import UnitOfWork

COLUMNS = ("Aviso", "Cuándo", "Qué", "Chat", "Detalle")

WORDS = {
    "human": "pide una persona",
    "urgent": "posible urgencia médica",
    "late": "avisa que llega tarde",
    "privacy": "pide sobre sus datos",
    "turn_failed": "un mensaje no se pudo atender",
    "not_sent": "una respuesta no se pudo enviar",
    "undelivered": "una respuesta no le llegó",
    EXPORT: "alguien sacó datos completos",
}


def listed(uow: UnitOfWork, limit: int, *, exports: bool = False) -> list[Json]:
    """Newest first; who had whole data only with `exports`."""
    zone = ZoneInfo(uow.schedules.clinic().zone)
    return [
        {
            "id": number,
            "cuando": f"{at.astimezone(zone):%d/%m/%Y %H:%M}",
            "que": WORDS.get(kind, kind),
            "chat": conversation_id,
            "detalle": in_words(INTENTS, detail) or None,
        }
        for number, at, kind, conversation_id, detail in uow.notices.list(limit, but=() if exports else (EXPORT,))
    ]
