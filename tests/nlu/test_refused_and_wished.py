"""What is on screen or proposed is refused in whatever words, and what is wanted instead is what is looked for; a no
alone is one, and what is only told of it refuses nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelBooking, CheckAvailability, Confirm, Deny, SelectSlot
from booking.models import Purpose, State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

LISTED = context(State.SLOT_SELECTION)
ASKED = context(State.CONFIRM).model_copy(
    update={"offered": (), "proposed": dt.datetime(2026, 11, 26, 11, tzinfo=ZONE), "purpose": Purpose.BOOK}
)
REFUSED = st.sampled_from(
    [
        "esas horas no me quedan",
        "esos están muy temprano",
        "a esas horas estoy trabajando",
        "dice mi hijo que a esas horas está en la escuela",
        "no se me acomodan esos horarios",
        "nel, esas no me laten",
        "páseme otros",
        "en esos días no puedo",
    ]
)
NOT_THEN = st.sampled_from(
    ["no alcanzo a esa hora", "a las 11 no llego", "a esa hora no es posible", "ese día tengo junta en la escuela"]
)
WISHES = st.sampled_from(
    ["algo después de las 5", "que se busque el viernes 4", "que mejor en la tarde", "deme el sábado"]
)
PLAIN = {
    "algo después de las 5": "algo después de las 5",
    "que se busque el viernes 4": "mejor el viernes 4",
    "que mejor en la tarde": "mejor en la tarde",
    "deme el sábado": "mejor el sábado",
}


@given(REFUSED, WISHES)
def test_what_is_wanted_instead_is_looked_for(refused: str, wish: str) -> None:
    said = parse(f"{refused}, {wish}", LISTED)
    assert said.sure
    assert not said.unread
    wished, plain = said.intents[-1], parse(PLAIN[wish], LISTED).intents[-1]
    assert isinstance(wished, CheckAvailability)
    assert isinstance(plain, CheckAvailability)
    assert wished.when == plain.when


@given(NOT_THEN, st.sampled_from(["búsqueme en la tarde", "si fuera a las 12 sí", "mejor el viernes 4"]))
def test_so_it_is_where_a_time_is_proposed(refused: str, wish: str) -> None:
    (said,) = meant(parse(f"{refused}, {wish}", ASKED))
    assert isinstance(said, CheckAvailability)
    assert said.when is not None


@pytest.mark.parametrize("text", [
    "no es posible a esa hora", "Espérese, todavía no lo aparte",
    "mi esposo dice que mejor no, que esperemos a la quincena",
    "no voy a poder a esa hora",
])  # fmt: skip
def test_a_no_alone_is_one(text: str) -> None:
    assert meant(parse(text, ASKED)) == (Deny(),)


@pytest.mark.parametrize("text", [
    "a esa hora estoy en el trabajo", "ese día tengo que ir a la escuela", "muy tarde pero ni modo",
    "a esa hora estoy en el trabajo pero sí puedo", "no voy a poder a esa hora pero mi esposo sí",
])  # fmt: skip
def test_what_is_only_told_is_neither_a_no_nor_a_yes(text: str) -> None:
    assert not any(isinstance(one, Deny | Confirm) for one in meant(parse(text, ASKED)))


@pytest.mark.parametrize("text", ["esos me quedan bien, mejor el primero", "a esas horas sí puedo, mejor la primera"])
def test_what_suits_is_not_refused(text: str) -> None:
    said = meant(parse(text, LISTED))
    assert not any(isinstance(one, CheckAvailability) for one in said) or any(isinstance(o, SelectSlot) for o in said)


@pytest.mark.parametrize(("text", "doctor"), [
    ("con la doctora no, con el Dr. Salas", "Dr. Jorge Salas"), ("así no, yo la pedí con Ríos", "Dra. Paula Ríos"),
])  # fmt: skip
def test_with_whom_instead(text: str, doctor: str) -> None:
    (said,) = meant(parse(text, ASKED))
    assert isinstance(said, CheckAvailability)
    assert said.doctor == doctor


@pytest.mark.parametrize(
    ("text", "like"),
    [
        ("jueves sí, hora no, después de las 4", "mejor el jueves 26 después de las 4"),
        ("está bien el día pero la hora no, después de las 3", "mejor el jueves 26 después de las 3"),
        ("sí pero que sea a las 12 en vez de las 11", "mejor a las 12"),
        ("a las 11 ni loca llego, después de las 3", "mejor después de las 3"),
        ("perdón por las molestias pero que sea el lunes en la tarde", "mejor el lunes en la tarde"),
        ("jueves no puedo, ¿y si lo movemos al lunes?", "mejor el lunes"),
        ("todo bien menos el doctor, que sea con la doctora Ríos", "mejor con la doctora Ríos"),
        ("no señora, yo le dije el viernes no el jueves", "mejor el viernes"),
    ],
)
def test_what_stays_is_set_apart_from_what_does_not(text: str, like: str) -> None:
    said, plain = meant(parse(text, ASKED)), parse(like, ASKED).intents
    assert [type(one) for one in said] == [CheckAvailability]
    wished, wish = said[0], plain[-1]
    assert isinstance(wished, CheckAvailability)
    assert isinstance(wish, CheckAvailability)
    assert (wished.when, wished.doctor) == (wish.when, wish.doctor)


@pytest.mark.parametrize("text", ["ni de chiste llego a esa hora", "no me conviene esa, tengo otra cita ese día"])
def test_by_no_means_is_a_no(text: str) -> None:
    assert meant(parse(text, ASKED)) == (Deny(),)


@pytest.mark.parametrize("text", ["el día está bien", "todo bien menos el doctor", "la hora está perfecta, creo"])
def test_what_stays_alone_refuses_nothing(text: str) -> None:
    assert not any(isinstance(one, Deny | CheckAvailability) for one in meant(parse(text, ASKED)))


@pytest.mark.parametrize(
    "text",
    [
        "Sí, confirmo jueves 26 a las 11",
        "Correcto, jueves a las 11. Ya lo apunté en el calendario de la cocina",
        "Está perfecto señorita, el jueves a las once estoy ahí sin falta, muchas gracias",
        "está bien jueves a las once",
        "correcto todo, mi mamá va conmigo",
        "Ándele, está muy bien, ahí estaremos mi mamá y yo",
        "me parece excelente, así alcanzo a salir del trabajo",
        "de acuerdo, como usted diga",
        "pues si no hay más temprano qué le hacemos, está bueno",
        "sí señora, aunque me gustaría más tarde pero ni modo",
        "ándele sí, apártemela antes de que me la ganen",
        "pues que sea lo que Dios quiera, sí",
    ],
)
def test_a_yes_with_its_own_time_or_what_changes_nothing(text: str) -> None:
    assert meant(parse(text, ASKED))[0] == Confirm()


@pytest.mark.parametrize(
    "text",
    [
        "correcto, a las 11 salgo del trabajo",
        "está bien, ese día trabajo",
        "muy bien, mi mamá pregunta si puede ir ella",
        "perfecto, ya me atendieron en la farmacia",
        "sí, si me da permiso mi patrón",
        "confirmo mañana a las 11",
        "claro, mañana le confirmo",
        "de acuerdo, lo que diga mi esposo",
        "correcto el jueves pero a las 12",
        "está bien, aunque preferiría en la tarde",
        "sí, el viernes a las 11",
        "sí, aunque a lo mejor llego un poco tarde",
    ],
)
def test_what_may_change_something_is_no_yes(text: str) -> None:
    assert Confirm() not in meant(parse(text, ASKED))


@pytest.mark.parametrize(
    "text",
    ["mejor no, primero le pregunto a mi hija y luego le digo", "quítela, ya no voy a necesitarla", "mejor ninguna"],
)
def test_who_puts_it_off_or_needs_it_no_more_gives_it_up(text: str) -> None:
    assert [type(one) for one in meant(parse(text, ASKED))] in ([Deny], [CancelBooking])
