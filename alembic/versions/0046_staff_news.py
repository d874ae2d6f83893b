"""Staff are told of what patients change, and what a day brings and brought, once.

Revision: 0046, after 0045.
"""

from __future__ import annotations

from alembic import op

revision = "0046"
down_revision = "0045"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE eventos_cita ADD COLUMN avisado_en TIMESTAMP WITH TIME ZONE;
UPDATE eventos_cita SET avisado_en = ocurrido_en;
CREATE INDEX ix_eventos_cita_por_avisar ON eventos_cita (id)
    WHERE avisado_en IS NULL AND actor = 'paciente' AND tipo IN ('agendada', 'movida', 'cancelada');
CREATE TABLE resumenes_personal (
    usuario_id BIGINT NOT NULL,
    fecha DATE NOT NULL,
    cual TEXT NOT NULL,
    hecho_en TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_resumenes_personal PRIMARY KEY (usuario_id, fecha, cual),
    CONSTRAINT ck_resumenes_personal_cual CHECK (cual IN ('manana', 'tarde')),
    CONSTRAINT fk_resumenes_personal_usuario_id_usuarios FOREIGN KEY (usuario_id) REFERENCES usuarios (id)
);
"""

REMOVE = """
DROP TABLE resumenes_personal;
DROP INDEX ix_eventos_cita_por_avisar;
ALTER TABLE eventos_cita DROP COLUMN avisado_en;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
