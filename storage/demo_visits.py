"""The demo's visits: its appointments around the present day, and what its doctors wrote down of those that are over.
All of it is invented, and follows from the date."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from booking.models import Opening, Status
from booking.models.medical_records import MedicalRecord

REASONS = ("Revisión general", "Dolor de espalda", "Control de presión", "Alergia", "Resultados de laboratorio", None)
WEEKS_BACK, WEEKS_AHEAD = 3, 4
_SLOT = dt.timedelta(minutes=30)
_TUESDAY, _SUNDAY = 1, 6
_FOUND: Final = {
    "Revisión general": ("Sin hallazgos de importancia", "cansancio por las tardes; duerme poco"),
    "Dolor de espalda": ("Lumbalgia mecánica", "dolor en la espalda baja al cargar peso, sin hormigueo en las piernas"),
    "Control de presión": ("Hipertensión arterial en control", "dolor de cabeza algunas mañanas; toma su tratamiento"),
    "Alergia": ("Rinitis alérgica", "estornudos, nariz tapada y comezón en los ojos con el polvo"),
    "Resultados de laboratorio": ("Glucosa en ayunas elevada", "mucha sed; antecedentes de diabetes en la familia"),
}
"""By the reason that was given when it was booked: the diagnosis, and what was told of."""


def appointments(
    now: dt.datetime, midnight: dt.datetime, holidays: str, openings: Sequence[Opening], patients: int
) -> Iterator[dict[str, Any]]:
    """One on each working day: enough to look alive, and every part of every day keeps free times."""
    from holidays import country_holidays  # half a second, and only for the demo

    days = (midnight.date() + dt.timedelta(days=n) for n in range(-7 * WEEKS_BACK, 7 * WEEKS_AHEAD + 1))
    closed = country_holidays(holidays)
    working = (d for d in days if d.weekday() != _SUNDAY and d not in closed)
    for number, day in enumerate(working, start=1):
        seed = day.toordinal()
        doctor, time = _place(day, seed, openings)
        start = dt.datetime.combine(day, time, midnight.tzinfo)
        yield {
            "id": number,
            "status": _status(seed, past=start < now).value,
            "start": start,
            "end": start + _SLOT,
            "doctor_id": doctor,
            "patient_id": 1 + seed * 5 % patients,
            "conversation_id": None,
            "expires_at": None,
            "visit": "primera_vez" if seed % 3 else "seguimiento",
            "reason": REASONS[seed % len(REASONS)],
            "cancel_reason": None,
            "overbooked": False,
            "version": 1,
            "created_at": midnight,
            "updated_at": midnight,
        }


def _place(day: dt.date, seed: int, openings: Sequence[Opening]) -> tuple[int, dt.time]:
    """A doctor who works that day and one of their times; 15:00 on Tuesdays stays free."""
    hours = [opening for opening in openings if opening.weekday == day.weekday()]
    opening = hours[seed // 7 % len(hours)]
    times = [dt.time(hour, minute) for hour in range(opening.start.hour, opening.end.hour) for minute in (0, 30)]
    if day.weekday() == _TUESDAY and dt.time(15) in times:
        times.remove(dt.time(15))
    return opening.doctor_id, times[seed * 7 % len(times)]


def _status(seed: int, *, past: bool) -> Status:
    if seed % 9 == 0:
        return Status.CANCELLED
    if past:
        return Status.NO_SHOW if seed % 5 == 0 else Status.COMPLETED
    return Status.CONFIRMED if seed % 3 == 0 else Status.BOOKED


def records(appointments: Iterable[Mapping[str, Any]]) -> Iterator[MedicalRecord]:
    """Of these rows of appointments."""
    for one in appointments:
        if one["status"] == Status.COMPLETED.value and one["reason"] in _FOUND:
            diagnosis, symptoms = _FOUND[one["reason"]]
            yield MedicalRecord(
                patient_id=one["patient_id"],
                doctor_id=one["doctor_id"],
                appointment_id=one["id"],
                at=one["end"],
                diagnosis=diagnosis,
                symptoms=symptoms,
            )
