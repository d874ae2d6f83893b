"""Cancelling appointments."""

from __future__ import annotations

from pydantic import Field

from booking.appointments import appointment_changes
from booking.intents import Frozen, Reading, UseTool
from booking.models import CancelOrder, DayAct
from booking.models.tool_answers import Missing, Proposed, Why
from tools import days
from tools.access import PLACES, Access, Place, Stop
from tools.appointment_orders import (
    ALL,
    PLACE,
    UNTOLD,
    WHICH,
    AppointmentDone,
    about,
    doctor_id_of,
    done_to,
    must_be_theirs,
)
from tools.past_days import not_over
from tools.weekly_hours import WEEKDAYS, on_weekdays, said_weekdays

MOST_AT_ONCE = 10
"""Appointments that one request may be about: each waits for a yes of its own."""


class Cancellation(Frozen):
    paciente: str | None = Field(default=None, description="de quién es la cita")
    cuando: Reading | None = Field(default=None, description=WHICH)
    doctor: str | None = Field(default=None, description="con qué doctor es la cita")
    lugar: Place | None = Field(default=None, description=PLACE, json_schema_extra={"enum": [*PLACES]})
    dias_semana: str | None = Field(default=None, description=WEEKDAYS)
    todas: bool = Field(default=False, description=ALL)
    sin_avisar: bool = Field(default=False, description=UNTOLD)
    motivo: str | None = Field(default=None, description="por qué")


def prepare_cancel(access: Access, wanted: Cancellation) -> Proposed:
    not_over(access, wanted.cuando)
    weekdays = said_weekdays(access, wanted.dias_semana)
    if weekdays and wanted.paciente is None:
        raise Stop(Missing(tool=access.tool, field="paciente"))
    if wanted.todas and wanted.paciente is None:
        day = days.DayWanted(que=DayAct.CANCEL, cuando=wanted.cuando, doctor=wanted.doctor, motivo=wanted.motivo)
        day = day.model_copy(update={"sin_avisar": wanted.sin_avisar})
        return Proposed(order=days.prepare_day(access, day))
    own = doctor_id_of(access, wanted.doctor)
    if wanted.todas or weekdays:
        found, people = access.all_meant(wanted.cuando, wanted.paciente, own)
        found = [a for a in on_weekdays(access, found, weekdays) if a.slot.start > access.now]
        if len(found) > MOST_AT_ONCE:
            raise access.no(Why.TOO_MANY)
        if not found:
            raise access.no(Why.NO_SUCH_APPOINTMENT)
    else:
        one, who = access.one(wanted.cuando, wanted.paciente, own, place=wanted.lugar)
        found, people = [one], {who.id: who}
    first, *rest = [CancelOrder(**about(access, a, people[a.patient_id or 0])) for a in found]
    tell = not wanted.sin_avisar
    order = first.model_copy(update={"reason": wanted.motivo, "tell": tell})
    return Proposed(order=order, then=tuple(_cancel_too(access, other, tell) for other in rest))


def _cancel_too(access: Access, order: CancelOrder, tell: bool) -> UseTool:
    """The cancelling of one of several, as it would be asked for by itself."""
    start = order.appointment.slot.start.astimezone(access.zone)
    said = (("paciente", order.patient), ("cuando", f"{start:%d/%m/%Y %H:%M}"))
    return UseTool(tool=access.tool, arguments=said if tell else (*said, ("sin_avisar", "si")))


def cancel(access: Access, order: CancelOrder) -> AppointmentDone:
    appointment = must_be_theirs(access, order)
    at = access.now
    done = appointment_changes.cancel(
        access.uow, access.clinic, appointment, at, access.actor, order.reason, tell=order.tell
    )
    return done_to(access, order, done)
