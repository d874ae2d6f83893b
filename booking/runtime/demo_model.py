"""The demo's language model, which only ever does harm: it is down, slow, or lies. Who tries it sees the clinic book
all the same. It is there while such a fault is on; then the workers begin anew, with it or without it."""

from __future__ import annotations

from contextlib import ExitStack
from typing import Any

from booking.intents import ModelCall
from booking.runtime.lent_environment import lent
from booking.runtime.worker_processes import Workers
from booking.settings import Settings
from booking.testing.model_server import NAME, ModelServer, Temper, lie_of

_NAMES = ("LLM_PRIMARY_MODEL", "LLM_PRIMARY_API_BASE", "LLM_TIMEOUT_SECONDS")
_TIMEOUT = "4"
"""Seconds that are waited for it: so long a demo's message may take."""


class DemoModel:
    """The `workers` begin anew with it, and without it."""

    def __init__(self, workers: Workers) -> None:
        self._workers, self._server = workers, ModelServer()
        self._settings = ExitStack()
        self._on = False

    @property
    def settling(self) -> bool:
        """Some of the workers are still as they were."""
        return self._workers.renewing

    def be(self, temper: Temper | None) -> None:
        """None: there is no model, as before."""
        if temper is not None:
            self._server.temper = temper
        if (temper is not None) is self._on:
            return
        self._on = temper is not None
        if self._on:
            if not self._server.started:
                self._server.start()
            values = (NAME, self._server.base_url, _TIMEOUT)
            self._settings.enter_context(lent(dict(zip(_NAMES, values, strict=True))))
        else:
            self._settings.close()
        self._workers.begin_anew()


def answered(call: ModelCall) -> dict[str, Any] | None:
    """What this model said in a call, which nothing keeps: it tells one lie of another by its length. None of another
    model's."""
    return lie_of(call.output_tokens) if call.model == NAME else None


def has_none(settings: Settings) -> bool:
    """Whether the demo has no model of its own that would have to make way."""
    from booking.runtime.model_choice import chosen

    return not any(one.key or one.api_base for one in chosen(settings))
