"""What can be turned in the demo: its clock, what goes wrong with sending, and the demo itself."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from booking.intents import ModelCall
from booking.models import FindReminders, Sweep
from booking.models.background_jobs import WatchWaiting
from booking.runtime import clocks, demo_model
from booking.runtime.composition_root import App, load_demo
from booking.runtime.demo_model import DemoModel
from booking.runtime.demo_phones import DemoPhones
from booking.testing.channel.meta import FakeMeta
from booking.testing.channel.meta_faults import UNAVAILABLE, Delay, Fault
from booking.testing.model_server import Temper
from storage.next_event import next_event
from webhook.inspector.backend import Event

FAULTS: Mapping[str, Fault] = {"sender_down": UNAVAILABLE, "sender_slow": Delay(4)}
MODELS: Mapping[str, Temper] = {f"model_{temper}": temper for temper in Temper}


class DemoLevers:
    """`Levers` of the pages. Without `meta` there is no fault of sending to switch on, and without `model`, where the
    demo has one of its own or no workers beside it, none of a model."""

    def __init__(
        self, app: App, meta: FakeMeta | None, phones: DemoPhones | None, model: DemoModel | None = None
    ) -> None:
        self._app, self._meta, self._phones, self._model = app, meta, phones, model
        self._on: str | None = None

    @property
    def movable(self) -> bool:
        return self._file is not None or isinstance(self._app.clock, clocks.ShiftedClock)

    @property
    def _file(self) -> Path | None:
        return self._app.settings.turnero_clock_file

    def forward(self, to: dt.datetime) -> None:
        clock, now = self._app.clock, self._app.clock.now()
        if to <= now:
            raise ValueError(f"{to} is past")
        if self._file is not None:
            clocks.set_file(self._file, to)
        elif isinstance(clock, clocks.ShiftedClock):
            clock.set(clock.seconds + (to - now).total_seconds())
        else:
            raise ValueError("this clock cannot be moved")
        # What looks at the clock now and then looks at once.
        with self._app.begin() as uow:
            uow.jobs.defer_all([(job, None) for job in (FindReminders(), WatchWaiting(), Sweep())], to)
            uow.commit()

    def next_event(self) -> Event | None:
        found = next_event(self._app.database, self._app.clock.now())
        return None if found is None else Event(*found)

    def faults(self) -> Mapping[str, bool]:
        there = [*(FAULTS if self._meta is not None else ()), *(MODELS if self._model is not None else ())]
        return {name: name == self._on for name in there}

    def switch(self, fault: str, on: bool) -> None:
        """One at a time."""
        if fault not in self.faults():
            raise KeyError(fault)
        self._heal(MODELS.get(fault) if on else None)
        if on and fault in FAULTS and self._meta is not None:
            self._meta.keep_failing(FAULTS[fault])
        self._on = fault if on else None

    def settling(self) -> bool:
        return self._model is not None and self._model.settling

    def answered(self, call: ModelCall) -> dict[str, Any] | None:
        return demo_model.answered(call)

    def _heal(self, temper: Temper | None = None) -> None:
        """Nothing goes wrong any more, but for a model of that temper."""
        if self._meta is not None:
            self._meta.heal()
        if self._model is not None:
            self._model.be(temper)

    def reload(self) -> None:
        self._heal()
        self._on = None
        if isinstance(self._app.clock, clocks.ShiftedClock):
            self._app.clock.set(0)
        load_demo(self._app)
        if self._phones is not None:
            self._phones.forget()
            self._phones.enrol()
