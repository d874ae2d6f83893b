"""What each message of ours is for: those of one class keep their order, and hold up no other.

Revision: 0013, after 0012.
"""

from __future__ import annotations

from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

# Until now there were replies only. Jobs that wait, or whose worker died, have the lock of the replies of their chat.
ADD = """
ALTER TABLE mensajes_salientes ADD COLUMN clase TEXT NOT NULL DEFAULT 'reply',
    ADD CONSTRAINT ck_mensajes_salientes_clase CHECK (clase IN ('reply', 'notice', 'reminder', 'offer', 'staff'));
ALTER TABLE mensajes_salientes ALTER COLUMN clase DROP DEFAULT;
DROP INDEX ix_mensajes_salientes_pendientes;
CREATE INDEX ix_mensajes_salientes_pendientes ON mensajes_salientes (conversacion_id, clase, id)
    WHERE estado = 'pending';
UPDATE procrastinate_jobs SET lock = replace(lock, 'delivery:', 'delivery:reply:')
    WHERE task_name = 'turnero.deliver' AND status IN ('todo', 'doing');
"""

REMOVE = """
DROP INDEX ix_mensajes_salientes_pendientes;
ALTER TABLE mensajes_salientes DROP COLUMN clase;
CREATE INDEX ix_mensajes_salientes_pendientes ON mensajes_salientes (conversacion_id, id) WHERE estado = 'pending';
DELETE FROM procrastinate_jobs WHERE task_name = 'turnero.deliver' AND status = 'todo';
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
