"""The scripted conversations, each played once through the real reader of Spanish, for all who ask what came of it.
Tests that do are named in `tests/one_process`, so that one process has them all."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from booking.testing.clinic import Clinic
from booking.testing.scripts.play import load
from tests.nlu.counting import Counting

SCRIPTS = sorted((Path(__file__).parent.parent / "conversations").glob("*.yaml"))


def played(path: Path) -> Clinic:
    """The clinic afterwards, to be looked at and not changed. Raises AssertionError where it goes otherwise than it is
    written."""
    return _played(path)[0]


def unsure(path: Path) -> list[str]:
    """What was said in it of which the reader was not sure."""
    return _played(path)[1].unsure


@cache
def _played(path: Path) -> tuple[Clinic, Counting]:
    script, counting = load(path), Counting()
    return script.play(script.open_clinic(counting)), counting
