"""What was looked for when silence ended it is kept for two days, apart from the draft.

Revision: 0029, after 0028.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects.postgresql import JSONB

from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversaciones", sa.Column("busqueda_dejada", JSONB()))


def downgrade() -> None:
    op.drop_column("conversaciones", "busqueda_dejada")
