"""A number of the list with a condition behind it is that option or is asked about, and never a day; what is refused is
none; and the latest time there is is none of those shown."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CheckAvailability, Reading, SelectSlot, Unknown, When
from booking.models import State, UnderstandingContext
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

DAY = dt.date(2026, 11, 30)
HOURS = (8, 10, 12, 15, 16)
LISTED = context(State.SLOT_SELECTION).model_copy(
    update={"offered": tuple(dt.datetime.combine(DAY, dt.time(hour), ZONE) for hour in HOURS)}
)
NUMBERED = st.sampled_from(["el {}", "la {}", "la opción {}", "el número {}", "pues el {}"])
OPTION = st.integers(1, 5)
JOINT = st.sampled_from([" pero ", ", pero ", " "])
OTHERWISE = st.sampled_from(
    [
        "si me pueden esperar 10 minutos",
        "si alcanzo a salir antes de las 12",
        "siempre y cuando no llueva",
        "si va mi hijo",
    ]
)
NO_SALAS = st.sampled_from(
    ["que no sea con el doctor Salas", "si no es con Salas", "no con Salas", "si no me toca con Salas"]
)
MENDEZ = st.sampled_from(["que sea con la doctora Méndez", "si es con la doctora Méndez", "si me toca con Méndez"])


@given(NUMBERED, OPTION, JOINT, OTHERWISE)
def test_what_it_depends_on_is_said_to_be_left_out(numbered: str, option: int, joint: str, condition: str) -> None:
    (asked,) = meant(parse(f"{numbered.format(option)}{joint}{condition}", LISTED))
    assert isinstance(asked, Unknown)
    assert asked.understood == (SelectSlot(option=option),)
    assert asked.left


@given(NUMBERED, OPTION, JOINT, NO_SALAS | MENDEZ)
def test_with_whom_is_looked_up_at_that_time(numbered: str, option: int, joint: str, condition: str) -> None:
    (wish,) = meant(parse(f"{numbered.format(option)}{joint}{condition}", LISTED))
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    assert wish.when.when is not None
    assert (wish.when.when.date_from, wish.when.when.time_from) == (DAY, dt.time(HOURS[option - 1]))
    if "Salas" in condition:
        assert (wish.doctor, wish.not_with) == (None, ("Dr. Jorge Salas",))
    else:
        assert wish.doctor == "Dra. Laura Méndez"


@given(OPTION, st.sampled_from(["pero en la tarde", "pero más tarde", "pero con tiempo"]))
def test_an_option_is_no_day(option: int, rest: str) -> None:
    for one in meant(parse(f"el {option} {rest}", LISTED)):
        for wish in (one, *(one.understood if isinstance(one, Unknown) else ())):
            when = wish.when.when if isinstance(wish, CheckAvailability) and wish.when else None
            assert when is None or when.date_from in (None, DAY)


@pytest.mark.parametrize("said", ["la dos no, la una", "la 2 no, la 1", "no la dos, la una"])
def test_of_two_the_other_one(said: str) -> None:
    two = (dt.datetime(2026, 12, 3, 16, tzinfo=ZONE), dt.datetime(2026, 12, 10, 16, tzinfo=ZONE))
    assert meant(parse(said, LISTED.model_copy(update={"offered": two}))) == (SelectSlot(option=1),)


LATEST = st.sampled_from(["la más tarde", "la última", "la cita más tarde", "la última hora", "la más noche"])
THERE_IS = st.sampled_from(
    ["que haya", "que hay", "que tengan", "q tengas", "que tienen libre", "que tengan ese día", "que aiga"]
)
LEADS = st.sampled_from(["", "quiero ", "deme ", "pues "])


@given(LEADS, LATEST, THERE_IS)
def test_the_latest_there_is_is_none_of_those_shown(leads: str, latest: str, there_is: str) -> None:
    read = meant(parse(f"{leads}{latest} {there_is}", LISTED))
    last = max(LISTED.offered)
    from_then_on = When(date_from=last.date(), date_to=last.date(), time_from=last.time())
    assert read == (CheckAvailability(when=Reading(when=from_then_on)),)


@pytest.mark.parametrize("said", ["la última", "la más tarde de esas", "la última de las opciones"])
def test_the_last_of_those_shown_is_chosen(said: str) -> None:
    at: UnderstandingContext = LISTED
    assert meant(parse(said, at)) == (SelectSlot(option=len(at.offered)),)
