"""Until when something takes that was said to begin then: "mañana a las 10 estoy en junta" — "hasta las 12", "dos horas",
"todo el día"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import Fills, UseTool
from booking.models import Asked, Slot, UnderstandingContext
from booking.models.told_stretches import clock, stretch_in_words
from nlu.staff.staff_acts import AGENDA
from nlu.staff.staff_words import even
from nlu.when import read_spans

_UNTIL = re.compile(
    r"\W*(?:(?:como|pues|creo que|y|unas?|unos|termino|acabo|se acaba|dura) )*(?:(?:hasta|a) (?:como )?(?:a )?(?P<at>(?:las? )?\d[^,;]{0,20}|(?:las? )?(?:una|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce)\b[^,;]{0,20}|(?:el )?medio ?dia)"
    r"|(?P<for>media hora|(?P<count>una|dos|tres|cuatro|cinco|\d) horas?(?P<half> y media)?|hora y media|(?P<minutes>\d{2}|quince|veinte|treinta|cuarenta) min(?:uto)?s?)|(?P<whole>todo (?:el|ese) dia|(?:el )?dia (?:completo|entero)))\W*"
)
_COUNTS = {
    "una": 1, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5, "quince": 15, "veinte": 20, "treinta": 30, "cuarenta": 40
}  # fmt: skip


def read(text: str, asked: Asked, context: UnderstandingContext) -> UseTool | None:
    """The stretch from the hour that was said before; None where none was, or the words say something else."""
    if asked.tool != AGENDA or asked.field != "cuando":
        return None
    said = _UNTIL.fullmatch(" ".join(even(text).split()))
    before = dict(context.order_said).get("cuando")
    if said is None or before is None:
        return None
    hours = context.hours
    begins = read_spans(before, context.now, hours=hours, direction=None).reading.when
    if begins is None or not begins.exact or begins.time_from is None:
        return None
    day = begins.date_from or context.now.date()
    start = dt.datetime.combine(day, begins.time_from, context.now.tzinfo)
    if said["whole"]:
        if not begins.date_from:
            return None
        return UseTool(tool=asked.tool, arguments=(("cuando", f"{day:%d/%m/%Y}"),), fills=Fills.CHANGES)
    end = start + _takes(said) if said["for"] else _at(said["at"], start, context)
    if end is None or end <= start or end.date() != day:
        return None
    span = Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC))
    when = stretch_in_words(span, context.now) if begins.date_from else f"de {clock(start)} a {clock(end)}"
    return UseTool(tool=asked.tool, arguments=(("cuando", when),), fills=Fills.CHANGES)


def _takes(said: re.Match[str]) -> dt.timedelta:
    if said["minutes"]:
        return dt.timedelta(minutes=_number(said["minutes"]))
    hours = _number(said["count"]) if said["count"] else 0
    return dt.timedelta(hours=hours + (said["for"] == "hora y media"), minutes=30 if said["half"] or not hours else 0)


def _number(said: str) -> int:
    return int(said) if said.isdigit() else _COUNTS[said]


def _at(said: str, start: dt.datetime, context: UnderstandingContext) -> dt.datetime | None:
    """The first such hour after that it begins."""
    hours = context.hours
    found = read_spans(f"a {said}" if said.startswith("la") else f"a las {said}", context.now, hours=hours)
    when = found.reading.when
    if re.search(r"medio ?dia$", said):
        return start.replace(hour=12, minute=0)
    if when is None or when.time_from is None or when.date_from is not None or found.leftover.strip(" a"):
        return None
    end = dt.datetime.combine(start.date(), when.time_from, start.tzinfo)
    return end + dt.timedelta(hours=12) if end <= start and end.hour < 12 else end
