"""What staff enter about when the clinic and its doctors work."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any, cast

from sqlalchemy import CursorResult, Select, delete, select, update
from sqlalchemy.dialects.postgresql import Range, insert
from sqlalchemy.dialects.postgresql.ranges import MultiRange
from sqlalchemy.orm import Session

from booking.errors import NotFound
from booking.models import (
    Absence,
    Block,
    Clinic,
    DateOverride,
    Doctor,
    Opening,
    Policy,
    Rule,
    SpecialDay,
    VisitLength,
)
from booking.ports import Ruled
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
_ONE_OF_A_KIND: dict[type[Rule], tuple[str, ...]] = {SpecialDay: ("date",), VisitLength: ("visit", "doctor_id")}
"""Of these a new one replaces the one that is the same in these fields."""


class SqlRules:
    def __init__(self, session: Session) -> None:
        self._session = session

    def list(self, doctor_id: int | None = None) -> Sequence[tuple[int, Rule]]:
        found: list[tuple[int, Rule]] = []
        for kind, row in _ROWS.items():
            query = _by_id(row)
            if doctor_id is not None:
                if kind is SpecialDay:
                    continue
                query = query.where(row.doctor_id == doctor_id)
            found.extend((stored.id, mapping.of_row(kind, stored)) for stored in self._session.scalars(query))
        return found

    def of(self, kind: type[Ruled], doctor_id: int | None = None) -> Sequence[tuple[int, Ruled]]:
        row = _ROWS[kind]
        query = _by_id(row) if doctor_id is None else _by_id(row).where(row.doctor_id == doctor_id)
        return [(stored.id, mapping.of_row(kind, stored)) for stored in self._session.scalars(query)]

    def add(self, rule: Rule) -> int:
        kind, row, values = type(rule), _ROWS[type(rule)], rule.model_dump()
        made = insert(row).values(values)
        if kind in _ONE_OF_A_KIND:
            keys = [getattr(row, name) for name in _ONE_OF_A_KIND[kind]]
            made = made.on_conflict_do_update(
                index_elements=keys, set_={getattr(row, name): value for name, value in values.items()}
            )
        return int(self._session.scalars(made.returning(row.id)).one())

    def add_all(self, rules: Sequence[Ruled]) -> None:
        if rules:
            self._session.execute(insert(_ROWS[type(rules[0])]).values([rule.model_dump() for rule in rules]))

    def remove(self, kind: type[Rule], *rule_ids: int) -> int:
        if not rule_ids:
            return 0
        row = _ROWS[kind]
        return cast(CursorResult[Any], self._session.execute(delete(row).where(row.id.in_(rule_ids)))).rowcount

    def set_policy(self, policy: Policy) -> None:
        """Raises NotFound."""
        stored = self._session.execute(update(ClinicRow).values(policy=policy.model_dump(mode="json")))
        if cast(CursorResult[Any], stored).rowcount == 0:
            raise NotFound("The clinic has not been entered.")

    def set_clinic(self, clinic: Clinic) -> None:
        values = mapping.clinic_values(clinic)
        self._session.execute(
            insert(ClinicRow)
            .values(id=1, **values)
            .on_conflict_do_update(
                index_elements=[ClinicRow.id], set_={getattr(ClinicRow, name): value for name, value in values.items()}
            )
        )

    def add_doctor(
        self, name: str, specialty: str | None, weight: int, now: dt.datetime, *, by_turn: bool = True
    ) -> Doctor:
        made = insert(DoctorRow).values(name=name, specialty=specialty, weight=weight, active=True, by_turn=by_turn)
        row = self._session.scalars(made.returning(DoctorRow)).one()
        outside = _until(now) if by_turn else MultiRange([Range()])
        self._session.execute(insert(FairTurnRow).values(doctor_id=row.id, outside=outside))
        return mapping.doctor(row)

    def set_doctor(self, doctor: Doctor, now: dt.datetime) -> None:
        """Raises NotFound."""
        self._change(doctor.id, now, **doctor.model_dump(exclude={"id"}))

    def set_active(self, doctor_id: int, active: bool, now: dt.datetime) -> None:
        """Raises NotFound."""
        self._change(doctor_id, now, active=active)

    def set_by_turn(self, doctor_id: int, by_turn: bool, now: dt.datetime) -> None:
        """Raises NotFound."""
        self._change(doctor_id, now, by_turn=by_turn)

    def _change(self, doctor_id: int, now: dt.datetime, **to: Any) -> None:
        before = self._session.scalar(select(DoctorRow).where(DoctorRow.id == doctor_id).with_for_update())
        if before is None:
            raise NotFound(f"Doctor {doctor_id}.")
        took_part, doctor = before.active and before.by_turn, mapping.doctor(before).model_copy(update=to)
        self._session.execute(update(DoctorRow).where(DoctorRow.id == doctor_id).values(**to))
        if took_part != (takes_part := doctor.active and doctor.by_turn):
            outside = FairTurnRow.outside * _until(now) if takes_part else FairTurnRow.outside + _from(now)
            self._session.execute(update(FairTurnRow).where(FairTurnRow.doctor_id == doctor_id).values(outside=outside))


def _by_id(row: Any) -> Select[Any]:
    return select(row).order_by(row.id)


def _until(now: dt.datetime) -> MultiRange[dt.datetime]:
    return MultiRange([Range(None, now)])


def _from(now: dt.datetime) -> MultiRange[dt.datetime]:
    return MultiRange([Range(now, None)])
