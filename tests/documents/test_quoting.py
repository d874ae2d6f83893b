"""A model that says which passage answers: it chooses, and never writes what is told."""

from __future__ import annotations

import time
from collections.abc import Iterator
from types import SimpleNamespace
from typing import cast

import pytest

from booking.admin.check_command import search
from booking.documents.library import Library, told
from booking.documents.quoting import chosen
from booking.documents.ranking import Scored
from booking.models.documents import Area, Candidate, StoredPassage
from booking.ports import LookupRequest, Quoted, UnitOfWorkFactory
from booking.runtime.clinic_library import library, state_of
from booking.runtime.composition_root import App
from booking.settings import Settings
from booking.testing.clinic import Clinic
from nlu.model.extractor import ModelExtractor
from nlu.model.models_asked import Models, Provider
from nlu.model.quoting_model import ModelQuoter
from nlu.shortcuts import Shortcuts
from nlu.words.spelling import is_spanish
from tests.documents.library import LOADED, OF_FAMILIES, TEXTS, load, questions
from tests.documents.quoting_models import FOR_LONG, LIES, lying, perfect, quoter_of
from tests.documents.score import LONG, figures
from tests.documents.test_in_conversation import clinic_with, heard
from tests.documents.test_search import ADVICE
from tests.nlu.providers import Providers, hangs, providers, raw, refuses, says


@pytest.fixture
def server() -> Iterator[Providers]:
    with providers() as running:
        yield running


@pytest.mark.parametrize(("name", "texts"), [("families", "families"), ("another", "another"), ("tenth", "demo")])
def test_with_a_model_that_reads_well_the_goal_is_reached(
    begin: UnitOfWorkFactory, server: Providers, name: str, texts: str
) -> None:
    asked = questions(name)
    load(begin, texts=TEXTS[texts])
    server.answering = perfect(asked)
    found = figures(begin, None, asked, quoter_of(server))
    print(f"\n{name} with a model: {found[:5]}")
    assert found.precision >= 0.98
    assert found.recall >= 0.85


@pytest.mark.parametrize("lie", [*LIES])
def test_what_a_lying_model_says_is_never_told(begin: UnitOfWorkFactory, server: Providers, lie: str) -> None:
    load(begin, texts=OF_FAMILIES)
    searched = Library(begin, None, is_spanish, quoter_of(server))
    server.answering = lying(7, lie)
    with begin() as uow:
        stored = {text for _, text in uow.documents.without_vector("none", 1000)}
    asked = [*questions("families")[::3]]
    for one in asked:
        alone = searched.look(one.question, LONG)
        passage = told(searched.quoted(one.question, alone, FOR_LONG))
        assert passage is None or passage.areas or any(text.endswith(passage.text) for text in stored)
        if lie in ("made up", "another number", "the question", "a word") and passage is not None:
            assert passage == told(alone)  # it stands in no passage: words alone have decided
    assert server.asked


def test_of_a_doctors_word_no_model_is_asked(begin: UnitOfWorkFactory, server: Providers) -> None:
    load(begin)
    searched = Library(begin, None, is_spanish, quoter_of(server))
    server.answering = lying(3, "another's")
    found = [searched.quoted(question, searched.look(question, LONG), FOR_LONG) for question in ADVICE]
    assert [one for one in found if told(one)] == []
    assert server.asked == []


def test_a_price_is_told_of_nothing_that_has_none(begin: UnitOfWorkFactory, server: Providers) -> None:
    load(begin)
    searched = Library(begin, None, is_spanish, quoter_of(server))
    server.answering = says('{"quote": "No debe estar en su periodo."}')
    assert searched.answer("¿cuánto cuesta el papanicolaou?", FOR_LONG) is None
    found = searched.answer("¿puedo ir al papanicolaou si estoy menstruando?", FOR_LONG)
    assert found is not None
    assert "periodo" in found.text


@pytest.mark.parametrize("trouble", ["late", "refused", "damaged", "blank", "another shape"])
def test_without_its_answer_words_alone_decide(begin: UnitOfWorkFactory, server: Providers, trouble: str) -> None:
    load(begin)
    answers = {
        "late": hangs,
        "refused": refuses(401),
        "damaged": raw(b"{"),
        "blank": says(""),
        "another shape": says('{"quote": null, "answer": "Sí"}'),
    }
    server.answering = answers[trouble]
    patience = 0.3 if trouble == "late" else 30.0
    searched = Library(begin, None, is_spanish, quoter_of(server, patience))
    request = FOR_LONG._replace(deadline=time.monotonic() + 60)
    for question in ("¿aceptan dólares?", "¿aceptan criptomonedas?"):
        assert searched.answer(question, request) == Library(begin, None, is_spanish).answer(question, request)
    assert server.asked


def test_no_time_is_waited_that_the_turn_has_not(begin: UnitOfWorkFactory, server: Providers) -> None:
    load(begin)
    server.answering = hangs
    searched = Library(begin, None, is_spanish, quoter_of(server, 60.0))
    found = searched.look("¿aceptan dólares?", LONG)
    quoted = searched.quoted("¿aceptan dólares?", found, FOR_LONG._replace(deadline=time.monotonic() + 0.4))
    assert quoted == found  # and the test would hang for a minute


def test_it_is_shown_no_telephone_and_no_patients_name(begin: UnitOfWorkFactory, server: Providers) -> None:
    load(begin)
    kept: list[tuple[int, str]] = []
    searched = Library(
        begin,
        None,
        is_spanish,
        quoter_of(server),
        lambda chat, calls: kept.extend((chat, call.outcome.value) for call in calls),
    )
    server.answering = says('{"quote": "No aceptamos cheques ni dólares."}')
    question = "soy Xóchitl Bañuelos, cel 664 555 0101, con la doctora Paula Ríos ¿aceptan dólares de mi hijo Ramón?"
    request = LookupRequest(1, 42, float("inf"), ("Xóchitl Bañuelos",), ("Paula Ríos",))
    found = searched.answer(question, request)
    assert found is not None
    assert "dólares" in found.text
    _, shown = server.asked[-1]
    for hidden in ("Xóchitl", "Bañuelos", "555", "0101", "Ramón"):
        assert hidden not in str(shown)
    assert "Paula Ríos" in read_shown(shown)
    assert kept == [(42, "ok")]


def read_shown(body: dict[str, object]) -> str:
    messages = body["messages"]
    assert isinstance(messages, list)
    return str(messages[-1]["content"]).partition("Pregunta: ")[2]


def _scored(text: str, *, answers: bool = False, covers: float = 0.5) -> Scored:
    passage = StoredPassage(
        id=1, document_id=1, source="Precios", area=Area.PRICES, at=LOADED, heading="Pagos", text=text
    )
    return Scored(Candidate(passage=passage), covers, None, 1.0, answers)


@pytest.mark.parametrize(
    ("words", "which"),
    [
        ("No aceptamos cheques ni dólares.", 1),
        ("aceptamos cheques ni", 1),  # told is the whole passage, with its no
        ("No  aceptamos\ncheques ni dólares.", 1),
        ("aceptamos cheques", None),  # two words
        ("No aceptamos cheques ni dóla", None),
        ("Aceptamos cheques ni dólares.", None),
        ("no aceptamos cheques ni euros", None),
        ("Se paga en caja.", 0),
    ],
)
def test_a_quotation_stands_word_for_word_in_a_passage(words: str, which: int | None) -> None:
    scored = [_scored("Se paga en caja.", answers=True), _scored("Con tarjeta. No aceptamos cheques ni dólares.")]
    found = chosen((), scored, Quoted(words))
    if which is None:
        assert found is None
    else:
        assert found is not None
        assert [one.candidate for one in found if one.answers] == [scored[which].candidate]
        assert found[0].answers


def test_none_answers_where_it_says_so() -> None:
    found = chosen((), [_scored("Se paga en caja.", answers=True)], Quoted(None))
    assert found is not None
    assert not found[0].answers


def test_a_passage_that_has_nothing_of_the_question_is_not_told() -> None:
    other = _scored("Seis horas de ayuno.", covers=0.1)
    refused = chosen((), [other, _scored("Doce horas.", answers=True)], Quoted("Seis horas de ayuno."))
    assert refused is not None
    assert [one.answers for one in refused] == [False, False]
    assert chosen((), [other._replace(covers=0.2)], Quoted("Seis horas de ayuno.")) is not None


def test_where_no_model_can_be_asked_none_is(begin: UnitOfWorkFactory) -> None:
    load(begin)
    quoter = ModelQuoter(Models([Provider("deepseek/deepseek-flash")], 30))
    searched = Library(begin, None, is_spanish, quoter)
    found = searched.look("¿aceptan dólares?", LONG)
    assert searched.quoted("¿aceptan dólares?", found, FOR_LONG) == found


def app(clinic: Clinic, *providers: Provider) -> App:
    """As much of one as its documents are asked by."""
    settings = Settings(_env_file=None, documents_ask_model=True)  # type: ignore[call-arg]
    reader = ModelExtractor(Shortcuts(), providers, 60)
    return cast(
        App, SimpleNamespace(begin=clinic.begin, settings=settings, embedder=None, reader=reader, clock=clinic.clock)
    )


def test_in_a_conversation_it_chooses_what_is_told_and_its_cost_is_kept(server: Providers) -> None:
    question, quote = "¿se puede pagar en efectivo con moneda gringa?", "No aceptamos cheques ni dólares."
    clinic = clinic_with()
    alone = clinic.say("Eva", question)
    assert quote not in alone.text
    wired = app(clinic, Provider("deepseek/deepseek-flash", "key", server.deepseek))
    wired.reader.warm_up()  # as a worker does
    clinic.knowledge = clinic.engine.knowledge = library(wired)
    server.answering = says(f'{{"quote": "{quote}"}}')
    heard(clinic, ("quiero una cita el viernes", "la A", "Rosa Medina"))
    came = clinic.say("Ana", f"soy Rosa Medina, {question}")
    assert quote in came.text
    assert came.keys[-1] == "proposal"
    assert "Rosa" not in str(server.asked[-1])
    with clinic.begin() as uow:
        calls = uow.model_calls.list()
    assert [(call.model, call.outcome.value) for _, _, call in calls] == [("deepseek/deepseek-flash", "ok")]
    server.answering = says('{"quote": null}')
    assert "answer_document" not in clinic.say("Ana", "¿aceptan dólares?").keys
    server.answering = refuses(500)
    assert "answer_document" in clinic.say("Ana", "¿aceptan dólares?").keys
    assert "booked" in clinic.say("Ana", "sí").keys


def test_it_is_told_whether_a_model_is_asked(server: Providers) -> None:
    clinic = clinic_with()
    on = state_of(app(clinic, Provider("deepseek/deepseek-flash", "key", server.deepseek)))
    assert search(on).endswith("A model says which passage answers.")
    missing = state_of(app(clinic))
    assert "no model can be asked" in search(missing)
    off = search(missing._replace(quoted=False))
    assert "model says" not in off
    assert "no model" not in off
