"""When a doctor takes nobody: stretches blocked and freed. Appointments inside stay; the clinic decides on each."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.answers import Missing, Why
from booking.intents import Frozen, Problem, Reading
from booking.models import Absence, Moment, Order, Slot, Status
from tools.access import AHEAD, COMING, Access, Stop


class Availability(Frozen):
    cuando: Reading = Field(description="qué día o días, y qué horas", json_schema_extra=AHEAD)
    doctor: str | None = Field(default=None, description="nombre del doctor")
    disponible: bool = Field(default=False, description="«sí» para liberar lo bloqueado")
    motivo: str | None = Field(default=None, description="por qué")


class AvailabilityDone(Frozen):
    doctor: str | None
    desde: Moment
    hasta: Moment
    bloqueado: bool
    citas_en_medio: int


def prepare_availability(access: Access, wanted: Availability) -> Order:
    doctor = access.doctor(wanted.doctor)
    slot = _stretch(access, wanted.cuando)
    inside = access.appointments(slot.start, slot.end, doctor_id=doctor.id, statuses=COMING)
    return Order(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        slot=slot,
        status=Status.CANCELLED if wanted.disponible else None,
        reason=wanted.motivo,
        affected=0 if wanted.disponible else len(inside),
    )


def change_availability(access: Access, order: Order) -> AvailabilityDone:
    """Appointments inside the stretch stay as they are: the clinic decides about each."""
    if order.slot is None or order.doctor_id is None or access.own_doctor not in (None, order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    frees = order.status is Status.CANCELLED
    if frees:
        _free(access, order.doctor_id, order.slot)
    else:
        access.uow.rules.add(
            Absence(doctor_id=order.doctor_id, start=order.slot.start, end=order.slot.end, reason=order.reason)
        )
    return AvailabilityDone(
        doctor=order.doctor,
        desde=order.slot.start.astimezone(access.zone),
        hasta=order.slot.end.astimezone(access.zone),
        bloqueado=not frees,
        citas_en_medio=order.affected,
    )


def _free(access: Access, doctor_id: int, slot: Slot) -> None:
    """Take the stretch out of the doctor's absences; what is left of each stays."""
    for rule_id, rule in access.uow.rules.list(doctor_id):
        if not isinstance(rule, Absence) or rule.end <= slot.start or slot.end <= rule.start:
            continue
        access.uow.rules.remove(Absence, rule_id)
        for start, end in ((rule.start, min(rule.end, slot.start)), (max(rule.start, slot.end), rule.end)):
            if start < end:
                access.uow.rules.add(rule.model_copy(update={"start": start, "end": end}))


def _stretch(access: Access, when: Reading) -> Slot:
    """From the first to the last instant that was said; one clock time alone is not a stretch."""
    if when.problem is Problem.PAST:
        raise access.no(Why.PAST)
    said = access.certain(when, "cuando")
    if said.exact or said.date_from is None:
        raise Stop(Missing(tool=access.tool, field="cuando"))
    first, last = said.date_from, said.date_to or said.date_from
    start = dt.datetime.combine(first, said.time_from or dt.time(), access.zone)
    end = access.midnight(last + dt.timedelta(days=1))
    if said.time_to not in (None, dt.time()):
        if first != last:
            raise Stop(Missing(tool=access.tool, field="cuando"))  # hours of several days: one at a time
        end = dt.datetime.combine(last, said.time_to or dt.time(), access.zone)
    start = max(start, access.now)
    if end <= start:
        raise access.no(Why.PAST)
    return Slot(start=start.astimezone(dt.UTC), end=end.astimezone(dt.UTC))
