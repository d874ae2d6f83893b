"""Every scripted conversation, through the real reader of Spanish."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.kit.played import SCRIPTS, played


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.stem)
def test_a_scripted_conversation_goes_as_written(path: Path) -> None:
    played(path)


def test_every_script_has_a_number_of_its_own() -> None:
    numbers = [path.stem.partition("_")[0] for path in SCRIPTS]
    assert sorted({n for n in numbers if numbers.count(n) > 1}) == []
