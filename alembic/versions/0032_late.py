"""Patients are told that their doctor is late, as often as that is said.

Revision: 0032, after 0031.
"""

from __future__ import annotations

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE avisos_cita ADD COLUMN minutos INTEGER;
ALTER TABLE avisos_cita DROP CONSTRAINT ck_avisos_cita_que;
ALTER TABLE avisos_cita ADD CONSTRAINT ck_avisos_cita_que
    CHECK (que IN ('agendada', 'movida', 'cancelada', 'retraso'));
ALTER TABLE avisos_cita ADD CONSTRAINT ck_avisos_cita_minutos CHECK ((que = 'retraso') = (minutos IS NOT NULL));
ALTER TABLE avisos_cita DROP CONSTRAINT uq_avisos_cita_cita_id_cita_version_que;
CREATE UNIQUE INDEX ix_avisos_cita_una_vez ON avisos_cita (cita_id, cita_version, que) WHERE que <> 'retraso';
"""

REMOVE = """
DELETE FROM avisos_cita WHERE que = 'retraso';
DROP INDEX ix_avisos_cita_una_vez;
ALTER TABLE avisos_cita ADD CONSTRAINT uq_avisos_cita_cita_id_cita_version_que UNIQUE (cita_id, cita_version, que);
ALTER TABLE avisos_cita DROP CONSTRAINT ck_avisos_cita_minutos;
ALTER TABLE avisos_cita DROP CONSTRAINT ck_avisos_cita_que;
ALTER TABLE avisos_cita ADD CONSTRAINT ck_avisos_cita_que CHECK (que IN ('agendada', 'movida', 'cancelada'));
ALTER TABLE avisos_cita DROP COLUMN minutos;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
