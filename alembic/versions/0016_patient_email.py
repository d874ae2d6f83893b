"""A patient's e-mail, where they gave one.

Revision: 0016, after 0015.
"""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("pacientes", sa.Column("correo", sa.Text(), nullable=True))


def downgrade() -> None:
    op.drop_column("pacientes", "correo")
