"""What was looked for when silence ended it is kept for two days, apart from the draft.

Revision: 0030, after 0029.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversaciones", sa.Column("busqueda_dejada", JSONB()))


def downgrade() -> None:
    op.drop_column("conversaciones", "busqueda_dejada")
