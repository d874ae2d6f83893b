"""A message of ours may have a template that says the same; when somebody last wrote is looked up fast.

Revision: 0020, after 0019.
"""

from __future__ import annotations

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE mensajes_salientes
    ADD COLUMN respaldo JSONB,
    ADD COLUMN como_respaldo BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX ix_mensajes_entrantes_conversacion_id_enviado_en ON mensajes_entrantes (conversacion_id, enviado_en);
"""

REMOVE = """
DROP INDEX ix_mensajes_entrantes_conversacion_id_enviado_en;
ALTER TABLE mensajes_salientes DROP COLUMN respaldo, DROP COLUMN como_respaldo;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
