"""The clinic's own days: closed whole or for some hours, and open after all."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.intents import Problem, Reading, When
from booking.models import Absence, ClosureOrder, Slot, SpecialDay
from booking.models.tool_answers import Missing, Why
from booking.ports import Calendar
from booking.scheduling.rulebook import Rulebook
from tools.access import Access, Stop

_MOST_DAYS = 31
_DAY = dt.timedelta(days=1)


def prepare(access: Access, when: Reading | None, *, opens: bool, reason: str | None) -> ClosureOrder:
    """Raises Stop."""
    if when is not None and when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    said = _said(when)
    if not said or any(one.date_from is None for one in said):
        raise Stop(Missing(tool=access.tool, field="cuando"))
    if any(one.exact for one in said) and (opens or len(said) > 1):
        raise Stop(Missing(tool=access.tool, field="cuando"))
    hours = {(one.time_from, one.time_to) for one in said}
    dates = tuple(sorted({date for one in said for date in _dates(one)}))
    if len(dates) > _MOST_DAYS:
        raise access.no(Why.TOO_MANY)
    today = access.now.astimezone(access.zone).date()
    if dates[-1] < today:
        raise access.no(Why.PAST)
    dates = tuple(date for date in dates if date >= today)
    if opens:
        return _opening(access, dates, hours, reason)
    if hours == {(None, None)}:
        return ClosureOrder(tool=access.tool, dates=dates, reason=reason)
    if len(dates) > 1 or len(hours) > 1:
        raise Stop(Missing(tool=access.tool, field="cuando"))  # hours of several days: one at a time
    slot = _hours(access, dates[0], said[0])
    return ClosureOrder(tool=access.tool, dates=dates, slot=slot, reason=reason)


def _opening(
    access: Access, dates: Sequence[dt.date], hours: set[tuple[dt.time | None, dt.time | None]], reason: str | None
) -> ClosureOrder:
    if hours != {(None, None)}:
        raise Stop(Missing(tool=access.tool, field="cuando"))  # a day is open or not; its hours are the doctors'
    calendar = access.uow.schedules.calendar(access.midnight(dates[0]), access.midnight(dates[-1] + _DAY), access.now)
    rules = Rulebook(calendar, access.clinic, "")
    closed = tuple(date for date in dates if rules.closed(date) is not None)
    if not closed:
        raise access.no(Why.NOT_CLOSED)
    return ClosureOrder(tool=access.tool, dates=closed, opens=True, reason=reason)


def _said(when: Reading | None) -> Sequence[When]:
    """What was said, if it can mean one thing only: one stretch, or several that are all meant."""
    if when is None or when.ambiguous or when.problem is not None:
        return ()
    return (when.when,) if when.when is not None else when.candidates if when.alternatives else ()


def _dates(said: When) -> list[dt.date]:
    first = said.date_from or dt.date.max
    last = min(said.date_to or first, first + _DAY * _MOST_DAYS)
    return [first + _DAY * n for n in range((last - first).days + 1)]


def _hours(access: Access, date: dt.date, said: When) -> Slot:
    """One clock time alone is when they close: from there to the end of that day."""
    start = dt.datetime.combine(date, said.time_from or dt.time(), access.zone)
    end = access.midnight(date + _DAY)
    if said.time_to not in (None, dt.time()):
        end = dt.datetime.combine(date, said.time_to or dt.time(), access.zone)
    start = max(start, access.now)
    if end <= start:
        raise access.no(Why.PAST)
    return Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC))


def within(access: Access, calendar: Calendar, order: ClosureOrder) -> Calendar:
    """The calendar as it would be."""
    if order.slot is not None:
        return calendar._replace(absences=(*calendar.absences, *_absences(access, order, order.slot)))
    return calendar._replace(special_days=(*without(order, calendar).special_days, *_days(order)))


def without(order: ClosureOrder, calendar: Calendar) -> Calendar:
    """The calendar as it would be had these days not been closed before."""
    if order.slot is not None:
        return calendar
    return calendar._replace(special_days=tuple(day for day in calendar.special_days if day.date not in order.dates))


def write(access: Access, order: ClosureOrder) -> None:
    """The caller holds the lock of the fair turn."""
    if order.slot is not None:
        access.uow.rules.add_all(_absences(access, order, order.slot))
        return
    for day in _days(order):
        access.uow.rules.add(day)


def _days(order: ClosureOrder) -> list[SpecialDay]:
    return [SpecialDay(date=date, open=order.opens, reason=order.reason) for date in order.dates]


def _absences(access: Access, order: ClosureOrder, slot: Slot) -> list[Absence]:
    """Hours of a day are closed by no doctor being there."""
    ids = [doctor.id for doctor in access.doctors()]
    return [Absence(doctor_id=id, start=slot.start, end=slot.end, reason=order.reason) for id in ids]
