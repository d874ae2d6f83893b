"""A time told by one that is known: "el mismo día", "una hora antes", "dos días después", or a bare day. Pure.

"Mejor el jueves", said of an appointment on Monday the 7th, is Thursday the 10th and not the coming one. Where the
coming one may be meant as well, both are asked about.
"""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.conversation.meaning.days_beside import Around, beside, day_of, one_or_several, or_the_coming, whens_of
from booking.conversation.turn import Turn
from booking.intents import (
    CheckAvailability,
    Reading,
    RescheduleAppointment,
    StartBooking,
    When,
)
from booking.intents.told_by_another import anchored
from booking.models import Hold, Touched
from booking.models.draft_parts import appointment_of, hold_of, wish_of


def said(turn: Turn) -> Reading | None:
    """What the message wishes for, told by what is known, without days that were found to be closed where one of
    several is meant. None where it says no time."""
    return _on_open_days(_told(turn), turn)


def left_open(turn: Turn) -> Reading | None:
    """What was wished for where one of several times is meant and nobody has said which: now, or before."""
    return _on_open_days(_doubtful(turn), turn)


def _doubtful(turn: Turn) -> Reading | None:
    """The same, with the days that are closed."""
    told = _told(turn)
    return wish_of(turn.draft) if told is None and is_asked_which(turn) else told


def is_asked_which(turn: Turn) -> bool:
    """Whether what is looked for can be read in several ways, so that nothing was found yet."""
    wish = wish_of(turn.draft)
    return wish is not None and wish.ambiguous and turn.conversation.offer is None and hold_of(turn.draft) is None


def _on_open_days(reading: Reading | None, turn: Turn) -> Reading | None:
    closed = turn.found.closed
    if reading is None or not reading.ambiguous or not closed:
        return reading
    left = [when for when in reading.candidates if day_of(when) not in closed]
    return one_or_several(reading, left, ambiguous=True) if left else reading


def doubtful_days(turn: Turn) -> frozenset[dt.date]:
    """The single days of which one is meant; which, the words leave open."""
    reading = _doubtful(turn)
    days = [day_of(when) for when in reading.candidates] if reading and reading.ambiguous else []
    return frozenset(day for day in days if day) if len(set(days)) > 1 else frozenset()


def _told(turn: Turn) -> Reading | None:
    intent = turn.intent
    if not isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment):
        return None
    wish = intent.when
    if wish is None or wish.anchor is None:
        return wish  # nothing of it is told by another time: none is looked at
    today = turn.now.astimezone(turn.zone).date()
    another = appointment_of(turn.draft) is None and held(turn) is None
    told = beside(wish, _spoken_of(turn), today)
    if another and turn.began.draft is None and told is not None and told.ambiguous:
        told = or_the_coming(told, wish)
    return anchored(told, _known(turn), turn.zone, another=another)


def said_of(reading: Reading | None, start: dt.datetime, now: dt.datetime, zone: ZoneInfo) -> Reading | None:
    """What is wished for instead of an appointment that begins at `start`, as far as it is said."""
    return anchored(beside(reading, _left(start, zone, reading), now.astimezone(zone).date()), start, zone)


def said_beside(reading: Reading | None, start: dt.datetime, now: dt.datetime, zone: ZoneInfo) -> Reading | None:
    """What is wished for besides an appointment that begins at `start`: one more, near its day."""
    day = start.astimezone(zone).date()
    return anchored(beside(reading, Around(day, day), now.astimezone(zone).date()), start, zone, another=True)


def _left(start: dt.datetime, zone: ZoneInfo, said: Reading | None) -> Around:
    """The day of an appointment to be moved: who says no hour means another one."""
    day = start.astimezone(zone).date()
    return Around(day, day, left=said is not None and not any(w.time_from or w.time_to for w in whens_of(said)))


def time_of(start: dt.datetime, zone: ZoneInfo) -> Reading:
    """The wish for just this day and hour."""
    day = start.astimezone(zone).date()
    return Reading(when=When(date_from=day, date_to=day, time_from=local_time(start, zone), exact=True))


def local_time(start: dt.datetime, zone: ZoneInfo) -> dt.time:
    """The hour at which it begins there."""
    return start.astimezone(zone).time().replace(tzinfo=None)


def _known(turn: Turn) -> dt.datetime | None:
    """The time that "the same day" and "an hour later" are about: the one that is held, or was as the turn began,
    unless the message begins with the appointment to be changed; else that one's, else that of the one just made."""
    own, hold = appointment_of(turn.draft), held(turn)
    if own is not None and (hold is None or isinstance(turn.intent, RescheduleAppointment)):
        return own.slot.start
    return hold.slot.start if hold else _made(turn)


def held(turn: Turn) -> Hold | None:
    """The hold, or that with which the turn began."""
    return hold_of(turn.draft) or hold_of(turn.began.draft)


def _made(turn: Turn) -> dt.datetime | None:
    """The start of the appointment that this chat made lately."""
    made = turn.began.last_touched
    return made.start if made and made.how is Touched.MADE and made.is_spoken_of(turn.now) else None


def _spoken_of(turn: Turn) -> Around | None:
    """The days that a bare weekday and "a day later" are about: what is held outweighs what was wished for, that what
    is on screen, and all of it the appointment to be changed, unless the message begins with that."""
    own, hold, offer = appointment_of(turn.draft), held(turn), turn.began.offer
    if hold is not None:
        return _on(turn, hold.slot.start)
    if own is not None and isinstance(turn.intent, RescheduleAppointment):
        return _left(own.slot.start, turn.zone, turn.intent.when)
    wished = wish_of(turn.began.draft)
    wish = wished.when if wished else None
    if wish and (wish.date_from or wish.date_to):
        return Around(wish.date_from, wish.date_to)
    named = [day for when in (wished.candidates if wished else ()) if (day := day_of(when))]
    if named:
        return Around(min(named), max(named), tuple(sorted(set(named))))
    if offer and offer.found:
        shown = tuple(sorted({f.slot.start.astimezone(turn.zone).date() for f in offer.found}))
        return Around(shown[0], shown[-1], shown, unasked=own is None)
    start = own.slot.start if own is not None else _made(turn)
    return _on(turn, start) if start else None


def _on(turn: Turn, start: dt.datetime) -> Around:
    day = start.astimezone(turn.zone).date()
    return Around(day, day)
