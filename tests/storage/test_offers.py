"""What is offered is what a search of all days to come finds; on PostgreSQL.

A few occupancies by default, and a share of the questions; all of both with `TURNERO_PROFILE=nightly`.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from sqlalchemy import Engine, insert
from sqlalchemy.orm import Session

from booking.testing.profiles import PROFILE, a_share
from storage.seed import seed
from storage.tables import AppointmentRow, PatientRow
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.core.crowded import (
    CLINIC,
    DOCTORS,
    FIRST,
    OCCUPANCIES,
    OPENINGS,
    OVERRIDES,
    Asked,
    appointments,
    offer_is_that_of_a_search_of_everything,
    questions,
)

CASES = settings(settings() if PROFILE == "nightly" else a_share(2), suppress_health_check=list(HealthCheck))


def enter(engine: Engine, occupancy: int) -> None:
    seed(engine, CLINIC, DOCTORS, OPENINGS, OVERRIDES)
    stamps = {"created_at": FIRST, "updated_at": FIRST}
    rows = [
        {
            "id": one.id,
            "status": one.status.value,
            "start": one.slot.start,
            "end": one.slot.end,
            "doctor_id": one.doctor_id,
            "patient_id": one.id,
            "visit": one.visit,
            "version": one.version,
            **stamps,
        }
        for one in appointments(occupancy)
    ]
    if rows:
        with Session(engine) as session, session.begin():
            people = [{"id": row["id"], "name": "x", "name_key": "x", "created_at": FIRST} for row in rows]
            session.execute(insert(PatientRow), people)
            session.execute(insert(AppointmentRow), rows)


@pytest.mark.parametrize("occupancy", OCCUPANCIES if PROFILE == "nightly" else (0, 70, 100))
def test_an_offer_is_that_of_a_search_of_everything(engine: Engine, occupancy: int) -> None:
    enter(engine, occupancy)
    taken, begin = appointments(occupancy), SqlUnitOfWorkFactory(engine)

    @CASES
    @given(questions)
    def is_asked(asked: Asked) -> None:
        with begin() as uow:
            offer_is_that_of_a_search_of_everything(uow, taken, asked)

    is_asked()
