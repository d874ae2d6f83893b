"""The demo's clock: moved by one process, the same for all."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest

from booking.errors import SettingsInvalid
from booking.runtime.clocks import FileClock, ShiftedClock, SystemClock, clock_from, demo_clock, moved, set_file
from booking.settings import Settings


def near(one: dt.datetime, other: dt.datetime) -> bool:
    return abs(one - other) < dt.timedelta(minutes=5)


def test_all_see_that_it_was_moved(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, turnero_home=tmp_path)
    assert isinstance(clock_from(settings), SystemClock)
    assert not moved(settings)
    ours = ShiftedClock(demo_clock(settings))
    ours.set(0)
    theirs = clock_from(settings)
    assert isinstance(theirs, ShiftedClock)
    assert not moved(settings), "it stands where the machine's does"
    for ahead in (dt.timedelta(hours=1), dt.timedelta(days=40)):
        ours.set(ahead.total_seconds())
        now = dt.datetime.now(dt.UTC) + ahead
        assert near(ours.now(), now)
        assert near(theirs.now(), now)
        assert moved(settings)


def test_it_runs_on(tmp_path: Path) -> None:
    clock = ShiftedClock(tmp_path / "clock")
    clock.set(7200)
    assert clock.now() < clock.now()


@pytest.mark.parametrize("said", ["", "tomorrow", "1e999", "nan"])
def test_what_is_no_number_is_said(tmp_path: Path, said: str) -> None:
    (tmp_path / "clock").write_text(said)
    with pytest.raises(SettingsInvalid, match="seconds that the demo is ahead"):
        ShiftedClock(tmp_path / "clock").now()


def test_a_clock_that_is_named_goes_before(tmp_path: Path) -> None:
    named, at = tmp_path / "now", dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC)
    settings = Settings(_env_file=None, turnero_home=tmp_path, turnero_clock_file=named)
    ShiftedClock(demo_clock(settings)).set(7200)
    set_file(named, at)
    clock = clock_from(settings)
    assert isinstance(clock, FileClock)
    assert clock.now() == at


def test_processes_that_are_told_when_it_began_have_one_clock() -> None:
    """However late one is started: what it takes for now is not before what another has stored."""
    start, began = dt.datetime(2026, 11, 24, 18, tzinfo=dt.UTC), dt.datetime.now(dt.UTC) - dt.timedelta(hours=2)
    settings = Settings(_env_file=None, turnero_now=start, turnero_now_since=began.timestamp())
    assert near(clock_from(settings).now(), start + dt.timedelta(hours=2))
    assert near(clock_from(settings.model_copy(update={"turnero_now_since": None})).now(), start)
