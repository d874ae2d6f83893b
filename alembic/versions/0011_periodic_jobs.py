"""When each periodic job last came to its end.

Revision: 0011, after 0010.
"""

from __future__ import annotations

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

ADD = """
CREATE TABLE trabajos_periodicos (
    nombre TEXT NOT NULL,
    terminado_en timestamptz NOT NULL,
    CONSTRAINT pk_trabajos_periodicos PRIMARY KEY (nombre)
);
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_table("trabajos_periodicos")
