"""The small test clinic on PostgreSQL: emptied and entered anew in some milliseconds."""

from __future__ import annotations

from dataclasses import replace

from sqlalchemy import Engine, text

from booking.ports import IntentExtractor
from booking.testing.clinic import Clinic
from booking.testing.world import Seed, clinic_on, small_seed
from storage.base import Base
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory

# DELETE, not TRUNCATE: of a few rows it is ten times as fast. Children first.
_EMPTY = text(
    ";".join(f"DELETE FROM {table.name}" for table in reversed(Base.metadata.sorted_tables))
    + ";DELETE FROM procrastinate_events;DELETE FROM procrastinate_jobs"
)


def emptied(engine: Engine) -> None:
    """Leave no row in any table."""
    with engine.begin() as connection:
        connection.execute(_EMPTY)


def entered(engine: Engine, small: Seed | None = None) -> None:
    """An empty database becomes the small clinic, or that of the seed."""
    emptied(engine)
    small = small or small_seed()
    seed(engine, small.clinic, small.doctors, small.openings)


def postgres_clinic(engine: Engine, reader: IntentExtractor | None = None, *, demo: bool = False) -> Clinic:
    """The small clinic, just entered, whatever was there before; `demo`: its clock may be moved."""
    small = small_seed()
    entered(engine, replace(small, clinic=small.clinic.model_copy(update={"demo": demo})))
    return clinic_on(SqlUnitOfWorkFactory(engine), reader)
