"""A question about what was before: when that was, and what it is about."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import Recall
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Shortcuts

CONTEXT = UnderstandingContext(now=dt.datetime(2026, 11, 30, 18, tzinfo=dt.UTC), state=State.IDLE)
WEEK = (dt.date(2026, 11, 23), dt.date(2026, 11, 29))
OCTOBER = (dt.date(2026, 10, 1), dt.date(2026, 10, 31))
FRIDAY = (dt.date(2026, 11, 27), dt.date(2026, 11, 27))
EVER = (None, None)


@pytest.mark.parametrize(
    ("text", "words", "days"),
    [
        ("¿Qué citas tenía pendientes la semana pasada?", ("citas",), WEEK),
        ("Espera, ¿qué citas tenía pendientes la semana pasada?", ("citas",), WEEK),
        ("¿qué tenía pendiente el viernes pasado?", (), FRIDAY),
        ("¿tuve cita con la doctora ríos el mes pasado?", ("cita", "rios"), OCTOBER),
        ("¿qué pasó con mi cita de la otra vez?", ("cita",), EVER),
        ("oye y qué hice la vez pasada", (), EVER),
        ("¿qué pedí la vez pasada?", (), EVER),
        ("¿qué hicimos la ocasión anterior?", (), EVER),
        ("¿qué me dijeron del estacionamiento?", ("estacionamiento",), EVER),
    ],
)
def test_what_was_before_is_asked_for(
    text: str, words: tuple[str, ...], days: tuple[dt.date | None, dt.date | None]
) -> None:
    (asked,) = Shortcuts().understand(text, CONTEXT).intents
    assert isinstance(asked, Recall)
    assert (asked.words, (asked.since, asked.until)) == (words, days)


@pytest.mark.parametrize(
    "text",
    [
        "tuve cita la semana pasada y necesito seguimiento",
        "tuve consulta el mes pasado, quiero otra",
        "no tuve cita la semana pasada, quiero una",
        "quiero una cita el viernes",
        "¿qué pasó con mi cita?",
        "quiero lo de la otra vez",
    ],
)
def test_a_wish_is_none(text: str) -> None:
    assert not any(isinstance(one, Recall) for one in Shortcuts().understand(text, CONTEXT).intents)
