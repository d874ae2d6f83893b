"""What patients asked and the clinic has not said: counted by topic, without anybody's words."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.json_views import Json
from booking.desk.spanish_for_staff import FILLED_IN_WITH, TOPICS, in_words
from booking.ports import UnitOfWork

COLUMNS = ("Sobre", "Veces", "La última", "Para contestarlo")
_OTHER = "otra cosa"
_IN_OWN_WORDS = "turnero clinica editar --pregunta «wifi=Sí hay»"


def listed(uow: UnitOfWork, days: int, now: dt.datetime) -> list[Json]:
    """Of the last days, the most frequent first."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return [
        {
            "tema": in_words(TOPICS, topic) if topic else _OTHER,
            "veces": times,
            "ultima": f"{last.astimezone(zone):%d/%m/%Y}",
            "que_hacer": FILLED_IN_WITH.get(topic or "", _IN_OWN_WORDS),
        }
        for topic, times, last in uow.turns.unanswered(now - dt.timedelta(days=days))
    ]


def line(row: Json) -> tuple[object, ...]:
    """A line of the table."""
    return row["tema"], row["veces"], row["ultima"], row["que_hacer"]
