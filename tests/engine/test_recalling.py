"""What was before is found for whoever it was, and for nobody else; the flow goes on, whatever memory does."""

from __future__ import annotations

import dataclasses
import datetime as dt
import threading
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.appointments.appointment_changes import enter
from booking.conversation.recalling import Recalling, ranked
from booking.conversation.remembering import Rememberer
from booking.errors import ServiceUnavailable
from booking.intents import CancelAppointment, Confirm, Recall, SelectSlot, StartBooking, Whose
from booking.models import Appointment, Grant, Role, State, Status
from booking.models.documents import EmbeddingModel, Vector
from booking.models.episodes import Episode, EpisodeKind, StoredEpisode
from booking.ports import LookupRequest, Recalled, Remembered
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.same_vectors import SameVectors
from booking.testing.world import OPENING_DAY, ZONE, memory_clinic
from tests.engine.on_postgres import postgres_clinic
from tests.engine.proposed import proposed
from tests.tools.house import DESK

TIJUANA = ZoneInfo(ZONE)
FAR = 10.0**12
"""A deadline that nothing here meets."""
MEANINGS = {"reuniones": "cita", "consultas": "cita", "citas": "cita", "doctora": "ríos"}
LINES = (
    "Agendar cita: con Dra. Uno. Estado: agendada.",
    "Cancelar cita: con Dr. Dos. Estado: cancelada.",
    "Pregunta: estacionamiento. Estado: sin respuesta.",
    "Hablar con recepción: el chat pasó a una persona. Estado: pasado a recepción.",
)
QUERIES = ("cita", "citas uno", "recepción", "estacionamiento", "cancelada dos", "nada de eso")


@pytest.fixture(params=["memory", "postgres"])
def clinic(request: pytest.FixtureRequest) -> Clinic:
    if request.param == "postgres":
        engine: Engine = request.getfixturevalue("engine")
        return postgres_clinic(engine)
    return memory_clinic()


def filled(clinic: Clinic, who: str, *days_ago: int) -> int:
    """The person, with an episode of theirs so many days ago each; it says whose it is, which ours never do."""
    for _ in days_ago:
        clinic.mean(who, Recall())
    chat = clinic.conversation(who)
    with clinic.begin() as uow:
        kept = [
            Episode(
                conversation_id=chat.id,
                turn=number,
                kind=EpisodeKind.BOOKED,
                at=OPENING_DAY - dt.timedelta(days=days),
                zone=ZONE,
                text=f"{LINES[number % len(LINES)]} ({who})",
            )
            for number, days in enumerate(days_ago, start=1)
        ]
        assert uow.episodes.keep(kept) == len(kept)
        uow.commit()
    Rememberer(clinic.begin, clinic.clock, SameVectors(MEANINGS)).remember()
    return chat.person.id


def asked(query: str, **days: dt.date) -> Recalled:
    return Recalled(query, tuple(query.lower().split()), **days)


def request_of(person_id: int) -> LookupRequest:
    return LookupRequest(person_id, 0, FAR)


# --- the tests of the source, with an embedder that gives the same vectors everywhere ----------------


def test_the_model_is_there_and_its_vectors_have_length_one() -> None:
    embedder = SameVectors(MEANINGS)
    [vector] = embedder.of_texts(["¿Qué reuniones tengo mañana?"])
    assert len(vector) == embedder.model().dimension
    assert sum(x * x for x in vector) == pytest.approx(1.0)


def test_what_means_the_same_is_nearer_than_what_does_not(clinic: Clinic) -> None:
    person = filled(clinic, "Ana", 1, 2, 3)
    with clinic.begin() as uow:
        if not uow.episodes.has_vectors():
            pytest.skip("this PostgreSQL has no extension for vectors")
    memory = Recalling(clinic.begin, SameVectors({"carro": "estac"}))
    found = memory.recall(Recalled("¿mi carro?", ("carro",)), TIJUANA, request_of(person))
    assert [one.text[:9] for one in found] == ["Pregunta:"]
    plain = Recalling(clinic.begin).recall(Recalled("¿mi carro?", ("carro",)), TIJUANA, request_of(person))
    assert plain == []


def test_a_talk_that_changes_its_subject_is_answered_and_goes_on(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.mean("Ana", Confirm())
    clinic.advance(days=7)
    clinic.mean("Ana", StartBooking())
    said = clinic.mean(
        "Ana",
        Recall(
            query="Espera, ¿qué citas tenía pendientes la semana pasada?",
            since=dt.date(2026, 11, 23),
            until=dt.date(2026, 11, 29),
            words=("citas",),
        ),
    )
    assert said.keys == ["recalled", "offer_slots"]
    assert (
        "📋 Esto es lo que tengo de antes:\n\n🕐 23 Nov, 09:00\n   Cita: con Dra. Uno. Estado: agendada." in said.text
    )
    assert "🕐 23 Nov, 08:00\n   Agendar cita: 23/11/2026 09:00" in said.text
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION


@pytest.mark.parametrize("query", ["", " ", "\x00", "¿?"])
def test_an_empty_message_finds_nothing_and_fails_nothing(clinic: Clinic, query: str) -> None:
    said = clinic.mean("Ana", Recall(query=query))
    assert said.keys[-1] == "no_memory"
    assert "No hay antecedentes previos para este tema" in said.text


# --- when it was, and whose --------------------------------------------------------------------------


def test_time_words_come_before_everything_else(clinic: Clinic) -> None:
    person = filled(clinic, "Ana", 2, 9, 16, 30)
    memory = Recalling(clinic.begin, SameVectors(MEANINGS))
    week = {"since": dt.date(2026, 11, 9), "until": dt.date(2026, 11, 15)}
    found = memory.recall(Recalled("¿qué hice?", (), **week), TIJUANA, request_of(person))
    assert [one.at.astimezone(TIJUANA).date() for one in found] == [dt.date(2026, 11, 14)]
    assert len(memory.recall(Recalled("¿qué hice?"), TIJUANA, request_of(person))) == 3
    assert memory.recall(asked("cita", since=dt.date(2026, 11, 22)), TIJUANA, request_of(person)) == []


def test_a_day_is_that_of_the_clinic(clinic: Clinic) -> None:
    person = filled(clinic, "Ana", 1)
    memory = Recalling(clinic.begin)
    for day, many in ((21, 0), (22, 1), (23, 0)):
        on = dt.date(2026, 11, day)
        assert len(memory.recall(Recalled("¿?", (), on, on), TIJUANA, request_of(person))) == many


WORKERS = {
    "Marta": (Grant(role=Role.STAFF),),
    "Luis": (Grant(role=Role.DOCTOR, doctor_id=1),),
    "Olga": (Grant(role=Role.ADMIN), Grant(role=Role.DOCTOR, doctor_id=2)),
}
PEOPLE = ("Ana", "Beto", *WORKERS)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=25, deadline=None)
@given(
    query=st.sampled_from(QUERIES),
    who=st.sampled_from(PEOPLE),
    named=st.sampled_from(PEOPLE),
    vectors=st.booleans(),
    days=st.booleans(),
)
def test_no_search_returns_another_persons_line(
    clinic: Clinic, query: str, who: str, named: str, vectors: bool, days: bool
) -> None:
    """Whoever asks, patient, doctor or who is of the desk, and whomever they name."""
    people = clinic.__dict__.setdefault("people", {})
    if not people:
        people |= {name: filled(clinic, name, 1, 2, 3, 4) for name in PEOPLE}
        for name, grants in WORKERS.items():
            employ(clinic, name, *grants)
    memory = Recalling(clinic.begin, SameVectors(MEANINGS) if vectors else None)
    since = {"since": dt.date(2026, 11, 20)} if days else {}
    wanted = asked(f"{query} {named}", **since)
    found = memory.recall(wanted, TIJUANA, request_of(people[who]))
    assert all(one.text.endswith(f"({who})") for one in found)
    assert len(found) <= 3
    clinic.engine.memory = memory
    said = clinic.mean(who, Recall(query=wanted.query, words=wanted.words, since=wanted.since))
    assert said.text.count("🕐") == len(found)
    assert not [other for other in PEOPLE if other != who and f"({other})" in said.text]


# --- appointments, whoever made them -----------------------------------------------------------------


def entered(clinic: Clinic, who: str, name: str, doctor: int, *days_ago: int, status: Status | None = None) -> None:
    """The desk enters appointments of somebody for whom this person writes, so many days ago each."""
    with clinic.begin() as uow:
        facts, now = uow.schedules.clinic(), clinic.clock.now()
        patient = uow.patients.find_or_create(clinic.conversation(who).person.id, name, None, now)
        for days in days_ago:
            start = now.replace(hour=17, minute=0) - dt.timedelta(days=days)
            made = enter(uow, facts, doctor, patient.id, start, start - dt.timedelta(hours=3), DESK, overbook=True)
            assert isinstance(made, Appointment)
            if status is Status.CANCELLED:
                uow.appointments.cancel(made.id, made.version, None, now)
            elif status is not None:
                uow.appointments.mark(made.id, made.version, status, now, arrived_at=None)
        uow.commit()


def called(clinic: Clinic, who: str, name: str) -> None:
    """Whoever writes is known by this name."""
    with clinic.begin() as uow:
        chat = uow.conversations.lock(clinic.conversations[who])
        person = chat.person.model_copy(update={"name": name})
        uow.conversations.save(chat.model_copy(update={"person": person}), clinic.clock.now())
        uow.commit()


def test_when_it_was_is_when_the_appointment_was_and_not_when_it_was_made(clinic: Clinic) -> None:
    clinic.mean("Ana", Recall())
    entered(clinic, "Ana", "Ana Ruiz", 1, 14, status=Status.COMPLETED)
    entered(clinic, "Ana", "Ana Ruiz", 2, 35, status=Status.NO_SHOW)
    week = Recall(query="¿?", since=dt.date(2026, 11, 9), until=dt.date(2026, 11, 15), words=("cita",))
    assert "Cita: con Dra. Uno. Estado: atendida." in clinic.mean("Ana", week).text
    both = clinic.mean("Ana", Recall(query="¿?", words=("cita",))).text
    assert both.index("Dra. Uno") < both.index("Dr. Dos. Estado: no se asistió.")
    named = clinic.mean("Ana", Recall(query="¿?", words=("dos", "cita"))).text
    assert ("Dr. Dos" in named, "Dra. Uno" in named) == (True, False)
    assert clinic.mean("Ana", week.model_copy(update={"words": ("estacionamiento",)})).keys[0] == "no_memory"


def test_what_is_to_come_is_nothing_that_was_but_what_was_cancelled_is(clinic: Clinic) -> None:
    clinic.mean("Ana", Recall())
    entered(clinic, "Ana", "Ana Ruiz", 1, -3)
    assert clinic.mean("Ana", Recall(query="¿?", words=("cita",))).keys[0] == "no_memory"
    entered(clinic, "Ana", "Ana Ruiz", 2, -4, status=Status.CANCELLED)
    entered(clinic, "Ana", "Ana Ruiz", 1, 7, status=Status.COMPLETED)
    said = clinic.mean("Ana", Recall(query="¿?", words=("cancelo", "cita"))).text
    assert ("con Dr. Dos. Estado: cancelada." in said, "atendida" in said) == (True, False)


def test_appointments_are_ones_own_and_of_nobody_who_writes_from_elsewhere(clinic: Clinic) -> None:
    for who in ("Ana", "Beto"):
        clinic.mean(who, Recall())
    called(clinic, "Ana", "Ana Ruiz")
    entered(clinic, "Ana", "Luis Ruiz", 2, 7, status=Status.COMPLETED)
    entered(clinic, "Beto", "Beto Sosa", 2, 9, status=Status.NO_SHOW)
    asked_of = Recall(query="¿?", until=dt.date(2026, 11, 22), since=dt.date(2026, 11, 1), words=("cita",))
    assert "atendida" in clinic.mean("Ana", asked_of).text, "of whom they bring, where they have none"
    entered(clinic, "Ana", "Ana Ruiz", 1, 5, status=Status.NO_SHOW)
    said = clinic.mean("Ana", asked_of).text
    assert ("Dra. Uno" in said, "Dr. Dos" in said) == (True, False)
    assert "Dra. Uno" not in clinic.mean("Beto", asked_of).text


def test_whose_past_is_asked_for_is_told_and_nobody_elses(clinic: Clinic) -> None:
    clinic.mean("Ana", Recall())
    called(clinic, "Ana", "Ana Ruiz")
    entered(clinic, "Ana", "Ana Ruiz", 1, 5, status=Status.COMPLETED)
    theirs = Recall(query="¿?", words=("cita",), whose=Whose())
    assert "Dra. Uno" not in clinic.mean("Ana", theirs).text, "one's own is no answer"
    entered(clinic, "Ana", "Luis Ruiz", 2, 7, status=Status.COMPLETED)
    said = clinic.mean("Ana", theirs).text
    assert ("Dr. Dos" in said, "Dra. Uno" in said) == (True, False)
    assert "Dr. Dos" not in clinic.mean("Ana", theirs.model_copy(update={"whose": Whose(name="Sofía")})).text


def test_what_was_done_in_the_chat_is_no_answer_about_somebody_elses_appointments(clinic: Clinic) -> None:
    proposed(clinic)
    clinic.mean("Ana", Confirm())
    clinic.advance(days=7)
    mine = Recall(query="¿qué citas?", words=("citas",))
    assert "Dra. Uno" in clinic.mean("Ana", mine).text
    assert "Dra. Uno" not in clinic.mean("Ana", mine.model_copy(update={"whose": Whose(name="Sofía")})).text


# --- late, broken, absent ----------------------------------------------------------------------------


class Slow:
    """A memory that hangs, or breaks."""

    def __init__(self, error: Exception | None) -> None:
        self.error, self.open = error, threading.Event()

    def recall(self, asked: Recalled, zone: dt.tzinfo, request: LookupRequest) -> list[Remembered]:
        if self.error is not None:
            raise self.error
        self.open.wait(60)
        return []


@pytest.mark.parametrize("error", [None, ServiceUnavailable("down"), KeyError("a bug"), OverflowError()])
def test_a_memory_that_is_late_or_broken_is_gone_without_and_the_booking_goes_on(error: Exception | None) -> None:
    clinic = memory_clinic()
    slow = Slow(error)
    clinic.engine.memory = slow
    clinic.engine.pace = dataclasses.replace(clinic.engine.pace, lookup=dt.timedelta(seconds=0.05))
    clinic.mean("Ana", StartBooking())
    said = clinic.mean("Ana", Recall(query="¿qué me dijeron?"))
    slow.open.set()
    assert said.keys == ["memory_late", "offer_slots"]
    proposed(clinic, "Beto")
    assert clinic.mean("Beto", Confirm()).keys[-1] == "booked"


class Broken(SameVectors):
    """An embedder whose model never comes."""

    def of_question(self, text: str, seconds: float) -> Vector | None:
        return None

    def model(self) -> EmbeddingModel:
        raise ServiceUnavailable("no model")


def test_without_a_model_words_find(clinic: Clinic) -> None:
    person = filled(clinic, "Ana", 1, 2)
    found = Recalling(clinic.begin, Broken()).recall(asked("cancelada"), TIJUANA, request_of(person))
    assert [one.text for one in found] == [f"{LINES[1]} (Ana)"]
    clinic.mean("Ana", StartBooking())
    assert Rememberer(clinic.begin, clinic.clock, Broken()).remember() >= 0


# --- places ------------------------------------------------------------------------------------------


def stored(id: int, rank: float, similarity: float | None) -> StoredEpisode:
    at = OPENING_DAY + dt.timedelta(hours=id)
    return StoredEpisode(id=id, kind=EpisodeKind.BOOKED, at=at, text=str(id), rank=rank, similarity=similarity)


def test_what_both_find_comes_first_and_what_neither_does_not_at_all() -> None:
    found = [stored(1, 0.9, 0.1), stored(2, 0.5, 0.9), stored(3, 0.0, 0.95), stored(4, 0.0, 0.2)]
    assert [one.id for one in ranked(found, 0.7, anything=False)] == [2, 3, 1]
    assert [one.id for one in ranked(found, 0.7, anything=True)] == [4, 3, 2, 1]


def test_the_proposal_under_way_keeps_its_yes(clinic: Clinic) -> None:
    proposed(clinic)
    said = clinic.mean("Ana", Recall(query="¿qué citas tenía?", words=("citas",)))
    assert said.keys == ["no_memory", "proposal"]
    assert clinic.mean("Ana", Confirm()).keys[-1] == "booked"
    clinic.mean("Ana", CancelAppointment(), SelectSlot(option=1))
