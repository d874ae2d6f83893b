"""A phone's chat as it is shown: its days, who wrote, and a short name for how it stands."""

from __future__ import annotations

import datetime as dt
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from booking.desk import dates_in_words

if TYPE_CHECKING:
    from webhook.inspector.backend import Bubble, Handset, Phones

ROLES = {"patient": "Paciente", "doctor": "Doctora", "staff": "Recepción"}

SUGGESTIONS = {
    "patient": ("quiero una cita mañana por la tarde", "hola", "¿qué precio tiene la consulta?", "mis citas"),
    "doctor": ("¿qué citas tengo hoy?", "voy 20 minutos tarde"),
    "staff": ("¿quién tiene cita mañana?", "¿qué hay libre mañana?", "lista de espera"),
}
"""What one may begin with."""


@dataclass(frozen=True, slots=True)
class Chat:
    """A phone that is open. `version` changes with whatever is shown of it."""

    handset: Handset
    days: Sequence[tuple[str, Sequence[Bubble]]]
    typing: bool
    version: str
    suggestions: Sequence[str]
    """None once somebody wrote."""


def chat_of(phones: Phones, handset: Handset, now: dt.datetime, zone: ZoneInfo) -> Chat:
    """Raises KeyError."""
    bubbles, typing = phones.bubbles(handset.number), phones.typing(handset.number)
    by_day = groupby(bubbles, key=lambda one: one.at.astimezone(zone).date())
    today = now.astimezone(zone).date()
    shown = "|".join(f"{one.id}{one.ticks}" for one in bubbles)
    return Chat(
        handset=handset,
        days=[(day_label(date, today), list(those)) for date, those in by_day],
        typing=typing,
        version=f"{zlib.crc32(f'{shown}{typing}{today}'.encode()):08x}",
        suggestions=() if any(one.mine for one in bubbles) else SUGGESTIONS.get(handset.role, ()),
    )


def day_label(date: dt.date, today: dt.date) -> str:
    """Above the first message of a day."""
    match (today - date).days:
        case 0:
            return "Hoy"
        case 1:
            return "Ayer"
    year = "" if date.year == today.year else f" de {date.year}"
    return f"{dates_in_words.day(date)}{year}"
