"""Appointments as every command prints them: in one table, masked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from booking.admin import output

if TYPE_CHECKING:
    from booking.desk.json_views import Json


def show(rows: Sequence[Json], caption: str | None = None) -> None:
    """Print them."""
    from booking.desk import find_appointments

    output.table(find_appointments.COLUMNS, [find_appointments.masked(row) for row in rows], caption)


def show_touched(rows: Sequence[Json]) -> None:
    """Print those that an edit of the rules touches, if there are any, with what to do."""
    if rows:
        output.say("Estas citas caen ahí y siguen en pie. Muévalas o cancélelas: turnero citas mover, citas cancelar")
        show(rows)
