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


STILL_LOOKING = dt.timedelta(minutes=10)
"""Who looks at the same again within so long has not stopped looking."""


def record_export(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store it. The caller commits before showing anything."""
    uow.notices.add(EXPORT, None, f"{what} {who}", now)


def record_look(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store that somebody has it shown whole, on a screen that is shown anew as often as something changes: once for as
    long as they keep looking."""
    lately = (one for one in uow.notices.list() if one.kind == EXPORT and one.at > now - STILL_LOOKING)
    if all(one.detail != f"{what} {who}" for one in lately):
        record_export(uow, what, who, now)


def record_change(uow: UnitOfWork, what: str, who: str, now: dt.datetime) -> None:
    """Store what somebody did to the files of patients, in the transaction that does it."""
    uow.notices.add(CHANGE, None, f"{what} · {who}", now)
