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
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from booking.ports import IntentExtractor, Passage
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.scripts import script_values as values
from booking.testing.scripts.script_steps import STEPS, Play
from booking.testing.scripts.scripted import ScriptedKnowledge
from booking.testing.world import demo_seed, memory_clinic, small_seed, specialist_seed, visits_seed

_CLINICS = {
    "demo": demo_seed,
    "chica": small_seed,
    "por tipo de visita": visits_seed,
    "con especialista": specialist_seed,
}
_HEADINGS: dict[str, Callable[[Any], Any]] = {
    "nombre": values.text,
    "clinica": values.one_of(_CLINICS),
    "ahora": values.instant,
    "documentos": values.documents,
    "pasos": list,
}


class ScriptError(AssertionError):
    """A script expected something else, or cannot be read. Names the step."""


class _Loader(yaml.SafeLoader):
    """YAML in which every value is text, as patients write: `no`, `9:30` and `011` too. Only what is left out is None,
    and nothing is said twice under one key."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Any, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        if twice := sorted({str(key) for key in keys if keys.count(key) > 1}):
            raise yaml.constructor.ConstructorError(None, None, f"{', '.join(twice)}: said twice", node.start_mark)
        return super().construct_mapping(node, deep)


_Loader.yaml_implicit_resolvers = {"": [("tag:yaml.org,2002:null", re.compile("^$"))]}


class Written(NamedTuple):
    """A step of a script: its name, its value as the step takes it, and as it is written."""

    step: str
    value: Any
    text: Any


@dataclass
class Script:
    """One scripted conversation."""

    name: str
    steps: list[Written]
    now: dt.datetime | None = None
    clinic: str = "demo"
    documents: dict[str, str] = field(default_factory=dict)  # what is asked → the passage that answers

    def open_clinic(self, reader: IntentExtractor | None = None) -> Clinic:
        """The clinic this conversation takes place in, on fakes."""
        return memory_clinic(_CLINICS[self.clinic](), reader)

    def play(self, clinic: Clinic) -> Clinic:
        """Run every step and all invariants. Raises ScriptError with the conversation so far, whatever goes wrong."""
        if self.now is not None:
            clinic.clock.set(self.now)
        if self.documents and isinstance(clinic.knowledge, ScriptedKnowledge):
            texts = self.documents.items()
            clinic.knowledge.passages.update((asked, Passage(text, "documento")) for asked, text in texts)
        play = Play(clinic)
        for number, (name, value, written) in enumerate(self.steps, start=1):
            try:
                STEPS[name].run(play, value)
                check_all(clinic)
            except Exception as error:  # a step may find any bug; the next script is played all the same
                raise self._wrong(f"step {number} ({name}: {written}): {_why(error)}", clinic) from error
        if never := clinic.faults.waiting:
            raise self._wrong(f"never came to fail: {', '.join(never)}", clinic)
        return clinic

    def _wrong(self, why: str, clinic: Clinic) -> ScriptError:
        said = "\n".join(clinic.transcript)
        return ScriptError(f"{self.name}, {why}\n\n{said}")


def _why(error: Exception) -> str:
    expected = isinstance(error, AssertionError | LookupError | ValueError)
    return str(error) if expected else f"{type(error).__name__}: {error}"


def load(path: Path) -> Script:
    """Read a script. Raises ScriptError for anything that is none."""
    try:
        return parse(path.read_text(encoding="utf-8"), str(path), path.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise ScriptError(f"{path}: cannot be read as UTF-8: {error}") from error


def parse(text: str, where: str = "script", name: str = "script") -> Script:
    """The same from text; `where` it came from is said when it is wrong."""
    try:
        return _script(yaml.load(text, _Loader), name)
    except (yaml.YAMLError, RecursionError, ValueError) as error:
        raise ScriptError(f"{where}: {error}") from error


def _script(raw: Any, name: str) -> Script:
    if not isinstance(raw, dict) or not isinstance(raw.get("pasos"), list):
        raise ValueError("a script has `pasos`, a list")
    if unknown := set(raw) - set(_HEADINGS):
        raise ValueError(f"unknown {', '.join(sorted(map(str, unknown)))}; known: {', '.join(sorted(_HEADINGS))}")
    if not raw["pasos"]:
        raise ValueError("`pasos` is empty: nothing would be tried")
    given = {heading: _read(heading, read, raw[heading]) for heading, read in _HEADINGS.items() if heading in raw}
    return Script(
        name=given.get("nombre", name),
        steps=[_step(number, step) for number, step in enumerate(raw["pasos"], start=1)],
        now=given.get("ahora"),
        clinic=given.get("clinica", "demo"),
        documents=given.get("documentos", {}),
    )


def _step(number: int, step: Any) -> Written:
    if not isinstance(step, dict) or len(step) != 1:
        raise ValueError(f"step {number}: a step is one of {', '.join(STEPS)}: {step!r}")
    ((verb, value),) = step.items()
    if verb not in STEPS:
        raise ValueError(f"unknown step {verb!r}; known: {', '.join(STEPS)}")
    return Written(verb, _read(f"step {number}, {verb}", STEPS[verb].read, value), value)


def _read(what: str, read: Callable[[Any], Any], value: Any) -> Any:
    try:
        return read(value)
    except ValueError as error:
        raise ValueError(f"{what}: {error}") from error
