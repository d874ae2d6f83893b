"""People, schedules, appointments, conversations, messages and the log of turns.

Revision: 0001, the first.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

TABLES = (
    "clinica",
    "doctores",
    "usuarios",
    "control_turnos",
    "conversaciones",
    "disponibilidad_medica",
    "excepciones_agenda",
    "identidades",
    "pacientes",
    "avisos_personal",
    "citas_medicas",
    "mensajes_salientes",
    "turnos_log",
    "mensajes_entrantes",
)
"""In the order they were made."""


def upgrade() -> None:
    script = Path(__file__).with_suffix(".sql").read_text(encoding="utf-8")
    op.get_bind().exec_driver_sql(script.replace("%", "%%"))


def downgrade() -> None:
    for table in reversed(TABLES):
        op.drop_table(table)
