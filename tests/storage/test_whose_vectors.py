"""Vectors lie with those of the same person, go where their texts go, and are read for that person alone."""

from __future__ import annotations

import dataclasses
import datetime as dt
import re

import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.orm import Session

from booking.intents import Recall
from booking.models.documents import EmbeddingModel, Vector
from booking.models.episodes import LONGEST, Episode, EpisodeKind
from booking.testing.clinic import Clinic
from booking.testing.world import OPENING_DAY, ZONE
from storage.repositories.episode_repository import search_statement
from storage.repositories.merges import lock_conversations, merge
from storage.vectors import LONGEST_BESIDE, written
from tests.engine.on_postgres import postgres_clinic
from tests.storage.queue_worker import until


@dataclasses.dataclass
class Remembered:
    """Two people, each with episodes and their vectors."""

    clinic: Clinic
    people: dict[str, int]

    def vectors(self, engine: Engine) -> list[tuple[int, int]]:
        """Whose, and of which episode."""
        with engine.connect() as connection:
            found = connection.execute(text("SELECT usuario_id, episodio_id FROM vectores_episodio ORDER BY 2"))
            return [(row[0], row[1]) for row in found]


def model(size: int) -> EmbeddingModel:
    return EmbeddingModel(name="mine", dimension=size, threshold=0.7)


def near(size: int, place: int) -> Vector:
    return tuple(1.0 if n == place % size else 0.0 for n in range(size))


@pytest.fixture
def remembered(engine: Engine) -> Remembered:
    clinic = postgres_clinic(engine)
    with clinic.begin() as uow:
        if not uow.episodes.has_vectors():
            pytest.skip("this PostgreSQL has no extension for vectors")
    people = {}
    for who in ("Ana", "Beto"):
        for _ in range(3):
            clinic.mean(who, Recall())
        chat = clinic.conversation(who)
        people[who] = chat.person.id
        with clinic.begin() as uow:
            for turn in (1, 2, 3):
                one = Episode(
                    conversation_id=chat.id,
                    turn=turn,
                    kind=EpisodeKind.BOOKED,
                    at=OPENING_DAY - dt.timedelta(days=turn),
                    zone=ZONE,
                    text=f"línea {turn} de {who}",
                )
                assert uow.episodes.keep([one]) == 1
            uow.commit()
    fill(clinic, 8)
    return Remembered(clinic, people)


def fill(clinic: Clinic, size: int) -> None:
    with clinic.begin() as uow:
        missing = uow.episodes.without_vector("mine", 99) or uow.episodes.without_vector("none", 99)
        uow.episodes.put_vectors(model(size), [(id, near(size, id)) for id, _ in missing])
        uow.commit()


def swept(owner: Connection) -> bool:
    """Whether every row is known to be seen by all; not while somebody has a snapshot of before, as the server itself
    has when it analyses its own tables."""
    owner.execute(text("VACUUM (ANALYZE) memoria_episodica, vectores_episodio"))
    named = "relname IN ('memoria_episodica', 'vectores_episodio')"
    return bool(owner.scalar(text(f"SELECT bool_and(relallvisible = relpages) FROM pg_class WHERE {named}")))


def test_the_plan_looks_for_the_person_and_reads_nothing_but_the_two_indexes(
    remembered: Remembered, engine: Engine, owner_engine: Engine
) -> None:
    with owner_engine.execution_options(isolation_level="AUTOCOMMIT").connect() as owner:
        # As it is after a while: a row that nobody has looked at yet is read in its table too.
        until(lambda: swept(owner))
    statement = search_statement(words=True, near=8, since=True, until=True)
    given = {"owner": remembered.people["Ana"], "model": "mine", "most": 3, "words": "linea"}
    given |= {"vector": written(near(8, 1)), "since": OPENING_DAY - dt.timedelta(days=9), "until": OPENING_DAY}
    with engine.connect() as connection:
        for kind in ("seqscan", "bitmapscan"):  # of a handful of rows it would read the tables
            connection.execute(text(f"SET LOCAL enable_{kind} = off"))
        plan = "\n".join(connection.scalars(text(f"EXPLAIN {statement}"), given))
    reads = re.findall(r"(\w[\w ]* Scan)(?: using (\w+))? on (?!placed|mine)(\w+)", plan)
    assert sorted(reads) == [
        ("Index Only Scan", "ix_memoria_episodica_de_quien", "memoria_episodica"),
        ("Index Only Scan", "ix_vectores_episodio_usuario_id", "vectores_episodio"),
    ]
    conditions = re.findall(r"Index Cond: \(+(\w+) = ", plan)
    assert set(conditions) == {"usuario_id"}


def test_vectors_go_with_their_texts_to_whom_two_turn_out_to_be(remembered: Remembered, engine: Engine) -> None:
    ana, beto = remembered.people.values()
    before = remembered.vectors(engine)
    assert {whose for whose, _ in before} == {ana, beto}
    with Session(engine) as session, session.begin():
        merge(session, ana, beto, lock_conversations(session, [ana, beto]), OPENING_DAY)
    assert remembered.vectors(engine) == [(ana, episode) for _, episode in before]
    with remembered.clinic.begin() as uow:
        assert len(uow.episodes.search(ana, (), near(8, 1), "mine", 9)) == 6
        assert uow.episodes.search(beto, (), near(8, 1), "mine", 9) == []


@pytest.mark.parametrize("size", [LONGEST_BESIDE, LONGEST_BESIDE + 1, 1024])
def test_those_of_a_large_model_are_found_as_well(remembered: Remembered, size: int) -> None:
    clinic = remembered.clinic
    with clinic.begin() as uow:
        ids = [id for id, _ in uow.episodes.without_vector("none", 99)]
        uow.episodes.put_vectors(model(size), [(id, near(size, id)) for id in ids])
        uow.commit()
    ana = remembered.people["Ana"]
    with clinic.begin() as uow:
        mine = [one.id for one in uow.episodes.of_person(ana)]
        [best, *others] = sorted(
            uow.episodes.search(ana, (), near(size, mine[1]), "mine", 1), key=lambda one: -(one.similarity or 0)
        )
    assert (best.id, best.similarity) == (mine[1], pytest.approx(1.0))
    assert {one.id for one in others} <= set(mine)


@pytest.mark.parametrize("letters", ["é", "a", "😀 ", "𝒜 ", "字", "1 ", "á1"])
def test_the_longest_line_fits_whatever_its_letters(remembered: Remembered, letters: str) -> None:
    clinic = remembered.clinic
    chat = clinic.conversation("Ana")
    said = (letters * LONGEST)[:LONGEST]
    varied = "".join(chr(0x4E00 + n) + (" " if n % 2 else "") for n in range(LONGEST))[:LONGEST]
    with clinic.begin() as uow:
        for kind, line in ((EpisodeKind.MOVED, said), (EpisodeKind.CANCELLED, varied)):
            one = Episode(
                conversation_id=chat.id, turn=1, kind=kind, at=OPENING_DAY, zone=ZONE, text=line, words=said + varied
            )
            assert uow.episodes.keep([one]) == 1
        uow.commit()
