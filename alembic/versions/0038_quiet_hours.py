"""A message may wait for the end of the clinic's quiet hours, unless it is urgent.

Revision: 0038, after 0037.
"""

from __future__ import annotations

from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE mensajes_salientes ADD COLUMN urgente BOOLEAN NOT NULL DEFAULT false, ADD COLUMN no_antes TIMESTAMPTZ;
"""

TAKE_BACK = """
ALTER TABLE mensajes_salientes DROP COLUMN urgente, DROP COLUMN no_antes;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(TAKE_BACK)
