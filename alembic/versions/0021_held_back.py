"""Classes of messages of which nothing is sent for a while.

Revision: 0021, after 0020.
"""

from __future__ import annotations

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

ADD = """
CREATE TABLE envios_detenidos (
    clase TEXT CONSTRAINT pk_envios_detenidos PRIMARY KEY,
    hasta TIMESTAMPTZ NOT NULL
)
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_table("envios_detenidos")
