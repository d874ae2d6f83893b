"""A time on screen told by what several clauses say of it: days and hours, places, what will not do, why."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CancelBooking, CheckAvailability, SelectSlot
from booking.models import State, UnderstandingContext
from nlu.choosing import clause_by_clause
from nlu.shortcuts import parse, understanding
from tests.nlu.messages import ZONE, context
from tests.nlu.test_day_named import DAYS, offering, starts


def on(day: int, hour: int, minute: int = 0) -> dt.datetime:
    month, of_month = (11, day) if day > 20 else (12, day)
    return dt.datetime(2026, month, of_month, hour, minute, tzinfo=ZONE)


SPREAD = (on(25, 9), on(26, 11), on(26, 16, 30), on(27, 12), on(30, 17))
"""Wednesday (tomorrow), Thursday twice, Friday at noon, Monday."""


def chosen(text: str, *offered: dt.datetime) -> int | None:
    where = offering(*(offered or SPREAD))
    said = understanding(text, parse(text, where), where).intents
    options = [one.option for one in said if isinstance(one, SelectSlot)]
    return options[0] if len(said) == len(options) == 1 else None


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("no puedo ni lunes ni jueves, el viernes", 4), ("no me queda ni el jueves ni el lunes, el viernes sí", 4),
        ("ni mañana ni el jueves, mejor el lunes", 5), ("no puedo el miércoles, así que el viernes", 4),
        ("el lunes no me acomoda, pero el viernes sí estaría bien", 4), ("mañana trabajo, el viernes por favor", 4),
        ("el viernes no porque es la posada de mi trabajo, pero el lunes sí", 5),
        ("ni miércoles ni jueves ni viernes puedo, el lunes entonces", 5), ("el lunes no, mejor mañana", 1),
    ],
)  # fmt: skip
def test_what_will_not_do_stands_beside_the_day_that_does(text: str, option: int) -> None:
    assert chosen(text) == option


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("cualquiera del jueves menos la de las 11", 3), ("la que sea del jueves excepto la de las 4:30", 2),
        ("la del jueves pero no la de las 11", 3), ("el jueves, menos a las 4:30", 2),
        ("la de antes de mediodía pero no la de las 9", 2),
    ],
)  # fmt: skip
def test_all_but_one_of_a_day(text: str, option: int) -> None:
    assert chosen(text) == option


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("sí el jueves, la primera de ese día", 2), ("el jueves, la última de ese día", 3),
        ("jueves, la más temprana", 2),
        ("la más tarde que me puso, el jueves", 3), ("la más temprano que tenga, jueves", 2),
        ("la primera de todas, la de las 9", 1),
        ("la última que me puso, la del lunes", 5), ("la más tarde de todas, la del lunes", 5),
        ("la primera que me dice ahí, la de mañana", 1), ("me quedo con la más temprana, la de las 9", 1),
    ],
)  # fmt: skip
def test_a_place_among_those_that_are_left(text: str, option: int) -> None:
    assert chosen(text) == option


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("el lunes ya que me paguen", 5), ("el lunes ya que, en la tarde", 5), ("mañana mismo, así salgo de eso", 1),
        ("la del jueves en la tarde, la de las 4:30", 3), ("ah qué bueno, entonces la del viernes que ya descanso", 4),
        ("viernes, para alcanzar a comer", 4), ("cuatro y media, nosotros salimos temprano de la casa", 3),
        ("lo que pasa es que entro a las 6 y salgo a las 3, así que el lunes", 5),
        ("el viernes porque el lunes trabajo", 4), ("la de las once, que para esa hora ya dejé a los niños", 2),
        ("mañana, gracias por la paciencia", 1), ("el viernes para que me lleve mi esposo", 4),
        ("la de las 11 y le agradezco mucho su ayuda", 2), ("el viernes, y gracias por la paciencia que me tiene", 4),
        ("la de las 9, para salir temprano", 1), ("ni mañana ni pasado, el viernes entonces", 4),
    ],
)  # fmt: skip
def test_why_it_is_that_one_changes_nothing(text: str, option: int) -> None:
    assert chosen(text) == option


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("¿puede ser a las 9?", 1), ("puede ser el viernes?", 4), ("¿me puede dar la del lunes?", 5),
        ("¿podría ser el jueves a las 11?", 2), ("el viernes se puede?", 4),
    ],
)  # fmt: skip
def test_whether_it_can_be_that_one_is_asked_politely(text: str, option: int) -> None:
    assert chosen(text) == option


@pytest.mark.parametrize(
    "text",
    [
        "no puedo ni lunes ni martes", "el lunes no puedo, el jueves sí", "el viernes, si me toca con la doctora",
        "el viernes con la doctora Ríos", "el viernes pero más tarde", "el viernes no sé, luego le digo",
        "mañana trabajo, el lunes también", "el jueves, la cuarta", "no puedo mañana, el martes",
        "el lunes o el viernes", "¿el lunes hay más temprano?", "el viernes salgo a las 12",
        "el lunes no trabajo, ¿y en la mañana?", "cualquiera menos el jueves", "el viernes me operan",
        "el viernes y el lunes", "ya tengo cita el viernes", "mejor otro día, el viernes no", "cancele la del viernes",
        "¿el viernes es con la doctora?", "el viernes, para mi hijo mejor el lunes", "otro lunes",
        "el viernes no creo poder porque trabajo", "mañana ya que no", "el lunes a las 4", "no, el viernes no, gracias",
        "la más tarde que tenga, el jueves", "el lunes, sino el viernes por la mañana",
        "el viernes a menos que haya antes", "a las 9 entro a trabajar", "¿a las 9 abren?",
        "el viernes que viene no estoy",
    ],
)  # fmt: skip
def test_nothing_else_is_a_choice(text: str) -> None:
    assert chosen(text) is None


def test_the_other_one_of_a_day_that_is_not_so_early() -> None:
    assert chosen("el jueves pero no tan temprano, la otra que tiene", on(26, 8, 30), on(26, 11), on(30, 9)) == 2


TWO_FOURTHS = (on(2, 16), on(3, 10), on(4, 9))


@pytest.mark.parametrize(
    ("text", "offered", "option"),
    [
        ("el 4", TWO_FOURTHS, 3), ("el día 3", TWO_FOURTHS, 2), ("el 2", TWO_FOURTHS, None),
        ("el 3", TWO_FOURTHS, None),
        ("la 2", TWO_FOURTHS, 2), ("el día 2", TWO_FOURTHS, 1), ("la del 4", TWO_FOURTHS, 3),
        ("el 3", (on(1, 9), on(2, 9), on(3, 9)), 3), ("el 1", SPREAD, 1),
        ("el dos no porque salgo, pero el 4 sí", TWO_FOURTHS, 3), ("el 4 por favor", TWO_FOURTHS, 3),
    ],
)  # fmt: skip
def test_a_number_is_an_options_or_a_days_where_it_can_be_one_of_them_alone(
    text: str, offered: tuple[dt.datetime, ...], option: int | None
) -> None:
    assert chosen(text, *offered) == option


@given(offered=starts, gone=st.sampled_from(DAYS), day=st.sampled_from(DAYS))
def test_what_is_refused_is_never_chosen(offered: list[dt.datetime], gone: str, day: str) -> None:
    for said in (
        f"no puedo el {gone}, el {day} sí",
        f"{day}, porque el {gone} no puedo",
        f"cualquiera menos el {gone}",
    ):
        read = clause_by_clause.read(said, offering(*offered))
        there = [one.option for one in read.intents if isinstance(one, SelectSlot)] if read else []
        assert all(DAYS[offered[n - 1].weekday()] != gone for n in there)


@pytest.mark.parametrize("state", [State.IDLE, State.CUSTOMER_DATA, State.CONFIRM])
def test_elsewhere_nothing_is_chosen(state: State) -> None:
    where: UnderstandingContext = context(state).model_copy(update={"offered": SPREAD})
    assert clause_by_clause.read("no puedo el lunes, el viernes sí", where) is None


def meaning(text: str) -> tuple[AnyIntent, ...]:
    where = offering(*SPREAD)
    return understanding(text, parse(text, where), where).intents


@pytest.mark.parametrize(
    "text",
    [
        "ninguna, gracias, ya no", "gracias pero ya no la ocupo", "ninguna, mejor ya no",
        "ya no gracias, voy a ir a similares",
        "ya conseguí cita en otro lado, gracias", "ya me consiguieron cita en el seguro así que ya no voy a ocupar",
        "muchas gracias, pero ya no la necesito", "ninguno, ya no quiero nada",
    ],
)  # fmt: skip
def test_all_of_it_is_given_up(text: str) -> None:
    assert meaning(text) == (CancelBooking(),)


@pytest.mark.parametrize(
    "text",
    [
        "gracias pero ya no puedo el lunes", "ninguna, mejor otra",
        "ya saqué cita en el simi, ¿la puedo cambiar con ustedes?",
        "ninguno, ya no quiero esa hora", "ya conseguí quien me lleve el lunes", "ya me dieron cita pero quiero otra",
    ],
)  # fmt: skip
def test_what_is_refused_of_it_gives_up_nothing(text: str) -> None:
    assert not any(isinstance(one, CancelBooking) for one in meaning(text))


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("¿y a las 8 no tendrá? es que a las 10 apenas sale mi hija del kinder", 8),
        ("¿a las 10 no tiene? es que a las 9 dejo a los niños y a las once ya es tarde", 10),
        ("¿a las 6 no hay? es que a las 5 salgo de la línea", 18),
    ],
)
def test_why_another_hour_is_asked_for_changes_nothing(text: str, hour: int) -> None:
    (wish,) = meaning(text)
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    assert wish.when.when is not None
    assert wish.when.when.time_from == dt.time(hour)


@pytest.mark.parametrize(
    "text",
    [
        "¿esas son con la doctora Ríos? yo quería con la doctora Méndez",
        "son con el doctor Salas, ¿verdad? es que yo buscaba con la doctora Méndez",
    ],
)
def test_with_whom_is_wished_behind_the_question_with_whom_they_are(text: str) -> None:
    (wish,) = meaning(text)
    assert isinstance(wish, CheckAvailability)
    assert wish.doctor == "Dra. Laura Méndez"
