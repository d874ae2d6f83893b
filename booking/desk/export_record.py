"""Who had personal data shown whole, kept among the notices."""

from __future__ import annotations

import datetime as dt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from booking.ports import UnitOfWork

EXPORT = "json_export"
"""Kept to see who had whole data; nothing that reception must attend to."""


def record_export(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store it. The caller commits before showing anything."""
    uow.notices.add(EXPORT, None, f"{what} {who}", now)
