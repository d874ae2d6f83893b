"""Use cases of `turnero citas` that change appointments at the desk: enter, move, mark; and what happened to one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

import typer

from booking.admin import dates, output, people
from booking.admin.agenda import found_appointment
from booking.admin.failures import Refused
from booking.admin.spanish import why_not_free
from booking.admin.views import Json, iso
from booking.appointments import appointment_changes, attendance
from booking.appointments.attendance import NotNow
from booking.intents import VisitType
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    AppointmentEvent,
    Doctor,
    Patient,
    Refusal,
    Situation,
    VisitLength,
)
from booking.ports import UnitOfWork
from booking.scheduling.reasons import why_not

EVENT_COLUMNS = ("Cuándo", "Qué", "Quién", "De", "A", "Por qué")

Mark = Callable[[UnitOfWork, Appointment, dt.datetime, Actor], Appointment | NotNow]
MARKS: dict[str, Mark] = {
    "llego": attendance.arrive,
    "inicia": attendance.start,
    "completa": attendance.complete,
    "no-asistio": attendance.no_show,
}

_NOT_NOW = {
    NotNow.HELD: "es un horario apartado, no una cita",
    NotNow.OVER: "ya terminó: está {estado}",
    NotNow.STARTED: "ya está en curso",
    NotNow.NOT_STARTED: "no se ha iniciado; primero: turnero citas inicia {id}",
    NotNow.ARRIVED: "ya tiene registrada la llegada del paciente",
    NotNow.TOO_EARLY: "todavía no empieza: es el {cuando}. Si será antes, muévala primero: turnero citas mover {id}"
    " --inicio «día hora»",
    NotNow.CHANGED: "cambió mientras tanto; véala: turnero citas ver {id}",
}


class NewPatient(NamedTuple):
    """Somebody not on file yet. A number may be that of somebody else who brings them."""

    name: str
    phone: str | None  # E.164


class Wish(NamedTuple):
    """An appointment as staff ask for it, for a patient on file or a new one; `overbook` lets it overlap others."""

    doctor: str
    patient: str | None
    new: NewPatient | None
    start: str
    kind: str
    reason: str | None
    overbook: bool


def at_the_desk() -> Actor:
    """Whoever runs the command."""
    return Actor(kind=ActorKind.STAFF, name=output.operating_user())


def mark(uow: UnitOfWork, appointment_id: int, what: str, now: dt.datetime) -> Appointment:
    """Mark an appointment. Raises Refused."""
    found = found_appointment(uow, appointment_id)
    marked = MARKS[what](uow, found, now, at_the_desk())
    if isinstance(marked, NotNow):
        from booking.conversation.replies.spanish import short_day

        when = found.slot.start.astimezone(ZoneInfo(people.clinic_of(uow).zone))
        at = f"{short_day(when.date())}, {when:%H:%M}"
        why = _NOT_NOW[marked].format(id=appointment_id, estado=found.status.value, cuando=at)
        raise Refused(f"La cita {appointment_id} {why}.")
    return marked


def enter(uow: UnitOfWork, wish: Wish, now: dt.datetime) -> Appointment:
    """Enter an appointment. Raises Refused, which says why the time is not free, and typer.BadParameter."""
    clinic = people.clinic_of(uow)
    doctor = people.find_doctor(uow, wish.doctor)
    _must_be_known(uow, wish.kind)
    start = dates.moment(wish.start, now.astimezone(ZoneInfo(clinic.zone)), "--inicio")
    patient = _patient(uow, wish, now)
    entered = appointment_changes.enter(
        uow,
        clinic,
        doctor.id,
        patient.id,
        start,
        now,
        at_the_desk(),
        kind=wish.kind,
        reason=wish.reason,
        overbook=wish.overbook,
    )
    if isinstance(entered, Refusal):
        said = _refused(uow, entered, doctor.id, start, now, wish.kind)
        raise Refused(f"No se agendó: {said}.{_way_out(entered, doctor, start, now)}")
    return entered


def _must_be_known(uow: UnitOfWork, kind: str) -> None:
    """Raises typer.BadParameter for a type of visit that the clinic does not have."""
    own = {rule.kind for _, rule in uow.rules.list() if isinstance(rule, VisitLength)}
    kinds = sorted({visit.value for visit in VisitType} | own)
    if kind not in kinds:
        raise typer.BadParameter(f"«{kind}» no es ninguno: {', '.join(kinds)}.", param_hint="--tipo")


def _way_out(why: Refusal, doctor: Doctor, start: dt.datetime, now: dt.datetime) -> str:
    """What staff can do about it."""
    if not doctor.active:
        return f" Para que reciba pacientes: turnero doctores activar {doctor.id}"
    if why is not Refusal.SLOT_TAKEN or start < now:
        return ""
    return f"{_others(doctor.id, start)} Para agendar de todos modos: --sobrecupo"


def _others(doctor_id: int, start: dt.datetime) -> str:
    """Where the times are that can be had instead; `start` is in the clinic's zone."""
    return f" Los libres: turnero horarios --doctor {doctor_id} --fecha {start.date()}."


def _patient(uow: UnitOfWork, wish: Wish, now: dt.datetime) -> Patient:
    if wish.new:
        return uow.patients.enter(wish.new.name, wish.new.phone, None, now)
    return find_patient(uow, wish.patient or "")


def move(
    uow: UnitOfWork, appointment_id: int, start: str, doctor: str | None, why: str | None, now: dt.datetime
) -> Appointment:
    """Move an appointment. Raises Refused and typer.BadParameter."""
    clinic = people.clinic_of(uow)
    found = found_appointment(uow, appointment_id)
    to = dates.moment(start, now.astimezone(ZoneInfo(clinic.zone)), "--inicio")
    doctor_id = people.find_doctor(uow, doctor).id if doctor else None
    if to == found.slot.start and doctor_id in (None, found.doctor_id):
        raise Refused(f"La cita {appointment_id} ya es a esa hora, con ese doctor. No se cambió nada.")
    moved = appointment_changes.move_to(uow, clinic, found, to, now, at_the_desk(), doctor_id=doctor_id, why=why)
    if isinstance(moved, Refusal):
        said = _refused(uow, moved, doctor_id or found.doctor_id, to, now, found.kind)
        other = _others(doctor_id or found.doctor_id, to) if moved is Refusal.SLOT_TAKEN and to >= now else ""
        raise Refused(f"La cita {appointment_id} no se movió: {said}.{other}")
    return moved


def _refused(uow: UnitOfWork, why: Refusal, doctor_id: int, at: dt.datetime, now: dt.datetime, kind: str) -> str:
    clinic = people.clinic_of(uow)
    if why is Refusal.PATIENT_BUSY:
        return "el paciente ya tiene otra cita a esa hora"
    if why is Refusal.APPOINTMENT_CHANGED:
        return "ya no está por venir, o cambió mientras tanto"
    calendar = uow.schedules.calendar(at, at, now)
    reason = why_not(calendar, clinic, doctor_id, at, now, kind)
    if reason is None:
        return "el horario está ocupado"
    return " · ".join(filter(None, why_not_free(reason[0].value, reason[1])))


def find_patient(uow: UnitOfWork, text: str) -> Patient:
    """By id, phone, or a part of the name that only one has. Raises typer.BadParameter, which lists them."""
    number = people.digits(text)
    if number and len(number) < 10:
        found = list(uow.patients.get_many([int(number)]))
    elif number:
        found = list(uow.patients.search(phone=number))
    else:
        found = list(uow.patients.search(name=text))
    if len(found) == 1:
        return found[0]
    known = ", ".join(f"{p.id} {output.short_name(p.name)}" for p in found)
    why = f"puede ser más de uno: {known}" if found else "no hay tal paciente"
    phone = f" --telefono {number}" if len(number) >= 10 else ""
    hint = "" if found else f" Para alguien nuevo, en su lugar: --nuevo «Nombre Apellido»{phone}."
    raise typer.BadParameter(f"«{text}»: {why}.{hint}", param_hint="--paciente")


def events_json(uow: UnitOfWork, appointment_id: int) -> list[Json]:
    """What happened to it, in order."""
    zone = ZoneInfo(people.clinic_of(uow).zone)
    return [_event(event, zone) for event in uow.events.list(appointment_id)]


def _event(event: AppointmentEvent, zone: ZoneInfo) -> Json:
    who = {"tipo": event.by.kind.value, "persona_id": event.by.person_id, "cuenta": event.by.name}
    return {
        "cuando": iso(event.at, zone),
        "que": event.kind.value,
        "quien": who,
        "de": _situation(event.before, zone) if event.before else None,
        "a": _situation(event.after, zone),
        "por_que": event.why,
    }


def _situation(situation: Situation, zone: ZoneInfo) -> Json:
    return {
        "estado": situation.status.value,
        "inicio": iso(situation.slot.start, zone),
        "fin": iso(situation.slot.end, zone),
        "doctor_id": situation.doctor_id,
    }


def event_rows(events: Sequence[Json]) -> list[tuple[object, ...]]:
    """Lines of the table."""
    return [
        (e["cuando"][:16].replace("T", " "), e["que"], _who(e["quien"]), _short(e["de"]), _short(e["a"]), e["por_que"])
        for e in events
    ]


def _who(who: Json) -> str:
    detail = who["cuenta"] or (f"persona {who['persona_id']}" if who["persona_id"] else "")
    return f"{who['tipo']} {detail}".strip()


def _short(situation: Json | None) -> str | None:
    if situation is None:
        return None
    return f"{situation['estado']} {situation['inicio'][:16].replace('T', ' ')} con {situation['doctor_id']}"
