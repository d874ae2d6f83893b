"""The tool that compares two versions of the code by what they say in the same talks."""

from __future__ import annotations

import json
from pathlib import Path

from tests.kit.recorded_talks import differences, recorded

TALKS = range(1, 4)


def test_the_same_code_says_the_same(database: str, tmp_path: Path) -> None:
    first, again = (recorded(database, tmp_path, TALKS, seed=7) for _ in range(2))
    assert first == again
    assert len({json.loads(line)["talk"] for line in first}) == len(TALKS)
    assert differences(["", *first], ["", *again]) == []


def test_a_difference_is_shown_with_its_talk() -> None:
    def lines(answer: str) -> list[str]:
        rows = [{"talk": 1, "A": "hola", "heard": ["Hola"]}, {"talk": 2, "A": "sí", "heard": [answer]}]
        return ["", *map(json.dumps, rows)]

    (told,) = differences(lines("Listo"), lines("Hecho"))
    assert told.startswith("talk 2, step 1")
    assert '-   "Listo"' in told
    assert '+   "Hecho"' in told
