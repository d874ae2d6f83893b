"""A provider that hangs is left alone, and who waits for it keeps nobody else waiting. Over loopback."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from itertools import islice, repeat

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CallOutcome, Source
from nlu.model.breaker import FAILURES, REST_SECONDS, Breaker
from nlu.model.extractor import ModelExtractor
from nlu.model.models_asked import Provider
from nlu.shortcuts import Shortcuts
from tests.nlu.providers import Providers, Request, hangs, providers, refuses, says
from tests.nlu.test_extractor import CONTEXT, HASTY, PATIENT, UNSURE

SURE = "sí"
GREETING = '{"items": [{"intent": "greet", "values": [], "tool": null, "arguments": []}]}'


class Seconds:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def running() -> Iterator[Providers]:
    with providers() as running:
        running.answering = says("{}")
        ModelExtractor(Shortcuts(), _both(running), PATIENT).probe()  # litellm's first call takes its time
        yield running


@pytest.fixture
def server(running: Providers) -> Iterator[Providers]:
    running.asked.clear()
    running.patience.clear()
    yield running
    running.patience.set()


def _both(server: Providers) -> tuple[Provider, Provider]:
    return (
        Provider("deepseek/deepseek-flash", "key", server.deepseek),
        Provider("anthropic/claude-sonnet-4-6", "key", server.claude),
    )


def test_providers_that_hang_are_left_alone_until_one_answers(server: Providers) -> None:
    clock = Seconds()
    extractor = ModelExtractor(Shortcuts(), _both(server), HASTY, breaker=lambda: Breaker(clock=clock))
    server.answering = hangs
    for _ in range(FAILURES):
        assert {call.outcome for call in extractor.understand(UNSURE, CONTEXT).calls} == {CallOutcome.LATE}
    assert extractor.left_alone == ["deepseek/deepseek-flash", "anthropic/claude-sonnet-4-6"]

    asked = len(server.asked)
    for _ in range(5):
        meant = extractor.understand(UNSURE, CONTEXT)
        assert (meant.source, meant.calls) == (Source.FALLBACK, ())
    assert len(server.asked) == asked, "a provider that is left alone was asked"

    clock.now += REST_SECONDS
    server.patience.set()
    server.answering = says(GREETING)
    patient = ModelExtractor(Shortcuts(), _both(server), PATIENT, breaker=lambda: Breaker(clock=clock))
    patient.models._breakers = dict(zip(patient.models._breakers, extractor.models._breakers.values(), strict=True))
    assert patient.understand(UNSURE, CONTEXT).source is Source.MODEL
    assert patient.left_alone == ["anthropic/claude-sonnet-4-6"]  # the first answered; the other was not needed


def test_one_that_refuses_is_left_alone_and_the_other_goes_on(server: Providers) -> None:
    extractor = ModelExtractor(Shortcuts(), _both(server), PATIENT)

    def first_refuses(request: Request) -> None:
        (says(GREETING) if request.is_claude else refuses(500))(request)

    server.answering = first_refuses
    for _ in range(FAILURES):
        assert len(extractor.understand(UNSURE, CONTEXT).calls) == 2
    assert extractor.left_alone == ["deepseek/deepseek-flash"]
    meant = extractor.understand(UNSURE, CONTEXT)
    assert (meant.source, [call.model for call in meant.calls]) == (Source.MODEL, ["anthropic/claude-sonnet-4-6"])


def test_a_tap_does_not_wait_behind_those_who_wait_for_models(server: Providers) -> None:
    """Four threads, of which two may wait for models; eight messages hang, and whoever says yes is heard."""
    extractor = ModelExtractor(Shortcuts(), _both(server), PATIENT, at_once=2)

    def answers_at_last(request: Request) -> None:
        request.server.patience.wait(PATIENT)
        says(GREETING)(request)

    server.answering = answers_at_last
    with ThreadPoolExecutor(4) as threads:
        hanging = [threads.submit(extractor.understand, text, CONTEXT) for text in repeat(UNSURE, 8)]
        try:
            assert threads.submit(extractor.understand, SURE, CONTEXT).result(PATIENT).source is Source.SHORTCUT
            by_rules = [one.result() for one in islice(as_completed(hanging, PATIENT), 6)]
            assert not any(meant.calls for meant in by_rules)
            assert sum(not one.done() for one in hanging) == 2
        finally:
            server.patience.set()


@given(st.lists(st.one_of(st.booleans(), st.floats(0, 2 * REST_SECONDS)), max_size=40))
def test_a_breaker_is_open_after_failures_in_a_row_and_lets_one_try_each_rest(story: list[bool | float]) -> None:
    """Against the plain telling: what was told, when, and who was let through since."""
    clock = Seconds()
    breaker = Breaker(clock=clock)
    in_a_row, last = 0, 0.0
    for step in story:
        if isinstance(step, bool):
            breaker.tell(step)
            in_a_row, last = (0 if step else in_a_row + 1), clock.now
        else:
            clock.now += step
            may = in_a_row < FAILURES or clock.now >= last + REST_SECONDS
            assert breaker.allows() is may
            if may and in_a_row >= FAILURES:
                last = clock.now
                assert not breaker.allows(), "one at a time"
        assert breaker.is_open is (in_a_row >= FAILURES)


def test_a_worker_loads_what_models_need_as_it_starts(database: str) -> None:
    """And nothing does before: commands that need no model do not wait for it."""
    program = f"""
import asyncio, sys
from pydantic import SecretStr
from booking.runtime.composition_root import opened
from booking.runtime.serving import working
from booking.settings import Settings

async def main(app):
    async with working(app):
        while not hasattr(sys.modules.get("litellm"), "acompletion"):
            await asyncio.sleep(0.05)

base = "http://127.0.0.1:1"
given = dict(database_url=SecretStr({database!r}), deepseek_api_key=SecretStr("k"), llm_primary_api_base=base)
with opened(Settings(_env_file=None, **given)) as app:
    assert "litellm" not in sys.modules
    asyncio.run(main(app))
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=300)
