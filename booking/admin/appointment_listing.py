"""Appointments as every command prints them: in one table, masked unless names are shown whole."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.admin import output

if TYPE_CHECKING:
    import datetime as dt

    from booking.desk.json_views import Json


def show(
    rows: Sequence[Json], caption: str | None = None, now: dt.datetime | None = None, *, whole: bool = False
) -> None:
    """Print them; with who has been waiting for how long where the moment is given. `whole`: with whole names and
    numbers, which somebody is recorded to have looked at."""
    from booking.desk import find_appointments

    output.table(find_appointments.COLUMNS, [find_appointments.masked(row, now, whole=whole) for row in rows], caption)


def show_touched(rows: Sequence[Json], *, whole: bool) -> None:
    """Print those that an edit of the rules touches, if there are any, with what to do; `whole` as in `show`."""
    if rows:
        output.say("Estas citas caen ahí y siguen en pie. Muévalas o cancélelas: turnero citas mover, citas cancelar")
        show(rows, whole=whole)
