"""A message of ours may be about an appointment, and may expire.

Revision: 0017, after 0016.
"""

from __future__ import annotations

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE mensajes_salientes
    ADD COLUMN cita_id BIGINT CONSTRAINT fk_mensajes_salientes_cita_id_citas_medicas REFERENCES citas_medicas (id),
    ADD COLUMN cita_version INTEGER,
    ADD COLUMN vence_en TIMESTAMPTZ,
    ADD CONSTRAINT ck_mensajes_salientes_cita CHECK ((cita_id IS NULL) = (cita_version IS NULL)),
    DROP CONSTRAINT ck_mensajes_salientes_estado,
    ADD CONSTRAINT ck_mensajes_salientes_estado CHECK (estado IN ('pending', 'sent', 'failed', 'expired'));
CREATE INDEX ix_mensajes_salientes_cita_id ON mensajes_salientes (cita_id) WHERE cita_id IS NOT NULL;
"""

REMOVE = """
UPDATE mensajes_salientes SET estado = 'failed' WHERE estado = 'expired';
ALTER TABLE mensajes_salientes
    DROP CONSTRAINT ck_mensajes_salientes_estado,
    ADD CONSTRAINT ck_mensajes_salientes_estado CHECK (estado IN ('pending', 'sent', 'failed')),
    DROP COLUMN cita_id, DROP COLUMN cita_version, DROP COLUMN vence_en;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
