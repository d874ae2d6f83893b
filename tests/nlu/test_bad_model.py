"""A model that is down, slow or lies, over the protocol that real ones speak: what rules read stands, and nothing that
it invents is done."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest

from booking.intents import Confirm, ProvideCustomerData, SelectSlot, Source
from booking.models import State, UnderstandingContext
from booking.testing.model_server import LIES, NAME, ModelServer, Temper
from nlu.model.extractor import ModelExtractor
from nlu.model.models_asked import Provider
from nlu.shortcuts import Shortcuts

NOW = dt.datetime.fromisoformat("2026-11-24T10:00:00-08:00")
UNSURE = "fijate que mi primo el de la combi anda con lo del trampolin y quien sabe"
CONTEXT = UnderstandingContext(now=NOW, state=State.CONFIRM)
WAITED = {Temper.DOWN: 30.0, Temper.SLOW: 2.0, Temper.LYING: 30.0}
"""Seconds. The slow one is waited for in vain: long enough for the question to have got there."""


@pytest.fixture
def server() -> Iterator[ModelServer]:
    """It was asked once before, so that what a first call loads is there: patience is spent on the model alone."""
    made = ModelServer()
    made.start()
    ModelExtractor(Shortcuts(), [Provider(NAME, None, made.base_url)], WAITED[Temper.DOWN]).understand(UNSURE, CONTEXT)
    made.asked = 0
    yield made
    made.stop()


@pytest.mark.parametrize("temper", Temper)
def test_nothing_comes_of_it(server: ModelServer, temper: Temper) -> None:
    server.temper = temper
    extractor = ModelExtractor(Shortcuts(), [Provider(NAME, None, server.base_url)], WAITED[temper])
    for _ in LIES if temper is Temper.LYING else (1,):
        read = extractor.understand(UNSURE, CONTEXT)
        assert not any(isinstance(one, Confirm | SelectSlot | ProvideCustomerData) for one in read.intents)
        if temper is not Temper.LYING:
            assert read.source is Source.FALLBACK
            assert read.intents == Shortcuts().understand(UNSURE, CONTEXT).intents
    assert server.asked >= 1
