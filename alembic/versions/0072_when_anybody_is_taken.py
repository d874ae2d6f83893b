"""When anybody is taken is found in one index.

Revision: 0072, after 0071.
"""

from __future__ import annotations

from alembic import op

revision = "0072"
down_revision = "0071"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.get_bind().exec_driver_sql(
        "CREATE INDEX ix_citas_medicas_ocupado ON citas_medicas (inicio, fin, tipo, doctor_id)"
        " INCLUDE (vence_en, conversacion_id, id)"
        " WHERE estado IN ('apartada', 'confirmada', 'en_curso', 'programada')"
    )


def downgrade() -> None:
    op.drop_index("ix_citas_medicas_ocupado")
