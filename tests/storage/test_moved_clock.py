"""A real clinic runs on the machine's clock alone."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from pydantic import SecretStr
from sqlalchemy import Engine

from booking.errors import SettingsInvalid
from booking.models import Clinic
from booking.runtime.clocks import ShiftedClock, demo_clock, set_file
from booking.runtime.composition_root import opened
from booking.settings import Settings
from storage.seed import seed


@pytest.mark.parametrize("demo", [True, False])
def test_only_a_demo_is_opened_on_a_moved_clock(database: str, engine: Engine, tmp_path: Path, demo: bool) -> None:
    seed(engine, Clinic(name="Clínica", zone="America/Tijuana", demo=demo))
    settings = Settings(_env_file=None, turnero_home=tmp_path, database_url=SecretStr(database))
    clock = ShiftedClock(demo_clock(settings))
    clock.set(0)
    named = settings.model_copy(update={"turnero_clock_file": tmp_path / "now"})
    set_file(tmp_path / "now", dt.datetime.now(dt.UTC))
    with opened(settings):
        pass
    clock.set(3600)
    for ours in (settings, named):
        if demo:
            with opened(ours):
                pass
        else:
            with pytest.raises(SettingsInvalid, match="for a demo clinic only"), opened(ours):
                pass
