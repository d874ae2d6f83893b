"""A message of ours that went out twice is known to have.

Revision: 0026, after 0025.
"""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mensajes_salientes", sa.Column("wamid_repetido", sa.Text()))


def downgrade() -> None:
    op.drop_column("mensajes_salientes", "wamid_repetido")
