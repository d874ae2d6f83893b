"""A model that is down, slow or lies, over the protocol that real ones speak: what rules read stands, and nothing that
it invents is done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from booking.intents import Confirm, ProvideCustomerData, SelectSlot, Source
from booking.models import State, UnderstandingContext
from booking.testing.model_server import LIES, NAME, ModelServer, Temper
from nlu.extractor import ModelExtractor, Provider
from nlu.shortcuts import Shortcuts

NOW = dt.datetime.fromisoformat("2026-11-24T10:00:00-08:00")
UNSURE = "fijate que mi primo el de la combi anda con lo del trampolin y quien sabe"
WAITED = {Temper.DOWN: 30.0, Temper.SLOW: 0.5, Temper.LYING: 30.0}
"""Seconds: the first call loads what it needs."""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    made = ModelServer()
    made.start()
    yield made
    made.stop()


@pytest.mark.parametrize("temper", Temper)
def test_nothing_comes_of_it(server: ModelServer, temper: Temper) -> None:
    server.temper = temper
    extractor = ModelExtractor(Shortcuts(), [Provider(NAME, None, server.base_url)], WAITED[temper])
    context = UnderstandingContext(now=NOW, state=State.CONFIRM)
    for _ in LIES if temper is Temper.LYING else (1,):
        read = extractor.understand(UNSURE, context)
        assert not any(isinstance(one, Confirm | SelectSlot | ProvideCustomerData) for one in read.intents)
        if temper is not Temper.LYING:
            assert read.source is Source.FALLBACK
            assert read.intents == Shortcuts().understand(UNSURE, context).intents
    assert server.asked >= 1
