"""A figure may move by a fifth; beyond that it is a step back."""

from __future__ import annotations

from pathlib import Path

from tests.bench.kept import keep, steps_back


def test_more_than_a_fifth_above_what_was_kept_is_a_step_back(tmp_path: Path) -> None:
    kept = tmp_path / "figures.json"
    keep({"statements": 10, "CPU": 1000}, None, kept)
    assert steps_back({"statements": 12, "CPU": 900, "new": 7}, kept) == []
    assert steps_back({"statements": 13, "CPU": 1201}, kept) == ["statements: 13, was 10", "CPU: 1201, was 1000"]
