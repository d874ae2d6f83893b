"""The model whose weights come with its package: real vectors, in PostgreSQL and out of it, wherever tests run."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from booking.documents.library import Library, told
from booking.models import Answers, Price
from booking.models.documents import Vector
from booking.testing.profiles import PROFILE
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Rules
from nlu.vectors.embeddings import PACKAGED, SentenceEmbedder, installed, kind_of, load, on_disk
from nlu.words.spelling import is_spanish
from tests.documents.library import AREAS, OF_ANOTHER, questions
from tests.documents.library import load as load_texts
from tests.documents.score import LONG, figures
from tests.documents.test_search import ADVICE
from tests.engine.on_postgres import postgres_clinic

MEETINGS, APPOINTMENTS, WEATHER = (
    "¿Qué reuniones tengo mañana?",
    "¿Cuáles son mis citas de mañana?",
    "¿Cuál es el clima de hoy?",
)


@pytest.fixture(scope="module")
def embedder() -> Iterator[SentenceEmbedder]:
    made = SentenceEmbedder(PACKAGED)
    yield made
    made.close()


def cosine(one: Vector, other: Vector) -> float:
    return sum(a * b for a, b in zip(one, other, strict=True))


def test_it_is_loaded_from_its_package_at_its_first_use(embedder: SentenceEmbedder) -> None:
    assert installed(PACKAGED)
    assert on_disk(PACKAGED)
    used: list[str] = []
    lazy = SentenceEmbedder(PACKAGED, load=lambda name: used.append(name) or load(name))
    assert used == []
    vector = lazy.of_question(MEETINGS, LONG)
    assert used == [PACKAGED]
    assert lazy.model().dimension == 512
    assert lazy.model().threshold == kind_of(PACKAGED).threshold
    assert vector == pytest.approx(embedder.of_texts([MEETINGS])[0], abs=1e-5)
    assert cosine(vector or (), vector or ()) == pytest.approx(1.0, abs=1e-4)
    lazy.close()


def test_the_same_in_other_words_is_nearer_than_another_thing(embedder: SentenceEmbedder) -> None:
    meetings, appointments, weather = embedder.of_texts([MEETINGS, APPOINTMENTS, WEATHER])
    assert cosine(meetings, appointments) >= embedder.model().threshold > cosine(meetings, weather)


@pytest.mark.parametrize("text", ["", " ", "\x00", "¿?", "😀" * 500, "a " * 5000])
def test_an_empty_or_endless_message_fails_nothing(embedder: SentenceEmbedder, text: str) -> None:
    vector = embedder.of_question(text, LONG)
    assert vector is not None
    assert len(vector) == 512


SETS = ["ninth", "another", *(["fourth", "tenth"] if PROFILE == "nightly" else [])]


@pytest.mark.parametrize("name", SETS)
def test_by_both_no_less_is_right_than_by_words(embedder: SentenceEmbedder, engine: Engine, name: str) -> None:
    begin = postgres_clinic(engine).begin
    texts = OF_ANOTHER if name == "another" else AREAS
    load_texts(begin, embedder, texts)
    by_words = figures(begin, None, questions(name))
    by_both = figures(begin, embedder, questions(name))
    print(f"\n{name}: by words {by_words[:5]}, by both {by_both[:5]}")
    assert by_both.answered >= by_words.answered
    assert by_both.precision >= by_words.precision
    assert by_both.first >= by_words.first
    assert by_both.among_three >= by_words.among_three


def test_a_doctors_word_is_never_taken_from_a_document(embedder: SentenceEmbedder, engine: Engine) -> None:
    begin = postgres_clinic(engine).begin
    load_texts(begin, embedder)
    library = Library(begin, embedder, is_spanish)
    found = {question: library.look(question, LONG) for question in ADVICE}
    assert [question for question, one in found.items() if not one.advice or told(one) is not None] == []


def test_what_the_clinic_entered_as_data_answers_first(embedder: SentenceEmbedder) -> None:
    seed = demo_seed()
    answers = Answers(prices=(Price(what="Consulta", said="$1"),), cards="Solo débito.")
    seed = dataclasses.replace(seed, clinic=seed.clinic.model_copy(update={"answers": answers}))
    clinic = memory_clinic(seed, Rules())
    load_texts(clinic.begin, embedder)
    clinic.knowledge = clinic.engine.knowledge = Library(clinic.begin, embedder, is_spanish)
    clinic.say("Ana", "hola")
    assert clinic.say("Ana", "¿cuánto cuesta la consulta?").keys == ["answer_record"]
    assert "Solo débito." in clinic.say("Ana", "¿aceptan tarjetas?").text
    assert clinic.say("Ana", "¿dan justificante para la escuela?").keys[0] == "answer_document"
