"""The hour that is spoken of bounds another day that is wished for; of one that is over it says nothing."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import CheckAvailability, ProvideCustomerData, RescheduleAppointment, Unknown
from booking.models import State
from nlu.parsed import Parse
from nlu.shortcuts import parse, understanding
from nlu.wishes import told_hours
from tests.nlu.messages import OFFERED, context

WITH_ONE = context(State.IDLE).model_copy(update={"visits": (OFFERED[1],)})
PROPOSED = context(State.CONFIRM).model_copy(update={"proposed": OFFERED[1]})


@pytest.mark.parametrize(
    "text",
    [
        "otro día después de esa hora", "¿puede ser otro día después de esa hora?", "otro día, y después de esa hora",
        "después de esa hora pero otro día", "otro día después de esa hora, es que salgo del trabajo",
        "otro día después de esa hora porque trabajo", "el otro día no, quiero otro día después de esa hora",
    ],
)  # fmt: skip
def test_it_bounds_another_day(text: str) -> None:
    assert "después de las 16:00" in told_hours.in_plain_words(text, PROPOSED)


def test_that_day_is_looked_for_from_then_on() -> None:
    (said,) = parse("otro día después de esa hora", PROPOSED).intents
    assert isinstance(said, CheckAvailability)
    assert said.when is not None
    assert said.when.when is not None
    assert said.when.when.time_from == dt.time(16)


@pytest.mark.parametrize(
    "text",
    [
        "el otro día llegué antes de esa hora y no me atendieron", "lo del otro día después de esa hora",
        "otro día después de esa hora salgo del trabajo", "otro día después de esa hora mi hijo sale de la escuela",
        "otro día llegué después de esa hora", "quiero otro día. Antes de esa hora como",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", [WITH_ONE, PROPOSED], ids=["idle", "proposed"])
def test_what_is_told_stays_as_it_was_written(text: str, where: object) -> None:
    assert told_hours.in_plain_words(text, where) == text  # type: ignore[arg-type]


def test_what_is_told_of_that_hour_moves_nothing() -> None:
    for text in (
        "el otro día llegué antes de esa hora y no me atendieron",
        "otro día después de esa hora salgo del trabajo",
    ):
        said = understanding(text, parse(text, WITH_ONE), WITH_ONE).intents
        assert not any(isinstance(one, RescheduleAppointment | CheckAvailability) for one in said)


@pytest.mark.parametrize(
    "reason",
    ["la zurmba otro día después de esa hora blorga", "mi vecina vino mismo día y hora zurmba"],
)
def test_only_words_that_were_written_are_kept_as_the_reason(reason: str) -> None:
    read = parse(f"{reason}, quiero cita el viernes", WITH_ONE)
    assert [one.reason for one in read.intents if isinstance(one, ProvideCustomerData)] == [reason]


def test_only_words_that_were_written_are_quoted() -> None:
    text = "otro día después de esa hora blorga"
    plain = told_hours.in_plain_words(text, PROPOSED)
    assert plain != text
    read = told_hours.as_written(Parse((Unknown(left=(plain,)),), unread=(plain,)), text, PROPOSED)
    assert read == Parse((Unknown(left=(text,)),), unread=(text,))
