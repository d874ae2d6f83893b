""" "No puedo hasta el jueves" is from Thursday on, as Mexicans say it; "hasta el jueves no puedo" is after it."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import When
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

NOT_UNTIL = ("no puedo hasta", "no puedo ir hasta", "no voy a poder hasta", "no regreso hasta", "ya no puedo hasta")
DAYS = ("el jueves", "el viernes", "el lunes")


def first_day(text: str, state: State) -> dt.date | None:
    readings = [getattr(intent, "when", None) for intent in parse(text, context(state)).intents]
    whens: list[When] = [reading.when for reading in readings if reading and reading.when]
    return whens[0].date_from if len(whens) == 1 and whens[0].date_to is None else None


@given(
    said=st.sampled_from(NOT_UNTIL),
    day=st.sampled_from(DAYS),
    state=st.sampled_from((State.IDLE, State.SLOT_SELECTION)),
)
def test_from_that_day_on(said: str, day: str, state: State) -> None:
    lead = "quiero una cita pero " if state is State.IDLE else ""
    wanted = first_day(f"{lead}puedo a partir {day.replace('el ', 'del ')}", state)
    assert wanted is not None
    assert first_day(f"{lead}{said} {day}", state) == wanted
