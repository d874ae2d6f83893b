"""Patients whose doctor will not be there are offered another time, and keep theirs until they answer.

Revision: 0040, after 0038.
"""

from __future__ import annotations

from alembic import op

revision = "0040"
down_revision = "0038"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE avisos_cita DROP CONSTRAINT ck_avisos_cita_que;
ALTER TABLE avisos_cita ADD CONSTRAINT ck_avisos_cita_que
    CHECK (que IN ('agendada', 'movida', 'cancelada', 'retraso', 'ausencia', 'regreso'));
DROP INDEX ix_avisos_cita_una_vez;
CREATE UNIQUE INDEX ix_avisos_cita_una_vez ON avisos_cita (cita_id, cita_version, que)
    WHERE que NOT IN ('retraso', 'ausencia', 'regreso');
CREATE TABLE citas_por_mover (
    cita_id BIGINT NOT NULL,
    doctor_id BIGINT NOT NULL,
    inicio TIMESTAMP WITH TIME ZONE NOT NULL,
    pedido_en TIMESTAMP WITH TIME ZONE NOT NULL,
    limite TIMESTAMP WITH TIME ZONE NOT NULL,
    avisado_en TIMESTAMP WITH TIME ZONE,
    CONSTRAINT pk_citas_por_mover PRIMARY KEY (cita_id),
    CONSTRAINT fk_citas_por_mover_cita_id_citas_medicas FOREIGN KEY (cita_id) REFERENCES citas_medicas (id),
    CONSTRAINT fk_citas_por_mover_doctor_id_doctores FOREIGN KEY (doctor_id) REFERENCES doctores (id)
);
CREATE INDEX ix_citas_por_mover_limite ON citas_por_mover (limite) WHERE avisado_en IS NULL;
"""

REMOVE = """
DROP TABLE citas_por_mover;
DELETE FROM avisos_cita WHERE que IN ('ausencia', 'regreso');
DROP INDEX ix_avisos_cita_una_vez;
CREATE UNIQUE INDEX ix_avisos_cita_una_vez ON avisos_cita (cita_id, cita_version, que) WHERE que <> 'retraso';
ALTER TABLE avisos_cita DROP CONSTRAINT ck_avisos_cita_que;
ALTER TABLE avisos_cita ADD CONSTRAINT ck_avisos_cita_que
    CHECK (que IN ('agendada', 'movida', 'cancelada', 'retraso'));
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
