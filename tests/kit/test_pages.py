"""The pages of `docs/` that are written from the code are current."""

from __future__ import annotations

from pathlib import Path

import pytest

from booking.testing.pages import PAGES, outdated, write

DOCS = Path(__file__).parents[2] / "docs"


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name: str) -> None:
    written = (DOCS / name).read_text(encoding="utf-8")
    assert written == PAGES[name](), "write it with: turnero fsm docs"


def test_only_pages_that_are_not_current_are_written(tmp_path: Path) -> None:
    for name in PAGES:
        (tmp_path / name).write_text((DOCS / name).read_text(encoding="utf-8"), encoding="utf-8")
    (tmp_path / "invariants.md").write_text("something else", encoding="utf-8")
    assert write(tmp_path) == [tmp_path / "invariants.md"]
    assert outdated(tmp_path) == []
