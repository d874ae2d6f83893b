"""A move that is taken back by naming the day that the appointment has: "ay no, siempre el jueves"."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, CancelBooking
from booking.models import Purpose, State, UnderstandingContext
from nlu.words.message import Message

_DAYS = ("lunes", "martes", "miercoles", "jueves", "viernes", "sabado", "domingo")
_NO = r"(?:(?:ay|uy|hijole|perdon|perdona|disculpe|disculpa|mejor|pues|,) )*no (?:(?:no|pues|mejor|ya|,) )*"
_STAYS = r"(?:siempre (?:si )?|(?:que )?se quede? |dej(?:ala|alo|ela|elo|enla|emosla) )"
_DAY = rf"(?:(?:el|la|del|de|en|para|mi|cita) )*(?P<day>{'|'.join(_DAYS)})(?: (?P<number>\d+))?"
_END = r"(?: (?:,|por favor|porfa|gracias|mejor|entonces|pues|como esta|como estaba|nomas))* "
_AFTER_ALL = re.compile(rf" {_NO}{_STAYS}{_DAY}{_END}")
_THAT_DAY = re.compile(rf" {_NO}{_DAY}{_END}")


def stays(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """That the appointment is to stay, where one of theirs is on the day that is named after a no: "siempre" says so, and
    where one alone is shown the day does by itself."""
    if context.purpose is not Purpose.MOVE or context.state is State.IDLE or message.asks or message.odd:
        return None
    shown = _THAT_DAY.fullmatch(message.flat) if context.picking == 1 else None
    found = shown or _AFTER_ALL.fullmatch(message.flat)
    if found is None:
        return None
    days = [start.astimezone(context.now.tzinfo) for start in context.visits]
    number = int(found["number"]) if found["number"] else None
    theirs = any(_DAYS[day.weekday()] == found["day"] and number in (None, day.day) for day in days)
    return CancelBooking() if theirs else None
