"""Use cases that change a doctor's whole day: cancelled, moved by so many minutes, handed over, or offered
another time for."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from zoneinfo import ZoneInfo

from booking.appointments import day_changes
from booking.appointments.day_changes import DayDone
from booking.conversation.replies import day_texts
from booking.desk import find_people, staff_dates
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.json_views import Json, iso
from booking.desk.masking import name_of
from booking.desk.told_views import IN_DEMO
from booking.models import (
    DAY_MINUTES,
    Actor,
    DayAct,
    DayChange,
    DayPlan,
    DayStays,
    DayWish,
    Slot,
    StaysWhy,
    TellingState,
)
from booking.ports import UnitOfWork

COLUMNS = ("Cita", "Día", "Hora", "Queda", "Paciente", "Nota")
LONGEST_SHIFT = 12 * 60
"""Minutes; by more, a day is another day."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What staff asked for, as they wrote it; `but` are numbers of appointments, `until` the last day of several."""

    act: DayAct
    doctor: str
    date: str
    hours: str | None = None
    minutes: int = 0
    to_doctor: str | None = None
    but: tuple[int, ...] = ()
    overbook: bool = False
    until: str | None = None


def wish_of(uow: UnitOfWork, asked: Asked, now: dt.datetime) -> DayWish:
    """What it means. Raises BadValue and DeskRefused."""
    here = now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
    doctor = find_people.find_doctor(uow, asked.doctor)
    to = find_people.find_doctor(uow, asked.to_doctor, Field.TO_DOCTOR) if asked.to_doctor else None
    if to is not None and to.id == doctor.id:
        raise BadValue(Field.TO_DOCTOR, "es el mismo doctor.")
    date = staff_dates.day(asked.date, here, Field.DATE)
    last = staff_dates.day(asked.until, here, Field.UNTIL) if asked.until else date
    if last < date:
        raise BadValue(Field.UNTIL, "termina antes de --fecha.")
    if last > date and asked.hours:
        raise BadValue(Field.HOURS, "van con un solo día.")
    start, end = staff_dates.midnight(date, here), staff_dates.midnight(last + dt.timedelta(days=1), here)
    if asked.hours:
        ((opens, closes),) = staff_dates.clock_ranges([asked.hours], Field.HOURS)
        start = dt.datetime.combine(date, opens, here.tzinfo)
        end = end if closes == dt.time() else dt.datetime.combine(date, closes, here.tzinfo)
    if end <= now:
        raise BadValue(Field.HOURS if asked.hours else Field.DATE, "ya pasó.")
    wish = DayWish(
        act=asked.act,
        doctor_id=doctor.id,
        span=Slot(start=start, end=end),
        minutes=asked.minutes,
        to_doctor_id=to.id if to else None,
        kept=asked.but,
        overbook=asked.overbook,
    )
    _must_be_there(asked.but, day_changes.planned(uow, find_people.clinic_of(uow), wish, now))
    return wish


def _must_be_there(but: Sequence[int], plan: DayPlan) -> None:
    """An exception that excepts nothing is a slip, and the appointment that was meant would go with the others."""
    there = {one.appointment_id for one in plan.stays}
    if wrong := [id for id in but if id not in there]:
        raise BadValue(Field.KEPT, f"la cita {wrong[0]} no es una de las de ese rato.")


def planned(uow: UnitOfWork, wish: DayWish, now: dt.datetime) -> DayPlan:
    """What would be done."""
    return day_changes.planned(uow, find_people.clinic_of(uow), wish, now)


def carry_out(
    uow: UnitOfWork,
    wish: DayWish,
    shown: DayPlan,
    now: dt.datetime,
    by: Actor,
    why: str | None = None,
    *,
    tell: bool = True,
) -> DayDone:
    """Do it as it was shown, or nothing of it; each patient is told, or not (`tell`)."""
    return day_changes.carry_out(uow, find_people.clinic_of(uow), wish, shown, now, by, why, tell=tell)


def promise(done: DayDone, *, connected: bool, whole: bool = False, demo: bool = False) -> str:
    """What becomes of telling the patients, and who is to be called."""
    unreached = {
        state: [name_of(name, whole=whole) or name for name in done.unreached(state)]
        for state in (TellingState.NO_NUMBER, TellingState.OPTED_OUT)
    }
    if done.told and all(state is TellingState.SPOKEN for state in done.told):
        return "No se les avisa a los pacientes: dígaselo usted."
    said = day_texts.told(
        done.told.count(TellingState.WAITING),
        unreached[TellingState.NO_NUMBER],
        unreached[TellingState.OPTED_OUT],
    ).strip()
    if not connected and TellingState.WAITING in done.told:
        waits = "Eso, cuando WhatsApp esté conectado: turnero check. Si urge, llámeles."
        said += f" {IN_DEMO if demo else waits}"
    return said


QUESTIONS = {
    DayAct.CANCEL: "¿Cancelar estas citas?",
    DayAct.SHIFT: "¿Recorrer estas citas?",
    DayAct.HAND_OVER: "¿Pasar estas citas?",
    DayAct.OFFER: "¿Cerrar su agenda y ofrecerles otro horario?",
    DayAct.LATE: "¿Avisarles?",
}
"""What is asked before it is done."""
_DONE = {DayAct.CANCEL: "cancelada", DayAct.SHIFT: "recorrida", DayAct.HAND_OVER: "pasada"}


def account(act: DayAct, done: DayDone) -> str:
    """What was done, to be told before what becomes of telling the patients (`promise`)."""
    count, stay = len(done.plan.changes), len(done.plan.stays)
    if act is DayAct.LATE:
        return "Ninguna cita se movió."
    if act is DayAct.OFFER:
        return _offered(done)
    said = f"1 cita {_DONE[act]}." if count == 1 else f"{count} citas {_DONE[act]}s."
    if stay:
        said += " 1 se quedó como estaba." if stay == 1 else f" {stay} se quedaron como estaban."
    return f"{said} Esto no se deshace de una vez: cada cita se vuelve a cambiar por separado."


def _offered(done: DayDone) -> str:
    """How many are asked, and how many have to be called, whom nobody could ask."""
    if not done.plan.changes:
        return "Agenda cerrada; no había citas."
    to_call = sum(state is not None and state.not_reached for state in done.told)
    spoken = done.told.count(TellingState.SPOKEN)
    asked = len(done.plan.changes) - to_call - spoken
    said = ["Agenda cerrada."]
    said += [f"Se ofrece otro horario a {_patients(asked)}."] if asked else []
    said += [f"Se lo dice usted a {_patients(spoken)}."] if spoken else []
    said += [f"Por llamar, para ofrecerles otro horario: {_patients(to_call)}."] if to_call else []
    return " ".join(said)


def _patients(count: int) -> str:
    return "1 paciente" if count == 1 else f"{count} pacientes"


def seal(plan: DayPlan) -> str:
    """Tells one plan from another, without saying anything of it: two of one seal would do the same (`same_as`)."""
    stays = sorted(one.appointment_id for one in plan.stays if one.why != StaysWhy.BEGUN)
    said = "\n".join((*(one.model_dump_json() for one in plan.changes), *map(str, stays)))
    return sha256(said.encode()).hexdigest()


def told_json(done: DayDone) -> dict[str, str | None]:
    """What becomes of telling the patient of each, by the number of the appointment."""
    return {str(one.id): state and state.value for one, state in zip(done.appointments, done.told, strict=True)}


def must_do_something(wish: DayWish, plan: DayPlan) -> None:
    """Raises DeskRefused where nothing would be done."""
    if plan.changes or wish.act is DayAct.OFFER:
        return
    if all(one.why in (StaysWhy.KEPT, StaysWhy.BEGUN) for one in plan.stays):
        raise DeskRefused("No hay citas por venir ahí. Véalas con: turnero agenda")
    if wish.act is DayAct.LATE:
        raise DeskRefused("No se avisó a nadie: quienes tienen cita por venir ahí ya llegaron.")
    if wish.overbook:
        raise DeskRefused("No se cambió nada: ninguna se puede, ni pasando por encima de horarios y huecos.")
    raise DeskRefused("No se cambió nada: ninguna se puede. Pasando por encima de horarios y huecos: --sobrecupo")


def rows(plan: DayPlan, zone: dt.tzinfo, *, whole: bool = False) -> list[tuple[object, ...]]:
    """A line of the table for each appointment, masked unless `whole`; in the order of the day."""
    every: list[DayChange | DayStays] = [*plan.changes, *plan.stays]
    every.sort(key=lambda one: (one.slot.start, one.appointment_id))
    return [_row(one, zone, whole=whole) for one in every]


def _row(one: DayChange | DayStays, zone: dt.tzinfo, *, whole: bool) -> tuple[object, ...]:
    from booking.conversation.replies.spanish import short_day

    start, end = (at.astimezone(zone) for at in (one.slot.start, one.slot.end))
    notes = ["llegó"] if one.here else []
    if isinstance(one, DayStays):
        stands, to = f"se queda: {day_texts.reason(one.why, one.detail)}", None
    else:
        stands, to = "", one.to and one.to.start.astimezone(zone)
        if one.overbooked:
            notes.append("sobrecupo" + (f": {day_texts.reason(one.why)}" if one.why else ""))
    when = f"{start:%H:%M}–{end:%H:%M}"
    return (
        one.appointment_id,
        short_day(start.date()),
        when,
        stands or (f"{to:%H:%M}" if to else None),
        name_of(one.patient, whole=whole),
        " · ".join(notes) or None,
    )


def as_json(uow: UnitOfWork, wish: DayWish, plan: DayPlan, *, done: bool) -> Json:
    """What would be done, or was."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    names = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    to = wish.to_doctor_id
    return {
        "orden": wish.act.value,
        "doctor": {"id": wish.doctor_id, "nombre": names.get(wish.doctor_id)},
        **({"a_doctor": {"id": to, "nombre": names.get(to)}} if to is not None else {}),
        **({"minutos": wish.minutes} if wish.minutes else {}),
        "desde": iso(wish.span.start, zone),
        "hasta": iso(wish.span.end, zone),
        "hecho": done,
        "citas": [
            {
                "id": one.appointment_id,
                "paciente": one.patient,
                "inicio": iso(one.slot.start, zone),
                "llego": one.here,
                **({"queda": iso(one.to.start, zone)} if one.to else {}),
                **({"sobrecupo": True, "por_que": one.why} if one.overbooked else {}),
            }
            for one in plan.changes
        ],
        "se_quedan": [
            {
                "id": one.appointment_id,
                "paciente": one.patient,
                "inicio": iso(one.slot.start, zone),
                "llego": one.here,
                "por_que": one.why,
                "detalle": one.detail,
            }
            for one in plan.stays
        ],
    }


def minutes_of(minutes: int) -> int:
    """By how much a day moves. Raises BadValue."""
    if not minutes or abs(minutes) > min(LONGEST_SHIFT, DAY_MINUTES):
        raise BadValue(Field.MINUTES, f"van de 1 a {LONGEST_SHIFT}; con menos delante, más temprano.")
    return minutes
