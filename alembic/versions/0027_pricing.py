"""What WhatsApp says that it charges for a message is kept with it.

Revision: 0027, after 0026.
"""

from __future__ import annotations

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql

from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("mensajes_salientes", sa.Column("cobro", postgresql.JSONB()))


def downgrade() -> None:
    op.drop_column("mensajes_salientes", "cobro")
