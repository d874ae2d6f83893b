"""Which doctors entered a patient.

Revision: 0010, after 0009.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

REMOVE = """
ALTER TABLE pacientes ADD COLUMN doctor_id BIGINT
    CONSTRAINT fk_pacientes_doctor_id REFERENCES doctores (id);
UPDATE pacientes p SET doctor_id = (
    SELECT r.doctor_id FROM pacientes_doctores r WHERE r.paciente_id = p.id
    ORDER BY r.registrado_en, r.doctor_id LIMIT 1
);
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
    op.drop_table("pacientes_doctores")
