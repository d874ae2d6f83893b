"""What conversations came to is kept in a line: once, of whoever it was, and with nothing of the patient's in it."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from sqlalchemy import Engine, text

from booking.conversation.remembering import Rememberer
from booking.documents.missing_vectors import AT_ONCE
from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    Confirm,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Topic,
    When,
)
from booking.models import FORGOTTEN, Remember
from booking.models.episodes import LONGEST, EpisodeKind, StoredEpisode
from booking.testing.clinic import Clinic
from booking.testing.fakes import MemoryDatabase
from booking.testing.same_vectors import SameVectors
from booking.testing.world import memory_clinic
from storage.base import Base
from tests.engine.on_postgres import postgres_clinic
from tests.engine.proposed import NAME

TOMORROW = Reading(when=When(date_from=dt.date(2026, 11, 24), date_to=dt.date(2026, 11, 24)))
IDLE = dt.timedelta(hours=24)
SHAPE = re.compile(r"\[\d\d/\d\d/\d{4} \d\d:\d\d\] [^:]+: .+\. Estado: [^.]+\.")


@pytest.fixture(params=["memory", "postgres"])
def clinic(request: pytest.FixtureRequest) -> Clinic:
    if request.param == "postgres":
        engine: Engine = request.getfixturevalue("engine")
        return postgres_clinic(engine)
    return memory_clinic()


def remember(clinic: Clinic) -> int:
    return Rememberer(clinic.begin, clinic.clock, SameVectors()).remember()


def kept(clinic: Clinic, who: str = "Ana") -> list[StoredEpisode]:
    """The oldest first."""
    with clinic.begin() as uow:
        return list(uow.episodes.of_person(clinic.conversation(who).person.id))[::-1]


def texts(clinic: Clinic, who: str = "Ana") -> list[str]:
    found = kept(clinic, who)
    for one in found:
        assert SHAPE.fullmatch(one.text)
        assert len(one.text) <= LONGEST
    return [one.text for one in found]


def test_each_thing_that_ended_is_one_line(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(doctor="Dra. Uno", when=TOMORROW))
    clinic.mean("Ana", SelectSlot(option=1))
    clinic.mean("Ana", NAME)
    clinic.mean("Ana", Confirm())
    clinic.mean("Ana", RescheduleAppointment(when=TOMORROW))
    clinic.mean("Ana", SelectSlot(option=1))
    clinic.mean("Ana", Confirm())
    clinic.mean("Ana", CancelAppointment())
    clinic.mean("Ana", Confirm())
    clinic.mean("Ana", StartBooking(doctor="Dra. Uno"))
    clinic.mean("Ana", CancelBooking())
    clinic.mean("Ana", AskQuestion(query="¿me puedo tomar un ibuprofeno?"))
    clinic.mean("Ana", AskQuestion(query="¿aceptan mi seguro?", topic=Topic.INSURANCE))
    clinic.mean("Ana", RequestHuman())
    assert remember(clinic) == 7
    assert remember(clinic) == 0
    assert texts(clinic) == [
        "[23/11/2026 08:00] Agendar cita: 24/11/2026 09:00 con Dra. Uno. Estado: agendada.",
        "[23/11/2026 08:00] Cambiar cita: de 24/11/2026 09:00 a 24/11/2026 09:30 con Dra. Uno. Estado: cambiada.",
        "[23/11/2026 08:00] Cancelar cita: 24/11/2026 09:30 con Dra. Uno. Estado: cancelada.",
        "[23/11/2026 08:00] Agendar cita: con Dra. Uno. Estado: no se hizo.",
        "[23/11/2026 08:00] Pregunta: otro tema. Estado: sin respuesta.",
        "[23/11/2026 08:00] Pregunta: seguro. Estado: sin respuesta.",
        "[23/11/2026 08:00] Hablar con recepción: el chat pasó a una persona. Estado: pasado a recepción.",
    ]
    with clinic.begin() as uow:
        if uow.episodes.has_vectors():
            assert uow.episodes.vectors("same") == (7, 7)


def test_what_was_left_alone_is_kept_before_anybody_comes_back_and_no_second_time_when_they_do(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    clinic.advance(hours=23)
    clinic.engine.close(clinic.conversations["Ana"])
    assert remember(clinic) == 0
    clinic.advance(hours=2)
    clinic.engine.close(clinic.conversations["Ana"])
    assert remember(clinic) == 1
    clinic.say("Ana", "hola")
    assert remember(clinic) == 0
    [line] = texts(clinic)
    assert line == "[23/11/2026 08:00] Agendar cita: sin horario elegido. Estado: quedó a medias."
    assert [one.kind for one in kept(clinic)] == [EpisodeKind.ABANDONED]


def test_who_comes_back_before_the_sweep_left_it_alone_all_the_same(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking())
    clinic.advance(hours=25)
    clinic.say("Ana", "hola")
    assert remember(clinic) == 1
    assert [one.kind for one in kept(clinic)] == [EpisodeKind.ABANDONED]


def test_each_line_says_of_which_session_it_is_and_where_it_was_then(engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    clinic.mean("Ana", RequestHuman())
    assert remember(clinic) == 1
    with engine.connect() as connection:
        of = "memoria_episodica e JOIN user_sessions s ON s.user_id = e.usuario_id"
        wanted = text(f"SELECT e.session_id, s.id, e.metadata FROM {of}")
        [(session, started, details)] = connection.execute(wanted).all()
    assert session == started
    when = {"fecha": "2026-11-23T08:00:00-08:00", "timezone": "America/Tijuana"}
    assert details == {"tipo": "a_recepcion", "session_id": session, **when}


def test_another_models_vectors_are_made_by_and_by_and_what_ends_meanwhile_is_kept() -> None:
    clinic = memory_clinic()
    assert isinstance(clinic.begin, MemoryDatabase)
    for n in range(AT_ONCE + 1):
        clinic.mean(f"P{n}", RequestHuman())
    assert remember(clinic) == AT_ONCE + 1
    clinic.begin.take_jobs()
    other = Rememberer(clinic.begin, clinic.clock, SameVectors(name="other"), at_once=AT_ONCE)

    def made() -> tuple[int, int]:
        with clinic.begin() as uow:
            return uow.episodes.vectors("other")

    clinic.mean("Ana", RequestHuman())
    assert (other.remember(), made()) == (1, (AT_ONCE, AT_ONCE + 2)), "the new line is kept, and the newest go first"
    assert [job for job, _ in clinic.begin.take_jobs() if isinstance(job, Remember)] == [Remember()]
    assert (other.remember(), made()) == (0, (AT_ONCE + 2, AT_ONCE + 2))
    assert not [job for job, _ in clinic.begin.take_jobs() if isinstance(job, Remember)]


def test_nothing_of_the_patient_is_kept(clinic: Clinic) -> None:
    clinic.mean("Ana", StartBooking(when=TOMORROW))
    clinic.mean("Ana", SelectSlot(option=1))
    clinic.mean("Ana", ProvideCustomerData(name="Ana Zúñiga", reason="comezón terrible"))
    clinic.mean("Ana", Confirm())
    clinic.mean("Ana", CancelAppointment())
    clinic.mean("Ana", ProvideCustomerData(reason="otro médico me operó"))
    clinic.mean("Ana", Confirm())
    assert remember(clinic)
    said = " ".join(texts(clinic)).lower()
    assert "cancelada" in said
    for word in ("zúñiga", "comezón", "operó", "médico"):
        assert word not in said


def test_a_patient_who_is_erased_leaves_no_mark(clinic: Clinic, request: pytest.FixtureRequest) -> None:
    for who, doctor in (("Ana", "Dra. Uno"), ("Beto", "Dr. Dos")):
        clinic.mean(who, StartBooking(doctor=doctor, when=TOMORROW))
        clinic.mean(who, SelectSlot(option=1))
        clinic.mean(who, ProvideCustomerData(name=f"{who} Zúñiga"))
        clinic.mean(who, Confirm())
        clinic.mean(who, CancelAppointment())
        clinic.mean(who, Confirm())
    remember(clinic)
    person = clinic.conversation("Ana").person.id
    with clinic.begin() as uow:
        [ana] = uow.patients.list_of(person)
        uow.patients.forget(ana, chat=True, now=clinic.clock.now())
        uow.commit()
    with clinic.begin() as uow:
        assert uow.episodes.of_person(person) == []
        assert uow.episodes.search(person, ("cita",), None, None, 9) == []
    assert len(kept(clinic, "Beto")) == 2
    assert remember(clinic) == 0, "nothing is written again of what is gone"
    if "postgres" in request.node.name:
        engine: Engine = request.getfixturevalue("engine")
        marks = _all_text(engine)
        assert "Ana Zúñiga" not in marks
        assert "con Dra. Uno. Estado" not in marks
        assert ("con Dr. Dos. Estado" in marks, FORGOTTEN in marks) == (True, True)
        with engine.connect() as connection:
            vectors = "SELECT count(*) FROM vectores_episodio v LEFT JOIN memoria_episodica e ON e.id = v.episodio_id"
            if connection.scalar(text("SELECT to_regclass('public.vectores_episodio')")) is not None:
                assert connection.scalar(text(f"{vectors} WHERE e.id IS NULL")) == 0
                assert connection.scalar(text(vectors)) == 2


def _all_text(engine: Engine) -> str:
    """Every row of every table."""
    with engine.connect() as connection:
        return "\n".join(
            str(row[0])
            for table in Base.metadata.sorted_tables
            for row in connection.execute(text(f"SELECT t::text FROM {table.name} t"))
        )
