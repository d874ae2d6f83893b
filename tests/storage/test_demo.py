"""What the demo clinic promises, at any clock."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.errors import SettingsInvalid
from booking.models import Clinic, Identity, IdentityKind, InboundMessage, ProcessChat, Status, Text
from booking.models.documents import Area, NewDocument, TextPart
from booking.scheduling.availability import free_slots
from storage.demo import DOCTORS, OPENINGS, PATIENTS, contents, erase_demo, load_demo
from storage.seed import seed
from storage.unit_of_work import SqlUnitOfWorkFactory

TIJUANA = ZoneInfo("America/Tijuana")
CLOCKS = [
    dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC),
    dt.datetime(2026, 11, 23, 7, 59, tzinfo=dt.UTC),  # still Sunday in Tijuana
    dt.datetime(2026, 2, 20, 12, tzinfo=dt.UTC),  # summer time begins within the horizon
    dt.datetime(2026, 10, 10, 23, tzinfo=dt.UTC),  # … and ends
    dt.datetime(2027, 1, 1, 0, tzinfo=dt.UTC),
]


def rows(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    """Everything a demo consists of, but for the version of its rules, which is never the same twice."""
    tables = ("clinica", "doctores", "control_turnos", "disponibilidad_medica", "pacientes", "citas_medicas")
    with engine.connect() as connection:
        return {
            name: [
                tuple(row._mapping[c] for c in row._mapping if c != "version_agenda")
                for row in connection.execute(text(f"SELECT * FROM {name} ORDER BY 1"))
            ]
            for name in tables
        }


def free_times(begin: SqlUnitOfWorkFactory, now: dt.datetime, day: dt.date) -> set[dt.time]:
    """Times of that date at which somebody works and is not taken."""
    start = dt.datetime.combine(day, dt.time(), TIJUANA)
    with begin() as uow:
        calendar = uow.schedules.calendar(start, start + dt.timedelta(days=1), now)
    taken = {(b.doctor_id, b.start.astimezone(TIJUANA).time()) for b in calendar.busy if b.start >= start}
    free = set()
    for opening in calendar.openings:
        if opening.weekday == day.weekday():
            for minute in range(opening.start.hour * 60, opening.end.hour * 60, opening.slot_minutes):
                time = dt.time(*divmod(minute, 60))
                if (opening.doctor_id, time) not in taken:
                    free.add(time)
    return free


@pytest.mark.parametrize("now", CLOCKS)
def test_every_day_keeps_free_times(engine: Engine, begin: SqlUnitOfWorkFactory, now: dt.datetime) -> None:
    load_demo(engine, now, TIJUANA)
    today = now.astimezone(TIJUANA).date()
    for day in (today + dt.timedelta(days=n) for n in range(61)):
        free = free_times(begin, now, day)
        if day.weekday() < 5:
            assert len([t for t in free if t.hour < 14]) >= 2
            assert len([t for t in free if t.hour >= 14]) >= 2
        if day.weekday() == 1:
            assert dt.time(15) in free
        if day.weekday() == 6:
            assert free == set()


@pytest.mark.parametrize("now", CLOCKS)
def test_appointments_lie_in_the_hours_of_their_doctor(
    engine: Engine, begin: SqlUnitOfWorkFactory, now: dt.datetime
) -> None:
    load_demo(engine, now, TIJUANA)
    with begin() as uow:
        appointments = uow.appointments.list()
        patients = uow.patients.get_many(range(1, 100))
    assert [p.name for p in patients] == list(PATIENTS)
    assert 35 <= len(appointments) <= 50
    for appointment in appointments:
        start = appointment.slot.start.astimezone(TIJUANA)
        assert any(
            o.doctor_id == appointment.doctor_id and o.weekday == start.weekday() and o.start <= start.time() < o.end
            for o in OPENINGS
        )
        over = (Status.COMPLETED, Status.NO_SHOW, Status.CANCELLED)
        coming = (Status.BOOKED, Status.CONFIRMED, Status.CANCELLED)
        assert appointment.status in (over if start < now else coming)
    assert {a.doctor_id for a in appointments} == {d.id for d in DOCTORS}
    assert {Status.COMPLETED, Status.NO_SHOW, Status.BOOKED, Status.CONFIRMED} <= {a.status for a in appointments}


@pytest.mark.parametrize(
    ("now", "closed"),
    [(CLOCKS[0], ["2026-12-25", "2027-01-01"]), (CLOCKS[2], ["2026-03-16"]), (CLOCKS[3], ["2026-11-16"])],
)
def test_nobody_works_on_an_official_holiday(
    engine: Engine, begin: SqlUnitOfWorkFactory, now: dt.datetime, closed: list[str]
) -> None:
    """Ley Federal del Trabajo, art. 74: some are on a Monday near their date."""
    load_demo(engine, now, TIJUANA)
    with begin() as uow:
        clinic, end = uow.schedules.clinic(), now + dt.timedelta(days=60)
        offered = free_slots(uow.schedules.calendar(now, end, now), clinic, now, end, now)
        booked = {a.slot.start.astimezone(TIJUANA).date() for a in uow.appointments.list()}
    free = {found.slot.start.astimezone(TIJUANA).date() for found in offered}
    for day in map(dt.date.fromisoformat, closed):
        assert day not in free | booked
        assert {day - dt.timedelta(days=3), day + dt.timedelta(days=3)} & free, "the days around it are worked"


def test_again_leaves_the_same_rows(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    now = CLOCKS[0]
    load_demo(engine, now, TIJUANA)
    before = rows(engine)
    message = InboundMessage(
        wamid="w",
        phone_number_id="1",
        sender=(Identity(kind=IdentityKind.WA_ID, value="5216641112233"),),
        sent_at=now,
        content=Text(body="hola"),
    )
    with begin() as uow:
        accepted = uow.inbox.accept(message, now)
        assert accepted
        uow.jobs.defer(ProcessChat(conversation_id=accepted.conversation_id, message_id=1), now)
        uow.commit()
    load_demo(engine, now, TIJUANA)
    assert rows(engine) == before
    with begin() as uow:
        assert uow.conversations.list() == []
    with engine.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM procrastinate_jobs")) == 0


def test_a_new_patient_gets_an_id_of_their_own(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    load_demo(engine, CLOCKS[0], TIJUANA)
    with engine.begin() as connection:
        insert = "INSERT INTO pacientes (nombre, nombre_clave, creado_en) VALUES ('x', 'x', now()) RETURNING id"
        assert connection.scalar(text(insert)) == len(PATIENTS) + 1


def test_a_real_clinic_is_left_alone(engine: Engine) -> None:
    seed(engine, Clinic(name="De verdad", zone="America/Tijuana"))
    with pytest.raises(SettingsInvalid):
        load_demo(engine, CLOCKS[0], TIJUANA)
    with pytest.raises(SettingsInvalid):
        erase_demo(engine)
    assert contents(engine) is not None


def test_nothing_is_left_of_a_demo_that_is_erased(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    load_demo(engine, CLOCKS[0], TIJUANA)
    write_in(begin, CLOCKS[0])
    erase_demo(engine)
    assert contents(engine) is None
    assert not any(found for name, found in rows(engine).items() if name != "alembic_version")


def write_in(begin: SqlUnitOfWorkFactory, now: dt.datetime) -> None:
    """Somebody writes to the clinic."""
    sender = (Identity(kind=IdentityKind.WA_ID, value="5216641112233"),)
    message = InboundMessage(wamid="w", phone_number_id="1", sender=sender, sent_at=now, content=Text(body="hola"))
    with begin() as uow:
        uow.inbox.accept(message, now)
        uow.commit()


def test_what_would_be_erased_is_told(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    assert contents(engine) is None
    load_demo(engine, CLOCKS[0], TIJUANA)
    fresh = contents(engine)
    assert fresh is not None
    assert (fresh.untouched, fresh.demo, fresh.patients, fresh.chats) == (True, True, len(PATIENTS), 0)
    assert "demostración" in fresh.clinic
    write_in(begin, CLOCKS[0])
    written = contents(engine)
    assert written is not None
    assert (written.untouched, written.chats) == (False, 1)
    assert str(written) == f"{len(PATIENTS)} pacientes, {fresh.appointments} citas y 1 chat"


def test_its_documents_are_its_own_and_another_is_somebodys_work(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    own = NewDocument("Precios", Area.PRICES, "precios.md", "1", [TextPart(text="La consulta cuesta $600.")])
    load_demo(engine, CLOCKS[0], TIJUANA, documents=[own])
    load_demo(engine, CLOCKS[0], TIJUANA, documents=[own])
    with begin() as uow:
        assert [(one.name, one.version, one.passages) for one in uow.documents.list()] == [("Precios", 1, 1)]
    fresh = contents(engine)
    assert fresh is not None
    assert fresh.untouched
    with begin() as uow:
        uow.documents.put(*own._replace(name="Otro"), CLOCKS[0])
        uow.commit()
    added = contents(engine)
    assert added is not None
    assert not added.untouched
    erase_demo(engine)
    with begin() as uow:
        assert uow.documents.list() == []


@pytest.mark.parametrize(
    "change",
    [
        "INSERT INTO pacientes (nombre, nombre_clave, creado_en) VALUES ('x', 'x', now())",
        "INSERT INTO usuarios (baja, creado_en) VALUES (false, now())",
        "UPDATE clinica SET demo = false",
    ],
)
def test_whatever_somebody_entered_is_not_the_demos_own(engine: Engine, change: str) -> None:
    load_demo(engine, CLOCKS[0], TIJUANA)
    with engine.begin() as connection:
        connection.execute(text(change))
    found = contents(engine)
    assert found is not None
    assert not found.untouched


def test_into_an_empty_database_only(engine: Engine, begin: SqlUnitOfWorkFactory) -> None:
    load_demo(engine, CLOCKS[0], TIJUANA, only_if_empty=True)
    write_in(begin, CLOCKS[0])
    load_demo(engine, CLOCKS[0], TIJUANA, only_if_empty=True)
    with begin() as uow:
        assert len(uow.conversations.list()) == 1
