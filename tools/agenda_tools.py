"""Free times, by the same arithmetic as the conversation's."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from itertools import islice

from pydantic import Field

from booking.intents import Frozen, Reading, When
from booking.models import FIRST_VISIT, FreeSlot, Moment
from booking.models.tool_answers import ToolRefused, Why
from booking.scheduling.availability import free_in
from booking.scheduling.search import wish_ranges
from tools.access import Access, Stop
from tools.time_marks import AHEAD
from tools.visit_of_order import visit_of

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
        raise Stop(ToolRefused(tool=access.tool, why=Why.NOT_ALLOWED))
    names = access.doctor_names()
    ranges = list(wish_ranges(wish, access.clinic, access.now))
    found: Iterable[FreeSlot] = ()
    if ranges:
        calendar = access.uow.schedules.calendar(ranges[0].start, ranges[-1].end, access.now)
        of = doctor.id if doctor else None
        visit = visit_of(access, wanted.tipo_consulta)
        found = islice(free_in(calendar, access.clinic, ranges, access.now, of, visit), limit)
    times = tuple(
        FreeTime(
            inicio=f.slot.start.astimezone(access.zone),
            fin=f.slot.end.astimezone(access.zone),
            doctores=tuple(names.get(id, "") for id in f.doctor_ids),
        )
        for f in found
    )
    return FreeTimes(doctor=doctor.name if doctor else None, horarios=times)
