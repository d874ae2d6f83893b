"""The agenda of a day as a grid: a column for each doctor, a line for each time, who is booked and who waits in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from booking.appointments.holds import without_notice
from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import Field
from booking.desk.find_appointments import arrival, waiting
from booking.desk.json_views import Json, appointments_json, doctor_json, iso
from booking.desk.masking import name_of
from booking.desk.spanish_for_staff import why_not_free
from booking.desk.told_views import with_told
from booking.models import LIVE, Status
from booking.ports import UnitOfWork
from booking.scheduling import reasons
from booking.scheduling.availability import free_slots
from booking.scheduling.reasons import Why

FREE, HELD, OFF, PAST = "libre", "apartada", "no_atiende", "pasado"
"""What a time may be besides an appointment, which is shown by its status."""

_SHOWN = (*sorted(LIVE), Status.COMPLETED, Status.NO_SHOW)
_OFF = frozenset({Why.AWAY, Why.BLOCKED, Why.CLOSED, Why.CAP, Why.BUFFER})
_WEEK = 7


def dates(uow: UnitOfWork, now: dt.datetime, date: str | None, week: bool) -> list[dt.date]:
    """The day asked for, as staff wrote it (None: today), or its week from Monday on; on a Sunday the week to come,
    unless a day was named."""
    here = now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
    day = staff_dates.day(date, here, Field.DATE) if date else here.date()
    if not week:
        return [day]
    first = day - dt.timedelta(days=day.weekday())
    if date is None and day.weekday() == _WEEK - 1:
        first += dt.timedelta(days=_WEEK)
    return [first + dt.timedelta(days=n) for n in range(_WEEK)]


def days(uow: UnitOfWork, now: dt.datetime, asked: Sequence[dt.date], doctor: str | None) -> list[Json]:
    """Each of those days with its doctors: everyone who attends or has an appointment then, or the one named."""
    clinic = find_people.clinic_of(uow)
    here = now.astimezone(ZoneInfo(clinic.zone))
    only = find_people.find_doctor(uow, doctor) if doctor else None
    start, end = staff_dates.midnight(asked[0], here), staff_dates.midnight(asked[-1] + dt.timedelta(days=1), here)
    calendar = uow.schedules.calendar(start, end, now)
    named = only.id if only else None
    found = uow.appointments.list(start=start, end=end, doctor_id=named, statuses=_SHOWN)
    cells: list[Json] = [
        _booked(row, now) for row in with_told(uow, appointments_json(uow, found, here.tzinfo), here.tzinfo)
    ]
    for free in free_slots(calendar, without_notice(clinic), start, end, now, doctor_id=named):
        cells += [_cell(free.slot.start, free.slot.end, id, FREE, here) for id in free.doctor_ids]
    for one in reasons.not_free(calendar, without_notice(clinic), start, end, now, doctor_id=named):
        at = (one.slot.start, one.slot.end, one.doctor_id)
        if one.why is Why.PAST:
            cells.append(_cell(*at, PAST, here))
        elif one.why in _OFF:
            said = ": ".join(filter(None, why_not_free(one.why.value, one.detail)))
            cells.append(_cell(*at, OFF, here) | {"por_que": said})
    known = {d.id: d for d in uow.schedules.doctors() if named in (None, d.id)}
    return [_day(date, cells, [doctor_json(d, id) for id, d in sorted(known.items())]) for date in asked]


def _booked(row: Json, now: dt.datetime) -> Json:
    minutes = waiting(row, now)
    held = row["estado"] == Status.HELD.value
    shown = row | {"estado": HELD if held else row["estado"], "doctor_id": row["doctor"]["id"]}
    return shown if minutes is None else shown | {"espera_min": minutes}


def _cell(start: dt.datetime, end: dt.datetime, doctor_id: int, state: str, here: dt.datetime) -> Json:
    at = {"inicio": iso(start, here.tzinfo), "fin": iso(end, here.tzinfo)}
    return {"estado": state, **at, "doctor_id": doctor_id}


def _day(date: dt.date, cells: Sequence[Json], doctors: Sequence[Json]) -> Json:
    """A time of hours that are over, or off, is left out where an appointment has it."""
    theirs = [cell for cell in cells if cell["inicio"][:10] == date.isoformat()]
    booked = [cell for cell in theirs if "id" in cell]
    kept = [
        cell
        for cell in theirs
        if "id" in cell or not any(_overlap(cell, other) for other in booked if other["doctor_id"] == cell["doctor_id"])
    ]
    there = {cell["doctor_id"] for cell in kept}
    return {
        "fecha": date.isoformat(),
        "doctores": [
            {
                **doctor,
                "horas": sorted((c for c in kept if c["doctor_id"] == doctor["id"]), key=lambda c: str(c["inicio"])),
            }
            for doctor in doctors
            if doctor["id"] in there
        ],
    }


def _overlap(one: Json, other: Json) -> bool:
    return bool(one["inicio"] < other["fin"] and other["inicio"] < one["fin"])


def said(cell: Json, now: dt.datetime, *, whole: bool = False) -> str:
    """What stands in the grid: «12 Ana G. · llegó 10:02, espera 14 min»."""
    if "id" not in cell:
        return {FREE: "libre", PAST: "·"}.get(cell["estado"]) or str(cell.get("por_que", ""))
    if cell["estado"] == HELD:
        return "(apartado en un chat)"
    state = cell["estado"].replace("_", " ")
    marks = (
        cell.get("sobrecupo") and "sobrecupo",
        arrival(cell, now),
        None if state == "programada" else state,
        cell.get("aviso"),
    )
    who = name_of(cell["paciente"]["nombre"], whole=whole) if cell["paciente"] else None
    return " · ".join(str(part) for part in (f"{cell['id']} {who or ''}".strip(), *marks) if part)


def grid(day: Json, now: dt.datetime, *, whole: bool = False) -> list[list[str]]:
    """Lines of a time and what each doctor has then; what lasts longer than a line goes on with «│»."""
    starts = sorted({cell["inicio"] for doctor in day["doctores"] for cell in doctor["horas"]})
    return [
        [start[11:16], *(_at(doctor["horas"], start, now, whole=whole) for doctor in day["doctores"])]
        for start in starts
    ]


def _at(cells: Sequence[Json], start: str, now: dt.datetime, *, whole: bool) -> str:
    begun = [said(cell, now, whole=whole) for cell in cells if cell["inicio"] == start]
    if begun:
        return "\n".join(begun)
    return "│" if any("id" in c and c["inicio"] < start < c["fin"] for c in cells) else ""


def lines(doctor: Json, now: dt.datetime, *, whole: bool = False) -> list[str]:
    """The day of one doctor, a time a line, for a narrow screen; what is free or over together in one."""
    shown = [cell for cell in doctor["horas"] if cell["estado"] not in (FREE, PAST)]
    told = [f"{cell['inicio'][11:16]}  {said(cell, now, whole=whole)}" for cell in shown]
    free = " ".join(cell["inicio"][11:16] for cell in doctor["horas"] if cell["estado"] == FREE)
    return [*told, f"libre: {free}" if free else "nada libre"]
