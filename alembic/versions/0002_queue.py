"""The job queue: procrastinate's own schema, and a notification when a lock becomes free.

Revision: 0002, after 0001.

The text of the schema is kept beside this script: what the installed library would give changes with its version.
"""

from __future__ import annotations

from pathlib import Path

from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Workers hear of jobs that are inserted, not of those that a finished job held back by its lock, nor of those put
# back to be tried again: they would wait for the next poll.
WAKE = """
CREATE FUNCTION turnero_despertar_cola() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    payload text := json_build_object('type', 'job_inserted', 'job_id', OLD.id)::text;
BEGIN
    IF EXISTS (SELECT FROM procrastinate_jobs WHERE lock = OLD.lock AND status = 'todo') THEN
        PERFORM pg_notify('procrastinate_queue_v1#' || OLD.queue_name, payload);
        PERFORM pg_notify('procrastinate_any_queue_v1', payload);
    END IF;
    RETURN NULL;
END;
$$;

CREATE TRIGGER turnero_despertar_al_terminar
    AFTER UPDATE OF status ON procrastinate_jobs
    FOR EACH ROW WHEN (OLD.status = 'doing' AND NEW.status <> 'doing' AND OLD.lock IS NOT NULL)
    EXECUTE FUNCTION turnero_despertar_cola();

CREATE TRIGGER turnero_despertar_al_borrar
    AFTER DELETE ON procrastinate_jobs
    FOR EACH ROW WHEN (OLD.status IN ('todo', 'doing') AND OLD.lock IS NOT NULL)
    EXECUTE FUNCTION turnero_despertar_cola();
"""

REMOVE = """
DROP TABLE procrastinate_events, procrastinate_periodic_defers, procrastinate_jobs, procrastinate_workers CASCADE;
DO $$
DECLARE
    routine regprocedure;
BEGIN
    FOR routine IN
        SELECT oid FROM pg_proc
        WHERE pronamespace = current_schema()::regnamespace
          AND (proname LIKE 'procrastinate\\_%' OR proname = 'turnero_despertar_cola')
    LOOP
        EXECUTE 'DROP FUNCTION ' || routine;
    END LOOP;
END;
$$;
DROP TYPE procrastinate_job_to_defer_v1, procrastinate_job_status, procrastinate_job_event_type;
"""


def upgrade() -> None:
    _run(Path(__file__).with_suffix(".sql").read_text(encoding="utf-8"))
    _run(WAKE)


def downgrade() -> None:
    _run(REMOVE)


def _run(script: str) -> None:
    # The driver reads a single % as a placeholder.
    op.get_bind().exec_driver_sql(script.replace("%", "%%"))
