"""What models were shown, for clinics that keep it.

Revision: 0007, after 0006.
"""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clasificaciones_llm", sa.Column("texto", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("clasificaciones_llm", "texto")
