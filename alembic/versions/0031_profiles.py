"""How WhatsApp shows whoever writes, while nobody knows who it is.

Revision: 0031, after 0030.
"""

from __future__ import annotations

import sqlalchemy as sa

from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("conversaciones", sa.Column("nombre_perfil", sa.Text()))


def downgrade() -> None:
    op.drop_column("conversaciones", "nombre_perfil")
