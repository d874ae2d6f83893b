"""When doctors work, and when they are taken."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import repeat
from typing import Any, TypeVar

from sqlalchemy import (
    CTE,
    TIMESTAMP,
    ColumnElement,
    Date,
    Integer,
    Select,
    Subquery,
    Text,
    and_,
    bindparam,
    case,
    func,
    select,
)
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import Session

from booking.busy import BusySpans, Span
from booking.errors import NotFound
from booking.intents import Frozen
from booking.models import (
    DAY_MINUTES,
    Absence,
    Block,
    Clinic,
    DateOverride,
    Doctor,
    Opening,
    SpecialDay,
    Status,
    VisitLength,
)
from booking.ports import Calendar
from booking.weekly import WeeklyHours
from storage import mapping
from storage.base import MOMENT
from storage.repositories.holds import occupied
from storage.tables import (
    AbsenceRow,
    AppointmentRow,
    BlockRow,
    ClinicRow,
    DoctorRow,
    OpeningRow,
    OverrideRow,
    SpecialDayRow,
    VisitLengthRow,
)

_Value = TypeVar("_Value", bound=Frozen)


@lru_cache(maxsize=256)
def _read(kind: type[_Value], rows: str) -> tuple[_Value, ...]:
    """A JSON array of arrays of their fields. What staff enter hardly ever changes: the same text is read once."""
    return tuple(kind(**dict(zip(kind.model_fields, row, strict=True))) for row in json.loads(rows))


@lru_cache(maxsize=16)
def _weekly(rows: str) -> WeeklyHours:
    return WeeklyHours(_read(Opening, rows))


class SqlSchedules:
    def __init__(self, session: Session) -> None:
        self._session = session

    def overview(self) -> tuple[Clinic, Sequence[Doctor]]:
        found = self._session.execute(_OVERVIEW).one_or_none()
        if found is None:
            raise NotFound("The clinic has not been entered.")
        row, doctors = found
        return mapping.clinic(row), _read(Doctor, doctors)

    def clinic(self) -> Clinic:
        """Raises NotFound."""
        row = self._session.scalar(select(ClinicRow))
        if row is None:
            raise NotFound("The clinic has not been entered.")
        return mapping.clinic(row)

    def doctors(self) -> Sequence[Doctor]:
        return [mapping.doctor(row) for row in self._session.scalars(select(DoctorRow).order_by(DoctorRow.id))]

    def calendar(
        self,
        start: dt.datetime,
        end: dt.datetime,
        now: dt.datetime,
        *,
        except_conversation: int | None = None,
        except_appointment: int | None = None,
    ) -> Calendar:
        """One statement. It covers whole days of the clinic, for the daily cap counts them, and the buffer around."""
        query = _calendar(except_conversation is not None, except_appointment is not None)
        doctors, openings, overrides, busy, absences, blocks, special_days, visits = self._session.execute(
            query,
            {
                "start": start,
                "end": end,
                "now": now,
                "conversation_id": except_conversation,
                "appointment_id": except_appointment,
            },
        ).one()
        return Calendar(
            _read(Doctor, doctors),
            _weekly(openings),
            _read(DateOverride, overrides),
            _spans(busy),
            _read(Absence, absences),
            _read(Block, blocks),
            _read(SpecialDay, special_days),
            _read(VisitLength, visits),
        )


@cache  # composing it costs several times what running it does
def _calendar(but_own_hold: bool, but_one: bool) -> Select[*tuple[Any, ...]]:
    """The fields of `Calendar`, each a JSON array, between the parameters `start` and `end`."""
    days = _days(bindparam("start", type_=MOMENT), bindparam("end", type_=MOMENT))
    taken = and_(
        AppointmentRow.start < select(days.c.until).scalar_subquery(),
        # Nothing lasts longer than a day: without this the index would be read from the first appointment on.
        AppointmentRow.start > select(days.c.since - func.make_interval(0, 0, 0, 1)).scalar_subquery(),
        AppointmentRow.end > select(days.c.since).scalar_subquery(),
        AppointmentRow.doctor_id.in_(select(DoctorRow.id).where(DoctorRow.active)),
        occupied(bindparam("now", type_=MOMENT)),
    )
    if but_own_hold:
        own = AppointmentRow.conversation_id == bindparam("conversation_id")
        taken = and_(taken, ~and_(AppointmentRow.status == Status.HELD.value, own))
    if but_one:
        taken = and_(taken, AppointmentRow.id != bindparam("appointment_id"))
    active = select(DoctorRow.id).where(DoctorRow.active)
    first, last, since, until = (select(days.c[name]).scalar_subquery() for name in days.c.keys())  # noqa: SIM118 - columns
    return select(
        _array(select(_listed(mapping.as_json(DoctorRow, Doctor), DoctorRow.id)).where(DoctorRow.active)),
        _array(
            select(_listed(mapping.as_json(OpeningRow, Opening), OpeningRow.id)).where(OpeningRow.doctor_id.in_(active))
        ),
        _array(
            select(_listed(mapping.as_json(OverrideRow, DateOverride), OverrideRow.id)).where(
                OverrideRow.doctor_id.in_(active), OverrideRow.date >= first, OverrideRow.date <= last
            )
        ),
        func.coalesce(select(func.json_agg(_busy(taken).c.spans)).scalar_subquery(), func.json_build_array()),
        _array(
            select(_listed(mapping.as_json(AbsenceRow, Absence), AbsenceRow.id)).where(
                AbsenceRow.doctor_id.in_(active), AbsenceRow.end > since, AbsenceRow.start < until
            )
        ),
        _array(select(_listed(mapping.as_json(BlockRow, Block), BlockRow.id)).where(BlockRow.doctor_id.in_(active))),
        _array(
            select(_listed(mapping.as_json(SpecialDayRow, SpecialDay), SpecialDayRow.id)).where(
                SpecialDayRow.date >= first, SpecialDayRow.date <= last
            )
        ),
        _array(select(_listed(mapping.as_json(VisitLengthRow, VisitLength), VisitLengthRow.id))),
    )


def _busy(taken: ColumnElement[bool]) -> Subquery:
    """Thousands of ranges as a few arrays of numbers: doctor, type of visit, starts, ends."""
    starts, ends = (
        func.json_agg(aggregate_order_by(func.date_part("epoch", moment), AppointmentRow.start))
        for moment in (AppointmentRow.start, AppointmentRow.end)
    )
    spans = func.json_build_array(AppointmentRow.doctor_id, AppointmentRow.kind, starts, ends)
    by = (AppointmentRow.doctor_id, AppointmentRow.kind)
    return select(spans.label("spans")).where(taken).group_by(*by).subquery("ocupado")


def _spans(arrays: Sequence[tuple[int, str, Sequence[float], Sequence[float]]]) -> BusySpans:
    of: dict[int, list[Span]] = {}
    for doctor, kind, starts, ends in arrays:
        spans = list(zip(starts, ends, repeat(kind)))
        of[doctor] = sorted(of[doctor] + spans) if doctor in of else spans
    return BusySpans(of)


def _days(start: ColumnElement[dt.datetime], end: ColumnElement[dt.datetime]) -> CTE:
    """The clinic's dates that a range touches, and the moments between which these days and the buffer lie."""
    first, last = (func.timezone(ClinicRow.zone, moment).cast(Date) for moment in (start, end))
    around = func.greatest(func.max(VisitLengthRow.buffer_before), func.max(VisitLengthRow.buffer_after))
    stored = ClinicRow.policy["buffer_minutes"].as_float()  # perhaps from before it had bounds
    general = case((stored > DAY_MINUTES, DAY_MINUTES), else_=stored.cast(Integer))
    minutes = func.greatest(general, select(around).scalar_subquery())
    buffer = func.make_interval(0, 0, 0, 0, 0, minutes)
    since = func.timezone(ClinicRow.zone, first.cast(TIMESTAMP)) - buffer
    until = func.timezone(ClinicRow.zone, (last + 1).cast(TIMESTAMP)) + buffer
    return select(first.label("first"), last.label("last"), since.label("since"), until.label("until")).cte("dias")


def _listed(value: ColumnElement[Any], *order: Any) -> ColumnElement[Any]:
    return func.json_agg(aggregate_order_by(value, *order))


def _array(query: Select[Any]) -> ColumnElement[str]:
    """A JSON array as text, empty where there is nothing to aggregate."""
    return func.coalesce(query.scalar_subquery().cast(Text), "[]")


_OVERVIEW = select(
    ClinicRow,
    _array(select(_listed(mapping.as_json(DoctorRow, Doctor), DoctorRow.id)).where(DoctorRow.active)),
)
