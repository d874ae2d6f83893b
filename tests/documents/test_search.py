"""Questions over the demo texts: what is answered, what is honestly not, and what is left to a person.

Each set was written before whatever it showed was mended, and was measured as it came. Answered, and rightly so, were
0.30 and 0.67 of the third, 0.70 and 1.00 of the fourth, 0.65 and 0.93 of the fifth (by somebody who had read the texts
alone), 0.72 to 0.89 and 0.80 to 0.95 of the three parts of the sixth, 0.89 and 0.95 of the seventh, 0.74 and 0.88,
0.81 and 0.85 of the two parts of the eighth. A wrong passage that is told counts against precision. Since the sixth
much is asked for that is named in passing alone ("¿tienen servicio de taxi?"), of which some is still told. The ninth
has stories around its questions, few marks and no inverted ones: 0.40 and 0.76 as it came; the tenth 0.85 and 0.83; and
"another", over the texts of a clinic for teeth, eyes and movement that nothing had been fitted to, 0.58 and 0.79;
"families", over those of one for women and children, 0.62 and 0.83. "strangers" were written by people who work on
nothing here, in three parts of 80: 0.90 and 0.97, 0.90 and 0.92, 0.80 and 0.91 as they came, "another again" by such a
one: 0.65 and 0.84. "elders", over texts of a clinic for hearts, ears and feet, came with 0.53 and 0.78, 0.41 and 0.60;
"families again" with 0.82 and 0.86. "prose", "questions", "lists" and "tables" are of four clinics whose texts are of a
style each, by somebody who had not read what searches: 0.60 and 0.78, 0.57 and 0.81, 0.47 and 0.70, 0.63 and 0.79 as
they came. What was mended since was found in "prose" and "tables" alone.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.documents.library import Library, told
from booking.documents.medical_questions import wants_advice
from booking.ports import UnitOfWorkFactory
from booking.testing.profiles import PROFILE
from booking.testing.same_vectors import SameVectors
from nlu.words.spelling import is_spanish
from tests.documents.library import AREAS, TEXTS, load, questions
from tests.documents.score import LONG, MEANINGS, Figures, figures

ADVICE = (Path(__file__).parent / "advice.txt").read_text(encoding="utf-8").splitlines()


SETS = [
    ("first", 0.95, 0.98),
    ("fourth", 0.85, 0.98),
    ("sixth", 0.88, 0.92),
    ("eighth", 0.85, 0.94),
    ("ninth", 0.85, 0.94),
    ("tenth", 0.85, 0.91),
    ("another", 0.83, 0.95),
    ("another again", 0.90, 0.97),
    ("families", 0.80, 0.95),
    ("families again", 0.87, 0.93),
    ("elders", 0.68, 0.97),
    ("strangers", 0.90, 0.98),
]
"""What is asked, and the recall and precision that are kept."""
BY_BOTH = {name for name, *_ in SETS} if PROFILE == "nightly" else {"first", "ninth", "another", "families", "elders"}
"""What is asked with vectors too, some of each clinic's."""


def enough(found: Figures, recall: float, precision: float) -> None:
    assert found.precision >= precision
    assert found.recall >= recall
    assert found.first >= 0.9 * found.answerable
    assert found.among_three >= 0.95 * found.answerable


@pytest.mark.parametrize(("name", "recall", "precision"), SETS)
def test_what_stands_in_the_texts_is_answered_and_nothing_else(
    begin: UnitOfWorkFactory, name: str, recall: float, precision: float
) -> None:
    asked = questions(name)
    texts = TEXTS.get(name.split()[0], AREAS)
    load(begin, texts=texts)
    by_words = figures(begin, None, asked)
    enough(by_words, recall, precision)
    if name not in BY_BOTH:
        return
    embedder = SameVectors(MEANINGS)
    load(begin, embedder, texts)
    by_both = figures(begin, embedder, asked)
    print(f"\n{name}: by words {by_words[:5]}, by both {by_both[:5]}")
    enough(by_both, recall, precision)
    assert by_both.answered >= by_words.answered
    assert by_both.first >= 0.99 * by_words.first
    assert by_both.among_three >= by_words.among_three


@pytest.mark.parametrize(
    ("name", "recall", "precision"),
    [("prose", 0.80, 0.95), ("questions", 0.56, 0.80), ("lists", 0.53, 0.94), ("tables", 0.68, 0.95)],
)
def test_texts_of_any_style_are_answered_from(
    begin: UnitOfWorkFactory, name: str, recall: float, precision: float
) -> None:
    load(begin, texts=TEXTS[name])
    found = figures(begin, None, questions(name))
    print(f"\n{name}: {found[:5]}")
    assert found.precision >= precision
    assert found.recall >= recall


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
    assert [one.question for one in questions() if one.says is not None and wants_advice(one.question)] == []


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
        ("¿tienen convenio con Costco?", False),  # a name is no slip of "costo"
        ("¿tienen convenio con Toyota?", False),
        ("¿cuántos acompañantes dejan pasar?", True),
        ("¿cuántas sesiones de psicología necesito?", False),
        ("¿a qué hora está el laboratorio?", True),
        ("¿a qué hora pasa la calafia?", False),
        ("¿cuánto dura la curva de glucosa?", True),
        ("¿cuánto dura el ultrasonido pélvico?", False),  # an hour before it is not for how long
        ("¿cuánto cuesta la biometría hemática?", False),  # what a packet includes
        ("¿dan un cafecito?", False),
        ("vengo de la playa con arena, ¿a dónde mando mi constancia de situación fiscal?", True),
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
