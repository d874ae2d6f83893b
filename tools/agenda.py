"""Free times, by the same arithmetic as the conversation's."""

from __future__ import annotations

import datetime as dt

from pydantic import Field

from booking.answers import Refused, Why
from booking.intents import Frozen, Reading, When
from booking.models import FIRST_VISIT, Moment
from booking.search import search
from tools.access import AHEAD, Access, Stop

MOST_TIMES = 60


class DaysAhead(Frozen):
    dias_adelante: int = Field(default=7, ge=1, le=60, description="cuántos días, contando hoy")
    incluir_todos_doctores: bool = Field(default=False, description="«sí» para los de toda la clínica")
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")


class OnDate(Frozen):
    date: Reading = Field(description="fecha, con o sin hora o parte del día", json_schema_extra=AHEAD)
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")


class Next(Frozen):
    doctor: str | None = Field(default=None, description="nombre del doctor")
    tipo_consulta: str = Field(default=FIRST_VISIT, description="tipo de consulta")
    max_results: int = Field(default=5, ge=1, le=MOST_TIMES, description="cuántos")


class FreeTime(Frozen):
    inicio: Moment
    fin: Moment
    doctores: tuple[str, ...]


class FreeTimes(Frozen):
    doctor: str | None
    horarios: tuple[FreeTime, ...]


def coming_days(access: Access, wanted: DaysAhead) -> FreeTimes:
    today = access.now.astimezone(access.zone).date()
    until = today + dt.timedelta(days=wanted.dias_adelante - 1)
    everybody = wanted.incluir_todos_doctores and wanted.doctor is None
    return _free(access, Reading(when=When(date_from=today, date_to=until)), wanted.doctor, wanted, everybody)


def on_date(access: Access, wanted: OnDate) -> FreeTimes:
    access.certain(wanted.date, "date")
    return _free(access, wanted.date, wanted.doctor, wanted)


def first_free(access: Access, wanted: Next) -> FreeTimes:
    return _free(access, None, wanted.doctor, wanted, limit=wanted.max_results)


def _free(
    access: Access,
    wish: Reading | None,
    said: str | None,
    wanted: DaysAhead | OnDate | Next,
    everybody: bool = False,
    limit: int = MOST_TIMES,
) -> FreeTimes:
    """Two statements: the doctors, and the calendar of the days wished for."""
    own = access.own_doctor
    doctor = None if everybody and own is None else access.doctor(said, needed=False)
    if own is not None and (doctor is None or doctor.id != own):
        raise Stop(Refused(tool=access.tool, why=Why.NOT_ALLOWED))
    horizon = access.now + dt.timedelta(days=access.clinic.policy.horizon_days)
    start, end = access.span(wish) if wish else (access.now, horizon)
    if wish is not None and wish.when is not None and wish.when.date_from is None:
        end = horizon
    names = access.doctor_names()
    calendar = access.uow.schedules.calendar(start, end, access.now)
    result = search(
        calendar,
        access.clinic,
        wish,
        access.now,
        doctor_id=doctor.id if doctor else None,
        limit=limit,
        kind=wanted.tipo_consulta,
    )
    times = tuple(
        FreeTime(
            inicio=f.slot.start.astimezone(access.zone),
            fin=f.slot.end.astimezone(access.zone),
            doctores=tuple(names.get(id, "") for id in f.doctor_ids),
        )
        for f in result.found
    )
    return FreeTimes(doctor=doctor.name if doctor else None, horarios=times)
