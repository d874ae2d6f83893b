"""Where the data is: the home's embedded server, or the one that `DATABASE_URL` names, with this version's tables."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from booking.errors import DatabaseUnavailable, SettingsInvalid, TablesDiffer
from booking.settings import Settings


@contextmanager
def database_of(settings: Settings) -> Iterator[str]:
    """Its address, for the length of a `with`; the embedded server is attached to, or started. Raises
    DatabaseUnavailable."""
    if settings.database_url is not None:
        yield settings.database_url.get_secret_value()
        return
    from storage import embedded

    with embedded.server(settings.turnero_home) as url:
        yield url


def upgrade(settings: Settings, role: str | None = None) -> None:
    """Bring the database to this version's tables, as their owner, and let `role` work with their rows; on the
    embedded server that is always the application's. Raises DatabaseUnavailable, TablesDiffer."""
    from storage import migrate

    if settings.database_url is not None:
        migrate.upgrade(settings.database_url.get_secret_value(), role)
        return
    from storage import embedded, roles

    if role is not None:
        raise SettingsInvalid("--role is for a server of your own (DATABASE_URL); the embedded one has its role.")
    with embedded.server(settings.turnero_home, owner=True) as url:
        migrate.upgrade(url, roles.APPLICATION)


def prepare(settings: Settings, url: str) -> None:
    """The tables are this version's and the application may work with them. Those of the embedded server are seen to;
    those of another are their owner's to change. Raises TablesDiffer, DatabaseUnavailable."""
    from storage import migrate

    current = migrate.refuse_newer(url) is migrate.Standing.CURRENT
    if settings.database_url is None:
        if not current:
            upgrade(settings)
    elif not current:
        raise TablesDiffer("Run as their owner: turnero db upgrade (with --role, to let the application's role work)")
    elif lacking := migrate.lacking(url):
        raise DatabaseUnavailable(
            f"The role of DATABASE_URL lacks {lacking[0]}"
            + (f" and {len(lacking) - 1} more rights" if len(lacking) > 1 else "")
            + ". Run as the owner of the tables: turnero db upgrade --role APP_ROLE"
        )
