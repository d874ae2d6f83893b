"""What WhatsApp repeats in every status of a message of ours.

Revision: 0012, after 0011.
"""

from __future__ import annotations

from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None

# What is on its way went out under its number.
ADD = """
ALTER TABLE mensajes_salientes ADD COLUMN seguimiento TEXT;
UPDATE mensajes_salientes SET seguimiento = id::text;
ALTER TABLE mensajes_salientes ALTER COLUMN seguimiento SET NOT NULL,
    ADD CONSTRAINT uq_mensajes_salientes_seguimiento UNIQUE (seguimiento);
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_column("mensajes_salientes", "seguimiento")
