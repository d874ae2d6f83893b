"""What patients are reminded of."""

from __future__ import annotations

import datetime as dt
import json
from collections.abc import Collection, Sequence
from typing import Any, Final

from sqlalchemy import ColumnElement, bindparam, select, text, update
from sqlalchemy.orm import Session

from booking.models import (
    Appointment,
    AppointmentVersion,
    Policy,
    Reminded,
    Reminder,
    ReminderAnswer,
    ReminderState,
    Skipped,
    is_reminded,
    left_when,
)
from storage.base import MOMENT
from storage.prepared import Prepared
from storage.tables import OutboundRow, ReminderRow

_WITH_MESSAGE = (
    select(ReminderRow, OutboundRow.state, OutboundRow.sent_at, OutboundRow.delivery, OutboundRow.last_error)
    .outerjoin(OutboundRow, OutboundRow.id == ReminderRow.outbox_id)
    .order_by(ReminderRow.appointment_id, ReminderRow.due_at, ReminderRow.id)
)
_BY_TIME = _WITH_MESSAGE.order_by(None).order_by(ReminderRow.due_at, ReminderRow.id)

_AS_BEFORE: Final = json.dumps(Policy().reminders)  # of a clinic stored before there were reminders

_MINUTES: Final = f"""
    SELECT DISTINCT CAST(said AS integer) AS minutes FROM clinica, jsonb_array_elements_text(coalesce(
        (SELECT own -> 'minutes' FROM jsonb_array_elements(coalesce(politica -> 'visit_reminders', '[]')) AS own
            WHERE own ->> 'visit' = {{visit}} AND jsonb_typeof(own -> 'minutes') = 'array' LIMIT 1),
        politica -> 'reminders', '{_AS_BEFORE}')) AS said
"""
"""SQL: `Policy.reminds`."""

_NEW: Final = """
INSERT INTO recordatorios (cita_id, cita_version, minutos, toca_en, estado, motivo, hecho_en)
SELECT id, version, minutes, due,
    CASE WHEN due <= CAST(:now AS timestamptz) THEN 'omitido' ELSE 'por_enviar' END,
    CASE WHEN due <= CAST(:now AS timestamptz) THEN 'agendada_dentro' END,
    CASE WHEN due <= CAST(:now AS timestamptz) THEN CAST(:now AS timestamptz) END
"""

_RECOMPUTE = Prepared(
    text(f"""
WITH earlier AS (
    UPDATE recordatorios SET estado = 'omitido', motivo = :why, hecho_en = :now
    WHERE cita_id = :id AND cita_version < :version AND estado = 'por_enviar'
), answered AS (
    UPDATE recordatorios SET estado = 'respondido', respuesta = :answer, respondido_en = :now
    WHERE CAST(:answer AS text) IS NOT NULL AND id = (
        SELECT id FROM recordatorios WHERE cita_id = :id AND cita_version < :version AND estado = 'mensaje'
        ORDER BY toca_en DESC, id DESC LIMIT 1)
)
{_NEW}
FROM (
    SELECT CAST(:id AS bigint) AS id, CAST(:version AS integer) AS version, minutes,
        CAST(:start AS timestamptz) - make_interval(mins => minutes) AS due
    FROM ({_MINUTES.format(visit="CAST(:visit AS text)")}) AS ahead
) AS wanted
WHERE :reminded
ON CONFLICT (cita_id, cita_version, minutos) DO NOTHING
""").bindparams(bindparam("now", type_=MOMENT), bindparam("start", type_=MOMENT))
)

_FILL = text(f"""
WITH earlier AS (
    UPDATE recordatorios AS r SET estado = 'omitido', motivo = 'cambio', hecho_en = :now
    FROM citas_medicas AS c WHERE c.id = r.cita_id AND r.cita_version < c.version AND r.estado = 'por_enviar'
)
{_NEW}
FROM (
    SELECT c.id, c.version, minutes, c.inicio - make_interval(mins => minutes) AS due
    FROM citas_medicas AS c CROSS JOIN LATERAL ({_MINUTES.format(visit="c.tipo")}) AS ahead
    WHERE c.estado = 'programada' AND c.inicio > :now AND c.llego_en IS NULL
) AS wanted
WHERE NOT EXISTS (
    SELECT FROM recordatorios AS r WHERE (r.cita_id, r.cita_version, r.minutos) = (wanted.id, version, minutes)
)
ON CONFLICT (cita_id, cita_version, minutos) DO NOTHING
""").bindparams(bindparam("now", type_=MOMENT))


class SqlReminders:
    """`recordatorios`."""

    def __init__(self, session: Session) -> None:
        self._session = session

    def recompute(self, appointment: Appointment, now: dt.datetime, answer: ReminderAnswer | None = None) -> None:
        values: dict[str, object] = {
            "id": appointment.id,
            "version": appointment.version,
            "visit": appointment.visit,
            "start": appointment.slot.start,
            "reminded": is_reminded(appointment),
            "why": left_when(appointment).value,
            "answer": answer.value if answer else None,
            "now": now,
        }
        _RECOMPUTE.run(self._session.connection(), values)

    def fill(self, now: dt.datetime) -> int:
        return self._session.connection().execute(_FILL, {"now": now}).rowcount

    def due(self, now: dt.datetime) -> Sequence[int]:
        return self._session.scalars(
            select(ReminderRow.appointment_id)
            .where(_WAITS, ReminderRow.due_at <= now)
            .distinct()
            .order_by(ReminderRow.appointment_id)
        ).all()

    def lock(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        theirs = _BY_TIME.where(ReminderRow.appointment_id.in_(appointment_ids), _WAITS)
        return self._many(theirs.with_for_update(of=ReminderRow))

    def written(self, ids: Collection[int], outbox_id: int, now: dt.datetime) -> None:
        self._settle(ids, state=ReminderState.WRITTEN.value, outbox_id=outbox_id, done_at=now)

    def skip(self, ids: Collection[int], why: Skipped, now: dt.datetime) -> None:
        self._settle(ids, state=ReminderState.SKIPPED.value, why=why.value, done_at=now)

    def _settle(self, ids: Collection[int], **values: Any) -> None:
        if ids:
            self._session.execute(update(ReminderRow).where(ReminderRow.id.in_(ids), _WAITS).values(**values))

    def said_by(self, outbox_id: int) -> Sequence[Reminded]:
        return self._many(_WITH_MESSAGE.where(ReminderRow.outbox_id == outbox_id))

    def again(self, outbox_id: int) -> None:
        said = update(ReminderRow).where(
            ReminderRow.outbox_id == outbox_id, ReminderRow.state == ReminderState.WRITTEN.value
        )
        self._session.execute(said.values(state=ReminderState.WAITING.value, outbox_id=None, done_at=None))

    def said_again(self, outbox_id: int, instead: int) -> None:
        failed = update(ReminderRow).where(ReminderRow.outbox_id == outbox_id)
        self._session.execute(failed.values(outbox_id=instead))

    def of(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        return self._many(_WITH_MESSAGE.where(ReminderRow.appointment_id.in_(appointment_ids)))

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[Reminded]:
        return self._many(_BY_TIME.where(ReminderRow.due_at >= start, ReminderRow.due_at < end))

    def _many(self, query: Any) -> Sequence[Reminded]:
        return [_reminded(*row) for row in self._session.execute(query)]


_WAITS: ColumnElement[bool] = ReminderRow.state == ReminderState.WAITING.value


def _reminded(
    row: ReminderRow, message: Any, sent_at: dt.datetime | None, delivery: str | None, error: str | None
) -> Reminded:
    return Reminded(
        reminder=Reminder(
            id=row.id,
            about=AppointmentVersion(id=row.appointment_id, version=row.version),
            minutes=row.minutes,
            due_at=row.due_at,
            state=ReminderState(row.state),
            why=Skipped(row.why) if row.why else None,
            outbox_id=row.outbox_id,
            answer=ReminderAnswer(row.answer) if row.answer else None,
            answered_at=row.answered_at,
            done_at=row.done_at,
        ),
        message=message,
        sent_at=sent_at,
        delivery=delivery,
        error=error,
    )
