"""Of who wants two appointments and is shown times: two hours in one message are one for each, the first is taken and
the other kept; with one appointment wanted they are a choice, as ever."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData, SelectSlot, StartBooking
from booking.models import Purpose, State
from nlu.shortcuts import parse
from tests.nlu.known_visits import NOW, knowing

THREE = NOW.replace(day=10, hour=15)
SHOWN = tuple(THREE + dt.timedelta(minutes=30 * n) for n in range(5))
LIST = knowing(state=State.SLOT_SELECTION, purpose=Purpose.BOOK, offered=SHOWN)
TWO = LIST.model_copy(update={"another": True})
SAID = {0: ["3", "a las 3", "las 3"], 1: ["3 y media", "3:30", "a las 3:30"], 2: ["4", "a las 4", "la de las 4"],
        3: ["4 y media", "a las 4:30", "la de las 4 y media"], 4: ["5", "a las 5"]}  # fmt: skip
PAIRS = st.tuples(st.sampled_from([*SAID]), st.sampled_from([*SAID])).filter(lambda pair: pair[0] != pair[1])


@given(PAIRS, st.data(), st.sampled_from(["", "sí, ", "mejor "]), st.sampled_from(["", ", por favor", " de la tarde"]))
def test_one_for_each(pair: tuple[int, int], data: st.DataObject, before: str, behind: str) -> None:
    first, second = (data.draw(st.sampled_from(SAID[one])) for one in pair)
    said = parse(f"{before}{first} y {second}{behind}", TWO).intents
    if first.isdigit() and second.isdigit():  # these are options as well
        assert not any(isinstance(one, StartBooking) and one.several for one in said)
        return
    chosen, other = said
    assert chosen == SelectSlot(option=pair[0] + 1)
    assert isinstance(other, StartBooking)
    assert other.several
    assert other.other_when is not None
    assert other.other_when.when is not None
    assert other.other_when.when.time_from == SHOWN[pair[1]].time()


@pytest.mark.parametrize("text", ["4 y 4 y media", "a las 3 y a las 5"])
def test_with_one_wanted_none_is_besides(text: str) -> None:
    assert not any(isinstance(one, StartBooking) and one.several for one in parse(text, LIST).intents)


@pytest.mark.parametrize("text", ["a las 3 y a las 6", "a las 4 y a las 7"])
def test_what_is_not_shown_is_not_taken(text: str) -> None:
    assert not any(isinstance(one, SelectSlot) for one in parse(text, TWO).intents)


@pytest.mark.parametrize(
    ("who", "own"), [("él", False), ("primero él", False), ("la de mi esposo", False), ("yo", True)]
)
def test_whose_the_name_is(who: str, own: bool) -> None:
    (told,) = parse(f"{who}, Hugo Peralta Ruiz", knowing(state=State.CUSTOMER_DATA, purpose=Purpose.BOOK)).intents
    assert isinstance(told, ProvideCustomerData)
    assert told.name == "Hugo Peralta Ruiz"
    assert (told.for_self, told.for_other) in ((own, not own),)


@pytest.mark.parametrize("text", ["son dos, mi hijo y yo", "son dos personas", "serían dos, mi mamá y mi papá"])
@pytest.mark.parametrize("state", [State.IDLE, State.CONFIRM])
def test_that_they_are_two_is_heard(text: str, state: State) -> None:
    said = parse(text, knowing(state=state))
    assert any(isinstance(one, StartBooking) and one.several for one in said.intents)


@pytest.mark.parametrize("text", ["son dos preguntas", "son dos horas", "son las dos"])
def test_other_things_are_counted_too(text: str) -> None:
    assert not any(isinstance(one, StartBooking) and one.several for one in parse(text, knowing()).intents)
