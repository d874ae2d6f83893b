"""The waiting list is asked for by the kind of sentence: a condition that gives a time back, and what would be done."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import JoinWaitingList, LeaveWaitingList, Unknown, Whose
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import NOW, context

CONDITIONS = ("si se abre un lugar", "por si alguien cancela", "si se desocupa algo", "si se libera un espacio")
REACTIONS = ("me avisan", "me pueden adelantar", "lo tomo", "anóteme", "me apuntan", "me interesa")
DOCTORS = ("Dra. Laura Méndez", "Dr. Jorge Salas", "Dra. Paula Ríos")


def joins(text: str) -> JoinWaitingList | None:
    here = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)
    intents = Rules().understand(text, here).intents
    return next((intent for intent in intents if isinstance(intent, JoinWaitingList)), None)


@pytest.mark.parametrize(("condition", "reaction"), [*product(CONDITIONS, REACTIONS)])
def test_a_condition_and_what_would_be_done_in_any_order(condition: str, reaction: str) -> None:
    assert joins(f"{reaction} {condition}")
    assert joins(f"{condition} {reaction}")


@pytest.mark.parametrize("condition", CONDITIONS)
def test_the_condition_alone_is_enough_with_when_and_with_whom(condition: str) -> None:
    assert joins(condition)
    said = joins(f"{condition} el jueves con la Dra. Ríos")
    assert said
    assert said.doctor == "Dra. Paula Ríos"
    assert said.when
    assert said.when.when
    assert said.when.when.date_from == dt.date(2026, 11, 26)


TOLD = ("tengo cita el viernes", "mi cita es el viernes", "me dieron cita hasta el viernes")
EARLIER = (
    "si se abre algo antes me avisan",
    "me avisas si se libera algo antes",
    "anótame en la lista de espera por si hay algo antes",
)


@pytest.mark.parametrize(("told", "condition"), [*product(TOLD, EARLIER)])
@pytest.mark.parametrize("wished", ["", ", el jueves por la tarde"])
def test_the_day_of_the_appointment_they_have_is_not_what_they_wait_for(told: str, condition: str, wished: str) -> None:
    said = joins(f"{told}, {condition}{wished}")
    assert said
    assert said.earlier
    assert said.of
    assert said.of.when
    assert said.of.when.date_from == dt.date(2026, 11, 27)
    days = [said.when.when.date_from] if said.when and said.when.when else []
    assert days == ([dt.date(2026, 11, 26)] if wished else [])


@pytest.mark.parametrize("condition", ["avísame si se abre algo", "por si se desocupa algo"])
def test_before_the_appointment_of_a_day_is_earlier_than_that_one(condition: str) -> None:
    said = joins(f"{condition} antes de mi cita del viernes")
    assert said
    assert (said.earlier, said.when) == (True, None)
    assert said.of
    assert said.of.when


@pytest.mark.parametrize(
    ("whom", "whose"),
    [
        ("a mi hija", Whose()),
        ("a mi hija Sofía", Whose(name="Sofía")),
        ("a Sofía Ruiz", Whose(name="Sofía Ruiz")),
        ("a mi papá", Whose()),
    ],
)
def test_it_is_for_whoever_is_named(whom: str, whose: Whose) -> None:
    said = joins(f"anota {whom} en la lista de espera")
    assert said
    assert said.whose == whose


def test_a_reason_names_nobody() -> None:
    said = joins("avísame si se abre algo, es que mi mamá está mala")
    assert said
    assert said.whose is None


@pytest.mark.parametrize(
    "text",
    [
        "¿qué pasa si alguien falta?",
        "si se cancela mi cita me devuelven el dinero?",
        "ponme en la lista de precios",
        "si hay lugar el jueves",
        "si cancelo me cobran?",
    ],
)
def test_what_only_sounds_like_it_joins_nothing(text: str) -> None:
    assert joins(text) is None


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("before", ["", "no pues ninguna, "])
@pytest.mark.parametrize(("first", "second"), [("el lunes", "el martes"), ("hoy", "mañana"), ("lunes", "jueves")])
def test_all_days_that_are_named_are_waited_for(before: str, condition: str, first: str, second: str) -> None:
    for text in (
        f"{before}avísame {condition} {first} o {second}",
        f"{before}{condition} {first} o {second} me avisan",
    ):
        said = joins(text)
        assert said, text
        assert said.when, text
        assert len({when.date_from for when in said.when.candidates}) == 2, text


@pytest.mark.parametrize("condition", CONDITIONS)
@pytest.mark.parametrize("said", ["a nombre de Ana Luna", "soy Ana Luna", "me llamo Ana Luna"])
def test_the_name_it_is_said_for_is_kept(condition: str, said: str) -> None:
    for text in (f"avísame {condition}, {said}", f"{said}, avísame {condition}"):
        wish = joins(text)
        assert wish, text
        assert wish.whose == Whose(own=True, name="Ana Luna"), text


@pytest.mark.parametrize("by_turn", [False, True])
@pytest.mark.parametrize(("doctor", "named"), [("", False), (" con la Dra. Ríos", True)])
@pytest.mark.parametrize("earlier", EARLIER)
def test_who_asked_for_nobody_waits_for_anybody(earlier: str, doctor: str, named: bool, by_turn: bool) -> None:
    here = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS, by_turn=by_turn)
    (said,) = Rules().understand(earlier + doctor, here).intents
    assert isinstance(said, JoinWaitingList)
    assert said.anyone is (by_turn and not named)


@pytest.mark.parametrize("text", ["en lista de espera", "lista de espera", "pues en la lista de espera por favor"])
def test_the_list_alone_is_a_wish_to_be_on_it(text: str) -> None:
    assert joins(text) == JoinWaitingList()


@pytest.mark.parametrize(
    "text", ["¿hay lista de espera?", "tienen lista de espera?", "y hay alguna lista de cancelaciones?"]
)
def test_who_asks_whether_there_is_one_is_asked_about_it(text: str) -> None:
    here = UnderstandingContext(now=NOW, state=State.IDLE, doctors=DOCTORS)
    (said,) = Rules().understand(text, here).intents
    assert isinstance(said, Unknown)
    assert said.understood == (JoinWaitingList(),)


@pytest.mark.parametrize(
    "text",
    [
        "anóteme en la lista de espera por si alguien cancela esta semana",
        "si se libera algo mañana en la tarde me avisas? anótame en lista de espera",
        "me pueden poner en lista por si alguien cancela con el doctor Salas?",
        "tienen lista de espera? me gustaría que me avisen si alguien cancela",
    ],
)
def test_a_condition_beside_the_list_is_of_it(text: str) -> None:
    read = Rules().parse(text, context(State.IDLE))
    assert [type(one) for one in read.intents] == [JoinWaitingList]
    assert not read.unread


@pytest.mark.parametrize(
    "text",
    [
        "ya sáquenme de la lista de espera, ya conseguí lugar",
        "Ando en la lista de espera pero ya me atendieron en otro lado, sáqueme",
        "no me interesa ya estar en la lista de espera, conseguí en otro lado",
        "bórreme de la lista de espera, ya no lo necesito",
    ],
)
def test_why_somebody_goes_off_the_list_is_no_more_than_that(text: str) -> None:
    read = Rules().parse(text, context(State.IDLE))
    assert [type(one) for one in read.intents] == [LeaveWaitingList]
    assert not read.unread
