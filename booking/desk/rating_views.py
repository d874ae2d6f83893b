"""How patients say that their visits were: of one visit, and in figures by doctor."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates
from booking.desk.json_views import Json, iso, iso_or_none
from booking.models import AskedRating, RatingState
from booking.ports import UnitOfWork

COLUMNS: Final = ("Doctor", "Preguntadas", "Contestadas", "Promedio", "1 o 2")
LOW_COLUMNS: Final = ("Cita", "Doctor", "Calificación", "Cuándo")
SHOWN_BACK: Final = dt.timedelta(days=30)

_LEFT = {
    RatingState.CHANGED: "no se preguntó: la cita cambió, o la clínica ya no pregunta",
    RatingState.OPTED_OUT: "no se preguntó: pidió no recibir mensajes",
    RatingState.NO_NUMBER: "no se preguntó: no tiene teléfono para WhatsApp",
    RatingState.LATE: "no se preguntó: ya había pasado mucho",
}


def of_appointment(uow: UnitOfWork, appointment_id: int) -> Json | None:
    """What is known of a visit; None where it is not asked about."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return next((_json(asked, zone) for asked in uow.ratings.of([appointment_id])), None)


def in_words(told: Json) -> str:
    """«5 de 5 (2026-11-30 12:00)», «se preguntó 2026-11-30 11:00, y no ha contestado»."""
    state = RatingState(told["estado"])
    if state is RatingState.ANSWERED:
        return f"{told['nota']} de 5 ({_minute(told['contestada'])})"
    if state is RatingState.WAITING:
        return f"se preguntará {_minute(told['toca'])}"
    if state is not RatingState.ASKED:
        return _LEFT[state]
    if not told["llego"]:
        return "la pregunta no le llegó"
    return f"se preguntó {_minute(told['preguntada'])}, y no ha contestado"


def figures(uow: UnitOfWork, since: str | None, until: str | None, now: dt.datetime) -> Json:
    """Of the visits asked about from a day to another, both included (the last 30 days, where none are said): by
    doctor and of all, and which have a low mark. Raises BadValue."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    here = now.astimezone(zone)
    first, last = staff_dates.validity(since, until, here)
    last = last or max(first or here.date(), here.date())
    first = first or last - SHOWN_BACK
    start, end = staff_dates.midnight(first, here), staff_dates.midnight(last + dt.timedelta(days=1), here)
    asked = uow.ratings.since(start, end)
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    of = {id: [one for one in asked if one.rating.doctor_id == id] for id in doctors}
    low = [
        {"doctor": doctors.get(one.rating.doctor_id), **_json(one, zone)}
        for one in sorted(asked, key=lambda one: (one.rating.answered_at or now, one.rating.id))
        if one.rating.is_low
    ]
    return {
        "desde": first.isoformat(),
        "hasta": last.isoformat(),
        "doctores": [{"doctor": doctors[id], **_counted(theirs)} for id, theirs in of.items() if theirs],
        "todos": _counted(asked),
        "bajas": low,
    }


def rows(told: Json) -> list[tuple[object, ...]]:
    """Lines of the table, all of them last."""
    names = ("doctor", "preguntadas", "contestadas", "promedio", "bajas")
    lines = [*told["doctores"], {"doctor": "Todos", **told["todos"]}]
    return [tuple(line[name] for name in names) for line in lines]


def low_rows(told: Json) -> list[tuple[object, ...]]:
    """Each visit with a low mark."""
    return [(one["cita"], one["doctor"], one["nota"], _minute(one["contestada"])) for one in told["bajas"]]


def _counted(asked: Sequence[AskedRating]) -> Json:
    marks = [one.rating.mark for one in asked if one.rating.mark is not None]
    return {
        "preguntadas": sum(not one.not_reached for one in asked),
        "contestadas": len(marks),
        "promedio": round(sum(marks) / len(marks), 2) if marks else None,
        "bajas": sum(one.rating.is_low for one in asked),
        "notas": {str(mark): marks.count(mark) for mark in range(1, 6)},
    }


def _json(asked: AskedRating, zone: dt.tzinfo) -> Json:
    one = asked.rating
    return {
        "cita": one.appointment_id,
        "estado": one.state.value,
        "toca": iso(one.due, zone),
        "preguntada": iso_or_none(one.done_at if one.outbox_id is not None else None, zone),
        "llego": not asked.not_reached,
        "nota": one.mark,
        "contestada": iso_or_none(one.answered_at, zone),
    }


def _minute(at: str) -> str:
    return at[:16].replace("T", " ")
