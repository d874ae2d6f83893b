"""What a chat was asked last.

Revision: 0014, after 0013.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversaciones", sa.Column("pregunta", JSONB, nullable=True))


def downgrade() -> None:
    op.drop_column("conversaciones", "pregunta")
