"""An hour that will not do limits what is searched for, on the days that are spoken of: «que no sea a las 8»."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.conversation.meaning.merged_wishes import merge
from booking.conversation.replies import spanish
from booking.intents import CheckAvailability, Reading, StartBooking, When
from booking.models import State
from nlu.shortcuts import Rules
from tests.nlu.messages import context

AT_THREE, EIGHT = dt.time(15), dt.time(8)
SATURDAY = dt.date(2026, 11, 28)
AFTER_EIGHT = Reading(when=When(time_from=dt.time(8, 1)))
NOT_AT_THREE = Reading(
    candidates=(When(time_to=AT_THREE), When(time_from=dt.time(15, 1))),
    alternatives=True,
)


def wished(text: str, state: State = State.SLOT_SELECTION) -> Reading | None:
    (said,) = Rules().understand(text, context(state)).intents
    assert isinstance(said, CheckAvailability | StartBooking)
    return said.when


@pytest.mark.parametrize(
    "text",
    [
        "que no sea a las 3",
        "pero que no sea a las 3 porfa",
        "a las 3 no",
        "no quiero a las 3",
        "no puedo a las 3",
        "a las 3 no puedo",
        "menos a las 3",
        "alguna que no sea la de las 3",
        "otra que no sea a las 3",
        "cualquiera menos la de las 3",
        "que no caiga a las 3",
        "a las 3 no me queda",
    ],
)
@pytest.mark.parametrize("state", [State.SLOT_SELECTION, State.CONFIRM])
def test_every_other_hour_is_searched(text: str, state: State) -> None:
    assert wished(text, state) == NOT_AT_THREE


def test_before_the_first_hour_nothing_is_searched() -> None:
    assert wished("que no sea a las 8") == AFTER_EIGHT


@pytest.mark.parametrize("text", ["quiero cita el sábado que no sea a las 8", "el sábado pero no a las 8"])
def test_with_a_day_it_is_of_that_day(text: str) -> None:
    said = wished(text, State.IDLE)
    assert said
    assert said.when == When(date_from=SATURDAY, date_to=SATURDAY, time_from=dt.time(8, 1))


@pytest.mark.parametrize("text", ["que no caiga en miércoles", "que no sea en miércoles", "cualquiera menos miércoles"])
def test_a_weekday_is_left_out(text: str) -> None:
    said = wished(text)
    assert said
    assert all(when.date_from is None or when.date_from.weekday() != 2 for when in said.candidates)


def _with(start: int | None = None, end: int | None = None, *, exact: bool = False) -> When:
    return When(
        date_from=SATURDAY,
        date_to=SATURDAY,
        time_from=None if start is None else dt.time(start),
        time_to=None if end is None else dt.time(end),
        exact=exact,
    )


@pytest.mark.parametrize(
    ("before", "left"),
    [
        (_with(), ["antes de 3:00 p.m.", "después de 3:00 p.m."]),
        (_with(14, 20), ["de 2:00 p.m. a 3:00 p.m.", "después de 3:00 p.m. y antes de 8:00 p.m."]),
        (_with(8, 14), ["por la mañana"]),
        (_with(15, exact=True), ["antes de 3:00 p.m.", "después de 3:00 p.m."]),
    ],
)
def test_what_was_wished_for_before_stays(before: When, left: list[str]) -> None:
    merged = merge(Reading(when=before), NOT_AT_THREE)
    assert merged
    whens = (merged.when,) if merged.when else merged.candidates
    assert {(when.date_from, when.date_to) for when in whens} == {(SATURDAY, SATURDAY)}
    assert [spanish.window(when).strip() for when in whens] == left


AFTERNOON = When(time_from=dt.time(14), time_to=dt.time(20))


@pytest.mark.parametrize("day", [None, SATURDAY])
@pytest.mark.parametrize(
    ("before", "end", "left"),
    [
        (AFTERNOON, dt.time(18), AFTERNOON.model_copy(update={"time_to": dt.time(18)})),
        (When(time_from=dt.time(14)), dt.time(18), When(time_from=dt.time(14), time_to=dt.time(18))),
        (AFTERNOON, dt.time(12), When(time_to=dt.time(12))),  # another time altogether
        (When(time_from=dt.time(17), exact=True), dt.time(18), When(time_to=dt.time(18))),
    ],
)
def test_an_end_put_to_hours_that_began_late_leaves_no_morning(
    before: When, end: dt.time, left: When, day: dt.date | None
) -> None:
    """«En la tarde», and then «ni después de las 6»."""
    on = {"date_from": day, "date_to": day}
    merged = merge(Reading(when=before.model_copy(update=on)), Reading(when=When(time_to=end)))
    assert merged == Reading(when=left.model_copy(update=on))
