"""Use cases: who works when, and which times are free."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from itertools import groupby
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates, visit_types
from booking.desk.desk_errors import Field
from booking.desk.json_views import Json, doctor_json, iso
from booking.desk.times_not_free import why_not_free
from booking.models import Doctor, Opening
from booking.ports import UnitOfWork
from booking.scheduling import reasons
from booking.scheduling.availability import free_slots
from booking.scheduling.weekly import WeeklyHours

_WEEKDAYS = staff_dates.WEEKDAYS


def doctors(uow: UnitOfWork, now: dt.datetime) -> list[Json]:
    """Every doctor, inactive ones too, with the hours of those who work as they are in the coming seven days."""
    first = now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone)).date()
    days = sorted((first + dt.timedelta(days=n) for n in range(7)), key=dt.date.weekday)
    weekly = WeeklyHours.among(uow.schedules.calendar(now, now, now).openings)
    return [
        {
            "id": doctor.id,
            "nombre": doctor.name,
            "especialidad": doctor.specialty,
            "consultorio": doctor.room,
            "activo": doctor.active,
            "peso": doctor.weight,
            "reparto": doctor.by_turn,
            "horario": [_opening_json(o) for day in days for o in weekly.on(doctor.id, day)],
        }
        for doctor in uow.schedules.doctors()
    ]


def _opening_json(opening: Opening) -> Json:
    return {
        "dia": _WEEKDAYS[opening.weekday],
        "inicio": opening.start.isoformat("minutes"),
        "fin": opening.end.isoformat("minutes"),
        "minutos": opening.slot_minutes,
    }


def doctor_row(row: Json) -> tuple[object, ...]:
    """A line of the table of doctors."""
    return (
        row["id"],
        row["nombre"],
        row["especialidad"],
        row["consultorio"],
        week(row["horario"]),
        "sí" if row["activo"] else "no",
        "en el reparto" if row["reparto"] else "solo si los piden",
    )


def week(hours: Sequence[Json]) -> str:
    """lun–vie 09:00–14:00, 16:00–19:00; sáb 08:00–14:00"""
    by_day: dict[str, str] = {}
    for day in _WEEKDAYS:
        said = ", ".join(f"{h['inicio']}–{h['fin']}" for h in hours if h["dia"] == day)
        if said:
            by_day[day] = said
    parts = []
    for said, group in groupby(_WEEKDAYS, key=lambda day: by_day.get(day)):
        run = list(group)
        if said:
            parts.append(f"{run[0]} {said}" if len(run) == 1 else f"{run[0]}–{run[-1]} {said}")
    return "; ".join(parts)


class Span(NamedTuple):
    """The days asked for: the first as staff wrote it (None: today), in which field, and how many."""

    first: str | None
    days: int
    field: Field


def _range(span: Span, here: dt.datetime) -> tuple[dt.datetime, dt.datetime]:
    day = staff_dates.day(span.first, here, span.field) if span.first else here.date()
    return staff_dates.midnight(day, here), staff_dates.midnight(day + dt.timedelta(days=span.days), here)


def not_free(
    uow: UnitOfWork, now: dt.datetime, span: Span, doctor: str | None, visit: str, hour: str | None
) -> list[Json]:
    """Each time of the doctors' hours that is not free, with the reason; of one hour of the day if one was named."""
    clinic = find_people.clinic_of(uow)
    visit_types.must_be_known(uow, visit)
    here = now.astimezone(ZoneInfo(clinic.zone))
    start, end = _range(span, here)
    known = {d.id: d for d in uow.schedules.doctors()}
    ids = [find_people.find_doctor(uow, doctor).id] if doctor else [d.id for d in known.values() if d.active]
    calendar = uow.schedules.calendar(start, end, now)
    if hour is None:
        found = reasons.not_free(calendar, clinic, start, end, now, doctor_id=ids[0] if doctor else None, visit=visit)
        return [
            _why_json(known.get(one.doctor_id), one.doctor_id, one.slot.start, (one.why, one.detail), here.tzinfo)
            for one in found
        ]
    rows, clock = [], staff_dates.clock(hour, Field.HOUR)
    for n in range(span.days):
        at = staff_dates.moment(f"{start.date() + dt.timedelta(days=n)} {clock:%H:%M}", here, Field.HOUR)
        for id in ids:
            if reason := reasons.why_not(calendar, clinic, id, at, now, visit):
                rows.append(_why_json(known.get(id), id, at, reason, here.tzinfo))
    return rows


def _why_json(
    doctor: Doctor | None, id: int, at: dt.datetime, reason: tuple[reasons.Why, str | None], zone: dt.tzinfo | None
) -> Json:
    why, detail = why_not_free(reason[0].value, reason[1])
    return {"inicio": iso(at, zone), "doctor": doctor_json(doctor, id), "por_que": why, "detalle": detail}


def why_row(row: Json) -> tuple[object, ...]:
    """A line of the table of reasons."""
    from booking.conversation.replies.spanish import short_day

    start = dt.datetime.fromisoformat(row["inicio"])
    said = " · ".join(filter(None, (row["por_que"], row["detalle"])))
    return f"{short_day(start.date())} {start.year}", f"{start:%H:%M}", row["doctor"]["nombre"], said


def free(uow: UnitOfWork, now: dt.datetime, span: Span, doctor: str | None, visit: str) -> list[Json]:
    """Each free time with the doctors free in it; of one doctor if one was named."""
    clinic = find_people.clinic_of(uow)
    visit_types.must_be_known(uow, visit)
    here = now.astimezone(ZoneInfo(clinic.zone))
    start, end = _range(span, here)
    only = find_people.find_doctor(uow, doctor) if doctor else None
    known = {d.id: d for d in uow.schedules.doctors()}
    calendar = uow.schedules.calendar(start, end, now)
    return [
        {
            "inicio": iso(found.slot.start, here.tzinfo),
            "fin": iso(found.slot.end, here.tzinfo),
            "doctores": [doctor_json(known.get(id), id) for id in found.doctor_ids],
        }
        for found in free_slots(calendar, clinic, start, end, now, doctor_id=only.id if only else None, visit=visit)
    ]


def by_day(rows: Sequence[Json]) -> list[tuple[str, str, str]]:
    """A line for each day and doctor, with the hours."""
    from booking.conversation.replies.spanish import short_day

    hours: dict[tuple[dt.date, str], list[str]] = {}
    for row in rows:
        start = dt.datetime.fromisoformat(row["inicio"])
        for doctor in row["doctores"]:
            hours.setdefault((start.date(), doctor["nombre"]), []).append(f"{start:%H:%M}")
    return [(f"{short_day(day)} {day.year}", who, " ".join(at)) for (day, who), at in sorted(hours.items())]
