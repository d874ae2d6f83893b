"""Verdicts in a file, line by line as they come, so that judging thousands of changes can stop and go on."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path

import booking
from booking.errors import TurneroError
from booking.verification.mutants import Mutant
from booking.verification.verdicts import Fate, Verdict

_JUDGED_BY = ("conversation", "intents", "models", "scheduling", "verification")
"""Folders of the core that say what becomes of a change."""


class OtherCode(TurneroError):
    """The file has verdicts on other code; name another file."""


class KeptVerdicts:
    """Those of one file, of the code as it is. Raises OtherCode."""

    def __init__(self, file: Path) -> None:
        self._file, self._known = file, dict[tuple[str, str], tuple[Fate, str]]()
        if not file.exists():
            file.write_text(_line({"code": _digest()}), encoding="utf-8")
            return
        whole = file.read_text(encoding="utf-8").rpartition("\n")[0]  # the last line may have been cut short
        first, *others = [json.loads(line) for line in whole.splitlines()] or [{}]
        if first.get("code") != _digest():
            raise OtherCode(str(file))
        self._known = {(one["row"], one["change"]): (Fate(one["fate"]), one["why"]) for one in others}
        file.write_text(whole + "\n", encoding="utf-8")

    def of(self, mutants: Iterable[Mutant]) -> Iterator[Verdict]:
        """What is known already of these."""
        for mutant in mutants:
            if (known := self._known.get((mutant.name, mutant.change))) is not None:
                yield Verdict(mutant, *known)

    def keep(self, verdict: Verdict) -> None:
        """Write it down at once."""
        of = verdict.mutant
        line = _line({"row": of.name, "change": of.change, "fate": verdict.fate.value, "why": verdict.why})
        with self._file.open("a", encoding="utf-8") as file:
            file.write(line)


def _line(what: dict[str, str]) -> str:
    return json.dumps(what, ensure_ascii=False) + "\n"


def _digest() -> str:
    """Of all code that a verdict hangs on."""
    core = Path(booking.__file__).parent
    files = sorted(file for folder in _JUDGED_BY for file in (core / folder).rglob("*") if file.suffix != ".pyc")
    digest = hashlib.sha256()
    for file in files:
        if file.is_file():
            digest.update(str(file.relative_to(core)).encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()
