"""Live appointments are found by doctor and time, so that whose turn it is asks nothing of what is over.

Revision: 0034, after 0033.
"""

from __future__ import annotations

from alembic import op

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None

LIVE = "estado IN ('apartada', 'confirmada', 'en_curso', 'programada')"

CHANGE = f"""
DROP INDEX ix_citas_medicas_vivas;
CREATE INDEX ix_citas_medicas_vivas ON citas_medicas (doctor_id, inicio) WHERE {LIVE};
"""

CHANGE_BACK = f"""
DROP INDEX ix_citas_medicas_vivas;
CREATE INDEX ix_citas_medicas_vivas ON citas_medicas (doctor_id) WHERE {LIVE};
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE_BACK)
