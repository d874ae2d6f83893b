"""Whether a command shows names and numbers whole, with --json or as the desk is set; each look is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING

from booking.admin.operating_user import operating_user

if TYPE_CHECKING:
    from collections.abc import Sequence

    from booking.desk.json_views import Json
    from booking.ports import UnitOfWork
    from booking.runtime.composition_root import App


def touched_whole(wired: App, uow: UnitOfWork, touched: Sequence[Json], json: bool, what: str) -> bool:
    """The same for the appointments that an edit touches; with --json these are numbers alone."""
    return bool(touched) and not json and shown_whole(wired, uow, False, what)


def shown_whole(wired: App, uow: UnitOfWork, json: bool, what: str) -> bool:
    """Then who looked at `what` is recorded, which the caller commits before showing anything."""
    from booking.desk.export_record import record_export

    whole = json or wired.settings.nombres_completos
    if whole:
        record_export(uow, what, operating_user(), wired.clock.now())
    return whole
