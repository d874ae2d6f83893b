"""Entering a clinic: what it says of itself, its doctors and when they work."""

from __future__ import annotations

from collections.abc import Sequence

from sqlalchemy import Engine, delete, func, select
from sqlalchemy.dialects.postgresql import Range, insert
from sqlalchemy.dialects.postgresql.ranges import MultiRange
from sqlalchemy.orm import Session

from booking.models import Clinic, DateOverride, Doctor, Opening
from storage.base import Base
from storage.repositories.rule_repository import SqlRules
from storage.tables import DoctorRow, FairTurnRow, OpeningRow, OverrideRow


def seed(
    engine: Engine,
    clinic: Clinic,
    doctors: Sequence[Doctor] = (),
    openings: Sequence[Opening] = (),
    overrides: Sequence[DateOverride] = (),
) -> None:
    """Store these, in one transaction. The same again changes nothing; the hours of a doctor are replaced whole."""
    with Session(engine) as session, session.begin():
        seed_into(session, clinic, doctors, openings, overrides)


def seed_into(
    session: Session,
    clinic: Clinic,
    doctors: Sequence[Doctor] = (),
    openings: Sequence[Opening] = (),
    overrides: Sequence[DateOverride] = (),
) -> None:
    """`seed` within the caller's transaction. Doctors keep the ids they come with."""
    SqlRules(session).set_clinic(clinic)
    for doctor in doctors:
        given = doctor.model_dump(exclude={"id"})
        session.execute(
            insert(DoctorRow)
            .values(id=doctor.id, **given)
            .on_conflict_do_update(
                index_elements=[DoctorRow.id], set_={getattr(DoctorRow, name): value for name, value in given.items()}
            )
        )
        outside: MultiRange[object] = MultiRange([] if doctor.active and doctor.by_turn else [Range()])
        session.execute(insert(FairTurnRow).values(doctor_id=doctor.id, outside=outside).on_conflict_do_nothing())
    ids = [doctor.id for doctor in doctors]
    for row, hours in ((OpeningRow, openings), (OverrideRow, overrides)):
        session.execute(delete(row).where(row.doctor_id.in_(ids)))
        if hours:
            session.execute(insert(row), [item.model_dump() for item in hours])
    follow_ids(session, DoctorRow)


def follow_ids(session: Session, row: type[Base]) -> None:
    """Rows were entered with ids of their own: the next one given out comes after the highest."""
    table = row.__table__
    highest = session.scalar(select(func.max(table.c.id)))
    if highest is not None:
        session.execute(select(func.setval(func.pg_get_serial_sequence(str(table), "id"), highest)))
