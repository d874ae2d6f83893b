"""What a turn learnt of patients stands apart from its log, and is forgotten.

Revision: 0018, after 0017.
"""

from __future__ import annotations

from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

# Turns logged before keep what they learnt in the log itself.
ADD = """
ALTER TABLE turnos_log ADD COLUMN efectos_clinicos JSONB;
CREATE INDEX ix_turnos_log_por_olvidar ON turnos_log (ocurrido_en) WHERE efectos_clinicos IS NOT NULL;
"""

REMOVE = "ALTER TABLE turnos_log DROP COLUMN efectos_clinicos"


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
