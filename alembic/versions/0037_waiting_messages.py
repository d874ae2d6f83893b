"""Messages that wait are found by their conversation, and by no index of turns.

Revision: 0037, after 0036.
"""

from __future__ import annotations

from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None

# Few messages wait as a rule, so that the index of turns seems to find those of a conversation as well: under load it
# leads through all that wait, once and again for each message.
CHANGE = """
DROP INDEX ix_mensajes_entrantes_turno_id;
CREATE INDEX ix_mensajes_entrantes_turno_id ON mensajes_entrantes (turno_id) WHERE turno_id IS NOT NULL;
"""

CHANGE_BACK = """
DROP INDEX ix_mensajes_entrantes_turno_id;
CREATE INDEX ix_mensajes_entrantes_turno_id ON mensajes_entrantes (turno_id);
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE_BACK)
