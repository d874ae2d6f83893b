"""When doctors work, and when they are taken."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import cache

from sqlalchemy import (
    CTE,
    TIMESTAMP,
    BigInteger,
    ColumnElement,
    Date,
    Subquery,
    and_,
    bindparam,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import Session

from booking.errors import NotFound
from booking.models import (
    DAY_MINUTES,
    Absence,
    Clinic,
    DateOverride,
    Doctor,
    SpecialDay,
)
from booking.ports import Calendar, Dates
from booking.scheduling.busy import BusySpans, Span
from storage import mapping
from storage.base import MOMENT
from storage.prepared import Prepared
from storage.repositories.hold_repository import occupied
from storage.repositories.weekly_rule_repository import CHANGED, VERSION, KnownRules, array, listed, read
from storage.tables import (
    AbsenceRow,
    AppointmentRow,
    ClinicRow,
    DoctorRow,
    OverrideRow,
    SpecialDayRow,
    VisitLengthRow,
)

_MINUTE, _DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)


class SqlSchedules:
    def __init__(self, session: Session, known: KnownRules | None = None) -> None:
        self._session = session
        self._known = known or KnownRules()

    def overview(self) -> tuple[Clinic, Sequence[Doctor]]:
        found = self._session.execute(_OVERVIEW).one_or_none()
        if found is None:
            raise NotFound("The clinic has not been entered.")
        row, doctors = found
        return mapping.clinic(row), read(Doctor, doctors)

    def clinic(self) -> Clinic:
        """Raises NotFound."""
        row = self._session.scalar(select(ClinicRow))
        if row is None:
            raise NotFound("The clinic has not been entered.")
        return mapping.clinic(row)

    def doctors(self) -> Sequence[Doctor]:
        (found,) = _DOCTORS.rows(self._session.connection(), {})
        return read(Doctor, *found)

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
        values = {
            "start": start,
            "end": end,
            "now": now,
            "known": self._known.last.version,
            "conversation_id": except_conversation,
            "appointment_id": except_appointment,
        }
        ((first, last, version, changed, overrides, busy, absences, special_days),) = query.rows(
            self._session.connection(), values
        )
        rules = self._known.now(version, changed)
        ids = {doctor.id for doctor in rules.doctors}
        return Calendar(
            Dates(first, last),
            rules.doctors,
            rules.openings,
            [override for override in read(DateOverride, overrides) if override.doctor_id in ids],
            _spans(busy, ids),
            [absence for absence in read(Absence, absences) if absence.doctor_id in ids],
            rules.blocks,
            read(SpecialDay, special_days),
            rules.visits,
        )


@cache  # composing it costs several times what running it does
def _calendar(but_own_hold: bool, but_one: bool) -> Prepared:
    """What a calendar is made of between the parameters `start` and `end`, as JSON; of active doctors and others."""
    days = _days(bindparam("start", type_=MOMENT), bindparam("end", type_=MOMENT))
    first, last, since, until = (select(column).scalar_subquery() for column in days.c)
    taken = and_(
        AppointmentRow.start < until,
        # Nothing lasts longer than a day: without this the index would be read from the first appointment on.
        AppointmentRow.start > select(days.c.since - _DAY).scalar_subquery(),
        AppointmentRow.end > since,
        occupied(bindparam("now", type_=MOMENT)),
    )
    if but_own_hold:
        others = AppointmentRow.conversation_id != bindparam("conversation_id", type_=BigInteger)
        taken = and_(taken, or_(AppointmentRow.expires_at.is_(None), others))  # what lapses is a hold
    if but_one:
        taken = and_(taken, AppointmentRow.id != bindparam("appointment_id"))
    return Prepared(
        select(
            first.label("first"),
            last.label("last"),
            VERSION,
            CHANGED,
            array(listed(OverrideRow, DateOverride).where(OverrideRow.date >= first, OverrideRow.date <= last)),
            func.coalesce(select(func.json_agg(_busy(taken).c.spans)).scalar_subquery(), func.json_build_array()),
            array(listed(AbsenceRow, Absence).where(AbsenceRow.end > since, AbsenceRow.start < until)),
            array(listed(SpecialDayRow, SpecialDay).where(SpecialDayRow.date >= first, SpecialDayRow.date <= last)),
        )
    )


def _busy(taken: ColumnElement[bool]) -> Subquery:
    """Thousands of ranges as a few arrays: start, end and type of visit, and the doctors who are taken so together."""
    start, end = (func.date_part("epoch", moment) for moment in (AppointmentRow.start, AppointmentRow.end))
    spans = func.json_build_array(start, end, AppointmentRow.visit, func.json_agg(AppointmentRow.doctor_id))
    by = (AppointmentRow.start, AppointmentRow.end, AppointmentRow.visit)
    return select(spans.label("spans")).where(taken).group_by(*by).subquery("ocupado")


def _spans(arrays: Sequence[tuple[float, float, str, list[int]]], doctor_ids: set[int]) -> BusySpans:
    found = []
    for start, end, visit, taken in arrays:
        theirs = taken if doctor_ids.issuperset(taken) else [doctor for doctor in taken if doctor in doctor_ids]
        found.append(Span(start, end, visit, theirs))
    return BusySpans(sorted(found))


def _days(start: ColumnElement[dt.datetime], end: ColumnElement[dt.datetime]) -> CTE:
    """The clinic's dates that a half-open range touches, and the moments between which these days and the buffer
    lie."""
    within = func.greatest(start, end - dt.timedelta.resolution)
    first, last = (func.timezone(ClinicRow.zone, moment).cast(Date) for moment in (start, within))
    around = func.greatest(func.max(VisitLengthRow.buffer_before), func.max(VisitLengthRow.buffer_after))
    stored = ClinicRow.policy["buffer_minutes"].as_float()  # perhaps from before it had bounds
    minutes = func.greatest(func.least(stored, DAY_MINUTES), select(around).scalar_subquery())
    dates = select(
        ClinicRow.zone.label("zone"),
        first.label("first"),
        last.label("last"),
        (minutes * literal(_MINUTE)).label("buffer"),
    ).cte("fechas")
    zone, day = dates.c.zone, TIMESTAMP()
    since = func.timezone(zone, dates.c.first.cast(day)) - dates.c.buffer
    until = func.timezone(zone, (dates.c.last + 1).cast(day)) + dates.c.buffer
    return select(dates.c.first, dates.c.last, since.label("since"), until.label("until")).cte("dias")


_DOCTORS = Prepared(select(array(listed(DoctorRow, Doctor))))
_OVERVIEW = select(ClinicRow, array(listed(DoctorRow, Doctor).where(DoctorRow.active)))
