"""Rules of scheduling, events of appointments, and the reasons of the fair turn.

Revision: 0004, after 0003.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

TABLES = ("ausencias", "bloqueos_recurrentes", "dias_especiales", "duraciones_visita", "eventos_cita")

REMOVE = """
DROP INDEX ix_citas_medicas_vivas;
ALTER TABLE citas_medicas DROP COLUMN llego_en, DROP COLUMN asignacion;
ALTER TABLE control_turnos DROP COLUMN desde;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
    for table in reversed(TABLES):
        op.drop_table(table)
