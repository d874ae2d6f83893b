"""How long a reading takes, in microseconds a call: `python -m tests.nlu.speed`. Nothing is asserted.

Each call reads its message as if nobody had read it before: what is kept of messages is forgotten.
"""

from __future__ import annotations

import datetime as dt
import statistics
import time
from collections.abc import Callable

from booking.models import State
from nlu.shortcuts import parse
from nlu.when import read
from nlu.words.kept import forget
from tests.nlu.messages import NOW, context, examples

LONG = ("el martes a las 4 o ", "a de la por ", "no ", "mejor el jueves, ", "👍", "soy Ana ", "1", "\u202e", "¿")
LENGTHS = (500, 1000, 2000)
SHORT = 60
HOURS = (dt.time(8), dt.time(20))


def micros(call: Callable[[], object], times: int = 1) -> float:
    """The quickest of some rounds, so that a busy machine counts less."""
    rounds = []
    for _ in range(5):
        forget()
        start = time.perf_counter()
        for _ in range(times):
            call()
        rounds.append((time.perf_counter() - start) / times * 1e6)
    return min(rounds)


def main() -> int:
    """Prints the medians of short messages and how time grows with length."""
    short = [(e.state, e.text) for e in examples() if len(e.text) <= SHORT][::5]
    contexts = {state: context(state) for state in State}
    calls: dict[str, Callable[[State, str], object]] = {
        "when": lambda state, text: read(text, NOW, hours=HOURS),
        "parse": lambda state, text: parse(text, contexts[state]),
    }
    for name, call in calls.items():
        for state, text in short:
            call(state, text)  # warm
        taken = sorted(micros(lambda s=state, t=text, c=call: c(s, t)) for state, text in short)  # type: ignore[misc]
        late = taken[len(taken) * 95 // 100]
        print(f"{name:6} {len(short)} short messages: median {statistics.median(taken):.0f} µs, 95 % {late:.0f} µs")
    for unit in LONG:
        texts = [(unit * (length // len(unit) + 1))[:length] for length in LENGTHS]
        grows = [micros(lambda t=text: parse(t, contexts[State.SLOT_SELECTION])) for text in texts]  # type: ignore[misc]
        print(f"{unit!r:24} " + "  ".join(f"{n}: {took / 1000:.1f} ms" for n, took in zip(LENGTHS, grows, strict=True)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
