"""Where deliveries of WhatsApp are put as they come, so that the answer can go back: one statement for all waiting."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from storage.base import unavailable
from storage.repositories.webhook_body_repository import KEEP


class Mailbox:
    """`WebhookBodies.keep` in a transaction of its own, which is one statement. Safe to share between threads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        """Raises DatabaseUnavailable. A connection that was cut is tried again once: a body stored twice is one, as
        what it brings has an id."""
        values: dict[str, object] = {"came": [at for at, _ in bodies], "bodies": [body for _, body in bodies]}
        with unavailable():
            try:
                self._keep(values)
            except DBAPIError as error:
                if not error.connection_invalidated:
                    raise
                self._keep(values)

    def _keep(self, values: dict[str, object]) -> None:
        with self._engine.connect() as connection:
            KEEP.run(connection, values)
