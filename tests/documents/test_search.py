"""Questions over the demo texts: what is answered, what is honestly not, and what is left to a person.

The third and the fourth forty were written together, before whoever wrote them had read how passages are ranked. The
third showed what to change: it began at a precision of 0.67 and a recall of 0.30. The fourth was measured once after
that: by words 1.00 and 0.70, with vectors 0.93 and 0.70. A wrong passage told counts against precision.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import pytest

from booking.documents.asked_words import wants_advice
from booking.documents.library import Library, told
from booking.ports import Embedder, UnitOfWorkFactory
from booking.testing.same_vectors import SameVectors
from nlu.spelling import is_spanish
from tests.documents.library import Asked, load, questions

LONG = 60.0
ADVICE = (Path(__file__).parent / "advice.txt").read_text(encoding="utf-8").splitlines()
MEANINGS = {
    "gripa": "influenza",
    "cruzan": "calle",
    "atraviesan": "calle",
    "camioneta": "camion",
    "nana": "acompanante",
    "novia": "pareja",
    "marido": "pareja",
    "peces": "mascotas",
    "pesas": "pesadas",
}


class Figures(NamedTuple):
    """Of questions that have an answer and of others: answered, told something that is no answer, and where the passage
    stood."""

    answerable: int
    answered: int
    made_up: int
    first: int
    among_three: int

    @property
    def precision(self) -> float:
        return self.answered / max(self.answered + self.made_up, 1)

    @property
    def recall(self) -> float:
        return self.answered / self.answerable


def figures(begin: UnitOfWorkFactory, embedder: Embedder | None, asked: list[Asked]) -> Figures:
    library = Library(begin, embedder, is_spanish)
    answerable = answered = made_up = first = among = 0
    for question, says in asked:
        found = library.look(question, LONG)
        texts = [each.candidate.passage.text for each in found.scored]
        if says is None:
            made_up += found.best is not None
            continue
        answerable += 1
        passage = told(found)
        right = passage is not None and says in passage.text
        answered += right
        made_up += passage is not None and not right and not passage.areas
        first += says in "\n".join(texts[:1])
        among += says in "\n".join(texts[:3])
    return Figures(answerable, answered, made_up, first, among)


@pytest.mark.parametrize(
    ("file", "recall"),
    [
        ("questions.tsv", 0.95),
        ("more_questions.tsv", 0.95),
        ("third_questions.tsv", 0.9),
        ("fourth_questions.tsv", 0.7),
        ("fifth_questions.tsv", 0.85),
    ],
)
def test_what_stands_in_the_texts_is_answered_and_nothing_else(
    begin: UnitOfWorkFactory, file: str, recall: float
) -> None:
    asked = questions(file)
    load(begin)
    by_words = figures(begin, None, asked)
    embedder = SameVectors(MEANINGS)
    load(begin, embedder)
    by_both = figures(begin, embedder, asked)
    print(f"\n{file}: by words {by_words}, by both {by_both}")
    for found in (by_words, by_both):
        assert found.precision >= 0.98
        assert found.recall >= recall
        assert found.first >= 0.9 * found.answerable
        assert found.among_three >= 0.95 * found.answerable
    assert by_both.answered >= by_words.answered
    assert by_both.first >= by_words.first
    assert by_both.among_three >= by_words.among_three


def test_by_meaning_more_is_found_than_by_words(begin: UnitOfWorkFactory) -> None:
    embedder = SameVectors(MEANINGS)
    load(begin, embedder)
    question = "¿qué calles atraviesan revolución?"
    alone = Library(begin, None, is_spanish).look(question, LONG)
    both = Library(begin, embedder, is_spanish).look(question, LONG)
    assert (alone.by_meaning, both.by_meaning) == (False, True)
    assert alone.best is None
    assert both.best is not None
    assert "entre la calle 7" in both.best.candidate.passage.text


def test_a_doctors_word_is_never_taken_from_a_document(begin: UnitOfWorkFactory) -> None:
    load(begin)
    library = Library(begin, None, is_spanish)
    found = {question: library.look(question, LONG) for question in ADVICE}
    assert [question for question, one in found.items() if not one.advice] == []
    assert [question for question, one in found.items() if told(one) is not None] == []


def test_what_the_clinic_may_say_is_no_advice() -> None:
    asked = [one for n in ("", "more_", "third_", "fourth_", "fifth_") for one in questions(f"{n}questions.tsv")]
    assert [one.question for one in asked if one.says is not None and wants_advice(one.question)] == []


@pytest.mark.parametrize(
    ("question", "says"),
    [
        ("¿hay estasionamiento?", "sótano"),
        ("¿quitan verrgas?", "crioterapia"),
        ("el papanicolau", "periodo"),
        ("¿facturacoin?", "constancia de situación fiscal"),
    ],
)
def test_slips_are_put_right_where_they_can_be_one_word_only(
    begin: UnitOfWorkFactory, question: str, says: str
) -> None:
    load(begin)
    found = Library(begin, None, is_spanish).look(question, LONG)
    assert says in "\n".join(each.candidate.passage.text for each in found.scored[:2])


def test_nothing_is_left_of_what_is_removed(begin: UnitOfWorkFactory) -> None:
    embedder = SameVectors()
    load(begin, embedder)
    library = Library(begin, embedder, is_spanish)
    with begin() as uow:
        gone = next(one for one in uow.documents.list() if one.name == "Precios y pagos")
        before = uow.documents.vectors(embedder.name)
        count = uow.documents.remove(gone.id)
        uow.commit()
    with begin() as uow:
        assert uow.documents.vectors(embedder.name) == (before[0] - count, before[1] - count)
        assert not {"inapam", "sanguinea"} & uow.documents.words()
    for question in ("¿hay descuento con el INAPAM?", "¿aceptan dólares?"):
        assert library.look(question, LONG).best is None


@pytest.mark.parametrize(
    ("question", "answered"),
    [
        ("¿cuánto cuesta la vacuna de influenza?", True),
        ("¿cuánto cuesta la vacuna de tétanos?", False),  # its amount is another's
        ("¿ponen la vacuna de tétanos?", True),
        ("¿cuánto cuesta el papanicolaou?", False),
        ("¿cuánto cuesta la química sanguínea de 24 elementos?", True),
        ("¿cuánto cuesta la química sanguínea de 35 elementos?", False),
        ("¿los empleados de Maquiladora Delta tienen convenio?", True),
        ("¿los empleados de Foxconn tienen convenio?", False),
        ("mi tía tiene 83 años, ¿le hacen descuento del INAPAM?", True),
    ],
)
def test_a_price_a_number_and_a_name_are_those_that_were_asked_for(
    begin: UnitOfWorkFactory, question: str, answered: bool
) -> None:
    load(begin)
    for embedder in (None, SameVectors(MEANINGS)):
        if embedder is not None:
            load(begin, embedder)
        found = Library(begin, embedder, is_spanish).look(question, LONG)
        assert (found.best is not None) == answered
