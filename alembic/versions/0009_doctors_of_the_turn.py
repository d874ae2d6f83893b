"""Who takes part in the fair turn, and a version of what staff entered about every week.

Revision: 0009, after 0008.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

REMOVE = """
DROP TRIGGER version_agenda ON duraciones_visita;
DROP TRIGGER version_agenda ON bloqueos_recurrentes;
DROP TRIGGER version_agenda ON disponibilidad_medica;
DROP TRIGGER version_agenda ON doctores;
DROP FUNCTION cambia_version_agenda();
ALTER TABLE clinica DROP COLUMN version_agenda;
ALTER TABLE doctores DROP COLUMN turno_general;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
