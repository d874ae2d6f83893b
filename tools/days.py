"""A doctor's whole day, or some hours of it: cancelled, moved by so many minutes, handed over to another doctor; or its
patients are told that the doctor is late, or are offered another time as the doctor will not be there."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.appointments import day_changes
from booking.intents import Frozen, Reading, When
from booking.models import (
    COMING,
    DayAct,
    DayOrder,
    DayPlan,
    DayStays,
    DayWish,
    Doctor,
    Moment,
    Option,
    Slot,
    StaysWhy,
    TellingState,
)
from booking.models.folded_text import folded
from booking.models.tool_answers import Choose, Missing, ToolRefused, Why
from tools.access import MOST_CHOICES, Access, Stop
from tools.appointment_orders import UNTOLD
from tools.stretches import stretch
from tools.time_marks import AHEAD, HOURS
from tools.tool_words import all_in, excepted, hour_of, minutes_in

TOOL = "cambiar_dia_doctor"
MOST_AT_ONCE = 40
"""Appointments that one list shows."""
_TODAY = frozenset({DayAct.SHIFT, DayAct.LATE})
"""What is said of today where no day is named."""


class DayWanted(Frozen):
    que: str = Field(
        description="qué se hace con las citas de ese día; «avisar»: decirles que el doctor va tarde; «ofrecer»:"
        " el doctor no estará, y se les ofrece otro horario",
        json_schema_extra={"enum": [*DayAct]},
    )
    cuando: Reading | None = Field(
        default=None,
        description="qué día, o qué horas de un día; al recorrer y avisar, si no se dice, hoy",
        json_schema_extra={**AHEAD, **HOURS},
    )
    doctor: str | None = Field(default=None, description="de qué doctor son las citas")
    recorrer: str | None = Field(
        default=None, description="cuánto se recorren («media hora», «15 minutos antes»), o va tarde el doctor"
    )
    a_doctor: str | None = Field(default=None, description="a qué doctor se pasan")
    menos: str | None = Field(default=None, description="cuáles no: de quién son, o a qué hora")
    sobrecupo: bool = Field(default=False, description="«sí» si también donde no caben")
    motivo: str | None = Field(default=None, description="por qué")
    sin_avisar: bool = Field(default=False, description=UNTOLD)


class DayDone(Frozen):
    """How many were changed, of whom; how many stay; how many patients are written to, and who cannot be."""

    que: str
    doctor: str
    a_doctor: str | None = None
    desde: Moment
    hasta: Moment
    cuantas: int
    se_quedan: int = 0
    avisados: int = 0
    sin_telefono: tuple[str, ...] = ()
    de_baja: tuple[str, ...] = ()
    sin_avisar: bool = False


def prepare_day(access: Access, wanted: DayWanted) -> DayOrder:
    try:
        act = DayAct(folded(wanted.que))
    except ValueError:
        raise Stop(Missing(tool=access.tool, field="que")) from None
    minutes = _minutes(access, act, wanted)
    span = _span(access, act, wanted.cuando)
    doctor = _whose(access, wanted.doctor, span)
    to = _colleague(access, doctor, wanted.a_doctor) if act is DayAct.HAND_OVER else None
    wish = DayWish(
        act=act,
        doctor_id=doctor.id,
        span=span,
        minutes=minutes,
        to_doctor_id=to.id if to else None,
        overbook=wanted.sobrecupo,
    )
    plan = day_changes.planned(access.uow, access.clinic, wish, access.now)
    if wanted.menos:
        wish = wish.model_copy(update={"kept": _kept(access, plan, wanted.menos)})
        plan = day_changes.planned(access.uow, access.clinic, wish, access.now)
    if len(plan.changes) + len(plan.stays) > MOST_AT_ONCE:
        raise access.no(Why.TOO_MANY)
    if not plan.changes and act is not DayAct.OFFER:
        raise _none(access, plan)
    to_name = to.name if to else None
    return DayOrder(
        tool=TOOL,
        doctor=doctor.name,
        to_doctor=to_name,
        wish=wish,
        plan=plan,
        reason=wanted.motivo,
        tell=not wanted.sin_avisar,
    )


def change_day(access: Access, order: DayOrder) -> DayDone:
    """All of it as it was shown, or nothing."""
    if access.own_doctor is not None and access.own_doctor != order.wish.doctor_id:
        raise access.no(Why.NOT_ALLOWED)
    done = day_changes.carry_out(
        access.uow, access.clinic, order.wish, order.plan, access.now, access.actor, order.reason, tell=order.tell
    )
    if not done.done:
        raise access.no(Why.DAY_CHANGED)
    return DayDone(
        que=order.wish.act.value,
        doctor=order.doctor,
        a_doctor=order.to_doctor,
        desde=order.wish.span.start.astimezone(access.zone),
        hasta=order.wish.span.end.astimezone(access.zone),
        cuantas=len(done.plan.changes),
        se_quedan=len(done.plan.stays),
        avisados=done.told.count(TellingState.WAITING),
        sin_telefono=done.unreached(TellingState.NO_NUMBER),
        sin_avisar=not order.tell,
        de_baja=done.unreached(TellingState.OPTED_OUT),
    )


def _minutes(access: Access, act: DayAct, wanted: DayWanted) -> int:
    if act not in _TODAY:
        return 0
    minutes = minutes_in(wanted.recorrer) if wanted.recorrer else None
    if minutes is None or (act is DayAct.LATE and minutes < 0):
        raise Stop(Missing(tool=access.tool, field="recorrer", unread=bool(wanted.recorrer)))
    return minutes


def _span(access: Access, act: DayAct, when: Reading | None) -> Slot:
    today = access.now.astimezone(access.zone).date()
    if act in _TODAY and (when is None or (when.when and when.when.date_from is None)):
        said = when.when if when and when.when else When()
        when = Reading(when=said.model_copy(update={"date_from": today, "date_to": today}))
    if when is None:
        raise Stop(Missing(tool=access.tool, field="cuando"))
    span = stretch(access, when)
    if act is DayAct.LATE and span.end > access.midnight(today + dt.timedelta(days=1)):
        raise access.no(Why.ONLY_TODAY)
    return span


def _whose(access: Access, said: str | None, span: Slot) -> Doctor:
    """The doctor meant; where none is named, whoever alone has appointments then."""
    if said is not None or access.caller.doctor_id is not None:
        return access.doctor(said)
    theirs = {a.doctor_id for a in access.appointments(span.start, span.end, statuses=COMING)}
    found = [doctor for doctor in access.doctors() if doctor.id in theirs]
    if len(found) == 1:
        return found[0]
    if not found:
        raise access.no(Why.NONE_TO_CHANGE)
    raise _which(access, "doctor", found)


def _colleague(access: Access, doctor: Doctor, said: str | None) -> Doctor:
    """Who gets the appointments: any other who receives patients."""
    others = [d for d in access.colleagues() if d.id != doctor.id]
    found = [d for d in others if said is None or all_in(folded(said), folded(d.name))]
    if said is not None and len(found) == 1:
        return found[0]
    if not found:
        raise access.no(Why.NO_SUCH_DOCTOR)
    raise _which(access, "a_doctor", found)


def _which(access: Access, field: str, doctors: list[Doctor]) -> Stop:
    options = tuple(Option(text=d.name) for d in doctors[:MOST_CHOICES])
    return Stop(Choose(tool=access.tool, field=field, options=options))


def _kept(access: Access, plan: DayPlan, said: str) -> tuple[int, ...]:
    """The appointments of those that are excepted: by name, or by the hour. Raises Stop where one is nobody's: better
    asked than changed with the others."""
    kept = set[int]()
    there = [(one.appointment_id, one.slot, one.patient) for one in plan.changes]
    there += [(one.appointment_id, one.slot, one.patient) for one in plan.stays]
    for one in excepted(said):
        hour = hour_of(one)
        found = {
            id
            for id, slot, patient in there
            if (_is_at(slot.start.astimezone(access.zone), hour) if hour else all_in(folded(one), folded(patient)))
        }
        if not found:
            raise Stop(Missing(tool=access.tool, field="menos", unread=True))
        kept |= found
    return tuple(sorted(kept))


def _is_at(start: dt.datetime, hour: tuple[int, int]) -> bool:
    """Whether a clock shows that hour then, of the twelve or of the day."""
    return (start.hour, start.minute) == hour or (start.hour - 12, start.minute) == hour


def _none(access: Access, plan: DayPlan) -> Stop:
    """To be raised: nothing would be done, and why."""
    if all(one.why in (StaysWhy.BEGUN, StaysWhy.KEPT) for one in plan.stays):
        return access.no(Why.NONE_TO_CHANGE)
    stays = tuple(one.model_copy(update={"slot": _here(access, one)}) for one in plan.stays)
    return Stop(ToolRefused(tool=access.tool, why=Why.NONE_CAN, stays=stays))


def _here(access: Access, one: DayStays) -> Slot:
    return Slot(start=one.slot.start.astimezone(access.zone), end=one.slot.end.astimezone(access.zone))
