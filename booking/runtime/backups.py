"""A copy of a clinic's database made while it works, and one put back while nothing does."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from booking.errors import CopyInvalid
from booking.settings import Settings

if TYPE_CHECKING:
    from booking.runtime.composition_root import App
    from storage.copies import Manifest
    from storage.restore import Dropped


def back_up(app: App, target: Path) -> Manifest:
    """Raises CopyInvalid, DatabaseUnavailable."""
    from storage import copies

    return copies.make(app.url, target, dt.datetime.now(dt.UTC))


@dataclass(slots=True)
class Restoring:
    """A copy that may be put back: what it is of, and what it would replace, as staff read it (None: nothing of
    anybody's)."""

    manifest: Manifest
    there: str | None
    _tables: bool
    _url: str
    _home: Path
    _dump: Path

    def run(self, *, moved: bool = False) -> tuple[Path | None, Dropped]:
        """Put it back; where what was there before was copied to, and what waited in it and is not done. `moved`: the
        clinic has not worked since the copy was made, so what waited is still to be done. Raises CopyInvalid and
        DatabaseUnavailable, and then nothing has changed."""
        from storage import copies, migrate, restore, roles

        now = dt.datetime.now(dt.UTC)
        safe: Path | None = None
        if self._tables:
            safe = self._home / f"before-restore-{now:%Y%m%d-%H%M%S}.turnero"
            copies.make(self._url, safe, now)
        restore.put_back(self._url, self.manifest, self._dump, now, settle=not moved)
        migrate.upgrade(self._url, roles.APPLICATION)
        return safe, restore.dropped(self._url, now)


@contextmanager
def restoring(settings: Settings, source: Path) -> Iterator[Restoring]:
    """Look at a copy and at the home that it is for. Raises CopyInvalid where it cannot be used, or Turnero is at work
    there; TablesDiffer for a copy of newer code."""
    from storage import copies, demo, embedded, migrate, restore
    from storage.base import make_engine

    if settings.database_url is not None:
        raise CopyInvalid(
            "DATABASE_URL names a server of your own: put the copy back with its own tools. The file is a tar, and the"
            " dump in it is for pg_restore.",
            "own_server",
        )
    with copies.opened(source) as (manifest, dump), embedded.server(settings.turnero_home, owner=True) as url:
        if restore.others(url):
            raise CopyInvalid("Turnero is at work in this home. Stop turnero serve, worker and consola.", "at_work")
        tables = restore.has_tables(url)
        there = "tablas de otra versión" if tables else None
        if migrate.is_current(url):
            engine = make_engine(url)
            try:
                found = demo.contents(engine)
                there = None if found is None else f"{found.clinic}, con {found}"
            finally:
                engine.dispose()
        yield Restoring(manifest, there, tables, url, settings.turnero_home.resolve(), dump)
