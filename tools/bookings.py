"""Entering appointments: one, or a series of them."""

from __future__ import annotations

import datetime as dt
from typing import Final, NamedTuple

from pydantic import Field

from booking.appointments import appointment_changes
from booking.intents import Frozen, Reading, Repeats
from booking.models import (
    FIRST_VISIT,
    LIVE_APPOINTMENTS,
    BookOrder,
    Doctor,
    Moment,
    OverbookOrder,
    SeriesOrder,
)
from booking.models.folded_text import folded
from booking.models.tool_answers import Why
from booking.scheduling.fair_turn import by_turn, of_the_turn
from tools import series_orders
from tools.access import Access
from tools.appointment_orders import UNTOLD, AppointmentDone, done_to
from tools.instants import first_free, not_free, start_of, start_or_free
from tools.time_marks import INSTANT
from tools.visit_of_order import visit_of

ANYONE: Final = "cualquiera"
"""Says that whoever is free may have the appointment."""


class NewAppointment(Frozen):
    paciente_nombre: str = Field(min_length=1, description="paciente ya registrado, o nuevo con su teléfono")
    fecha_hora_inicio: Reading = Field(
        description="día y hora; de varias citas, de la primera", json_schema_extra=INSTANT
    )
    doctor: str | None = Field(default=None, description="nombre del doctor, o «cualquiera» de los que estén libres")
    primero: bool = Field(default=False, description="«sí» para el primer horario libre de entonces")
    repeticion: Repeats | None = Field(
        default=None, description="si son varias, cada cuánto y cuántas en total: «cada quince días, cuatro veces»"
    )
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")
    motivo: str | None = Field(default=None, description="motivo de la consulta")
    telefono: str | None = Field(default=None, description="teléfono de un paciente nuevo")
    sin_avisar: bool = Field(default=False, description=UNTOLD)
    sobrecupo: bool = Field(default=False, description="«sí» aunque la hora esté ocupada o fuera de horario")


class Booked(AppointmentDone):
    siguen: tuple[Moment, ...] = ()  # of a series, when those begin that follow the first


class _Whose(NamedTuple):
    """Somebody on file, or (without an id) somebody new."""

    id: int | None
    name: str
    phone: str | None


def _whose(access: Access, wanted: NewAppointment) -> _Whose:
    """With a number that nobody of that name has, somebody new. Raises Stop."""
    if wanted.telefono is None:
        found = access.patient(wanted.paciente_nombre)
        return _Whose(found.id, found.name, found.phone if access.chosen else None)
    phone, name = access.phone(wanted.telefono), " ".join(wanted.paciente_nombre.split())
    called = [patient for patient in access.patients(name) if patient.phone == phone]
    return _Whose(called[0].id, called[0].name, phone) if len(called) == 1 else _Whose(None, name, phone)


def _whoever_is_free(access: Access, wanted: NewAppointment, visit: str) -> Doctor:
    """Whose turn it is of those who are free then. Raises Stop: a day or an hour is missing, or nobody is free."""
    if access.own_doctor is not None:
        return access.doctor(None)
    when, field, doctors = wanted.fecha_hora_inicio, "fecha_hora_inicio", of_the_turn(access.doctors())
    if wanted.primero:
        first = {doctor.id: first_free(access, when, field, doctor.id, visit) for doctor in doctors}
        free = [id for id, start in first.items() if start == min(first.values())]
    else:
        start = start_of(access, when, field)
        uow, clinic, now = access.uow, access.clinic, access.now
        free = [d.id for d in doctors if appointment_changes.open_slot(uow, clinic, d.id, start, now, visit=visit)]
        if not free:
            raise not_free(access, doctors[0].id, start, visit, field)
    turn = by_turn(access.uow.appointments.tallies(free, access.now))[0].doctor_id
    return next(doctor for doctor in doctors if doctor.id == turn)


def _same_day(access: Access, patient_id: int | None, start: dt.datetime) -> tuple[dt.datetime, ...]:
    """When the patient comes on that day already, as far as the caller may see."""
    if patient_id is None:
        return ()
    day = access.midnight(start.astimezone(access.zone).date())
    found = access.uow.appointments.list(
        start=day,
        end=day + dt.timedelta(days=1),
        patient_id=patient_id,
        doctor_id=access.own_doctor,
        statuses=LIVE_APPOINTMENTS,
    )
    return tuple(one.slot.start.astimezone(access.zone) for one in found)


def prepare_booking(access: Access, wanted: NewAppointment) -> BookOrder | OverbookOrder | SeriesOrder:
    anyone = wanted.doctor is not None and folded(wanted.doctor) == ANYONE
    doctor = None if anyone else access.doctor(wanted.doctor)
    whose = _whose(access, wanted)
    visit = visit_of(access, wanted.tipo_consulta)
    doctor = doctor or _whoever_is_free(access, wanted, visit)
    repeats = wanted.repeticion
    if repeats is not None and repeats.times == 1:
        repeats = None  # "solo una", after all
    if repeats is not None:
        series_orders.must_be_possible(access, repeats, overbooked=wanted.sobrecupo)
    when, field = wanted.fecha_hora_inicio, "fecha_hora_inicio"
    found = first_free if wanted.primero else start_or_free
    start = found(access, when, field, doctor.id, visit)
    slot = appointment_changes.open_slot(access.uow, access.clinic, doctor.id, start, access.now, visit=visit)
    kind: type[BookOrder | OverbookOrder] = BookOrder
    if slot is None and wanted.sobrecupo:
        kind = OverbookOrder
        slot = appointment_changes.any_slot(access.uow, access.clinic, doctor.id, start, access.now, visit=visit)
    if slot is None:
        raise not_free(access, doctor.id, start, visit, "fecha_hora_inicio")
    order = kind(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        patient_id=whose.id,
        patient=whose.name,
        phone=whose.phone,
        slot=slot,
        visit=visit,
        reason=wanted.motivo,
        tell=not wanted.sin_avisar,
        same_day=_same_day(access, whose.id, slot.start),
    )
    return order if repeats is None else series_orders.series(access, order, repeats)


def book(access: Access, order: BookOrder | OverbookOrder | SeriesOrder) -> Booked:
    """As it was shown, or not at all."""
    if access.own_doctor not in (None, order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    if isinstance(order, SeriesOrder):
        series_orders.must_be_as_shown(access, order)
    made = appointment_changes.enter(
        access.uow,
        access.clinic,
        order.doctor_id,
        order.patient_id or _registered(access, order),
        order.slot.start,
        access.now,
        access.actor,
        visit=order.visit,
        reason=order.reason,
        overbook=isinstance(order, OverbookOrder),
        tell=order.tell,
    )
    done = done_to(access, order, made)
    followed = series_orders.followed(access, order, done.id) if isinstance(order, SeriesOrder) else ()
    return Booked(**dict(done), siguen=followed)


def _registered(access: Access, order: BookOrder | OverbookOrder | SeriesOrder) -> int:
    """Somebody new, once it is sure that the time can be had: a refusal leaves nobody behind. Raises Stop."""
    access.uow.appointments.lock_turn()
    slot = appointment_changes.open_slot(
        access.uow, access.clinic, order.doctor_id, order.slot.start, access.now, visit=order.visit
    )
    if slot is None and not isinstance(order, OverbookOrder):
        raise access.no(Why.SLOT_TAKEN)
    return access.uow.patients.enter(order.patient, order.phone, access.caller.doctor_id, access.now).id
