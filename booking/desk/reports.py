"""What the clinic did, week by week and doctor by doctor: how full it was, who did not come, how far ahead people book,
which times that were given back were taken again, and what it took to get there."""

from __future__ import annotations

import datetime as dt
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from itertools import accumulate
from statistics import median
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.holds import without_notice
from booking.desk import find_people, message_metrics, staff_dates, unanswered
from booking.desk.desk_errors import BadValue, Field
from booking.desk.export_record import RECORDS
from booking.desk.json_views import Json
from booking.desk.notice_views import WORDS
from booking.models import LIVE, Appointment, Busy, Slot, Status
from booking.ports import UnitOfWork
from booking.scheduling.availability import free_slots

COLUMNS = ("Semana del", "Doctor", "Citas", "Ocupación %", "Faltas", "Faltas %", "Canceladas", "Días de anticipación")
WEEKS = 4
"""So many are shown where nobody says which."""
LONGEST = 26
"""Weeks in one report."""

_DONE = (Status.COMPLETED, Status.NO_SHOW)
_COUNTED = (*sorted(LIVE - {Status.HELD}), *_DONE)
_WEEK = dt.timedelta(days=7)


class Period(NamedTuple):
    """Whole weeks, from a Monday on, in the clinic's zone."""

    start: dt.datetime
    end: dt.datetime

    @property
    def mondays(self) -> list[dt.date]:
        first, last = self.start.date(), self.end.date()
        return [first + n * _WEEK for n in range((last - first) // _WEEK)]


def period(uow: UnitOfWork, since: str | None, until: str | None, now: dt.datetime) -> Period:
    """The weeks of these days; without them the last ones, this one included. Raises BadValue."""
    here = now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
    first, last = staff_dates.validity(since, until, here)
    last = last or (first + _WEEK * WEEKS - dt.timedelta(days=1) if first else here.date())
    first = first or last - _WEEK * (WEEKS - 1)
    monday = first - dt.timedelta(days=first.weekday())
    after = last - dt.timedelta(days=last.weekday()) + _WEEK
    if after - monday > _WEEK * LONGEST:
        raise BadValue(Field.SINCE, f"pida {LONGEST} semanas o menos.")
    return Period(staff_dates.midnight(monday, here), staff_dates.midnight(after, here))


def report(uow: UnitOfWork, asked: Period, now: dt.datetime, doctor: str | None = None) -> Json:
    """Raises DeskRefused where there is no such doctor."""
    clinic = find_people.clinic_of(uow)
    only = find_people.find_doctor(uow, doctor).id if doctor else None
    found = uow.appointments.list(
        start=asked.start, end=asked.end, doctor_id=only, statuses=(*_COUNTED, Status.CANCELLED)
    )
    begun = uow.events.begun([one.id for one in found])
    free = _free_minutes(uow, asked, only, [one for one in found if one.status in _DONE])
    rows: dict[tuple[dt.date, int], list[Appointment]] = defaultdict(list)
    for one in found:
        rows[_monday(one.slot.start, asked), one.doctor_id].append(one)
    names = {d.id: d.name for d in uow.schedules.doctors() if only in (None, d.id)}
    shown = [id for id in names if any(key[1] == id for key in (*rows, *free))]
    last = min(asked.end - dt.timedelta(seconds=1), max(now, asked.start)).astimezone(asked.start.tzinfo)
    days = (asked.start.date().isoformat(), last.date().isoformat())
    return {
        "desde": asked.start.date().isoformat(),
        "hasta": (asked.end - dt.timedelta(days=1)).date().isoformat(),
        "zona": clinic.zone,
        "semanas": [monday.isoformat() for monday in asked.mondays],
        "doctores": [
            {
                "id": id,
                "nombre": names[id],
                "semanas": [
                    _week(monday, rows[monday, id], free.get((monday, id), 0), begun) for monday in asked.mondays
                ],
            }
            for id in shown
        ],
        "liberados": _refilled(uow, asked, found, only),
        "mensajes": message_metrics.counted(uow, *days, now, {}),
        "personas": _called_for(uow, asked),
        "sin_respuesta": unanswered.listed(uow, max(1, (now - asked.start).days), now) if now > asked.start else [],
    }


def lines(told: Json) -> list[tuple[object, ...]]:
    """The weeks of each doctor, as a table has them."""
    return [
        (
            week["semana"],
            doctor["nombre"],
            week["citas"],
            week["ocupacion"],
            week["faltas"],
            week["faltas_por_ciento"],
            week["canceladas"],
            week["anticipacion_dias"],
        )
        for doctor in told["doctores"]
        for week in doctor["semanas"]
    ]


def _week(monday: dt.date, rows: Sequence[Appointment], free: float, made: Mapping[int, dt.datetime]) -> Json:
    counted = [one for one in rows if one.status in _COUNTED]
    taken = sum((one.slot.end - one.slot.start).total_seconds() / 60 for one in counted)
    by_status = Counter(one.status for one in rows)
    done = by_status[Status.COMPLETED] + by_status[Status.NO_SHOW]
    ahead = [(one.slot.start - made[one.id]).total_seconds() / 86400 for one in counted if one.id in made]
    return {
        "semana": monday.isoformat(),
        "citas": len(counted),
        "ocupacion": round(100 * taken / (taken + free)) if taken + free else None,
        "faltas": by_status[Status.NO_SHOW],
        "faltas_por_ciento": round(100 * by_status[Status.NO_SHOW] / done) if done else None,
        "canceladas": by_status[Status.CANCELLED],
        "anticipacion_dias": round(median(ahead), 1) if ahead else None,
    }


def _free_minutes(
    uow: UnitOfWork, asked: Period, only: int | None, done: Sequence[Appointment]
) -> dict[tuple[dt.date, int], float]:
    """What each doctor had free, or still has, in each week. The time of visits that are `done` with was not."""
    calendar = uow.schedules.calendar(asked.start, asked.end, asked.start)
    past = [Busy(doctor_id=one.doctor_id, start=one.slot.start, end=one.slot.end, visit=one.visit) for one in done]
    calendar = calendar._replace(busy=sorted([*calendar.busy, *past], key=lambda one: one.start))
    clinic = without_notice(find_people.clinic_of(uow))
    far = clinic.policy.model_copy(update={"horizon_days": LONGEST * 7})
    found: dict[tuple[dt.date, int], float] = defaultdict(float)
    clinic = clinic.model_copy(update={"policy": far})
    for free in free_slots(calendar, clinic, asked.start, asked.end, asked.start, doctor_id=only):
        for doctor_id in free.doctor_ids:
            minutes = (free.slot.end - free.slot.start).total_seconds() / 60
            found[_monday(free.slot.start, asked), doctor_id] += minutes
    return found


def _refilled(uow: UnitOfWork, asked: Period, found: Sequence[Appointment], only: int | None) -> Json:
    """Of the times that were given back and lie in these weeks, how many somebody has."""
    taken: dict[int, list[Slot]] = defaultdict(list)
    for one in found:
        if one.status in _COUNTED:
            taken[one.doctor_id].append(one.slot)
    by_doctor = {doctor_id: _Taken.of(slots) for doctor_id, slots in taken.items()}
    back = {
        (one.doctor_id, one.slot.start)
        for one in uow.events.gave_back(asked.start, asked.end)
        if only in (None, one.doctor_id)
    }
    again = sum(doctor_id in by_doctor and by_doctor[doctor_id].at(start) for doctor_id, start in back)
    return {"liberados": len(back), "ocupados_otra_vez": again}


class _Taken(NamedTuple):
    """When one doctor is taken: the starts in order, and by when the latest of those so far is over, for some are
    overbooked."""

    starts: Sequence[dt.datetime]
    until: Sequence[dt.datetime]

    @classmethod
    def of(cls, slots: Sequence[Slot]) -> _Taken:
        in_order = sorted(slots, key=lambda slot: slot.start)
        return cls([slot.start for slot in in_order], list(accumulate((slot.end for slot in in_order), max)))

    def at(self, moment: dt.datetime) -> bool:
        begun = bisect_right(self.starts, moment)
        return begun > 0 and moment < self.until[begun - 1]


def _called_for(uow: UnitOfWork, asked: Period) -> list[Json]:
    """What staff were called for, the most frequent first."""
    counted = Counter(uow.notices.counted(asked.start, asked.end, but=RECORDS))
    return [
        {"motivo": WORDS.get(kind, kind).partition(":")[0], "veces": times} for kind, times in counted.most_common()
    ]


def _monday(at: dt.datetime, asked: Period) -> dt.date:
    day = at.astimezone(asked.start.tzinfo).date()
    return day - dt.timedelta(days=day.weekday())
