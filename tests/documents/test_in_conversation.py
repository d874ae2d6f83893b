"""Documents in a conversation: a question is answered wherever it is asked, and what was under way goes on."""

from __future__ import annotations

import dataclasses
import datetime as dt
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from booking.conversation.replay import replay
from booking.documents.library import Library
from booking.documents.passages import LONGEST
from booking.errors import DatabaseUnavailable
from booking.models import Answers, Grant, Price, Role, SubState, sub_state_of
from booking.models.documents import Area, TextPart
from booking.ports import Knowledge, LookupRequest, Passage
from booking.testing.clinic import Clinic
from booking.testing.colleagues import employ
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
from nlu.words.spelling import is_spanish
from tests.documents.library import LOADED, load, questions
from tests.documents.test_search import ADVICE

QUESTION, SAYS = "¿aceptan dólares?", "No aceptamos cheques ni dólares"
ANOTHER = ("quiero otra cita el lunes", "la A", "sí")
TO = {
    "idle": (),
    "offer": ("quiero una cita el viernes",),
    "name": ("quiero una cita el viernes", "la A"),
    "confirm": ("quiero una cita el viernes", "la A", "Rosa Medina"),
    "confirm_cancel": ("quiero una cita el viernes", "la A", "Rosa Medina", "sí", "cancela mi cita"),
    "move_offer": ("quiero una cita el viernes", "la A", "Rosa Medina", "sí", "quiero cambiar mi cita"),
    "pick": ("quiero una cita el viernes", "la A", "Rosa Medina", "sí", *ANOTHER, "quiero cambiar mi cita"),
    "confirm_move": ("quiero una cita el viernes", "la A", "Rosa Medina", "sí", "quiero cambiar mi cita", "la B"),
}

STAFF = {
    "order_question": ("registra a Eva Sol, 664 555 0199", "sí", "agenda a Eva Sol"),
    "confirm_order": ("registra a Eva Sol, 664 555 0199",),
}
"""What who works at the desk says."""


def clinic_with(knowledge: Knowledge | None = None, answers: Answers | None = None) -> Clinic:
    """The demo clinic with the demo texts, or another knowledge."""
    seed = demo_seed()
    if answers is not None:
        seed = dataclasses.replace(seed, clinic=seed.clinic.model_copy(update={"answers": answers}))
    clinic = memory_clinic(seed, Shortcuts())
    load(clinic.begin)
    clinic.knowledge = clinic.engine.knowledge = knowledge or Library(clinic.begin, None, is_spanish)
    return clinic


def heard(clinic: Clinic, texts: Sequence[str]) -> None:
    for text in ("hola", *texts):
        clinic.say("Ana", text)


@pytest.mark.parametrize("place", STAFF)
def test_an_order_of_staffs_goes_on_behind_the_answer(place: str) -> None:
    clinic = clinic_with()
    clinic.say("Ana", "hola")
    employ(clinic, "Ana", Grant(role=Role.STAFF))
    heard(clinic, STAFF[place])
    before = clinic.records[-1]
    came = clinic.say("Ana", QUESTION)
    assert SAYS in came.text
    assert sub_state_of(clinic.conversation("Ana")) is SubState(place.upper())
    assert came.keys[-1] == before.replies[-1].key
    assert replay(clinic.records[-1]).replies == clinic.records[-1].replies


def test_there_is_no_other_place_to_ask_from() -> None:
    places = {SubState.ORDER_QUESTION, SubState.CONFIRM_ORDER}  # of staff's, above
    for said in TO.values():
        clinic = clinic_with()
        heard(clinic, said)
        places.add(sub_state_of(clinic.conversation("Ana")))
    assert places == {*SubState}


@pytest.mark.parametrize("place", TO)
def test_a_question_is_answered_and_what_was_under_way_goes_on(place: str) -> None:
    clinic = clinic_with()
    heard(clinic, TO[place])
    before = clinic.records[-1]
    came = clinic.say("Ana", QUESTION)
    after = clinic.records[-1]
    assert "answer_document" in came.keys, came.keys
    assert SAYS in came.text
    assert "(Fuente: Precios y pagos, 24/11/2026)" in came.text
    assert after.steps[-1].target == before.steps[-1].target
    if TO[place]:  # what was asked is asked again
        assert before.replies[-1].key in came.keys
    assert replay(after).replies == after.replies
    if place in ("offer", "name", "confirm"):
        rest = ("quiero una cita el viernes", "la A", "Rosa Medina", "sí")[len(TO[place]) :]
        assert "booked" in [key for text in rest for key in clinic.say("Ana", text).keys]


@pytest.mark.parametrize(
    ("place", "said", "goes_on"),
    [
        ("idle", "quiero una cita el viernes", {"offer_slots"}),
        ("offer", "la A", {"ask_name"}),
        ("name", "Rosa Medina", {"proposal"}),
        ("confirm", "sí", {"proposal", "booked"}),  # "sí y …" may wait for its answer, "sí. ¿…?" does not
        ("move_offer", "la B", {"move_proposal"}),
    ],
)
@pytest.mark.parametrize("added", [" y puedo pagar con tarjeta", ", y aceptan dólares?", ". ¿Hay estacionamiento?"])
def test_a_question_added_to_what_is_said_is_answered_and_that_is_done(
    place: str, said: str, goes_on: set[str], added: str
) -> None:
    clinic = clinic_with()
    heard(clinic, TO[place])
    came = clinic.say("Ana", said + added)
    assert "answer_document" in came.keys, came.keys
    assert came.keys[-1] in goes_on
    assert replay(clinic.records[-1]).replies == clinic.records[-1].replies


@pytest.mark.parametrize(("name", "share", "most"), [("first", 0.85, 0), ("ninth", 0.6, 2)])
def test_eighty_questions_by_chat(name: str, share: float, most: int) -> None:
    clinic = clinic_with()
    told: dict[bool, list[bool]] = {True: [], False: []}
    for n, asked in enumerate(questions(name)):
        clinic.say(f"P{n}", "hola")
        came = clinic.say(f"P{n}", asked.question)
        right = asked.says is not None and asked.says in came.text
        told[asked.says is not None].append(right if asked.says else "answer_document" in came.keys)
    print(f"\nby chat: {sum(told[True])} of {len(told[True])} answered, {sum(told[False])} made up")
    assert sum(told[False]) <= most
    assert sum(told[True]) >= share * len(told[True])


def test_of_one_thing_in_two_areas_it_is_asked_which() -> None:
    clinic = clinic_with()
    with clinic.begin() as uow:
        parts = [TextPart(headings=("Ultrasonido abdominal",), text="Cuesta $1,150.")]
        uow.documents.put("Precios de ultrasonido", Area.PRICES, "u.md", "x", parts, LOADED)
        uow.commit()
    clinic.say("Ana", "hola")
    both = clinic.say("Ana", "¿qué saben del ultrasonido?")
    assert both.keys == ["answer_document"]
    assert "precios y preparación" in both.text or "preparación y precios" in both.text
    assert "Fuente" not in both.text
    assert "$1,150" in clinic.say("Ana", "¿precios de ultrasonido?").text
    assert "ayuno" in clinic.say("Ana", "¿preparación de ultrasonido?").text
    assert replay(clinic.records[-3]).replies == clinic.records[-3].replies


@pytest.mark.parametrize("place", TO)
@pytest.mark.parametrize(("area", "says"), [("precios", "$1,150"), ("la preparación por favor", "Seis horas de ayuno")])
def test_the_area_that_is_said_belongs_to_what_was_asked(place: str, area: str, says: str) -> None:
    clinic = clinic_with()
    with clinic.begin() as uow:
        parts = [TextPart(headings=("Ultrasonido abdominal",), text="Cuesta $1,150.")]
        uow.documents.put("Precios de ultrasonido", Area.PRICES, "u.md", "x", parts, LOADED)
        uow.commit()
    heard(clinic, TO[place])
    before = clinic.records[-1]
    clinic.say("Ana", "¿qué saben del ultrasonido abdominal?")
    assert "Dime cuál necesitas" in clinic.say("Ana", "¿qué saben del ultrasonido?").text
    came = clinic.say("Ana", area)
    assert came.keys[0] == "answer_document"
    assert says in came.text
    after = clinic.records[-1]
    assert after.steps[-1].target == before.steps[-1].target
    assert replay(after).replies == after.replies
    if place in ("offer", "name", "confirm"):
        rest = ("quiero una cita el viernes", "la A", "Rosa Medina", "sí")[len(TO[place]) :]
        assert "booked" in [key for text in rest for key in clinic.say("Ana", text).keys]


def test_an_area_that_is_not_asked_for_belongs_to_nothing() -> None:
    clinic = clinic_with()
    heard(clinic, TO["offer"])
    clinic.say("Ana", "¿aceptan dólares?")
    came = clinic.say("Ana", "preparación")
    assert "ultrasonido" not in came.text.lower()


def test_a_doctors_word_is_given_by_nobody_but_a_person() -> None:
    clinic = clinic_with()
    for n, text in enumerate(ADVICE):
        clinic.say(f"P{n}", "hola")
        assert "answer_document" not in clinic.say(f"P{n}", text).keys, text


def test_what_the_clinic_entered_as_data_answers_first() -> None:
    answers = Answers(prices=(Price(what="Consulta", said="$1"),), cards="Solo débito.")
    clinic = clinic_with(answers=answers)
    clinic.say("Ana", "hola")
    assert clinic.say("Ana", "¿cuánto cuesta la consulta?").keys == ["answer_record"]
    assert "Solo débito." in clinic.say("Ana", "¿aceptan tarjetas?").text
    assert clinic.say("Ana", "¿dan justificante para la escuela?").keys == ["answer_document", "still_asked"]


def test_the_longest_passage_goes_out_with_what_was_under_way() -> None:
    clinic = clinic_with()
    with clinic.begin() as uow:
        text = ("El helicóptero ambulancia llega al techo. " * 40)[:LONGEST].strip()
        uow.documents.put("H" * 80, Area.OTHER, "h.md", "x", [TextPart(headings=("A",), text=text)], LOADED)
        uow.commit()
    heard(clinic, TO["offer"])
    came = clinic.say("Ana", "¿a qué techo llega el helicóptero?")
    assert came.keys[0] == "answer_document"
    assert text in came.text


@dataclass
class Hangs:
    """A service that answers nobody in time."""

    let_go: threading.Event = field(default_factory=threading.Event)
    asked: int = 0

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        self.asked += 1
        self.let_go.wait(60)
        return None


@dataclass
class Fails:
    error: Exception
    asked: int = 0

    def answer(self, query: str, request: LookupRequest) -> Passage | None:
        self.asked += 1
        raise self.error


@pytest.mark.parametrize("knowledge", [Hangs(), Fails(DatabaseUnavailable("gone")), Fails(KeyError("a bug"))])
def test_a_search_that_hangs_or_fails_hinders_no_booking(knowledge: Hangs | Fails) -> None:
    clinic = clinic_with(knowledge)
    clinic.pace = clinic.engine.pace = dataclasses.replace(clinic.engine.pace, lookup=dt.timedelta(seconds=0.05))
    clinic.say("Ana", "hola")
    keys: list[str] = []
    for text in ("quiero una cita el viernes", "la A", "Rosa Medina", "sí"):
        keys += clinic.say("Ana", text).keys
        assert "no_answer" in clinic.say("Ana", QUESTION).keys
    assert "booked" in keys
    assert knowledge.asked == 4
    if isinstance(knowledge, Hangs):
        knowledge.let_go.set()


def test_the_search_holds_no_transaction_while_the_turn_has_one() -> None:
    clinic = clinic_with()
    open_then: list[int] = []
    inner = Library(clinic.begin, None, is_spanish)

    class Looking:
        def answer(self, query: str, request: LookupRequest) -> Passage | None:
            found = inner.answer(query, request)
            store = clinic.begin.store  # type: ignore[attr-defined]
            open_then.append(len(store.open) + len(store.locks))
            return found

    clinic.knowledge = clinic.engine.knowledge = Looking()
    clinic.say("Ana", "hola")
    assert clinic.say("Ana", QUESTION).keys == ["answer_document"]
    assert open_then == [0]


def test_what_nothing_answers_surely_is_shown_as_the_nearest_there_is_and_counts_as_unanswered() -> None:
    clinic = clinic_with()
    other = clinic.say("Ana", "tengo un lunar raro en el brazo, quién me lo checa?").text
    assert "Lo más cercano" not in other, "what is to be done after an injection is no answer"
    reply = clinic.say("Ana", "¿el edificio tiene elevador?").text
    assert "no te sé decir yo. Lo más cercano que tengo escrito es esto:" in reply
    assert "Hay elevador y rampa" in reply
    assert "Puede que no sea eso. ¿Te comunico con recepción?" in reply
    assert clinic.records[-1].unanswered


PRICED = Answers(prices=(Price(what="Consulta de primera vez", said="$600"),))


@pytest.mark.parametrize("place", ["idle", "offer", "name", "confirm", "move_offer"])
@pytest.mark.parametrize(
    ("asked", "told"),
    [
        ("¿dan factura y tienen rampa?", ("48 horas", "rampa en la entrada")),
        ("¿cuánto cuesta el electrocardiograma y cómo me preparo?", ("electrocardiograma cuesta $450", "dos piezas")),
        ("¿cuánto cuesta el electrocardiograma y tengo que ir en ayunas?", ("cuesta $450", "No necesita ayuno")),
        ("¿me hacen factura y cuánto tarda?", ("48 horas",)),
    ],
)
def test_each_of_several_questions_is_answered_by_itself(place: str, asked: str, told: Sequence[str]) -> None:
    """Of the thing that is named, and never of a visit; what was under way is asked again."""
    clinic = clinic_with(answers=PRICED)
    heard(clinic, TO[place])
    came = clinic.say("Ana", asked)
    for words in told:
        assert words in came.text
    for others in ("$600", "dura 30 minutos", "ocho horas de ayuno"):
        assert others not in came.text
    assert sub_state_of(clinic.conversation("Ana")) is SubState(place.upper() if place != "confirm" else "CONFIRM_BOOK")
    assert replay(clinic.records[-1]).replies == clinic.records[-1].replies


def test_what_is_asked_of_what_an_appointment_is_for_is_of_that() -> None:
    clinic = clinic_with(answers=PRICED)
    came = clinic.say("Ana", "necesito una cita para un electrocardiograma, ¿qué preparación lleva y cuánto cuesta?")
    assert "dos piezas" in came.text
    assert "electrocardiograma cuesta $450" in came.text
    assert "$600" not in came.text
    assert came.keys[-1] == "offer_slots"
