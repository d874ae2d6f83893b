"""Whatever makes up intents forgets none and no field of any, be it one of tomorrow."""

from __future__ import annotations

import datetime as dt
from collections import defaultdict
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import Phase, find, settings
from hypothesis.errors import NoSuchExample

from booking.intents import INTENT_KINDS, Reading, StartBooking
from booking.testing import hostile, strategies
from booking.testing.decisions import Decisions
from booking.testing.fields import INTENTS, Field, fields_of

TODAY = dt.date(2026, 11, 23)
FIELDS = [(kind, field.name) for kind, intent in INTENTS.items() for field in fields_of(intent)]


def test_every_kind_is_known() -> None:
    assert tuple(INTENTS) == INTENT_KINDS
    assert Field("when", Reading, optional=True) in fields_of(StartBooking)


def test_a_liar_lies_about_every_field_of_every_kind() -> None:
    told: dict[tuple[str, str], set[str]] = defaultdict(set)
    decisions, kinds = Decisions(3), set()
    for _ in range(6000):
        intent = hostile.lie(decisions, TODAY)
        kinds.add(intent.kind)
        for field in fields_of(type(intent)):
            told[intent.kind, field.name].add(repr(getattr(intent, field.name)))
    assert kinds == set(INTENT_KINDS)
    assert [field for field in FIELDS if len(told[field]) < 2] == []


def test_strategies_vary_every_field_of_every_kind() -> None:
    wanted, seen = set(FIELDS), set[tuple[str, str]]()

    def all_were_seen(intent: Any) -> bool:
        model = INTENTS[intent.kind]
        seen.update((intent.kind, n) for n, f in model.model_fields.items() if getattr(intent, n) != f.default)
        return wanted <= seen

    quick = settings(database=None, derandomize=True, max_examples=3000, phases=[Phase.generate])
    with suppress(NoSuchExample):
        find(strategies.intents(), all_were_seen, settings=quick)
    assert wanted - seen == set()


@pytest.mark.parametrize("type_", [dict, bytes])
def test_a_field_of_a_type_nobody_knows_is_not_passed_over(type_: type) -> None:
    unknown = Field("tomorrow", type_, optional=False)
    with pytest.raises(TypeError, match="tomorrow"):
        hostile._making(unknown)
    with pytest.raises(TypeError, match="tomorrow"):
        strategies._said(unknown)
