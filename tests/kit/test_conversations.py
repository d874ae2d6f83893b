"""Every scripted conversation, through the real reader of Spanish."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.testing.scripts.play import load
from nlu.shortcuts import Shortcuts

SCRIPTS = sorted((Path(__file__).parent.parent / "conversations").glob("*.yaml"))


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_scripted_conversation_goes_as_written(path: Path) -> None:
    script = load(path)
    script.play(script.open_clinic(Shortcuts()))


def test_every_script_has_a_number_of_its_own() -> None:
    numbers = [path.stem.partition("_")[0] for path in SCRIPTS]
    assert sorted({n for n in numbers if numbers.count(n) > 1}) == []
