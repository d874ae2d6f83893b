"""What models were shown, for clinics that keep it.

Revision: 0006, after 0005.
"""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("clasificaciones_llm", sa.Column("texto", sa.Text, nullable=True))


def downgrade() -> None:
    op.drop_column("clasificaciones_llm", "texto")
