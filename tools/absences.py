"""When a doctor takes nobody, stretches blocked and freed, and which weekly hours they work.

Appointments that are touched stay; the clinic decides on each.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial

from pydantic import Field

from booking.appointments import away
from booking.intents import Frozen, Problem, Reading, UseTool
from booking.models import (
    Absence,
    AbsenceOrder,
    Appointment,
    ClosureOrder,
    DayAct,
    Doctor,
    HoursOrder,
    InTheWay,
    Moment,
    Slot,
)
from booking.models.tool_answers import Missing, Proposed, Why
from booking.ports import Calendar
from booking.scheduling import affected_appointments, hours_from, working_hours
from booking.scheduling.hours_from import HoursFrom
from booking.scheduling.working_hours import NewHours
from tools import closed_days, days, weekly_hours
from tools.access import Access, Stop
from tools.stretches import several, stretch_in_words
from tools.time_marks import AHEAD, HOURS


class Availability(Frozen):
    cuando: Reading | None = Field(
        default=None,
        description="qué día o días, y qué horas, se bloquean o se liberan",
        json_schema_extra={**AHEAD, **HOURS},
    )
    doctor: str | None = Field(default=None, description="nombre del doctor")
    disponible: bool = Field(default=False, description="«sí» para liberar lo bloqueado")
    dias_semana: str | None = Field(
        default=None, description="días de la semana cuyo horario cambia («lunes a viernes»)"
    )
    horario: Reading | None = Field(
        default=None,
        description="el horario de cada uno de esos días («de 9 a 2 y de 4 a 7»)",
        json_schema_extra=HOURS,
    )
    sin_horario: bool = Field(default=False, description="«sí» si esos días de la semana ya no trabaja")
    desde: Reading | None = Field(
        default=None, description="desde qué día vale el horario de esos días de la semana", json_schema_extra=AHEAD
    )
    motivo: str | None = Field(default=None, description="por qué")
    clinica: bool = Field(default=False, description="«sí» si esos días u horas cierra toda la clínica, o abre")

    @property
    def weekly(self) -> bool:
        """Whether it is about weekly hours."""
        return self.dias_semana is not None or self.horario is not None or self.sin_horario


class AvailabilityDone(Frozen):
    """A stretch blocked or freed (`desde`, `hasta`; `mas_ratos`: further ones), the hours that weekdays have now
    (0 is Monday) or from a day on (`desde_dia`), or the dates
    on which the clinic is closed (`cierra`: whole or that stretch) or open (`abre`)."""

    doctor: str | None
    desde: Moment | None = None
    hasta: Moment | None = None
    mas_ratos: tuple[tuple[Moment, Moment], ...] = ()
    bloqueado: bool = False
    dias_semana: tuple[int, ...] = ()
    horario: tuple[tuple[dt.time, dt.time], ...] = ()
    citas_en_medio: int
    de_vuelta: int = 0  # appointments whose patients had been told that the doctor would not be there
    cierra: tuple[dt.date, ...] = ()
    abre: tuple[dt.date, ...] = ()
    desde_dia: dt.date | None = None


def prepare_availability(access: Access, wanted: Availability) -> AbsenceOrder | ClosureOrder | HoursOrder | Proposed:
    """A stretch that is blocked with appointments in it brings what is to become of these, with a yes of its own."""
    if wanted.clinica and wanted.doctor is None and access.own_doctor is None:
        closure = closed_days.prepare(access, wanted.cuando, opens=wanted.disponible, reason=wanted.motivo)
        return closure.model_copy(update=_affects(access, closure))
    doctor = access.doctor(wanted.doctor)
    if wanted.weekly:
        hours = _hours_order(access, doctor, wanted)
        return hours.model_copy(update=_affects(access, hours))
    order = _stretch_order(access, doctor, wanted)
    order = order.model_copy(update=_affects(access, order))
    there = {one.id for one in order.in_the_way}
    asked = there - away.awaits_move(access.uow, there)
    starts = [one.start for one in order.in_the_way if one.id in asked]
    meant = [slot for slot in order.slots if any(slot.start <= start < slot.end for start in starts)]
    if asked and not meant:  # one that begins before the stretch reaches into it
        meant = [order.slot]
    return Proposed(order=order, then=tuple(_offer_others(access, order, slot) for slot in meant)) if meant else order


def _offer_others(access: Access, order: AbsenceOrder, slot: Slot) -> UseTool:
    """That patients are offered another time, as it would be asked for by itself."""
    doctor = () if access.own_doctor == order.doctor_id else (("doctor", order.doctor),)
    said = (("que", DayAct.OFFER.value), ("cuando", stretch_in_words(access, slot)), *doctor)
    return UseTool(tool=days.TOOL, arguments=said)


def _stretch_order(access: Access, doctor: Doctor, wanted: Availability) -> AbsenceOrder:
    if wanted.cuando is None:
        raise Stop(Missing(tool=access.tool, field="cuando"))
    first, *further = _stretches(access, wanted.cuando)
    order = AbsenceOrder(
        tool=access.tool,
        doctor_id=doctor.id,
        doctor=doctor.name,
        slot=first,
        further=tuple(further),
        frees=wanted.disponible,
        reason=wanted.motivo,
    )
    if order.frees and not any(_blocked_in(access, order, slot) for slot in order.slots):
        raise access.no(Why.NOT_BLOCKED)
    return order


def _hours_order(access: Access, doctor: Doctor, wanted: Availability) -> HoursOrder:
    days = weekly_hours.weekdays(wanted.dias_semana or "")
    if not days:
        raise Stop(Missing(tool=access.tool, field="dias_semana"))
    hours = () if wanted.sin_horario or wanted.horario is None else weekly_hours.stretches(wanted.horario)
    if not hours and not wanted.sin_horario:
        raise Stop(Missing(tool=access.tool, field="horario"))
    named = {"tool": access.tool, "doctor_id": doctor.id, "doctor": doctor.name}
    return HoursOrder(**named, weekdays=days, hours=hours, since=_since(access, wanted.desde))


def _since(access: Access, said: Reading | None) -> dt.date | None:
    """The first day on which the hours hold; None: from now on."""
    if said is None:
        return None
    if said.problem is Problem.PAST:
        raise access.no(Why.PAST)
    first = access.certain(said, "desde").date_from
    if first is None:
        raise Stop(Missing(tool=access.tool, field="desde"))
    return first if first > access.now.astimezone(access.zone).date() else None


def change_availability(access: Access, order: AbsenceOrder | ClosureOrder | HoursOrder) -> AvailabilityDone:
    """Under the lock of the fair turn, as whoever takes a time: an appointment lands before the change, or after it,
    and keeps to it. Where the change would touch more or fewer appointments than was shown, it is not made."""
    if access.own_doctor is not None and (isinstance(order, ClosureOrder) or access.own_doctor != order.doctor_id):
        raise access.no(Why.NOT_ALLOWED)
    access.uow.appointments.lock_turn()
    affected = _touched(access, order)
    if order.affected != len(order.in_the_way):  # what an earlier version showed: how many, and not which
        raise access.no(Why.SHOWN_OTHERWISE)
    if (len(affected), {one.id for one in affected}) != (order.affected, {one.id for one in order.in_the_way}):
        raise access.no(Why.TOUCHES_OTHERS)
    if isinstance(order, ClosureOrder):
        closed_days.write(access, order)
        local = order.slot and (order.slot.start.astimezone(access.zone), order.slot.end.astimezone(access.zone))
        return AvailabilityDone(
            doctor=None,
            desde=local[0] if local else None,
            hasta=local[1] if local else None,
            cierra=() if order.opens else order.dates,
            abre=order.dates if order.opens else (),
            citas_en_medio=len(affected),
        )
    if isinstance(order, HoursOrder):
        new = _hours(order)
        if isinstance(new, HoursFrom):
            hours_from.write(access.uow, new)
        else:
            working_hours.write(access.uow, new)
        return AvailabilityDone(
            doctor=order.doctor,
            dias_semana=order.weekdays,
            horario=order.hours,
            desde_dia=order.since,
            citas_en_medio=len(affected),
        )
    back: Sequence[int] = ()
    if order.frees:
        for slot in order.slots:
            _free(access, order.doctor_id, slot)
        back = away.lifted(access.uow, order.doctor_id, access.now, access.actor)
    else:
        access.uow.rules.add_all([one for one in _absences(order) if not _is_blocked(access, one)])
    return AvailabilityDone(
        doctor=order.doctor,
        desde=order.slot.start.astimezone(access.zone),
        hasta=order.slot.end.astimezone(access.zone),
        mas_ratos=tuple((one.start.astimezone(access.zone), one.end.astimezone(access.zone)) for one in order.further),
        bloqueado=not order.frees,
        citas_en_medio=len(affected),
        de_vuelta=len(back),
    )


def _is_blocked(access: Access, new: Absence) -> bool:
    """Whether an absence of the doctor has all of it already."""
    theirs = (one for _, one in access.uow.rules.of(Absence, new.doctor_id))
    return any(one.start <= new.start and new.end <= one.end for one in theirs)


def _blocked_in(access: Access, order: AbsenceOrder, slot: Slot) -> bool:
    """Whether anything is blocked in it."""
    theirs = (one for _, one in access.uow.rules.of(Absence, order.doctor_id))
    return any(one.start < slot.end and slot.start < one.end for one in theirs)


def _absences(order: AbsenceOrder) -> list[Absence]:
    return [
        Absence(doctor_id=order.doctor_id, start=slot.start, end=slot.end, reason=order.reason) for slot in order.slots
    ]


def _hours(order: HoursOrder) -> NewHours | HoursFrom:
    if order.since is not None:
        return HoursFrom(order.doctor_id, order.weekdays, order.hours, order.since)
    return NewHours(order.doctor_id, order.weekdays, order.hours)


def _affects(access: Access, order: AbsenceOrder | ClosureOrder | HoursOrder) -> dict[str, object]:
    """What an order says of the appointments that it touches."""
    touched = _touched(access, order)
    people = access.names(touched)
    in_the_way = tuple(
        InTheWay(id=a.id, patient=people[a.patient_id].name if a.patient_id in people else "", start=a.slot.start)
        for a in sorted(touched, key=lambda a: (a.slot.start, a.id))
    )
    return {"affected": len(touched), "in_the_way": in_the_way}


def _touched(access: Access, order: AbsenceOrder | ClosureOrder | HoursOrder) -> Sequence[Appointment]:
    """The coming appointments of the doctor, or of all, that have something in their way after the change that they
    had not before it, however often it is made. Freeing and opening puts nothing there."""
    if (isinstance(order, AbsenceOrder) and order.frees) or (isinstance(order, ClosureOrder) and order.opens):
        return ()

    def change(calendar: Calendar) -> Calendar:
        if isinstance(order, ClosureOrder):
            return closed_days.within(access, calendar, order)
        if isinstance(order, HoursOrder):
            new = _hours(order)
            if isinstance(new, HoursFrom):
                return hours_from.within(calendar, new)
            return working_hours.within(calendar, new)
        return calendar._replace(absences=(*calendar.absences, *_absences(order)))

    if not isinstance(order, ClosureOrder):
        return affected_appointments.would_be(access.uow, access.clinic, access.now, order.doctor_id, change)
    without = partial(closed_days.without, order)
    return affected_appointments.would_be(access.uow, access.clinic, access.now, None, change, without)


def _free(access: Access, doctor_id: int, slot: Slot) -> None:
    """Take the stretch out of the doctor's absences; what is left of each stays."""
    rules = access.uow.rules
    met = [(id, away) for id, away in rules.of(Absence, doctor_id) if away.start < slot.end and slot.start < away.end]
    rules.remove(Absence, *(id for id, _ in met))
    rules.add_all(
        [
            away.model_copy(update={"start": start, "end": end})
            for _, away in met
            for start, end in ((away.start, min(away.end, slot.start)), (max(away.start, slot.end), away.end))
            if start < end
        ]
    )


def _stretches(access: Access, when: Reading) -> tuple[Slot, ...]:
    """What was said of them that is still to come."""
    now = access.now.astimezone(dt.UTC)
    return tuple(said.model_copy(update={"start": max(said.start, now)}) for said in several(access, when))
