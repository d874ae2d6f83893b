"""A hold that is given back is deleted without looking through all records and all who wait.

Revision: 0060, after 0053.
"""

from __future__ import annotations

from alembic import op

revision = "0060"
down_revision = "0053"
branch_labels = None
depends_on = None

# Holds are rows of `citas_medicas`: with each that goes, PostgreSQL looks for whatever refers to it.
ADD = """
CREATE INDEX ix_historiales_medicos_cita_id ON historiales_medicos (cita_id) WHERE cita_id IS NOT NULL;
CREATE INDEX ix_lista_espera_cita_id ON lista_espera (cita_id) WHERE cita_id IS NOT NULL;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_index("ix_lista_espera_cita_id", "lista_espera")
    op.drop_index("ix_historiales_medicos_cita_id", "historiales_medicos")
