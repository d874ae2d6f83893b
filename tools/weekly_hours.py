"""Which weekly hours were said: days of the week, and stretches of the day."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from itertools import pairwise

from booking.intents import Reading, When
from booking.models import Appointment
from booking.models.folded_text import folded
from booking.models.tool_answers import Missing
from tools.access import Access, Stop

_DAYS = {
    name: number
    for number, names in enumerate(
        ("lun lunes", "mar martes", "mie miercoles", "jue jueves", "vie viernes", "sab sabado sabados",
         "dom domingo domingos")
    )
    for name in names.split()
}  # fmt: skip
_SEVERAL = {
    "entre semana": "lunes a viernes",
    "fines de semana": "sabado y domingo",
    "fin de semana": "sabado y domingo",
    "todos los dias": "lunes a domingo",
    "toda la semana": "lunes a domingo",
    "diario": "lunes a domingo",
}
_UNTIL = frozenset({"a", "al", "hasta"})
_FILLER = frozenset({"los", "el", "de", "del", "y", "e", "desde", "cada", "todos", "dias"})


def weekdays(said: str) -> tuple[int, ...]:
    """ "Lunes a viernes", "martes y jueves"; 0 is Monday. None for words that are no days of the week."""
    text = folded(said)
    for words, days in _SEVERAL.items():
        text = text.replace(words, days)
    found: list[int] = []
    until = False
    for word in re.findall(r"\w+", text):
        if word in _UNTIL and found:
            until = True
        elif (day := _DAYS.get(word)) is not None:
            found.extend(
                (n % 7 for n in range(found[-1] + 1, day + (8 if day <= found[-1] else 1))) if until else [day]
            )
            until = False
        elif word not in _FILLER:
            return ()
    return () if until else tuple(sorted(set(found)))


WEEKDAYS = "en qué días de la semana caen («los miércoles»)"


def said_weekdays(access: Access, said: str | None) -> tuple[int, ...]:
    """Those that were said; none where none were. Raises Stop: they cannot be read."""
    days = weekdays(said or "")
    if said and not days:
        raise Stop(Missing(tool=access.tool, field="dias_semana"))
    return days


def on_weekdays(access: Access, appointments: Sequence[Appointment], days: tuple[int, ...]) -> list[Appointment]:
    """Those of them that are on such days; all where none were said."""
    return [one for one in appointments if not days or one.slot.start.astimezone(access.zone).weekday() in days]


def stretches(said: Reading) -> tuple[tuple[dt.time, dt.time], ...]:
    """The stretches of a day, by start; 00:00 as an end is midnight. None where one is not whole, two overlap, or a
    date was said."""
    whens = (said.when,) if said.when else said.candidates if said.alternatives else ()
    found = sorted(edges for when in whens if (edges := _edges(when)) is not None)
    whole = len(found) == len(whens) and not said.ambiguous and said.problem is None
    apart = all(one[1] != dt.time() and one[1] <= other[0] for one, other in pairwise(found))
    return tuple(found) if whole and apart else ()


def _edges(when: When) -> tuple[dt.time, dt.time] | None:
    start, end = when.time_from, when.time_to
    if when.exact or when.date_from or when.date_to or start is None or end is None:
        return None
    return (start, end) if start < end or end == dt.time() else None
