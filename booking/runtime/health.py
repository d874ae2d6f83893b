"""How everything is that Turnero needs: asked by `/readyz` and `turnero check`."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING

from booking.errors import DatabaseUnavailable, NotFound, TurneroError
from booking.models import Condition, Sweep
from booking.ports import UnitOfWork, UnitOfWorkFactory
from booking.runtime.clinic_library import embeddings_check

if TYPE_CHECKING:
    from booking.runtime.composition_root import App

SWEEP_TOO_OLD = 30.0
"""Seconds. The sweep comes every five; what a killed worker was doing is taken up within twenty."""

UNREAD_TOO_LONG = 30.0
"""Seconds that a delivery may wait to be taken apart, which takes milliseconds."""


def condition_of(app: App) -> Condition:
    """Each service: ok, absent (not set up) or error, and what its state follows from, asked for once.
    A model that failed again and again is an error, and so is a disk that is nearly full; the disk of a
    database elsewhere is not seen."""
    from storage import disk, migrate

    age = unread = None
    paused = False
    free = None if app.settings.database_url else _free(app)
    found = {"database": "error", "migrations": "error", "queue": "error", "deliveries": "error"}
    try:
        disk.try_to_write(app.database)
        found["database"] = "ok" if free is None or free >= disk.FULL else "error"
        found["migrations"] = "ok" if migrate.is_current(app.url) else "error"
        age = swept_ago(app)
        found["queue"] = _queue(app, age)
        unread = _unread_age(app)
        paused = _paused(app)
        found["deliveries"] = "ok" if unread is None or unread < UNREAD_TOO_LONG else "error"
    except TurneroError:
        pass  # what was not found to be well is not
    found["webhook"] = "ok" if app.settings.whatsapp_app_secret else "absent"
    found["whatsapp"] = "ok" if app.sender.ready else "absent"
    found["models"] = app.workers.models if app.workers else app.models()
    found["embeddings"] = embeddings_check(app)
    found |= stores(app.begin)
    found["disk"] = "absent" if free is None else "error" if free < disk.NEARLY_FULL else "ok"
    return Condition(found, age, unread, paused)


def swept_ago(app: App) -> float | None:
    """Seconds since any worker on this database last ended a sweep; None before the first, and where the database
    does not say."""
    from storage import periodic

    with suppress(DatabaseUnavailable):
        return periodic.age(app.database, Sweep().once)
    return None


def stores(begin: UnitOfWorkFactory) -> dict[str, str]:
    """Whether the documents, what is remembered of people and what doctors wrote down can be looked at. Their vectors
    are told of under embeddings."""
    from storage.base import unavailable

    looks: dict[str, Callable[[UnitOfWork], object]] = {
        "documents": lambda uow: uow.documents.search([("x",)], None, None, 1),
        "memory": lambda uow: uow.episodes.of_person(0, 1),
        "records": lambda uow: uow.records.of_patient(0),
    }
    found = dict.fromkeys(looks, "error")
    for name, look in looks.items():
        with suppress(DatabaseUnavailable), unavailable(), begin() as uow:
            look(uow)
            found[name] = "ok"
    return found


def _queue(app: App, sweep_age: float | None) -> str:
    """A worker may be another process, so what it does counts, not that there is one; this process's own are
    given time to begin."""
    doing = app.workers or app.queue_made
    at_work = doing.at_work_seconds if doing is not None else None
    if at_work is not None and at_work < SWEEP_TOO_OLD:
        return "ok"
    if sweep_age is None:
        return "absent" if at_work is None else "error"
    return "ok" if sweep_age < SWEEP_TOO_OLD else "error"


def _unread_age(app: App) -> float | None:
    """Seconds since the oldest delivery came in that nobody has taken apart; None where none waits. Raises
    DatabaseUnavailable."""
    from storage.base import unavailable

    with unavailable(), app.begin() as uow:
        oldest = uow.bodies.oldest()
    return None if oldest is None else max(0.0, (app.clock.now() - oldest).total_seconds())


def _paused(app: App) -> bool:
    """Whether what the clinic says by itself is paused. Raises DatabaseUnavailable."""
    from storage.base import unavailable

    with suppress(NotFound), unavailable(), app.begin() as uow:
        return uow.schedules.clinic().policy.paused
    return False


def _free(app: App) -> int:
    """Bytes free beside the database; none in a home that cannot be looked at."""
    try:
        return app.free_space(app.settings.turnero_home)
    except OSError:
        return 0
