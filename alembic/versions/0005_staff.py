"""Rights, their one-time codes, sessions, and how long stages took.

Revision: 0005, after 0004.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

TABLES = ("codigos_alta", "metricas_nodos", "roles_usuario", "user_sessions")

REMOVE = """
ALTER TABLE pacientes DROP COLUMN doctor_id;
ALTER TABLE usuarios DROP COLUMN visto_en;
ALTER TABLE usuarios ADD COLUMN rol TEXT NOT NULL DEFAULT 'patient';
ALTER TABLE usuarios ALTER COLUMN rol DROP DEFAULT;
ALTER TABLE usuarios ADD CONSTRAINT ck_usuarios_rol CHECK (rol IN ('patient', 'staff', 'doctor', 'admin'));
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
    for table in TABLES:
        op.drop_table(table)
