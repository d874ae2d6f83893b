"""Nothing of one person reaches another: change everything about B but the times B occupies, and every byte sent to A
is the same."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.intents import AskQuestion
from booking.models import Grant, Patient, Role
from booking.ports import IntentExtractor, LookupRequest, Passage, UnitOfWork
from booking.testing.clinic import Clinic
from booking.testing.fakes.memory import MemoryDatabase
from booking.testing.fakes.memory_patients import MemoryPatients
from booking.testing.profiles import FIRST_FAILURE, a_share
from booking.testing.strategies import intents
from booking.testing.world import clinic_on, memory_clinic
from storage.seed import seed as entered_on
from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.engine.on_postgres import emptied
from tests.engine.two_worlds import SAID_IN_PASSING, A, Life, Move, Says, Step, played, seed

Opens = Callable[[IntentExtractor], Clinic]
PLAIN = Life(who="Beto", name="Beto Pérez")
_TEXTS = (
    "hola",
    "quiero una cita mañana a las 10",
    "la 2",
    "¿quién sigue?",
    "busca a Ana",
    "mis citas de mañana",
    "sí",
)
_GRANTS = (
    (),
    (Grant(role=Role.STAFF),),
    (Grant(role=Role.DOCTOR, doctor_id=2),),
    (Grant(role=Role.ADMIN), Grant(role=Role.DOCTOR, doctor_id=2)),
)


def lives() -> st.SearchStrategy[Life]:
    return st.builds(
        Life,
        who=st.sampled_from(["Beto", "Zoe", "O'Brien"]),
        name=st.sampled_from(["Ana Ruiz", "Zoë O'Farrill", "{patient} {slot}", "Xx " * 30 + "X"]),
        note=st.none() | st.just("SECRETO de salud"),
        grants=st.sampled_from(_GRANTS),
        chatter=st.lists(st.lists(st.sampled_from(SAID_IN_PASSING), max_size=4).map(tuple), max_size=8).map(tuple),
    )


def steps() -> st.SearchStrategy[list[Step]]:
    says = st.one_of(
        st.builds(Says, intents=st.lists(intents(), min_size=1, max_size=2).map(tuple)),
        st.builds(Says, text=st.sampled_from(_TEXTS)),
        st.just(Says((AskQuestion(query="¿?"),))),
        st.builds(Says, tap=st.integers(0, 5)),
    )
    passes = st.sampled_from([1, 6, 11, 16, 25 * 60])
    return st.lists(st.one_of(says, says, st.sampled_from(Move), passes), min_size=2, max_size=14)


def same_for_a(opens: Opens, life: Life, script: list[Step], *, doctor: bool) -> None:
    one, other = played(opens, PLAIN, script, doctor=doctor), played(opens, life, script, doctor=doctor)
    assert one.occupied == other.occupied, "the test itself: B's moves come to other times"
    assert one.screen == other.screen, "\n".join([*one.clinic.transcript, "—" * 40, *other.clinic.transcript])
    assert one.told == other.told, "a model was told another thing about A's message"


def on_fakes(reader: IntentExtractor) -> Clinic:
    return memory_clinic(seed(), reader)


@given(lives(), steps(), st.booleans())
def test_all_that_is_sent_to_one_is_the_same_whoever_the_other_is(life: Life, script: list[Step], doctor: bool) -> None:
    same_for_a(on_fakes, life, script, doctor=doctor)


def test_the_same_on_postgresql(engine: Engine) -> None:
    small = seed()

    def opens(reader: IntentExtractor) -> Clinic:
        emptied(engine)
        entered_on(engine, small.clinic, small.doctors, small.openings)
        return clinic_on(SqlUnitOfWorkFactory(engine), reader)

    @a_share(10)
    @given(lives(), steps(), st.booleans())
    def check(life: Life, script: list[Step], doctor: bool) -> None:
        same_for_a(opens, life, script, doctor=doctor)

    check()


# --- clinics that tell ----------------------------------------------------------------------------


def with_patients(patients: type[MemoryPatients]) -> Opens:
    def opens(reader: IntentExtractor) -> Clinic:
        small = seed()
        database = MemoryDatabase().seed(small.clinic, small.doctors, small.openings)

        def begin() -> UnitOfWork:
            uow = database()
            uow.patients = patients(uow)
            return uow

        return clinic_on(begin, reader)

    return opens


class EverybodysPatients(MemoryPatients):
    """Forgets whose patients are asked for."""

    def list_of(self, person_id: int) -> list[Patient]:
        return sorted(self._uow.people.values(), key=lambda patient: patient.id)

    def search(self, *args: object, doctor_id: int | None = None, **given: object) -> list[Patient]:
        return list(super().search(*args, **given))  # type: ignore[arg-type]


class LastAnswer:
    """Answers with what was asked before, whoever asked."""

    def __init__(self) -> None:
        self.before = 0

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        self.before += 1
        return Passage(f"{self.before}", "caché")


def caching(reader: IntentExtractor) -> Clinic:
    clinic = on_fakes(reader)
    clinic.knowledge = LastAnswer()
    clinic.engine.knowledge = clinic.knowledge
    return clinic


@pytest.mark.parametrize("opens", [with_patients(EverybodysPatients), caching], ids=["patients", "cache"])
def test_a_clinic_that_tells_does_not_pass(opens: Opens) -> None:
    asks = st.sampled_from((Says(text="busca a Ana"), Says((AskQuestion(query="¿?"),))))
    asked = st.lists(st.just((AskQuestion(query="¿?"),)), max_size=4).map(tuple)
    others = st.builds(Life, who=st.just("Zoe"), name=st.sampled_from(["Ana Ruiz", "Zoë O'Farrill"]), chatter=asked)

    @settings(FIRST_FAILURE)
    @given(others, st.lists(st.one_of(asks, st.sampled_from((Move.BOOK, Move.LEAVE))), min_size=2, max_size=6))
    def check(life: Life, script: list[Step]) -> None:
        same_for_a(opens, life, script, doctor=True)

    with pytest.raises(AssertionError, match=A):
        check()
