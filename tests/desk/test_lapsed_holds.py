"""A time that a chat held and let go by not going on is free in the agenda too."""

from __future__ import annotations

import datetime as dt

from booking.desk import day_grid
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts


def test_what_lapsed_is_shown_free() -> None:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    assert "ask_name" in clinic.say("Rosa", "quiero una cita mañana a las 10 con el doctor Salas").keys
    date = clinic.clock.now().date() + dt.timedelta(days=1)

    def at_ten() -> str:
        with clinic.begin() as uow:
            ((day,),) = [day_grid.shown(uow, clinic.clock.now(), [date], "Salas").days]
        (cell,) = [c for doctor in day["doctores"] for c in doctor["horas"] if c["inicio"][11:16] == "10:00"]
        return day_grid.said(cell, clinic.clock.now())

    assert at_ten().startswith("(apartado en un chat hasta ")
    clinic.clock.advance(dt.timedelta(hours=2))
    assert at_ten() == "libre"
