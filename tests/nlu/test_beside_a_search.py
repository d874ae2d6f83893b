"""Words that nobody has read beside a wish for times: what colours it stops no offer, what may turn it does."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, ListAppointments, SelectSlot, StartBooking, Unknown
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules

ZONE = dt.timezone(dt.timedelta(hours=-8))
OFFERED = tuple(
    dt.datetime(2026, *at, tzinfo=ZONE)
    for at in ((11, 26, 9), (11, 26, 12), (11, 26, 16, 30), (11, 30, 10), (12, 1, 18))
)
IDLE = UnderstandingContext(
    now=dt.datetime(2026, 11, 24, 10, tzinfo=ZONE), state=State.IDLE, doctors=("Dr. Jorge Salas",)
)
SHOWN = IDLE.model_copy(update={"state": State.SLOT_SELECTION, "offered": OFFERED})
CONFIRM = IDLE.model_copy(update={"state": State.CONFIRM})

WISHES = (
    "quiero una cita el jueves a las 9",
    "me aparta un espacio para el lunes",
    "hay lugar mañana con el doctor Salas",
)
COLOURS = ("kiubo", "cruzo la garita", "traigo un lunar", "ando en la maquila", "ya ve la garita")
HEAVY = (
    "cada quince días",
    "menos si llueve",
    "con un dermatólogo",
    "sin pagar",
    "y otra para mi vecina",
    "y mándeme la factura",
)


def read(text: str, context: UnderstandingContext = IDLE) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, context).intents


@given(st.sampled_from(WISHES), st.sampled_from(COLOURS), st.booleans())
def test_what_colours_a_wish_changes_nothing_of_it(wish: str, colour: str, before: bool) -> None:
    said = read(f"{colour}, {wish}" if before else f"{wish}, {colour}")
    (plain,) = read(wish)
    found = [intent for intent in said if isinstance(intent, StartBooking | CheckAvailability)]
    assert found
    assert (found[0].when, found[0].doctor) == (plain.when, plain.doctor)  # type: ignore[union-attr]


@given(st.sampled_from(WISHES), st.sampled_from(HEAVY))
def test_what_may_turn_a_wish_is_never_passed_over(wish: str, heavy: str) -> None:
    said = read(f"{wish}, {heavy}")
    assert said != read(wish)


@pytest.mark.parametrize(
    "text",
    ["mi cita era a las 4 y ya van a dar las 5 y nadie sale", "ya me dieron cita en el seguro el jueves"],
)
def test_an_appointment_that_exists_is_no_wish_for_times(text: str) -> None:
    assert not any(isinstance(intent, StartBooking | CheckAvailability) for intent in read(text))


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("agárrame la primera antes que me la ganen", 1),
        ("a las 12 saliendo del jale", 2),
        ("la 3 pa alcanzar a comer", 3),
        ("la más temprana aunque me levante con el gallo", 1),
        ("the second one please", 2),
        ("me va bien la segunda", 2),
    ],
)
def test_what_is_told_after_a_choice_leaves_it_one(text: str, option: int) -> None:
    assert read(text, SHOWN) == (SelectSlot(option=option),)


@pytest.mark.parametrize(
    "text",
    [
        "la 3 para cambiar la que tengo",
        "a las 12 saliendo a las 5",
        "la 2 aunque la 3 no estaba mal, no sé",
        "la 1 aunque no estoy segura",
    ],
)
def test_what_may_be_more_than_a_choice_is_none(text: str) -> None:
    assert not any(isinstance(intent, SelectSlot) for intent in read(text, SHOWN))


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("quiero cita el friday", (27, 27)),
        ("I need cita next week", (30, 6)),
        ("can I get una cita for tomorrow please", (25, 25)),
    ],
)
def test_english_among_spanish_is_read(text: str, days: tuple[int, int]) -> None:
    (said,) = read(text)
    assert isinstance(said, StartBooking | CheckAvailability)
    assert said.when is not None
    assert said.when.when is not None  # type: ignore[union-attr]
    assert (said.when.when.date_from.day, said.when.when.date_to.day) == days  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text",
    [
        "sí, es que ya me duele mucho",
        "sí porque me duele la muela",
        "perfectísimo",
        "apruebo",
        "that's fine",
        "me va bien",
        "sí mi reina",
    ],
)
def test_more_ways_to_agree(text: str) -> None:
    assert [intent.kind for intent in read(text, CONFIRM)] == ["confirm"]


@pytest.mark.parametrize(
    "text",
    [
        "sí, es que me equivoqué de día",
        "sí porque el lunes trabajo",
        "sí, es que quería con el doctor Salas",
        "sí porque quiero que la cancele",
        "sí, ya que no es esa hora",
        "sí, es que ya tengo una",
        "sí, es que mi mamá la hizo",
    ],
)
def test_a_reason_that_may_be_about_the_proposal_is_no_yes(text: str) -> None:
    assert "confirm" not in [intent.kind for intent in read(text, CONFIRM)]


def test_until_is_not_before_where_others_are_refused() -> None:
    (said,) = read("ninguna, mejor hasta diciembre", SHOWN)
    assert isinstance(said, CheckAvailability)
    assert said.when is not None
    assert said.when.when is not None  # type: ignore[union-attr]
    assert said.when.when.date_from == dt.date(2026, 12, 1)  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text", ["¿tiene cita mi mamá?", "¿sigue en pie lo mío de mañana?", "¿cuándo me vuelve a tocar?"]
)
def test_who_has_an_appointment_is_asked_and_none_is_sought(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [ListAppointments]


def test_a_foreign_message_that_nobody_can_read_says_so() -> None:
    (said,) = read("where is my wallet, do you know who took it")
    assert isinstance(said, Unknown)
