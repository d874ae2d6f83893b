"""What somebody wonders about an appointment of theirs is looked up: "no sé si", "confírmeme si" set no condition."""

from __future__ import annotations

import pytest

from booking.intents import ListAppointments
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "text",
    [
        "me podría confirmar si sigo teniendo mi lugar apartado?",
        "no se si tengo cita mañana",
        "oye tengo cita mañana a las 10 pero no se si con la doctora o con el doctor",
        "no recuerdo si agendé con ustedes",
        "no me acuerdo si ya hice cita",
    ],
)
def test_it_is_looked_up(text: str) -> None:
    read = parse(text, context(State.IDLE))
    assert read.sure, read
    assert [type(intent) for intent in read.intents] == [ListAppointments]


@pytest.mark.parametrize(
    "text",
    [
        "no se si voy a ir",
        "tengo cita mañana pero no se si voy a poder ir",
        "no se si es grave pero quiero cita mañana",
        "no se si tengo fiebre",
    ],
)
def test_what_else_is_not_known_is_no_question_about_one(text: str) -> None:
    read = parse(text, context(State.IDLE))
    assert not (read.sure and any(isinstance(intent, ListAppointments) for intent in read.intents)), read
