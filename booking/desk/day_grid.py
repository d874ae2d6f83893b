"""The agenda of a day as a grid: a column for each doctor, a line for each time, who is booked and who waits in it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.appointments.holds import without_notice
from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import DeskRefused, Field
from booking.desk.find_appointments import arrival, waiting
from booking.desk.json_views import Json, appointments_json, doctor_json, iso
from booking.desk.masking import name_of
from booking.desk.outside_hours import with_outside
from booking.desk.times_not_free import why_not_free
from booking.desk.told_views import with_told
from booking.models import LIVE, Appointment, Clinic, Doctor, Status
from booking.ports import Calendar, UnitOfWork
from booking.scheduling import reasons
from booking.scheduling.availability import free_slots
from booking.scheduling.reasons import NotFree, Why

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


class Room(NamedTuple):
    """What a screen has room for: so many `doctors`, from the `first` on, and so many appointments of each."""

    doctors: int
    appointments: int
    first: int = 0


class Shown(NamedTuple):
    """The days, whom of (`there`: everyone who may be shown, by id), and the names of the doctors of whom there was no
    room for every appointment."""

    days: list[Json]
    there: list[Json]
    cut: list[str]


def days(
    uow: UnitOfWork, now: dt.datetime, asked: Sequence[dt.date], doctor: str | None, *, own: int | None = None
) -> list[Json]:
    """Each of those days with its doctors: everyone who attends or has an appointment then, or the one named; `own`:
    that doctor looks, who sees no other's. Raises BadValue, DeskRefused."""
    return shown(uow, now, asked, doctor, own=own).days


def shown(
    uow: UnitOfWork,
    now: dt.datetime,
    asked: Sequence[dt.date],
    doctor: str | None,
    *,
    own: int | None = None,
    room: Room | None = None,
) -> Shown:
    """The same, for a screen: no more than it has `room` for, and at each moment what is then. Raises BadValue,
    DeskRefused."""
    clinic = find_people.clinic_of(uow)
    here = now.astimezone(ZoneInfo(clinic.zone))
    only = _only(uow, doctor, own)
    start, end = staff_dates.midnight(asked[0], here), staff_dates.midnight(asked[-1] + dt.timedelta(days=1), here)
    calendar = uow.schedules.calendar(start, end, now)
    known = {d.id: d for d in uow.schedules.doctors() if only in (None, d.id)}
    there = _there(calendar, known.values())
    ids = there if room is None else there[room.first : room.first + room.doctors]
    found, cut = list[Appointment](), list[str]()
    if room is None:
        found += uow.appointments.list(start=start, end=end, doctor_id=only, statuses=_SHOWN)
    for id in () if room is None else ids:
        theirs = uow.appointments.list(
            start=start, end=end, doctor_id=id, statuses=_SHOWN, limit=room.appointments + 1 if room else None
        )
        found += theirs[: room.appointments] if room else theirs
        if room and len(theirs) > room.appointments:
            cut.append(known[id].name)
    cells = [_booked(row, now) for row in with_told(uow, appointments_json(uow, found, here.tzinfo), here.tzinfo)]
    held = uow.appointments.held_until([cell["id"] for cell in cells if cell["estado"] == HELD])
    cells = [cell for cell in cells if cell["id"] not in held or held[cell["id"]] > now]  # who held it let it go
    cells = [cell | {"hasta": iso(held[cell["id"]], here.tzinfo)} if cell["id"] in held else cell for cell in cells]
    theirs_alone, open_clinic = _of(calendar, ids), without_notice(clinic)
    not_free = reasons.not_free(theirs_alone, open_clinic, start, end, now)
    cells += _free(theirs_alone, open_clinic, (start, end), now)
    cells += _over_or_off(not_free, here.tzinfo)
    shown = [doctor_json(known[id], id) for id in sorted(ids)]
    every = [doctor_json(known[id], id) for id in there]
    made = [_day(date, cells, shown) for date in asked]
    return Shown(made if room is None else with_outside(made, calendar, clinic, not_free), every, cut)


def _only(uow: UnitOfWork, doctor: str | None, own: int | None) -> int | None:
    """The one doctor who is shown; None: all of them."""
    only = find_people.find_doctor(uow, doctor).id if doctor else None
    if own is None:
        return only
    if only not in (None, own) or all(known.id != own for known in uow.schedules.doctors()):
        raise DeskRefused("Solo puede ver su propia agenda.")
    return own


def _there(calendar: Calendar, doctors: Collection[Doctor]) -> list[int]:
    """Who may have something on those days: who has hours at all or is taken, and who is not active any more."""
    works = {one.doctor_id for one in calendar.openings} | {one.doctor_id for one in calendar.overrides}
    taken = {one.doctor_id for one in calendar.busy}
    return sorted(one.id for one in doctors if one.id in works | taken or not one.active)


def _of(calendar: Calendar, ids: Collection[int]) -> Calendar:
    """The calendar of these doctors."""
    return calendar._replace(
        doctors=[doctor for doctor in calendar.doctors if doctor.id in ids],
        busy=[taken for taken in calendar.busy if taken.doctor_id in ids],
    )


def _free(calendar: Calendar, clinic: Clinic, span: tuple[dt.datetime, dt.datetime], now: dt.datetime) -> list[Json]:
    found, zone = free_slots(calendar, clinic, *span, now), ZoneInfo(clinic.zone)
    return [_cell(one.slot.start, one.slot.end, id, FREE, zone) for one in found for id in one.doctor_ids]


def _over_or_off(not_free: Sequence[NotFree], zone: dt.tzinfo | None) -> list[Json]:
    cells = list[Json]()
    for one in not_free:
        at = (one.slot.start, one.slot.end, one.doctor_id)
        if one.why is Why.PAST:
            cells.append(_cell(*at, PAST, zone))
        elif one.why in _OFF:
            said = ": ".join(filter(None, why_not_free(one.why.value, one.detail)))
            cells.append(_cell(*at, OFF, zone) | {"por_que": said})
    return cells


def waiting_room(day: Json) -> list[Json]:
    """Whose patients are here and wait, longest first; each with the doctor."""
    waiting = [
        {**cell, "doctor": {"id": doctor["id"], "nombre": doctor["nombre"]}}
        for doctor in day["doctores"]
        for cell in doctor["horas"]
        if "espera_min" in cell
    ]
    return sorted(waiting, key=lambda cell: (-cell["espera_min"], cell["id"]))


def _booked(row: Json, now: dt.datetime) -> Json:
    minutes = waiting(row, now)
    held = row["estado"] == Status.HELD.value
    shown = row | {"estado": HELD if held else row["estado"], "doctor_id": row["doctor"]["id"]}
    return shown if minutes is None else shown | {"espera_min": minutes}


def _cell(start: dt.datetime, end: dt.datetime, doctor_id: int, state: str, zone: dt.tzinfo | None) -> Json:
    at = {"inicio": iso(start, zone), "fin": iso(end, zone)}
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
        return f"(apartado en un chat hasta {cell['hasta'][11:16]})" if "hasta" in cell else "(apartado en un chat)"
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
