"""Nothing overlaps, whatever the code does: the exclusion constraints, and the repository above them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import psycopg
import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError

from booking.models import Appointment, Hold, Refusal, Slot, Status
from storage.tables import DOCTOR_OVERLAP, PATIENT_OVERLAP
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, TEN_MINUTES, at_once, chat, hold, open_clinic, patient, slot

Insert = Callable[..., None]


@pytest.fixture(autouse=True)
def clinic(engine: Engine) -> None:
    open_clinic(engine)


@pytest.fixture
def insert(engine: Engine, begin: SqlUnitOfWorkFactory) -> Insert:
    """Puts a row into `citas_medicas`, past the repositories."""
    conversation = chat(begin)
    ana = patient(begin, conversation)

    def put(where: Slot, status: str = "programada", **values: object) -> None:
        held = status == "apartada"
        row = {
            "estado": status,
            "inicio": where.start,
            "fin": where.end,
            "doctor_id": 1,
            "paciente_id": None if held else ana,
            "conversacion_id": conversation if held else None,
            "vence_en": NOW if held else None,
            "tipo": "primera_vez",
            "sobrecupo": False,
            "version": 1,
            "creada_en": NOW,
            "actualizada_en": NOW,
        } | values
        names = ", ".join(row)
        places = ", ".join(f":{name}" for name in row)
        with engine.begin() as connection:
            connection.execute(text(f"INSERT INTO citas_medicas ({names}) VALUES ({places})"), row)

    return put


def refused_by(error: pytest.ExceptionInfo[IntegrityError]) -> str | None:
    assert isinstance(error.value.orig, psycopg.Error)
    return error.value.orig.diag.constraint_name


@pytest.mark.parametrize("status", ["apartada", "programada", "confirmada", "en_curso"])
@pytest.mark.parametrize("hours", [-0.25, 0, 0.25])
def test_a_doctor_is_in_one_place(insert: Insert, begin: SqlUnitOfWorkFactory, status: str, hours: float) -> None:
    other = patient(begin, chat(begin, 2), "Luis")
    insert(slot(1), status)
    with pytest.raises(IntegrityError) as error:
        insert(slot(1 + hours), paciente_id=other)
    assert refused_by(error) == DOCTOR_OVERLAP


@pytest.mark.parametrize("doctor_id", [1, 2])
def test_a_patient_is_in_one_place(insert: Insert, doctor_id: int) -> None:
    insert(slot(1), doctor_id=2)
    with pytest.raises(IntegrityError) as error:
        insert(slot(1.25), doctor_id=doctor_id)
    assert refused_by(error) == (PATIENT_OVERLAP if doctor_id == 1 else DOCTOR_OVERLAP)


def test_what_does_not_overlap_is_accepted(insert: Insert, begin: SqlUnitOfWorkFactory) -> None:
    other = patient(begin, chat(begin, 2), "Luis")
    insert(slot(1))
    insert(slot(0.5))  # ends as the other begins
    insert(slot(1.5))
    insert(slot(1), doctor_id=2, paciente_id=other)
    for status in ("completada", "cancelada", "no_asistio"):
        insert(slot(1), status)
    insert(slot(1), sobrecupo=True)
    insert(slot(1), sobrecupo=True)
    insert(slot(3), "apartada")
    insert(slot(3), "apartada", doctor_id=2)


@pytest.mark.parametrize(
    ("status", "values"),
    [
        ("apartada", {"vence_en": None}),
        ("apartada", {"conversacion_id": None}),
        ("apartada", {"paciente_id": 1}),
        ("programada", {"paciente_id": None}),
        ("programada", {"vence_en": NOW}),
        ("cancelada", {"paciente_id": None}),
        ("soñada", {}),
        ("programada", {"fin": NOW + dt.timedelta(hours=1)}),
        ("programada", {"doctor_id": None}),
        ("programada", {"inicio": None}),
        ("programada", {"fin": None}),
    ],
)
def test_a_row_is_whole(insert: Insert, status: str, values: dict[str, object]) -> None:
    with pytest.raises(IntegrityError):
        insert(slot(1), status, **values)


def test_sixty_attempts_on_one_slot_give_one_hold(begin: SqlUnitOfWorkFactory) -> None:
    chats = [chat(begin, number) for number in range(20)]
    results = [r for _ in range(3) for r in at_once([lambda c=c: hold(begin, c, slot(1)) for c in chats])]
    assert len([r for r in results if isinstance(r, Hold)]) == 1
    assert [r for r in results if isinstance(r, BaseException)] == []


def test_a_lapsed_hold_gives_way_and_a_live_one_does_not(begin: SqlUnitOfWorkFactory) -> None:
    first, second = chat(begin, 1), chat(begin, 2)
    held = hold(begin, first, slot(1))
    assert held
    with begin() as uow:
        assert uow.appointments.hold(slot(1), 1, second, held.expires_at - dt.timedelta.resolution, NOW) is None
        taken = uow.appointments.hold(slot(1.25), 1, second, held.expires_at, held.expires_at + TEN_MINUTES)
        assert taken
        assert uow.appointments.renew_hold(held, first, NOW + 3 * TEN_MINUTES) is None
        uow.appointments.release_hold(held, first)
        uow.appointments.release_hold(taken, first)  # somebody else's
        assert uow.appointments.get(taken.appointment_id).status is Status.HELD


def test_booking_by_two_of_the_same_patient_gives_one(begin: SqlUnitOfWorkFactory) -> None:
    conversation = chat(begin)
    ana = patient(begin, conversation)
    holds = [hold(begin, conversation, slot(1), doctor_id) for doctor_id in (1, 2)]

    def book(held: Hold) -> Appointment | Refusal:
        with begin() as uow:
            booked = uow.appointments.book(held, conversation, ana, "primera_vez", None, NOW)
            uow.notices.add("after", None, "the transaction goes on", NOW)
            uow.commit()
        return booked

    results = at_once([lambda h=h: book(h) for h in holds if h])
    assert Refusal.PATIENT_BUSY in results
    assert [type(r) for r in results if r is not Refusal.PATIENT_BUSY] == [Appointment]
    with begin() as uow:
        assert len(uow.notices.list()) == 2
        assert len(uow.appointments.list(statuses=[Status.BOOKED])) == 1
        assert len(uow.appointments.list(statuses=[Status.HELD])) == 1


def test_booking_needs_the_hold(begin: SqlUnitOfWorkFactory) -> None:
    conversation = chat(begin)
    ana = patient(begin, conversation)
    held = hold(begin, conversation, slot(1))
    assert held
    with begin() as uow:
        uow.appointments.release_hold(held, conversation)
        assert uow.appointments.book(held, conversation, ana, "primera_vez", None, NOW) is Refusal.SLOT_TAKEN


def test_a_number_that_is_no_patient_is_not_mistaken_for_a_busy_one(begin: SqlUnitOfWorkFactory) -> None:
    conversation = chat(begin)
    held = hold(begin, conversation, slot(1))
    assert held
    with begin() as uow, pytest.raises(IntegrityError):
        uow.appointments.book(held, conversation, 999_999, "primera_vez", None, NOW)


def test_two_who_assign_do_not_count_the_same(begin: SqlUnitOfWorkFactory) -> None:
    """Each takes the doctor with the lowest load; the second sees what the first did."""
    chats = [chat(begin, number) for number in range(10)]

    def assign(conversation: int, place: int) -> int:
        with begin() as uow:
            uow.appointments.lock_turn()
            tally = min(uow.appointments.tallies([1, 2], NOW), key=lambda t: (t.load / t.weight, t.doctor_id))
            assert uow.appointments.hold(slot(place), tally.doctor_id, conversation, NOW, NOW + TEN_MINUTES)
            uow.commit()
        return tally.doctor_id

    doctors = at_once([lambda c=c, p=p: assign(c, p) for p, c in enumerate(chats, start=1)])
    assert sorted(map(str, doctors)) == ["1"] * 3 + ["2"] * 7 or sorted(map(str, doctors)) == ["1"] * 4 + ["2"] * 6


def test_the_calendar_covers_whole_days_of_the_clinic(begin: SqlUnitOfWorkFactory) -> None:
    """Midnight in Tijuana is 08:00 UTC in winter."""
    conversation = chat(begin)
    midnight = dt.datetime(2026, 11, 25, 8, tzinfo=dt.UTC)
    half = dt.timedelta(minutes=30)
    for start in (midnight - half, midnight, midnight + dt.timedelta(hours=23.5), midnight + dt.timedelta(hours=24)):
        assert hold(begin, conversation, Slot(start=start, end=start + half))
    with begin() as uow:
        noon = midnight + dt.timedelta(hours=12)
        calendar = uow.schedules.calendar(noon, noon + half, NOW)
        own = uow.schedules.calendar(noon, noon + half, NOW, except_conversation=conversation)
        later = uow.schedules.calendar(noon, noon + half, NOW + TEN_MINUTES)
    assert [b.start for b in calendar.busy] == [midnight, midnight + dt.timedelta(hours=23.5)]
    assert own.busy == []
    assert later.busy == []
    assert [d.id for d in calendar.doctors] == [1, 2]
