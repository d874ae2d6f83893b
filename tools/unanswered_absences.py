"""Whose doctor will not be there and who has not said when they come instead, as staff ask for it by chat."""

from __future__ import annotations

from pydantic import Field

from booking.intents import Frozen
from booking.models import Moment, Patient
from tools.access import Access

MOST = 20


class UnansweredWanted(Frozen):
    doctor: str | None = Field(default=None, description="nombre del doctor; un doctor ve solo lo suyo")


class Unanswered(Frozen):
    """`limite`: when staff are called if nobody has answered."""

    id: int
    inicio: Moment
    doctor: str
    paciente: str
    limite: Moment


class UnansweredFound(Frozen):
    del_doctor: str | None
    citas: tuple[Unanswered, ...]
    hay_mas: bool


def unanswered(access: Access, wanted: UnansweredWanted) -> UnansweredFound:
    """By start. Three statements, and one for each that is shown."""
    named = access.doctor(wanted.doctor) if wanted.doctor else None
    only = named.id if named else access.own_doctor
    asked = [one for one in access.uow.away.awaiting() if only in (None, one.doctor_id)]
    shown = {one.appointment_id: access.uow.appointments.get(one.appointment_id) for one in asked[:MOST]}
    people, doctors = access.names([*shown.values()]), access.doctor_names()
    return UnansweredFound(
        del_doctor=named.name if named else None,
        citas=tuple(
            Unanswered(
                id=one.appointment_id,
                inicio=one.start.astimezone(access.zone),
                doctor=doctors.get(one.doctor_id, ""),
                paciente=_called(people.get(shown[one.appointment_id].patient_id or 0)),
                limite=one.answer_by.astimezone(access.zone),
            )
            for one in asked[:MOST]
        ),
        hay_mas=len(asked) > MOST,
    )


def _called(patient: Patient | None) -> str:
    return patient.name if patient else ""
