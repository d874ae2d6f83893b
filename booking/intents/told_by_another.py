"""A time that is told by one that is known: its day, its hour, some minutes or a side of it. Pure."""

from __future__ import annotations

import datetime as dt

from booking.intents.time_wishes import Anchor, Reading, Side, When


def anchored(
    said: Reading | None, known: dt.datetime | None, zone: dt.tzinfo, *, another: bool = False
) -> Reading | None:
    """What is wished for, once the time that it was told by is known. Whoever wants `another` one at the same hour, and
    names no day, means its day."""
    if said is None or known is None:
        return said and said.model_copy(update={"anchor": None})
    start = known.astimezone(zone)
    anchor = said.anchor or Anchor()
    if anchor.minutes:
        start += dt.timedelta(minutes=anchor.minutes)
    whens = [_by(when, anchor, start, another=another) for when in (said.when, *said.candidates) if when]
    days = dict.fromkeys(("weekday", "monthday", "following", "other", "onward"), False)
    told = anchor.model_copy(update={**days, "days": 0, "weeks": 0, "months": 0})
    if not whens and told != Anchor():
        whens = [_by(When(), anchor, start, another=another)]
    if said.candidates:
        return said.model_copy(update={"candidates": tuple(whens), "anchor": None})
    return said.model_copy(update={"when": whens[0] if whens else None, "anchor": None})


def _by(when: When, anchor: Anchor, start: dt.datetime, *, another: bool) -> When:
    """A wish completed by a time: its day where none was said, its hour where that was meant."""
    dated, timed = when.date_from or when.date_to, when.time_from or when.time_to
    clock = start.time().replace(tzinfo=None)
    update: dict[str, object] = {}
    own_day = anchor.same_day or anchor.minutes or (another and anchor.same_time)
    if not dated and own_day:
        update |= {"date_from": start.date(), "date_to": start.date()}
    if not timed and (anchor.same_time or anchor.minutes):
        update |= {"time_from": clock, "exact": True}
    elif not timed and anchor.side is Side.BEFORE:
        update |= {"time_to": clock}
    elif not timed and anchor.side is Side.AFTER:
        update |= {"time_from": (start + dt.timedelta(minutes=1)).time().replace(tzinfo=None)}
    return when.model_copy(update=update)
