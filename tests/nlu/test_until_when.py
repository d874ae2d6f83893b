"""Until when a doctor is not there, of an hour at which that begins: what was said before is kept."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, Fills, UseTool
from booking.models import Asked, Role, State, UnderstandingContext
from nlu.shortcuts import Rules
from nlu.staff.staff_acts import AGENDA


def read(text: str, before: str = "mañana a las 10") -> tuple[AnyIntent, ...]:
    context = UnderstandingContext(
        now=dt.datetime(2026, 12, 8, 9, tzinfo=dt.timezone(dt.timedelta(hours=-8))),
        state=State.CUSTOMER_DATA,
        role=Role.DOCTOR,
        opens=dt.time(8),
        closes=dt.time(20),
        doctors=("Dra. Laura Méndez",),
        asked=Asked(tool=AGENDA, field="cuando", given=("cuando",), time=True, part="time"),
        order_said=(("cuando", before),),
    )
    return Rules().understand(text, context).intents


@pytest.mark.parametrize(
    ("text", "stretch"),
    [
        ("hasta las 12", "09/12/2026 de 10:00 a.m. a 12:00 p.m."),
        ("como hasta la 1", "09/12/2026 de 10:00 a.m. a 1:00 p.m."),
        ("hasta el mediodía", "09/12/2026 de 10:00 a.m. a 12:00 p.m."),
        ("a las 11 y media", "09/12/2026 de 10:00 a.m. a 11:30 a.m."),
        ("una hora", "09/12/2026 de 10:00 a.m. a 11:00 a.m."),
        ("como dos horas y media", "09/12/2026 de 10:00 a.m. a 12:30 p.m."),
        ("hora y media", "09/12/2026 de 10:00 a.m. a 11:30 a.m."),
        ("media hora", "09/12/2026 de 10:00 a.m. a 10:30 a.m."),
        ("45 minutos", "09/12/2026 de 10:00 a.m. a 10:45 a.m."),
        ("todo el día", "09/12/2026"),
    ],
)
def test_it_is_from_the_hour_that_was_said_before(text: str, stretch: str) -> None:
    assert read(text) == (UseTool(tool=AGENDA, arguments=(("cuando", stretch),), fills=Fills.CHANGES),)


def test_of_no_day_it_is_still_asked_which() -> None:
    (said,) = read("una hora", "a las 5")
    assert isinstance(said, UseTool)
    assert dict(said.arguments) == {"cuando": "de 5:00 p.m. a 6:00 p.m."}


@pytest.mark.parametrize(
    "text", ["¿qué tengo hoy?", "no", "hasta luego", "el viernes", "agenda a Ana Ruiz el jueves a las 4"]
)
def test_what_says_something_else_says_no_end(text: str) -> None:
    assert not any(
        isinstance(one, UseTool) and "de 10:00" in dict(one.arguments).get("cuando", "") for one in read(text)
    )
