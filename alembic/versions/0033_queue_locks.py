"""Answers are sent under the lock of their conversation, and a job that shares its lock is found by it.

Revision: 0033, after 0032.
"""

from __future__ import annotations

from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

# What a worker that died was sending is deferred anew by the sweep.
CHANGE = """
DELETE FROM procrastinate_jobs WHERE status = 'doing' AND starts_with(lock, 'delivery:reply:');
UPDATE procrastinate_jobs SET lock = replace(lock, 'delivery:reply:', 'conversation:')
    WHERE status = 'todo' AND starts_with(lock, 'delivery:reply:');
CREATE INDEX ix_procrastinate_jobs_lock ON procrastinate_jobs (lock, priority, id) WHERE status IN ('todo', 'doing');
"""

CHANGE_BACK = """
DROP INDEX ix_procrastinate_jobs_lock;
UPDATE procrastinate_jobs SET lock = replace(lock, 'conversation:', 'delivery:reply:')
    WHERE status = 'todo' AND task_name = 'turnero.deliver' AND starts_with(lock, 'conversation:');
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE_BACK)
