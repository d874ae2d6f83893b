"""When a doctor took no part in the fair turn, stretch by stretch, instead of the last moment they joined it.

Revision: 0006, after 0005.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None

REMOVE = """
ALTER TABLE control_turnos ADD COLUMN desde timestamptz;
UPDATE control_turnos SET desde = upper(fuera) WHERE NOT isempty(fuera);
ALTER TABLE control_turnos DROP COLUMN fuera;
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))


def downgrade() -> None:
    op.get_bind().exec_driver_sql(REMOVE)
