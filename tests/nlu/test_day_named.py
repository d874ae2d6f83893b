"""The day that only one of the times on screen has, named alone, is that time; nothing is chosen that was not said."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import SelectSlot
from booking.models import State, UnderstandingContext
from nlu.choosing import clause_by_clause
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, OFFERED, ZONE, context

DAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")


def at(day: int, hour: int, minute: int = 0) -> dt.datetime:
    return dt.datetime(2026, 12, day, hour, minute, tzinfo=ZONE)


ONE_EACH = (at(2, 11), at(3, 16), at(4, 18, 30))
"""Wednesday, Thursday and Friday of next week: the nearest Thursday is another."""


def offering(*offered: dt.datetime) -> UnderstandingContext:
    return context(State.SLOT_SELECTION).model_copy(update={"offered": offered})


def option(text: str, *offered: dt.datetime) -> int | None:
    said = parse(text, offering(*(offered or ONE_EACH))).intents
    return said[0].option if len(said) == 1 and isinstance(said[0], SelectSlot) else None


@pytest.mark.parametrize(
    ("text", "chosen"),
    [
        ("jueves", 2), ("el viernes", 3), ("el del viernes", 3), ("mejor el jueves", 2), ("el jueves porfa", 2),
        ("el jueves está bien", 2), ("viernes en la tarde", 3), ("ya chequé con mi esposo y el jueves", 2),
        ("miércoles entonces", 1), ("pues ni modo, el viernes", 3), ("me late el viernes 👌", 3), ("ok jueves", 2),
        ("me la das el viernes", 3), ("apárteme el jueves por favor", 2), ("jueves 3 de diciembre", 2),
        ("la que más me late es la del jueves por la tarde", 2),
        ("miércoles por la mañana me conviene más, apárteme ese", 1),
        ("el jueves en la tarde me cae al puro centavo", 2), ("la de la mañana", 1),
        ("hola, buenas tardes, el viernes", 3),
    ],
)  # fmt: skip
def test_the_day_of_one_time_alone_is_that_time(text: str, chosen: int) -> None:
    assert option(text) == chosen


@pytest.mark.parametrize(
    "text",
    [
        "el jueves?", "¿el jueves hay?", "el jueves no", "no, el jueves", "prefiero otro jueves", "el próximo jueves",
        "este jueves", "el jueves 10", "jueves o viernes", "los jueves", "el jueves trabajo", "jueves en la mañana",
        "el viernes después de las 7", "el jueves con la doctora Ríos", "el jueves para mi hijo", "el lunes",
        "jueves 👎",
        "en la mañana", "el jueves pero más temprano", "menos el jueves", "el jueves a las 5", "en la tarde",
        "el jueves ya la tengo con ustedes", "busco para el jueves con otro doctor",
    ],
)  # fmt: skip
def test_what_says_more_or_less_than_that_day_chooses_nothing(text: str) -> None:
    assert option(text) is None


@pytest.mark.parametrize(
    "text", ["martes", "el martes porfa", "la del martes", "mejor el miércoles", "la de la mañana"]
)
def test_a_day_of_two_times_chooses_neither(text: str) -> None:
    assert option(text, *OFFERED) is None


def test_part_and_day_together_tell_two_of_one_day_apart() -> None:
    assert option("el miércoles en la tarde", *OFFERED) == 4


@pytest.mark.parametrize("state", [State.IDLE, State.CUSTOMER_DATA, State.CONFIRM])
def test_elsewhere_a_day_chooses_nothing(state: State) -> None:
    assert clause_by_clause.read("jueves", context(state).model_copy(update={"offered": ONE_EACH})) is None


starts = st.lists(
    st.builds(
        lambda days, hour, minute: NOW.replace(hour=hour, minute=minute) + dt.timedelta(days=days),
        st.integers(0, 14), st.integers(7, 19), st.sampled_from((0, 20, 30)),
    ),
    min_size=1, max_size=5, unique=True,
).map(sorted)  # fmt: skip
PARTS = {"": (0, 24), " en la mañana": (0, 14), " en la tarde": (12, 24)}
AROUND = ("{}", "el {}", "mejor el {}", "pues {} entonces", "el del {}", "el {} me queda", "ya vi y el {} porfa")


@given(offered=starts, day=st.sampled_from(DAYS), part=st.sampled_from(sorted(PARTS)), said=st.sampled_from(AROUND))
def test_a_choice_lies_on_the_day_and_part_that_were_named_and_is_the_only_one_there(
    offered: list[dt.datetime], day: str, part: str, said: str
) -> None:
    read = clause_by_clause.read(said.format(day + part), offering(*offered))
    begin, end = PARTS[part]
    there = [n for n, one in enumerate(offered, start=1) if DAYS[one.weekday()] == day and begin <= one.hour < end]
    if read is None:
        assert len(there) != 1 or part
        return
    assert read.intents == (SelectSlot(option=read.intents[0].option),)  # type: ignore[union-attr]
    assert read.intents[0].option in there  # type: ignore[union-attr]
    assert part or len(there) == 1
