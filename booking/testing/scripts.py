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

`script_steps` holds every step. After each all invariants are checked.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from booking.ports import IntentExtractor, Passage
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.script_steps import STEPS, Play
from booking.testing.scripted import ScriptedKnowledge
from booking.testing.world import demo_seed, memory_clinic, small_seed, visits_seed

_CLINICS = {"demo": demo_seed, "chica": small_seed, "por tipo de visita": visits_seed}
_HEADINGS = frozenset({"nombre", "clinica", "ahora", "documentos", "pasos"})


class ScriptError(AssertionError):
    """A script expected something else, or cannot be read. Names the step."""


class _Loader(yaml.SafeLoader):
    """YAML in which `no`, `sí` and dates are words: they are what patients write."""


_Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if tag.rpartition(":")[2] not in ("bool", "timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@dataclass
class Script:
    """One scripted conversation."""

    name: str
    steps: list[tuple[str, Any]]
    now: dt.datetime | None = None
    clinic: str = "demo"
    documents: dict[str, str] = field(default_factory=dict)  # what is asked → the passage that answers

    def open_clinic(self, reader: IntentExtractor | None = None) -> Clinic:
        """The clinic this conversation takes place in, on fakes."""
        return memory_clinic(_CLINICS[self.clinic](), reader)

    def play(self, clinic: Clinic) -> Clinic:
        """Run every step and all invariants. Raises ScriptError with the conversation so far."""
        if self.now is not None:
            clinic.clock.set(self.now)
        if self.documents and isinstance(clinic.knowledge, ScriptedKnowledge):
            texts = self.documents.items()
            clinic.knowledge.passages.update((asked, Passage(text, "documento")) for asked, text in texts)
        play = Play(clinic)
        for number, (step, value) in enumerate(self.steps, start=1):
            try:
                STEPS[step](play, value)
                check_all(clinic)
            except (AssertionError, LookupError, ValueError) as error:
                said = "\n".join(clinic.transcript)
                raise ScriptError(f"{self.name}, step {number} ({step}: {value}): {error}\n\n{said}") from error
        return clinic


def load(path: Path) -> Script:
    """Read a script. Raises ScriptError for anything that is none."""
    return parse(path.read_text(encoding="utf-8"), str(path), path.stem)


def parse(text: str, where: str = "script", name: str = "script") -> Script:
    """The same from text; `where` it came from is said when it is wrong."""
    try:
        raw = yaml.load(text, _Loader)
    except yaml.YAMLError as error:
        raise ScriptError(f"{where}: {error}") from error
    if not isinstance(raw, dict) or not isinstance(raw.get("pasos"), list):
        raise ScriptError(f"{where}: a script has `pasos`, a list")
    if unknown := set(raw) - _HEADINGS:
        raise ScriptError(f"{where}: unknown {', '.join(sorted(unknown))}; known: {', '.join(sorted(_HEADINGS))}")
    steps = []
    for step in raw["pasos"]:
        if not isinstance(step, dict) or len(step) != 1:
            raise ScriptError(f"{where}: a step is one of {', '.join(STEPS)}: {step!r}")
        ((verb, value),) = step.items()
        if verb not in STEPS:
            raise ScriptError(f"{where}: unknown step {verb!r}; known: {', '.join(STEPS)}")
        steps.append((verb, value))
    clinic = str(raw.get("clinica", "demo"))
    if clinic not in _CLINICS:
        raise ScriptError(f"{where}: clinica is one of {', '.join(_CLINICS)}")
    now = dt.datetime.fromisoformat(str(raw["ahora"])) if "ahora" in raw else None
    if now is not None and now.tzinfo is None:
        raise ScriptError(f"{where}: `ahora` needs its offset, as in 2026-11-23T09:00-08:00")
    return Script(str(raw.get("nombre", name)), steps, now, clinic, dict(raw.get("documentos", {})))
