"""Entering appointments."""

from __future__ import annotations

from pydantic import Field

from booking.appointments import appointment_changes
from booking.intents import Frozen, Reading
from booking.models import FIRST_VISIT, BookOrder
from booking.models.tool_answers import Why
from tools.access import Access
from tools.appointment_orders import AppointmentDone, done_to
from tools.instants import first_free, not_free, start_of
from tools.time_marks import INSTANT
from tools.visit_of_order import visit_of


class NewAppointment(Frozen):
    paciente_nombre: str = Field(min_length=1, description="paciente ya registrado")
    fecha_hora_inicio: Reading = Field(description="día y hora", json_schema_extra=INSTANT)
    doctor: str | None = Field(default=None, description="nombre del doctor")
    primero: bool = Field(default=False, description="«sí» para el primer horario libre de entonces")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")
    motivo: str | None = Field(default=None, description="motivo de la consulta")


def prepare_booking(access: Access, wanted: NewAppointment) -> BookOrder:
    doctor = access.doctor(wanted.doctor)
    patient = access.patient(wanted.paciente_nombre)
    visit = visit_of(access, wanted.tipo_consulta)
    when, field = wanted.fecha_hora_inicio, "fecha_hora_inicio"
    start = first_free(access, when, field, doctor.id, visit) if wanted.primero else start_of(access, when, field)
    slot = appointment_changes.open_slot(access.uow, access.clinic, doctor.id, start, access.now, visit=visit)
    if slot is None:
        raise not_free(access, doctor.id, start, visit, "fecha_hora_inicio")
    return BookOrder(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        patient_id=patient.id,
        patient=patient.name,
        phone=patient.phone if access.chosen else None,  # others are called so too
        slot=slot,
        visit=visit,
        reason=wanted.motivo,
    )


def book(access: Access, order: BookOrder) -> AppointmentDone:
    if access.own_doctor not in (None, order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    made = appointment_changes.enter(
        access.uow,
        access.clinic,
        order.doctor_id,
        order.patient_id,
        order.slot.start,
        access.now,
        access.actor,
        visit=order.visit,
        reason=order.reason,
    )
    return done_to(access, order, made)
