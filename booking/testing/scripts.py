"""Scripted conversations in YAML: what is said, what must be answered, where the machine must stand.

```yaml
nombre: agenda por la tarde
pasos:
  - paciente: hola, quiero una cita el martes por la tarde    # or {Beto: hola} for another person
  - bot: offer_slots            # a reply key of this turn, or words of the answer
  - estado: SLOT_SELECTION
  - toca: Más horarios          # title or number of a button
  - avanza: {minutos: 11}
  - falla: appointments.hold    # the next call of that port's method fails
  - citas: 0                    # live appointments in the database
```
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from pathlib import Path
from typing import Any

import yaml

from booking.models import LIVE, State, Status
from booking.replies.keys import ReplyKey
from booking.testing.clinic import Clinic, Exchange
from booking.testing.invariants import check_all

PATIENT = "Paciente"
_UNITS = {"minutos": "minutes", "horas": "hours", "dias": "days", "segundos": "seconds"}


class ScriptError(AssertionError):
    """A script expected something else, or cannot be read. Names the step."""


class Script:
    """One scripted conversation."""

    def __init__(self, name: str, steps: list[tuple[str, Any]], now: dt.datetime | None = None) -> None:
        self.name = name
        self.steps = steps
        self.now = now

    def play(self, clinic: Clinic) -> Clinic:
        """Run every step and all invariants. Raises ScriptError with the conversation so far."""
        if self.now is not None:
            clinic.clock.set(self.now)
        exchange, who = Exchange([], []), PATIENT
        for number, (verb, value) in enumerate(self.steps, start=1):
            try:
                exchange, who = _VERBS[verb](clinic, value, exchange, who)
                check_all(clinic)
            except (AssertionError, LookupError) as error:
                said = "\n".join(clinic.transcript)
                raise ScriptError(f"{self.name}, step {number} ({verb}: {value}): {error}\n\n{said}") from error
        return clinic


def load(path: Path) -> Script:
    """Read a script. Raises ScriptError for anything that is none."""
    raw = yaml.safe_load(path.read_text(encoding="utf-8"))
    if not isinstance(raw, dict) or not isinstance(raw.get("pasos"), list):
        raise ScriptError(f"{path}: a script has `pasos`, a list")
    steps = []
    for step in raw["pasos"]:
        if not isinstance(step, dict) or len(step) != 1:
            raise ScriptError(f"{path}: a step is one of {', '.join(_VERBS)}: {step!r}")
        ((verb, value),) = step.items()
        if verb not in _VERBS:
            raise ScriptError(f"{path}: unknown step {verb!r}; known: {', '.join(_VERBS)}")
        steps.append((verb, value))
    now = raw.get("ahora")
    at = now if isinstance(now, dt.datetime) or now is None else dt.datetime.fromisoformat(str(now))
    return Script(str(raw.get("nombre", path.stem)), steps, at)


def _said(clinic: Clinic, value: Any, _: Exchange, __: str) -> tuple[Exchange, str]:
    who, text = next(iter(value.items())) if isinstance(value, dict) else (PATIENT, str(value))
    return clinic.say(who, str(text)), who


def _tapped(clinic: Clinic, value: Any, _: Exchange, who: str) -> tuple[Exchange, str]:
    return clinic.tap(who, value), who


def _sent(clinic: Clinic, value: Any, _: Exchange, who: str) -> tuple[Exchange, str]:
    return clinic.send_media(who, str(value)), who


def _answered(_: Clinic, value: Any, exchange: Exchange, who: str) -> tuple[Exchange, str]:
    if value is None:
        assert not exchange.messages, f"expected silence, got {exchange.keys}"
    elif value in {key.value for key in ReplyKey}:
        assert value in exchange.keys, f"expected {value}, got {exchange.keys}"
    else:
        assert str(value).casefold() in exchange.text.casefold(), f"expected {value!r} in: {exchange.text}"
    return exchange, who


def _stands(clinic: Clinic, value: Any, exchange: Exchange, who: str) -> tuple[Exchange, str]:
    state = clinic.conversation(who).state
    assert state is State(value), f"expected {value}, stands in {state}"
    return exchange, who


def _passes(clinic: Clinic, value: Any, exchange: Exchange, who: str) -> tuple[Exchange, str]:
    clinic.advance(**{_UNITS[unit]: amount for unit, amount in value.items()})
    return exchange, who


def _fails(clinic: Clinic, value: Any, exchange: Exchange, who: str) -> tuple[Exchange, str]:
    clinic.break_service(str(value))
    return exchange, who


def _stored(clinic: Clinic, value: Any, exchange: Exchange, who: str) -> tuple[Exchange, str]:
    with clinic.begin() as uow:
        live = uow.appointments.list(statuses=sorted(LIVE - {Status.HELD}))
    assert len(live) == value, f"expected {value} appointments, found {len(live)}"
    return exchange, who


_VERBS: dict[str, Callable[[Clinic, Any, Exchange, str], tuple[Exchange, str]]] = {
    "paciente": _said,
    "toca": _tapped,
    "manda": _sent,
    "bot": _answered,
    "estado": _stands,
    "avanza": _passes,
    "falla": _fails,
    "citas": _stored,
}
