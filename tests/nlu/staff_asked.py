"""What is asked of the tools by somebody's words, for tests about staff."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.intents import UseTool
from booking.models import Role, State, UnderstandingContext
from nlu.shortcuts import Rules

NOW = dt.datetime(2026, 11, 23, 10, tzinfo=ZoneInfo("America/Tijuana"))


def asked(text: str, role: Role, state: State = State.IDLE) -> list[str]:
    context = UnderstandingContext(now=NOW, state=state, role=role, opens=dt.time(8), closes=dt.time(20))
    return [i.tool for i in Rules().understand(text, context).intents if isinstance(i, UseTool)]
