"""How many statements a turn asked of the database.

Revision: 0071, after 0070.
"""

from __future__ import annotations

from alembic import op

revision = "0071"
down_revision = "0070"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.get_bind().exec_driver_sql("ALTER TABLE turnos_log ADD COLUMN sentencias INTEGER")


def downgrade() -> None:
    op.drop_column("turnos_log", "sentencias")
