"""What of a doctor's day is no time to book, and is not taken either: outside of their hours, or too short for a visit.
For who points at it in the agenda; in the words of whoever asks for such a time."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from zoneinfo import ZoneInfo

from booking.desk.json_views import Json, iso
from booking.desk.times_not_free import why_not_free
from booking.models import FIRST_VISIT, Clinic
from booking.ports import Calendar
from booking.scheduling.ranges import moment
from booking.scheduling.reasons import NotFree, Why
from booking.scheduling.rulebook import Rulebook
from booking.scheduling.schedule import Day

OUTSIDE = "fuera"


def with_outside(days: Sequence[Json], calendar: Calendar, clinic: Clinic, not_free: Sequence[NotFree]) -> list[Json]:
    """The same days, in which something stands at each moment of a doctor's day. `not_free` are the times of
    their hours that cannot be had, of which not all are shown."""
    rules, known = Rulebook(calendar, clinic, FIRST_VISIT), dict[int, dict[float, Why]]()
    for one in not_free:
        known.setdefault(one.doctor_id, {})[one.slot.start.timestamp()] = one.why
    return [
        day | {"doctores": [_filled(doctor, day["fecha"], rules, known, clinic) for doctor in day["doctores"]]}
        for day in days
    ]


def _filled(
    doctor: Json, date: str, rules: Rulebook, not_free: Mapping[int, Mapping[float, Why]], clinic: Clinic
) -> Json:
    zone = ZoneInfo(clinic.zone)
    day, known = Day(dt.date.fromisoformat(date), zone), not_free.get(doctor["id"], {})
    stretches = [(day.at(one.start), day.at(one.end), one.length) for one in rules.usual_hours(doctor["id"], day.date)]
    edges = {edge for start, end, _ in stretches for edge in (start, end)} | {*known}
    outside = []
    for start, end in _gaps(doctor["horas"], day):
        for begin, stop in pairwise([start, *sorted(edge for edge in edges if start < edge < end), end]):
            said, _ = why_not_free((known.get(begin) or _why(begin, stretches)).value, None)
            at = {"inicio": iso(moment(begin), zone), "fin": iso(moment(stop), zone)}
            outside.append({"estado": OUTSIDE, **at, "doctor_id": doctor["id"], "por_que": said})
    return doctor | {"horas": sorted([*doctor["horas"], *outside], key=lambda cell: _instant(cell["inicio"]))}


def _gaps(cells: Sequence[Json], day: Day) -> Iterator[tuple[float, float]]:
    """Where none of them is."""
    edge = day.start
    for start, end in sorted((_instant(cell["inicio"]), _instant(cell["fin"])) for cell in cells):
        if start > edge:
            yield edge, start
        edge = max(edge, end)
    if edge < day.end:
        yield edge, day.end


def _instant(at: str) -> float:
    return dt.datetime.fromisoformat(at).timestamp()


def _why(at: float, stretches: Sequence[tuple[float, float, float]]) -> Why:
    """As `reasons.why_not` has it of a moment that begins no time of theirs."""
    for start, end, length in stretches:
        if start <= at < end:
            return Why.OFF_GRID if at + length <= end else Why.TOO_LONG
    return Why.NOT_WORKING
