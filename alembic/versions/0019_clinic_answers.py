"""What the clinic answers to the usual questions, and where each doctor sees patients.

Revision: 0019, after 0018.
"""

from __future__ import annotations

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

ADD = """
ALTER TABLE clinica ADD COLUMN respuestas JSONB NOT NULL DEFAULT '{}';
ALTER TABLE doctores ADD COLUMN consultorio TEXT;
"""

REMOVE = """
ALTER TABLE doctores DROP COLUMN consultorio;
ALTER TABLE clinica DROP COLUMN respuestas;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
