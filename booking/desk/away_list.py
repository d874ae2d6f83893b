"""Appointments whose doctor will not be there and whose patients have not said when they come instead."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from booking.appointments import away
from booking.desk import find_people, told_views
from booking.desk.json_views import Json, iso, iso_or_none
from booking.desk.masking import name_of
from booking.models import Actor, ActorKind, Patient, TellingState, ToldOf
from booking.ports import UnitOfWork


def lifted(uow: UnitOfWork, doctor_id: int, by: str, now: dt.datetime) -> Sequence[int]:
    """The doctor's absences may be other ones now: the appointments whose patients are told that the doctor will be
    there after all."""
    return away.lifted(uow, doctor_id, now, Actor(kind=ActorKind.STAFF, name=by))


COLUMNS = ("Cita", "Día", "Hora", "Doctor", "Paciente", "Ofrecido", "Plazo", "Avisado al personal")


def listed(uow: UnitOfWork) -> list[Json]:
    """By start."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    asked = uow.away.awaiting()
    there = {one.appointment_id: uow.appointments.get(one.appointment_id) for one in asked}
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    ids = sorted({one.patient_id for one in there.values() if one.patient_id is not None})
    people = {patient.id: patient for patient in uow.patients.get_many(ids)}
    told = told_views.told_json(uow, list(there), zone)
    found = []
    for one in asked:
        news = [each for each in told.get(one.appointment_id, ()) if each["que"] == ToldOf.AWAY.value]
        patient = people.get(there[one.appointment_id].patient_id or 0)
        found.append(
            {
                "id": one.appointment_id,
                "inicio": iso(one.start, zone),
                "doctor": {"id": one.doctor_id, "nombre": doctors.get(one.doctor_id)},
                "paciente": patient and patient.name,
                "telefono": patient and patient.phone,
                "pedido": iso(one.asked_at, zone),
                "limite": iso(one.answer_by, zone),
                "por_llamar": _why_to_call(news[-1], patient) if news else None,
                "lo_dijo_el_personal": bool(news) and news[-1]["estado"] == TellingState.SPOKEN.value,
                "avisado": iso_or_none(one.called_at, zone),
            }
        )
    return found


def _why_to_call(told: Json, patient: Patient | None) -> str | None:
    """Before anybody has tried to write to them too."""
    waits = told["estado"] == TellingState.WAITING.value
    if waits and patient is not None and patient.phone is None and patient.person_id is None:
        return told_views.why_to_call(told | {"estado": TellingState.NO_NUMBER.value})
    return told_views.why_to_call(told)


def row(one: Json, *, whole: bool) -> tuple[object, ...]:
    """A line of the table; the name masked unless `whole`. Who could not be asked is to be called, and has no time to
    answer."""
    from booking.conversation.replies.spanish import short_day

    start = dt.datetime.fromisoformat(one["inicio"])
    return (
        one["id"],
        short_day(start.date()),
        f"{start:%H:%M}",
        one["doctor"]["nombre"],
        name_of(one["paciente"], whole=whole),
        _asked(one),
        None if one["por_llamar"] else _short(one["limite"]),
        _short(one["avisado"]) if one["avisado"] else None,
    )


def _asked(one: Json) -> str:
    if one["por_llamar"]:
        return f"por llamar: {one['por_llamar']}"
    return "se lo dijo el personal" if one["lo_dijo_el_personal"] else _short(one["pedido"])


def _short(moment: str) -> str:
    return f"{dt.datetime.fromisoformat(moment):%d/%m %H:%M}"
