"""What the framework alone does: the four steps of a booking on bare `transitions`, nothing behind them."""

from __future__ import annotations

import time

from transitions import Machine

_STEPS = (
    ("check", "IDLE", "SLOT_SELECTION"),
    ("select", "SLOT_SELECTION", "CUSTOMER_DATA"),
    ("name", "CUSTOMER_DATA", "CONFIRM"),
    ("yes", "CONFIRM", "IDLE"),
)


class Talk:
    """A conversation, as far as the framework is concerned."""

    state = "IDLE"


class Bare:
    """One machine without a model, as ours; each talk is an object that it moves."""

    def __init__(self) -> None:
        self._machine = Machine(
            model=None, states=["IDLE", "SLOT_SELECTION", "CUSTOMER_DATA", "CONFIRM"], auto_transitions=False,
            initial="IDLE", send_event=True,
        )  # fmt: skip
        for name, source, target in _STEPS:
            self._machine.add_transition(name, source, target, conditions=lambda event: True)

    def talk(self) -> None:
        """Four events."""
        one = Talk()
        for name, _, _ in _STEPS:
            self._machine.events[name].trigger(one)

    def cpu_of_an_event(self, talks: int = 250) -> float:
        """Seconds of CPU, the least of five tries: the measure that makes figures of two machines comparable."""

        def once() -> float:
            began = time.thread_time()
            for _ in range(talks):
                self.talk()
            return (time.thread_time() - began) / (talks * len(_STEPS))

        return min(once() for _ in range(5))
