"""What is said to a reminder beside a plain yes or no."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AsTold, Attend, Confirm, Deny, RequestHuman
from booking.models import Expected, State, UnderstandingContext
from nlu.shortcuts import Rules

NOW = dt.datetime(2026, 11, 23, 10, tzinfo=dt.UTC)
THOSE = (AsTold(appointment_id=7, version=1),)
CANNOT = Attend(those=THOSE, coming=False)
CONTEXT = UnderstandingContext(now=NOW, state=State.IDLE, expected=Expected(yes=Attend(those=THOSE), no=CANNOT))


def read(text: str, context: UnderstandingContext = CONTEXT) -> tuple[object, ...]:
    return Rules().understand(text, context).intents


@pytest.mark.parametrize(
    "text",
    [
        "no voy a poder, me salió un viaje",
        "no podré, tengo que trabajar",
        "ay no, no puedo",
    ],
)
def test_that_one_cannot_come_may_have_its_why_beside_it(text: str) -> None:
    assert read(text) == (CANNOT,)


@pytest.mark.parametrize(
    "text",
    [
        "no voy a poder, ¿me la cambias al lunes?",
        "no puedo ir, mejor el viernes",
        "no puedo ir, quiero otra fecha",
        "no puedo llegar a las 10 pero llego a las 10:20",
        "no puedo dormir del dolor",
        "no puedo ni caminar, me duele la pierna",
        "no puedo abrir el mapa",
    ],
)
def test_what_is_asked_for_beside_it_is_not_left_out(text: str) -> None:
    assert read(text) != (CANNOT,)


def test_an_emergency_beside_it_outweighs_it() -> None:
    assert any(isinstance(one, RequestHuman) for one in read("no voy a poder, me duele mucho el pecho"))


def test_nothing_is_declined_where_nobody_asked() -> None:
    assert read("no podré, tengo que trabajar", CONTEXT.model_copy(update={"expected": None})) != (CANNOT,)


@pytest.mark.parametrize(
    "text",
    ["simón, ahí nos vemos", "sí, nos vemos mañana", "allá nos vemos", "ok nos vemos ese día", "nos vemos, gracias"],
)
def test_to_who_asks_whether_one_comes_a_leave_taken_is_a_yes(text: str) -> None:
    assert read(text) == (Confirm(),)
    assert Confirm() not in read(text, CONTEXT.model_copy(update={"expected": None}))


VISIT = dt.datetime(2026, 11, 24, 11, tzinfo=dt.UTC)
THEN = ("a esa hora", "mañana a las 11", "el martes a las 11", "mañana a esa hora")
YES_THEN = (
    "{} sí",
    "{} está bien",
    "{} estoy ahí",
    "ahí estaré {}",
    "{} ahí nos vemos",
    "sí voy {}",
    "{} me queda bien",
)
NO_THEN = ("{} no", "{} no puedo", "{} se me complica", "{} no me queda", "{} está difícil", "{} no voy a poder")


@pytest.mark.parametrize("then", THEN)
@pytest.mark.parametrize(("said", "comes"), [*((way, True) for way in YES_THEN), *((way, False) for way in NO_THEN)])
def test_said_of_the_time_that_it_has_it_is_a_yes_or_a_no(said: str, comes: bool, then: str) -> None:
    context = CONTEXT.model_copy(update={"visits": (VISIT,), "opens": dt.time(8), "closes": dt.time(20)})
    assert read(said.format(then), context) in ((Confirm() if comes else Deny(),), (Attend(those=THOSE, coming=comes),))
    other = said.format("mañana a las 12")
    assert not {*read(other, context)} & {Confirm(), Attend(those=THOSE)}, other


@pytest.mark.parametrize("before", ["", "no se preocupe, ", "no hay problema, ", "claro, "])
@pytest.mark.parametrize("text", ["ahí voy", "ahí estoy", "no faltaré", "no voy a faltar", "ahí estaremos"])
def test_who_says_not_to_worry_comes(before: str, text: str) -> None:
    assert read(before + text) == (Confirm(),)


@pytest.mark.parametrize(
    "text", ["si puedo ahí estaré", "voy a faltar", "claro que no voy", "por supuesto que no", "ahí vemos si voy"]
)
def test_a_condition_or_a_no_is_no_yes(text: str) -> None:
    assert not {*read(text)} & {Confirm(), Attend(those=THOSE)}


@pytest.mark.parametrize("text", ["ahí vemos", "luego vemos", "a ver", "ahí te aviso"])
def test_what_only_sounds_like_it_is_none(text: str) -> None:
    assert Confirm() not in read(text)


@pytest.mark.parametrize(
    "text", ["la primera sí pero la del niño no", "la primera sí, la de mi hijo no", "a la primera voy, a la otra no"]
)
def test_of_two_the_other_may_be_said_by_whose_it_is(text: str) -> None:
    two = (*THOSE, AsTold(appointment_id=8, version=1))
    asked = Expected(yes=Attend(those=two), no=Attend(those=two, coming=False))
    first, second = (Attend(those=(one,), coming=comes) for one, comes in zip(two, (True, False), strict=True))
    assert read(text, CONTEXT.model_copy(update={"expected": asked})) == (first, second)


@pytest.mark.parametrize("before", ["", "hola, ", "disculpe, ", "no, "])
@pytest.mark.parametrize(
    "text",
    ["número equivocado", "se equivocaron de persona", "se equivocó de número", "no conozco a ninguna Ana",
     "no soy Ana", "este número ya no es de Ana", "aquí no es", "no la conozco"],
)  # fmt: skip
def test_who_was_not_meant_gets_a_person_and_nothing_is_told(before: str, text: str) -> None:
    assert read(f"{before}{text}") == (RequestHuman(),)


@pytest.mark.parametrize(
    "text", ["no soy de aquí, cómo llego?", "me equivoqué de día, ahí estaré", "no conozco la clínica, dónde es?"]
)
def test_who_was_meant_is_answered(text: str) -> None:
    assert RequestHuman() not in read(text)
