"""Texts into vectors: loaded once and beside whoever waits, never from the network, and gone without where it fails."""

from __future__ import annotations

import math
import threading
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.errors import ServiceUnavailable
from booking.testing.same_vectors import DIMENSION, SameVectors
from nlu.vectors.embeddings import SentenceEmbedder, kind_of

LONG = 30.0
"""Seconds that nothing here takes."""


@dataclass
class Stub:
    """A model that waits until it is let go."""

    raises: Exception | None = None
    ready: threading.Event = field(default_factory=threading.Event)
    loaded: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def load(self, name: str) -> Stub:
        self.loaded.append(name)
        self.ready.wait(LONG)
        if self.raises is not None:
            raise self.raises
        return self

    def encode(self, sentences: list[str], **options: Any) -> list[list[float]]:
        assert options["normalize_embeddings"] is True
        self.asked += sentences
        return [[1.0, 0.0] for _ in sentences]


@dataclass
class Fragile(Stub):
    """A model that fails on some text."""

    breaks_on: str = ""

    def encode(self, sentences: list[str], **options: Any) -> list[list[float]]:
        if self.breaks_on in sentences:
            raise RuntimeError("a bug")
        return super().encode(sentences, **options)


def test_it_is_loaded_once_and_the_same_question_is_asked_once() -> None:
    stub = Stub()
    stub.ready.set()
    embedder = SentenceEmbedder("multilingual-e5-small", load=stub.load)
    assert [embedder.of_question("¿precio?", LONG) for _ in range(3)] == [(1.0, 0.0)] * 3
    assert list(embedder.of_texts(["a", "b"])) == [(1.0, 0.0)] * 2
    assert stub.loaded == ["multilingual-e5-small"]
    assert {"query: ¿precio?", "passage: a", "passage: b"} <= set(stub.asked)
    assert all(one.startswith(("query: ", "passage: ")) for one in stub.asked)
    model = embedder.model()
    assert (model.name, model.dimension) == ("multilingual-e5-small", 2)
    embedder.close()


def test_what_was_asked_is_let_go_after_a_while() -> None:
    let_go = threading.Event()

    class Watched(SentenceEmbedder):
        def let_go(self) -> None:
            super().let_go()
            let_go.set()

    stub = Stub()
    stub.ready.set()
    embedder = Watched("x", 0.5, stub.load, kept_for=0.01)
    embedder.of_question("¿precio?", LONG)
    assert let_go.wait(LONG), "by itself, whether or not anybody asks again"
    embedder.of_question("¿precio?", LONG)
    assert stub.asked == ["¿precio?"] * 2
    embedder.close()


def test_nobody_waits_for_it_to_be_loaded() -> None:
    stub = Stub()
    embedder = SentenceEmbedder("any", load=stub.load)
    assert embedder.of_question("¿precio?", 0.01) is None
    assert stub.asked == []
    stub.ready.set()
    assert embedder.of_question("¿y hoy?", LONG) == (1.0, 0.0)
    assert embedder.of_question("¿precio?", 0) == (1.0, 0.0)  # it came late, and was kept
    embedder.close()


@pytest.mark.parametrize("error", [OSError("no network"), ImportError("torch"), ValueError("a bug")])
def test_one_that_cannot_be_had_is_tried_once_and_gone_without(error: Exception) -> None:
    stub = Stub(raises=error)
    stub.ready.set()
    embedder = SentenceEmbedder("any", load=stub.load)
    assert [embedder.of_question(f"¿{n}?", LONG) for n in range(3)] == [None] * 3
    with pytest.raises(ServiceUnavailable):
        embedder.of_texts(["a"])
    with pytest.raises(ServiceUnavailable):
        embedder.model()
    assert stub.loaded == ["any"]
    assert "any" in (embedder.failed or "")
    embedder.close()


def test_a_vector_that_cannot_be_made_is_gone_without_and_the_next_one_is_made() -> None:
    stub = Fragile(breaks_on="¿mal?")
    stub.ready.set()
    embedder = SentenceEmbedder("any", 0.7, load=stub.load)
    assert embedder.of_question("¿bien?", LONG) == (1.0, 0.0)
    assert embedder.of_question("¿mal?", LONG) is None
    with pytest.raises(ServiceUnavailable):
        embedder.of_texts(["bien", "¿mal?"])
    assert embedder.of_question("¿y ahora?", LONG) == (1.0, 0.0)
    assert embedder.failed is None
    embedder.close()


@pytest.mark.parametrize("name", ["granite-embedding-107m-multilingual", "intfloat/multilingual-e5-small"])
def test_known_models_have_their_repository(name: str) -> None:
    assert "/" in kind_of(name).repository
    assert kind_of("/models/mine").repository == "/models/mine"


@given(st.text(), st.text())
def test_the_embedder_of_tests_gives_vectors_of_length_one(one: str, other: str) -> None:
    vectors = SameVectors().of_texts([one, other])
    assert [len(vector) for vector in vectors] == [DIMENSION] * 2
    for vector in vectors:
        assert math.isclose(sum(x * x for x in vector), 1.0, abs_tol=1e-9)
    assert SameVectors().of_question(one, 0) == vectors[0]
