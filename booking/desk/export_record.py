"""Who had personal data shown whole, or changed the files of patients, kept among the notices."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from booking.ports import UnitOfWork

EXPORT = "json_export"
CHANGE = "records_changed"
RECORDS = (EXPORT, CHANGE)
"""Kept to see who did it; nothing that reception must attend to."""


def record_export(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store it. The caller commits before showing anything."""
    uow.notices.add(EXPORT, None, f"{what} {who}", now)


def record_change(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store what somebody did to the files of patients, in the transaction that does it."""
    uow.notices.add(CHANGE, None, f"{what} · {who}", now)
