"""The queue tells of jobs once a statement, and of when they are due; it keeps events of those that failed only.

Revision: 0036, after 0035.
"""

from __future__ import annotations

from alembic import op

revision = "0036"
down_revision = "0035"
branch_labels = None
depends_on = None

# Of events, the latest of a job that failed is read, for when it is to be forgotten: nothing else is. What the clock
# brings again has no lock, and it alone is noted in `procrastinate_periodic_defers`. All jobs are of one queue; those
# of a lock are found by `ix_procrastinate_jobs_lock`.
CHANGE = """
DROP INDEX procrastinate_jobs_queue_name_idx_v1;
DROP INDEX procrastinate_jobs_id_lock_idx_v1;
DROP TRIGGER procrastinate_trigger_status_events_insert_v1 ON procrastinate_jobs;
DROP TRIGGER procrastinate_trigger_scheduled_events_v1 ON procrastinate_jobs;
DROP TRIGGER procrastinate_trigger_status_events_update_v1 ON procrastinate_jobs;
CREATE TRIGGER procrastinate_trigger_status_events_update_v1
    AFTER UPDATE OF status ON procrastinate_jobs
    FOR EACH ROW WHEN (new.status NOT IN ('todo', 'doing'))
    EXECUTE FUNCTION procrastinate_trigger_function_status_events_update_v1();
DROP TRIGGER procrastinate_trigger_delete_jobs_v1 ON procrastinate_jobs;
CREATE TRIGGER procrastinate_trigger_delete_jobs_v1
    BEFORE DELETE ON procrastinate_jobs
    FOR EACH ROW WHEN (old.lock IS NULL)
    EXECUTE FUNCTION procrastinate_unlink_periodic_defers_v1();

CREATE FUNCTION turnero_tell_of_job(queue_name text, due timestamptz) RETURNS void LANGUAGE sql AS $$
    SELECT pg_notify('procrastinate_queue_v1#' || queue_name, json_build_object(
        'type', 'job_inserted', 'job_id', 0,
        'in', round(greatest(extract(epoch FROM due - clock_timestamp()), 0), 3)
    )::text);
$$;

CREATE FUNCTION turnero_jobs_inserted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM turnero_tell_of_job(queue_name, min(coalesce(scheduled_at, now())))
    FROM added WHERE status = 'todo' GROUP BY queue_name;
    RETURN NULL;
END;
$$;

CREATE FUNCTION turnero_job_put_off() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM turnero_tell_of_job(new.queue_name, coalesce(new.scheduled_at, now()));
    RETURN NULL;
END;
$$;

DROP TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1 ON procrastinate_jobs;
CREATE TRIGGER turnero_jobs_inserted
    AFTER INSERT ON procrastinate_jobs
    REFERENCING NEW TABLE AS added
    FOR EACH STATEMENT EXECUTE FUNCTION turnero_jobs_inserted();
CREATE TRIGGER turnero_job_put_off
    AFTER UPDATE OF scheduled_at ON procrastinate_jobs
    FOR EACH ROW WHEN (new.status = 'todo')
    EXECUTE FUNCTION turnero_job_put_off();
"""

CHANGE_BACK = """
CREATE INDEX procrastinate_jobs_queue_name_idx_v1 ON procrastinate_jobs (queue_name);
CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON procrastinate_jobs (id, lock) WHERE status IN ('todo', 'doing');
DROP TRIGGER turnero_job_put_off ON procrastinate_jobs;
DROP TRIGGER turnero_jobs_inserted ON procrastinate_jobs;
DROP FUNCTION turnero_job_put_off();
DROP FUNCTION turnero_jobs_inserted();
DROP FUNCTION turnero_tell_of_job(text, timestamptz);
CREATE TRIGGER procrastinate_jobs_notify_queue_job_inserted_v1
    AFTER INSERT ON procrastinate_jobs
    FOR EACH ROW WHEN ((new.status = 'todo'::procrastinate_job_status))
    EXECUTE PROCEDURE procrastinate_notify_queue_job_inserted_v1();
DROP TRIGGER procrastinate_trigger_delete_jobs_v1 ON procrastinate_jobs;
CREATE TRIGGER procrastinate_trigger_delete_jobs_v1
    BEFORE DELETE ON procrastinate_jobs
    FOR EACH ROW EXECUTE PROCEDURE procrastinate_unlink_periodic_defers_v1();
DROP TRIGGER procrastinate_trigger_status_events_update_v1 ON procrastinate_jobs;
CREATE TRIGGER procrastinate_trigger_status_events_update_v1
    AFTER UPDATE OF status ON procrastinate_jobs
    FOR EACH ROW
    EXECUTE PROCEDURE procrastinate_trigger_function_status_events_update_v1();
CREATE TRIGGER procrastinate_trigger_status_events_insert_v1
    AFTER INSERT ON procrastinate_jobs
    FOR EACH ROW WHEN ((new.status = 'todo'::procrastinate_job_status))
    EXECUTE PROCEDURE procrastinate_trigger_function_status_events_insert_v1();
CREATE TRIGGER procrastinate_trigger_scheduled_events_v1
    AFTER UPDATE OR INSERT ON procrastinate_jobs
    FOR EACH ROW WHEN ((new.scheduled_at IS NOT NULL AND new.status = 'todo'::procrastinate_job_status))
    EXECUTE PROCEDURE procrastinate_trigger_function_scheduled_events_v1();
"""


def upgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE)


def downgrade() -> None:
    op.get_bind().exec_driver_sql(CHANGE_BACK)
