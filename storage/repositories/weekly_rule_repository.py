"""What staff enter about every week, which hardly ever changes and is most of what a calendar is made of: read again
only when the database says that it is another (`clinica.version_agenda`, which triggers change with every edit)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from sqlalchemy import ColumnElement, Select, Text, Uuid, bindparam, case, func, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.orm import aliased

from booking.intents import Frozen
from booking.models import Block, Doctor, Opening, VisitLength
from booking.scheduling.weekly import WeeklyHours
from storage import mapping
from storage.tables import BlockRow, ClinicRow, DoctorRow, OpeningRow, VisitLengthRow

_Value = TypeVar("_Value", bound=Frozen)


class WeeklyRules(NamedTuple):
    """Active doctors, by id, and what is theirs."""

    version: UUID | None
    doctors: Sequence[Doctor]
    openings: WeeklyHours
    blocks: Sequence[Block]
    visits: Sequence[VisitLength]


_NONE = WeeklyRules(None, (), WeeklyHours(), (), ())


class KnownRules:
    """The last ones read of one database. Threads may share it: a version stands for the same rules whoever read it."""

    def __init__(self) -> None:
        self.last = _NONE

    def now(self, version: UUID, changed: str | None) -> WeeklyRules:
        """Those of that version: as they were `changed`, or the last ones."""
        known = self.last
        if changed is not None:
            known = self.last = _read(version, changed)
        return known


def array(rows: Select[Any]) -> ColumnElement[str | None]:
    """A JSON array as text, NULL where there is nothing to aggregate."""
    return rows.scalar_subquery().cast(Text)


def listed(row: Any, value: type[Frozen]) -> Select[Any]:
    """JSON arrays of the fields of rows, by id."""
    return select(func.json_agg(aggregate_order_by(mapping.as_json(row, value), row.id)))


@lru_cache(maxsize=256)
def read(kind: type[_Value], rows: str | bytes | None) -> tuple[_Value, ...]:
    """Values from a JSON array of arrays of their fields. The same text is read once."""
    return _values(kind, json.loads(rows)) if rows else ()


def _values(kind: type[_Value], rows: Sequence[Sequence[Any]]) -> tuple[_Value, ...]:
    return tuple(kind(**dict(zip(kind.model_fields, row, strict=True))) for row in rows)


def _read(version: UUID, rules: str) -> WeeklyRules:
    doctors, openings, blocks, visits = (rows or () for rows in json.loads(rules))
    active = _values(Doctor, doctors)
    ids = {doctor.id for doctor in active}
    weekly = WeeklyHours(opening for opening in _values(Opening, openings) if opening.doctor_id in ids)
    theirs = [block for block in _values(Block, blocks) if block.doctor_id in ids]
    return WeeklyRules(version, active, weekly, theirs, _values(VisitLength, visits))


ALL = func.json_build_array(
    listed(DoctorRow, Doctor).where(DoctorRow.active).scalar_subquery(),
    listed(aliased(OpeningRow, name="h"), Opening).scalar_subquery(),
    listed(aliased(BlockRow, name="b"), Block).scalar_subquery(),
    listed(aliased(VisitLengthRow, name="v"), VisitLength).scalar_subquery(),
).cast(Text)
VERSION = select(ClinicRow.rules_version).scalar_subquery()
CHANGED = case((bindparam("known", type_=Uuid) == VERSION, None), else_=ALL)
"""The rules, unless they are of the version in the parameter `known`: then nothing is read."""
