"""What is remembered of one person lies together, words and vectors; no number of whoever was erased is left in proofs.

The tables of vectors are left out, to be made anew with whose each is at the end of this upgrade (`storage/vectors`);
their vectors are made again from the texts.

Revision: 0064, after 0060.
"""

from __future__ import annotations

from alembic import op

revision = "0064"
down_revision = "0060"
branch_labels = None
depends_on = None

UP = """
DROP TABLE IF EXISTS vectores_episodio;
DROP TABLE IF EXISTS vectores_historial;
ALTER TABLE memoria_episodica ADD CONSTRAINT uq_memoria_episodica_usuario_id_id UNIQUE (usuario_id, id);
ALTER TABLE historiales_medicos ADD CONSTRAINT uq_historiales_medicos_doctor_id_id UNIQUE (doctor_id, id);
DROP INDEX ix_memoria_episodica_usuario_id_ocurrido_en;
CREATE INDEX ix_memoria_episodica_de_quien
    ON memoria_episodica (usuario_id, ocurrido_en, id) INCLUDE (tipo, resumen, busqueda);
UPDATE consentimientos c SET wamid = 'sha256:' || encode(sha256(convert_to(c.wamid, 'UTF8')), 'hex')
FROM usuarios u WHERE u.id = c.usuario_id AND u.telefono IS NULL AND NOT starts_with(c.wamid, 'sha256:')
    AND NOT EXISTS (SELECT FROM identidades i WHERE i.usuario_id = u.id);
"""
DOWN = """
DROP TABLE IF EXISTS vectores_episodio;
DROP TABLE IF EXISTS vectores_historial;
DROP INDEX ix_memoria_episodica_de_quien;
CREATE INDEX ix_memoria_episodica_usuario_id_ocurrido_en ON memoria_episodica (usuario_id, ocurrido_en);
ALTER TABLE historiales_medicos DROP CONSTRAINT uq_historiales_medicos_doctor_id_id;
ALTER TABLE memoria_episodica DROP CONSTRAINT uq_memoria_episodica_usuario_id_id;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(UP)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(DOWN)
