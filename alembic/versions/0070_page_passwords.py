"""Staff sign in to the pages with a password.

Revision: 0070, after 0065.
"""

from __future__ import annotations

from alembic import op

revision = "0070"
down_revision = "0065"
branch_labels = None
depends_on = None

ADD = """
CREATE TABLE claves_personal (
    usuario_id BIGINT NOT NULL,
    clave TEXT NOT NULL,
    puesta_en TIMESTAMP WITH TIME ZONE NOT NULL,
    CONSTRAINT pk_claves_personal PRIMARY KEY (usuario_id),
    CONSTRAINT fk_claves_personal_usuario_id_usuarios FOREIGN KEY (usuario_id) REFERENCES usuarios (id)
);
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(ADD)


def downgrade() -> None:
    op.drop_table("claves_personal")
