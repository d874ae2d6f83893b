"""What WhatsApp delivered and nobody has taken apart yet."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Final

from sqlalchemy import delete, select, text, update
from sqlalchemy.orm import Session

from booking.models import WebhookBody
from booking.ports import Taken
from storage.base import table_of, unavailable
from storage.prepared import Prepared
from storage.tables import WebhookBodyRow

CHANNEL: Final = "turnero_entregas"
"""Who listens to it hears of each transaction that stored bodies."""

MOST_BYTES: Final = 8 * 1024 * 1024
"""Of bodies taken together; a single one may be larger."""

_TABLE = table_of(WebhookBodyRow)
_LOCK = Prepared(text("SELECT pg_try_advisory_xact_lock(hashtextextended('entregas_webhook', 0))"))

KEEP: Final = Prepared(
    text(f"""
WITH kept AS (
    INSERT INTO entregas_webhook (recibida_en, cuerpo)
    SELECT came, body FROM unnest(CAST(:came AS timestamptz[]), CAST(:bodies AS bytea[]))
        WITH ORDINALITY AS one (came, body, place) ORDER BY place
)
SELECT pg_notify('{CHANNEL}', '')
""")
)
"""In the order given."""

_TAKE: Final = Prepared(
    text("""
DELETE FROM entregas_webhook WHERE id IN (
    SELECT id FROM (
        SELECT id, sum(octet_length(cuerpo)) OVER (ORDER BY id) AS bytes, row_number() OVER (ORDER BY id) AS place
        FROM (SELECT id, cuerpo FROM entregas_webhook ORDER BY id LIMIT :limit) AS first
    ) AS counted WHERE bytes <= :most OR place = 1
)
RETURNING id, recibida_en, cuerpo, intentos, (SELECT max(id) FROM entregas_webhook) AS newest
""")
)
"""No more bytes than that, but for a single body; `newest` is of those there were before."""


class SqlWebhookBodies:
    """`entregas_webhook`. One transaction at a time takes them, which keeps their order."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def keep(self, bodies: Sequence[tuple[dt.datetime, bytes]]) -> None:
        KEEP.run(self._session.connection(), {"came": [at for at, _ in bodies], "bodies": [body for _, body in bodies]})

    def take(self, limit: int) -> Taken | None:
        """Two statements. Raises DatabaseUnavailable."""
        with unavailable():
            connection = self._session.connection()
            if _LOCK.rows(connection, {}) == [(False,)]:
                return None
            rows = sorted(_TAKE.rows(connection, {"limit": limit, "most": MOST_BYTES}))
            bodies = [WebhookBody(id, came, bytes(body), attempts) for id, came, body, attempts, _ in rows]
            return Taken(bodies, bool(rows) and rows[-1][-1] > bodies[-1].id)

    def count_attempt(self, body_id: int) -> int:
        counted = self._session.scalar(
            update(_TABLE)
            .where(_TABLE.c.id == body_id)
            .values(intentos=_TABLE.c.intentos + 1)
            .returning(_TABLE.c.intentos)
        )
        return counted or 0

    def remove(self, body_id: int) -> bool:
        return self._session.scalar(delete(_TABLE).where(_TABLE.c.id == body_id).returning(_TABLE.c.id)) is not None

    def oldest(self) -> dt.datetime | None:
        return self._session.scalar(select(_TABLE.c.recibida_en).order_by(_TABLE.c.id).limit(1))
