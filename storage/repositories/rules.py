"""What staff enter about when the clinic and its doctors work."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import CursorResult, delete, select, update
from sqlalchemy.dialects.postgresql import Range, insert
from sqlalchemy.dialects.postgresql.ranges import MultiRange
from sqlalchemy.orm import Session

from booking.errors import NotFound
from booking.models import (
    Absence,
    Block,
    DateOverride,
    Doctor,
    Opening,
    Policy,
    Rule,
    SpecialDay,
    VisitLength,
)
from storage import mapping
from storage.tables import (
    AbsenceRow,
    BlockRow,
    ClinicRow,
    DoctorRow,
    FairTurnRow,
    OpeningRow,
    OverrideRow,
    SpecialDayRow,
    VisitLengthRow,
)

_ROWS: dict[type[Rule], Any] = {
    Opening: OpeningRow,
    DateOverride: OverrideRow,
    Absence: AbsenceRow,
    Block: BlockRow,
    SpecialDay: SpecialDayRow,
    VisitLength: VisitLengthRow,
}
_ONE_OF_A_KIND: dict[type[Rule], tuple[str, ...]] = {SpecialDay: ("date",), VisitLength: ("kind", "doctor_id")}
"""Of these a new one replaces the one that is the same in these fields."""


class SqlRules:
    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self, doctor_id: int | None = None) -> Sequence[tuple[int, Rule]]:
        found: list[tuple[int, Rule]] = []
        for kind, row in _ROWS.items():
            query = select(row).order_by(row.id)
            if doctor_id is not None:
                if kind is SpecialDay:
                    continue
                query = query.where(row.doctor_id == doctor_id)
            for stored in self._session.scalars(query):
                found.append((stored.id, kind(**{name: getattr(stored, name) for name in kind.model_fields})))
        return found

    def add(self, rule: Rule) -> int:
        kind, row, values = type(rule), _ROWS[type(rule)], rule.model_dump()
        made = insert(row).values(values)
        if kind in _ONE_OF_A_KIND:
            keys = [getattr(row, name) for name in _ONE_OF_A_KIND[kind]]
            made = made.on_conflict_do_update(
                index_elements=keys, set_={getattr(row, name): value for name, value in values.items()}
            )
        return int(self._session.scalars(made.returning(row.id)).one())

    def remove(self, kind: type[Rule], rule_id: int) -> bool:
        row = _ROWS[kind]
        gone = cast(CursorResult[Any], self._session.execute(delete(row).where(row.id == rule_id)))
        return gone.rowcount > 0

    def set_policy(self, policy: Policy) -> None:
        """Raises NotFound."""
        stored = self._session.execute(update(ClinicRow).values(policy=policy.model_dump(mode="json")))
        if cast(CursorResult[Any], stored).rowcount == 0:
            raise NotFound("The clinic has not been entered.")

    def add_doctor(self, name: str, specialty: str | None, weight: int, now: dt.datetime) -> Doctor:
        made = insert(DoctorRow).values(name=name, specialty=specialty, weight=weight, active=True)
        row = self._session.scalars(made.returning(DoctorRow)).one()
        self._session.execute(insert(FairTurnRow).values(doctor_id=row.id, outside=_until(now)))
        return mapping.doctor(row)

    def set_active(self, doctor_id: int, active: bool, now: dt.datetime) -> None:
        """Raises NotFound."""
        known = self._session.scalar(select(DoctorRow.active).where(DoctorRow.id == doctor_id).with_for_update())
        if known is None:
            raise NotFound(f"Doctor {doctor_id}.")
        if known == active:
            return
        self._session.execute(update(DoctorRow).where(DoctorRow.id == doctor_id).values(active=active))
        outside = FairTurnRow.outside * _until(now) if active else FairTurnRow.outside + _from(now)
        self._session.execute(update(FairTurnRow).where(FairTurnRow.doctor_id == doctor_id).values(outside=outside))


def _until(now: dt.datetime) -> MultiRange[dt.datetime]:
    return MultiRange([Range(None, now)])


def _from(now: dt.datetime) -> MultiRange[dt.datetime]:
    return MultiRange([Range(now, None)])
