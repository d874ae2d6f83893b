"""A mark that was made by mistake can be taken back, which is an event of its own.

Revision: 0024, after 0023.
"""

from __future__ import annotations

from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None

KINDS = "agendada, sobrecupo, movida, confirmada, cancelada, llego, iniciada, completada, no_asistio"

CHANGE = """
ALTER TABLE eventos_cita DROP CONSTRAINT ck_eventos_cita_tipo;
ALTER TABLE eventos_cita ADD CONSTRAINT ck_eventos_cita_tipo CHECK (tipo IN ({}));
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE.format(_listed(f"{KINDS}, deshecha")))


def downgrade() -> None:
    op.get_bind().exec_driver_sql("DELETE FROM eventos_cita WHERE tipo = 'deshecha'")
    op.get_bind().exec_driver_sql(CHANGE.format(_listed(KINDS)))


def _listed(kinds: str) -> str:
    return ", ".join(f"'{kind}'" for kind in kinds.split(", "))
