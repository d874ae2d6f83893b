"""What WhatsApp says of our templates.

Revision: 0025, after 0024.
"""

from __future__ import annotations

from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

ADD = """
CREATE TABLE plantillas (
    nombre TEXT NOT NULL,
    idioma TEXT NOT NULL,
    estado_en TIMESTAMPTZ NOT NULL,
    estado TEXT,
    categoria TEXT,
    calidad TEXT,
    motivo TEXT,
    CONSTRAINT pk_plantillas PRIMARY KEY (nombre, idioma)
)
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_table("plantillas")
