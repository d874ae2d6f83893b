"""The appointment that a chat booked or moved last.

Revision: 0008, after 0007.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversaciones", sa.Column("hecha", JSONB, nullable=True))


def downgrade() -> None:
    op.drop_column("conversaciones", "hecha")
