"""Whether the clinic has consultation on the day that a question names: "¿abren el 25?", "¿atienden los domingos?"."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import AskQuestion, Reading, When
from nlu.parts import Parts
from nlu.when.words import WEEKDAYS

_EVERY = re.compile(r" (?:los|en) (?P<day>lunes|martes|miercoles|jueves|viernes|sabados?|domingos?)(?= )")


def every(parts: Parts) -> Reading | None:
    """The next of the weekdays that a message names in general ("los sábados"), where it names one."""
    named = _EVERY.findall(parts.message.flat)
    if len(named) != 1:
        return None
    weekday = WEEKDAYS[named[0].rstrip("s") if named[0].startswith(("sabado", "domingo")) else named[0]]
    today = parts.context.now.date()
    day = today + dt.timedelta(days=(weekday - today.weekday()) % 7)
    return Reading(when=When(date_from=day, date_to=day))


def asked(question: AskQuestion, parts: Parts) -> AskQuestion:
    """The question with the one day it is about; as it was where it names none, or several."""
    if weekly := every(parts):
        return question.model_copy(update={"when": weekly, "weekly": True})
    when = parts.wish.when if parts.wish else None
    if _EVERY.search(parts.message.flat) or when is None or when.date_from is None or when.date_from != when.date_to:
        return question
    return question.model_copy(update={"when": Reading(when=When(date_from=when.date_from, date_to=when.date_to))})
