"""Who stands where in the fair turn, in one statement."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Float,
    Select,
    and_,
    bindparam,
    case,
    cast,
    exists,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import aliased

from storage.tables import AbsenceRow, AppointmentRow, DoctorRow, FairTurnRow

_DAY = literal(dt.timedelta(days=1))


def standings(occupied: ColumnElement[bool], now: ColumnElement[dt.datetime], doctors: int) -> Select[Any]:
    """The fields of `Standing`, by doctor, of the so many `doctors` in the parameters `doctor_0` and so on: how many
    an array has the server cannot know, and plans anew each time. Of the rows of `AppointmentRow` those count that are
    `occupied` and not over: nobody may ever say what became of them."""
    # Nothing lasts longer than a day: without this all that ever was would be read while the turn is locked.
    counts = and_(occupied, AppointmentRow.end > now, AppointmentRow.start > now - _DAY)
    load = (
        select(func.count())
        .select_from(AppointmentRow)
        .where(AppointmentRow.doctor_id == DoctorRow.id, counts)
        .correlate(DoctorRow)
        .scalar_subquery()
    )
    other = aliased(DoctorRow)
    away = exists().where(
        AbsenceRow.doctor_id == DoctorRow.id,
        AbsenceRow.start < AppointmentRow.end,
        AbsenceRow.end > AppointmentRow.start,
    )
    missed = (
        select(func.count())
        .select_from(AppointmentRow)
        .join(other, and_(other.id == AppointmentRow.doctor_id, other.active, other.by_turn))
        .where(
            other.id != DoctorRow.id,
            counts,
            or_(FairTurnRow.outside.contains(AppointmentRow.created_at), away.correlate(DoctorRow, AppointmentRow)),
        )
        .correlate(DoctorRow, FairTurnRow)
        .scalar_subquery()
    )
    others_weight = (
        select(func.sum(other.weight))
        .where(other.active, other.by_turn, other.id != DoctorRow.id)
        .correlate(DoctorRow)
        .scalar_subquery()
    )
    # Most doctors have always been there: nothing is counted for them.
    may_have_missed = or_(
        ~func.isempty(FairTurnRow.outside), exists().where(AbsenceRow.doctor_id == DoctorRow.id).correlate(DoctorRow)
    )
    credit = func.coalesce(DoctorRow.weight * cast(missed, Float) / others_weight, 0.0)
    return (
        select(
            DoctorRow.id.label("doctor_id"),
            load.label("load"),
            DoctorRow.weight.label("weight"),
            case((and_(DoctorRow.by_turn, may_have_missed), credit), else_=0.0).label("credit"),
        )
        .outerjoin(FairTurnRow, FairTurnRow.doctor_id == DoctorRow.id)
        .where(DoctorRow.id.in_([bindparam(f"doctor_{n}", type_=BigInteger) for n in range(doctors)]))
        .order_by(DoctorRow.id)
    )
