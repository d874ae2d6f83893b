"""Use cases: somebody of the clinic has seen a notice, or has dealt with it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from booking.desk.desk_errors import DeskRefused
from booking.models import Handled
from booking.ports import UnitOfWork


def see(uow: UnitOfWork, ids: Sequence[int], by: str, now: dt.datetime) -> None:
    """Nobody is reminded of these again. Raises DeskRefused."""
    _must_exist(uow, ids)
    uow.notices.see(ids, Handled(by=by, at=now))


def finish(uow: UnitOfWork, ids: Sequence[int], by: str, now: dt.datetime) -> None:
    """Nothing is left to do about these. Raises DeskRefused."""
    _must_exist(uow, ids)
    uow.notices.finish(ids, Handled(by=by, at=now))


def _must_exist(uow: UnitOfWork, ids: Sequence[int]) -> None:
    missing = sorted(set(ids) - {notice.id for notice in uow.notices.of(ids)})
    if missing:
        raise DeskRefused(f"No hay aviso {', '.join(map(str, missing))}. Véalos con: turnero chats avisos")
