"""A model, a memory or a search that hangs holds up no turn and keeps nothing from being written; and no transaction is
open while a vector is made."""

from __future__ import annotations

import datetime as dt
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.access.rights import Caller
from booking.conversation.recalling import Recalling
from booking.conversation.remembering import Rememberer
from booking.documents.library import Library, Searcher
from booking.documents.missing_vectors import fill
from booking.intents import ListAppointments
from booking.models import Grant, Role
from booking.models.medical_records import MedicalRecord
from booking.models.tool_answers import Done
from booking.ports import Embedder, LookupRequest, Recalled
from booking.runtime.services import toolbox
from booking.testing.clinic import Clinic
from booking.testing.hanging import HangingModel, WatchedVectors
from booking.testing.same_vectors import SameVectors
from booking.testing.world import ZONE, clinic_on, memory_clinic, small_seed
from nlu.shortcuts import Shortcuts
from nlu.vectors.embeddings import SentenceEmbedder
from nlu.words.spelling import is_spanish
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.documents.library import load
from tests.engine.on_postgres import entered

LIMIT = 0.3
"""Seconds that a turn has for the services."""
ENOUGH = 2.0
"""The same where one of them hangs and the others are heard in what is left, however busy the machine is."""
NEVER = 20.0
"""A turn that waited for what hangs would take longer; one that does not takes far less on the slowest machine."""
IDLE = dt.timedelta(hours=24)
QUESTION, SAYS = "¿aceptan dólares?", "No aceptamos cheques ni dólares"
BEFORE = "¿qué citas tenía la semana pasada?"
RECORDS = "mis historiales parecidos a migraña con aura"
OPEN = text(
    "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
    " AND pid <> pg_backend_pid() AND state LIKE 'idle in transaction%'"
)


def with_services(clinic: Clinic, embedder: Embedder | None, limit: float = LIMIT) -> Clinic:
    """The real ones, with so much time; and Dra. Uno writes."""
    engine = clinic.engine
    clinic.pace = engine.pace = replace(engine.pace, lookup=dt.timedelta(seconds=limit))
    engine.knowledge = Library(clinic.begin, embedder, is_spanish)
    engine.memory = Recalling(clinic.begin, embedder)
    engine.tools = toolbox(clinic.begin, seconds=limit, documents=Searcher(embedder, is_spanish))
    clinic.mean("Uno", ListAppointments())
    with clinic.begin() as uow:
        person = uow.conversations.get(clinic.conversations["Uno"]).person
        uow.staff.grant(person.id, Grant(role=Role.DOCTOR, doctor_id=1), clinic.clock.now())
        patient = uow.patients.enter("Leo Paz", None, None, clinic.clock.now())
        known = {"patient_id": patient.id, "doctor_id": 1, "at": clinic.clock.now()}
        uow.records.add(MedicalRecord(**known, diagnosis="Migraña con aura", symptoms="luces"))
        uow.commit()
    return clinic


def on_postgres(engine: Engine) -> Clinic:
    entered(engine, small_seed())
    return clinic_on(SqlUnitOfWorkFactory(engine), Shortcuts())


def soon(clinic: Clinic, who: str, said: str) -> list[str]:
    """What is answered, which comes in time."""
    began = time.monotonic()
    keys = clinic.say(who, said).keys
    assert time.monotonic() - began < NEVER
    return keys


def books_all_the_same(clinic: Clinic, asks: str) -> list[list[str]]:
    """A booking with that question at each step; what was answered to the question."""
    clinic.say("Ana", "hola")
    answers, keys = [], []
    for said in ("quiero una cita mañana", "la A", "Rosa Medina", "sí"):
        keys += soon(clinic, "Ana", said)
        answers.append(soon(clinic, "Ana", asks))
    assert "booked" in keys
    return answers


# --- a model that hangs ---------------------------------------------------------------------------------


@pytest.fixture
def model() -> Iterator[HangingModel]:
    made = HangingModel()
    yield made
    made.let_go.set()


def test_a_model_that_hangs_leaves_words_to_find(model: HangingModel) -> None:
    embedder = SentenceEmbedder("hangs", load=model.loaded)
    clinic = with_services(memory_clinic(small_seed(), Shortcuts()), embedder, ENOUGH)
    load(clinic.begin)
    for keys in books_all_the_same(clinic, QUESTION):
        assert "answer_document" in keys
    assert SAYS in clinic.say("Ana", QUESTION).text
    assert soon(clinic, "Ana", BEFORE)[0] in ("recalled", "no_memory")
    assert "Migraña con aura" in clinic.say("Uno", RECORDS).text
    assert model.said, "it was asked"


def test_what_waited_behind_a_model_that_hangs_is_not_made_for_nobody(model: HangingModel) -> None:
    embedder = SentenceEmbedder("hangs", load=model.loaded)
    for number in range(20):
        assert embedder.of_question(f"pregunta {number}", 0.01) is None
    model.let_go.set()
    assert embedder.of_question("otra", NEVER) is not None
    asked = [said for said in model.said if said.startswith(("pregunta", "otra"))]  # beside what it is measured by
    assert len(asked) <= 3, "the first, the one that is asked now, and what was begun between"


def test_a_model_that_hangs_keeps_nothing_from_being_written(model: HangingModel) -> None:
    embedder = SentenceEmbedder("hangs", load=model.loaded, patience=0.05)
    clinic = with_services(memory_clinic(small_seed(), Shortcuts()), embedder)
    books_all_the_same(clinic, QUESTION)
    rememberer = Rememberer(clinic.begin, clinic.clock, embedder)
    began = time.monotonic()
    assert rememberer.remember() > 0
    assert time.monotonic() - began < NEVER
    with clinic.begin() as uow:
        assert uow.episodes.vectors("hangs")[0] == 0
    model.let_go.set()
    patient = SentenceEmbedder("hangs", load=model.loaded)
    assert fill(clinic.begin, patient, of=lambda uow: uow.episodes) > 0


# --- a table that hangs -----------------------------------------------------------------------------------


@contextmanager
def locked(engine: Engine, table: str) -> Iterator[None]:
    """Whoever reads that table waits."""
    with engine.connect() as connection, connection.begin():
        connection.execute(text(f"LOCK TABLE {table} IN ACCESS EXCLUSIVE MODE"))
        yield


@pytest.mark.parametrize(
    ("table", "asks", "told"),
    [("memoria_episodica", BEFORE, "memory_late"), ("pasajes", QUESTION, "no_answer")],
)
def test_a_table_that_hangs_is_told_to_be_late_and_the_booking_goes_on(
    engine: Engine, table: str, asks: str, told: str
) -> None:
    clinic = with_services(on_postgres(engine), SameVectors())
    load(clinic.begin)
    with locked(engine, table):
        answers = books_all_the_same(clinic, asks)
    assert all(told in keys for keys in answers), answers
    assert Rememberer(clinic.begin, clinic.clock).remember() > 0, "what ended meanwhile is kept afterwards"


def test_records_that_hang_are_told_to_be_late(engine: Engine) -> None:
    clinic = with_services(on_postgres(engine), SameVectors())
    with locked(engine, "historiales_medicos"):
        began = time.monotonic()
        said = clinic.say("Uno", RECORDS).text
        assert time.monotonic() - began < NEVER
        assert "inténtalo otra vez" in said
        assert "¿cómo voy" not in clinic.say("Uno", "¿cómo voy esta semana?").text
        assert "booked" in {key for answer in ("una cita mañana", "la A", "Eva Sol", "sí")
                            for key in soon(clinic, "Eva", answer)}  # fmt: skip
    deadline = time.monotonic() + NEVER
    while "Migraña con aura" not in clinic.say("Uno", RECORDS).text:
        assert time.monotonic() < deadline


# --- no transaction while a vector is made -----------------------------------------------------------------


@pytest.mark.parametrize("asks", ["documents", "area", "memory", "records", "tool", "passages", "episodes"])
def test_no_transaction_is_open_while_a_vector_is_made(engine: Engine, asks: str) -> None:
    open_then: list[int] = []

    def look() -> None:
        with engine.connect() as connection:
            open_then.append(connection.scalar(OPEN) or 0)

    clinic = with_services(on_postgres(engine), None)
    load(clinic.begin)
    embedder = WatchedVectors(look)
    request = LookupRequest(1, 1, time.monotonic() + NEVER)
    library, searcher = Library(clinic.begin, embedder, is_spanish), Searcher(embedder, is_spanish)
    tools = toolbox(clinic.begin, seconds=NEVER, documents=searcher)
    with clinic.begin() as uow:
        facts, now = uow.schedules.clinic(), clinic.clock.now()
    doctor = Caller(account="c", roles=frozenset({Role.DOCTOR}), doctor_id=1)
    match asks:
        case "documents":
            assert library.answer(QUESTION, request) is not None
        case "area":
            assert library.answer("precios de dólares", request) is not None
        case "memory":
            Recalling(clinic.begin, embedder).recall(Recalled("citas", ("citas",)), ZoneInfo(ZONE), request)
        case "records":
            wanted = {"que": "historiales", "busqueda": "migraña con aura"}
            (answer,) = tools.ask(facts, doctor, now, [("contexto_medico", wanted)])
            assert isinstance(answer, Done)
            assert answer.result["historiales"]
        case "tool":
            (answer,) = tools.ask(facts, doctor, now, [("search_documents", {"query": QUESTION})])
            assert isinstance(answer, Done)
            assert answer.result["texto"]
        case "passages":
            assert fill(clinic.begin, embedder) > 0
        case "episodes":
            books_all_the_same(clinic, QUESTION)
            assert Rememberer(clinic.begin, clinic.clock, embedder).remember() > 0
    assert open_then
    assert not any(open_then)
