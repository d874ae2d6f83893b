"""When doctors are taken, as it is read together out of an index, beside the rows one by one."""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine, insert

from booking.models import LIVE, Busy, Status
from storage.repositories.schedule_repository import SqlSchedules
from storage.tables import AppointmentRow
from storage.unit_of_work import SqlUnitOfWorkFactory
from storage.work_session import WorkSession
from tests.storage.clinic import NOW, chat, open_clinic, patient

MINUTE, DAY = dt.timedelta(minutes=1), dt.timedelta(days=1)
MIDNIGHT = dt.datetime(2026, 11, 24, tzinfo=ZoneInfo("America/Tijuana")).astimezone(dt.UTC)

rows = st.builds(
    lambda doctor, tens, lasts, visit, status, lapses: {
        "status": status.value,
        "start": MIDNIGHT + 10 * tens * MINUTE,
        "end": MIDNIGHT + 10 * (tens + lasts) * MINUTE,
        "doctor_id": doctor,
        "visit": visit,
        "expires_at": NOW + lapses * MINUTE if status is Status.HELD else None,
    },
    doctor=st.sampled_from([1, 1, 2, None]),
    tens=st.integers(-150, 150) | st.integers(60, 64),
    lasts=st.sampled_from([1, 3, 3, 6, 144]),
    visit=st.sampled_from(["primera_vez", "revision"]),
    status=st.sampled_from([Status.BOOKED, Status.BOOKED, Status.HELD, *Status]),
    lapses=st.sampled_from([-5, 5]),
)


def test_it_is_what_the_rows_say_one_by_one(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    """Twice at the same time, of several types, of a doctor who is no longer active, held and lapsed."""
    open_clinic(engine)
    with begin() as uow:
        gone = uow.rules.add_doctor("Dra. Tres", None, 1, NOW).id
        uow.rules.set_active(gone, False, NOW)
        uow.commit()
    chats = chat(begin, 1), chat(begin, 2)
    of = patient(begin, chats[0])

    @settings(suppress_health_check=list(HealthCheck))
    @given(st.lists(rows, max_size=9), st.booleans(), st.integers(-1, 8))
    def is_read(found: list[dict[str, Any]], but_own_hold: bool, but: int) -> None:
        stored = [
            row
            | {
                "id": n,
                "doctor_id": gone if row["doctor_id"] is None else row["doctor_id"],
                "conversation_id": chats[n % 2],
                "patient_id": None if row["expires_at"] else of,
                "overbooked": True,  # nothing keeps them apart
                "version": 1,
                "created_at": NOW,
                "updated_at": NOW,
            }
            for n, row in enumerate(found, start=1)
        ]
        with WorkSession(engine) as session:  # never committed
            if stored:
                session.execute(insert(AppointmentRow), stored)
            own = {"except_conversation": chats[0]} if but_own_hold else {}
            one = {"except_appointment": but} if but >= 0 else {}
            busy = list(SqlSchedules(session).calendar(NOW, NOW + MINUTE, NOW, **own, **one).busy)
        expected = [
            Busy(doctor_id=row["doctor_id"], start=row["start"], end=row["end"], visit=row["visit"])
            for row in stored
            if Status(row["status"]) in LIVE
            and row["doctor_id"] != gone
            and row["start"] < MIDNIGHT + DAY
            and row["end"] > MIDNIGHT
            and (row["expires_at"] is None or row["expires_at"] > NOW)
            and not (but_own_hold and row["expires_at"] and row["conversation_id"] == chats[0])
            and row["id"] != but
        ]
        assert busy == sorted(expected, key=lambda b: (b.start, b.doctor_id, b.end, b.visit))

    is_read()
