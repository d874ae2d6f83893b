"""Messages of who has appointments: on a Tuesday, the reader knows which."""

from __future__ import annotations

import datetime as dt

from booking.intents import AnyIntent
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import DOCTORS, ZONE

NOW = dt.datetime(2026, 12, 8, 10, tzinfo=ZONE)
FIRST, SECOND, THIRD = (
    dt.datetime(2026, 12, 15, 10, tzinfo=ZONE),
    dt.datetime(2026, 12, 23, 17, tzinfo=ZONE),
    dt.datetime(2027, 1, 4, 12, tzinfo=ZONE),
)
"""A Tuesday, a Wednesday and a Monday."""
_HERE = UnderstandingContext(now=NOW, state=State.IDLE, opens=dt.time(8), closes=dt.time(20), doctors=DOCTORS)


def knowing(*visits: dt.datetime, **known: object) -> UnderstandingContext:
    """Where somebody has these appointments, with nothing under way but what is `known` besides."""
    return _HERE.model_copy(update={"visits": visits, **known})


def read(text: str, *visits: dt.datetime, **known: object) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, knowing(*visits, **known)).intents
