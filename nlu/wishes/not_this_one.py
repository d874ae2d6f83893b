"""The coming day of a week that is refused behind a weekday: "el próximo martes, no este". It is the one after it."""

from __future__ import annotations

import datetime as dt
import re

from booking.intents import CheckAvailability, Reading, RescheduleAppointment, StartBooking, When
from booking.models import UnderstandingContext
from nlu.parsed import Parse
from nlu.words.message import Message

_NOT_THIS = re.compile(
    r"(?: (?:,|pero|y) (?:(?:pero|y) )?| (?:que viene|que entra|proximo) )no (?:(?:el|la|en|para) )?(?:de )?est[ea](?: (?:semana|que viene|que sigue|mismo))?(?= (?:,|\?|por|porfa|sino|el)| $)"
)
_WEEK = dt.timedelta(days=7)


def after_it(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """What was read, with the day a week later where that of this week is refused."""
    if not _NOT_THIS.search(Message.of(text).flat):
        return said
    today = context.now.date()
    wishes = StartBooking | CheckAvailability | RescheduleAppointment
    intents = tuple(
        one.model_copy(update={"when": _later(one.when, today)}) if isinstance(one, wishes) and one.when else one
        for one in said.intents
    )
    return said._replace(intents=intents)


def _later(wish: Reading, today: dt.date) -> Reading:
    if wish.when is not None:
        return wish.model_copy(update={"when": _a_week_on(wish.when, today), "anchor": None})
    left = tuple(when for when in wish.candidates if _a_week_on(when, today) == when)
    if len(left) == 1:
        return Reading(when=left[0])
    return wish.model_copy(update={"candidates": left}) if left else wish


def _a_week_on(when: When, today: dt.date) -> When:
    day = when.date_from
    if day is None or day != when.date_to or not today <= day < today + _WEEK:
        return when
    return when.model_copy(update={"date_from": day + _WEEK, "date_to": day + _WEEK})
