"""Appointments that are over and that nobody has closed are not read while the fair turn is locked."""

from __future__ import annotations

from sqlalchemy import Engine, text

from storage.unit_of_work import SqlUnitOfWorkFactory
from tests.storage.clinic import NOW, TEN_MINUTES, chat, open_clinic, patient, slot

PAST = """
INSERT INTO citas_medicas (estado, inicio, fin, doctor_id, paciente_id, tipo, sobrecupo, version, creada_en,
    actualizada_en)
SELECT 'programada', at, at + interval '30 minutes', 1 + n % 2, :patient, 'primera_vez', true, 1, at, at
FROM (SELECT n, CAST(:now AS timestamptz) - interval '2 days' - n * interval '10 minutes' AS at
    FROM generate_series(1, 20000) AS n) AS past
"""
"""Outside of the constraints, so that they are quickly there."""

READ = "SELECT seq_tup_read + idx_tup_fetch FROM pg_stat_xact_user_tables WHERE relname = 'citas_medicas'"


def test_what_is_over_is_not_read_while_the_turn_is_locked(
    engine: Engine, owner_engine: Engine, begin: SqlUnitOfWorkFactory
) -> None:
    open_clinic(engine)
    conversation = chat(begin)
    ana = patient(begin, conversation)
    with engine.begin() as connection:
        connection.execute(text(PAST), {"patient": ana, "now": NOW})
    with owner_engine.begin() as connection:  # nobody else may: another's is passed over with a warning
        connection.execute(text("ANALYZE"))
    with engine.begin() as connection:
        # Somebody of whom it must be counted what they could not be given.
        connection.execute(text("UPDATE control_turnos SET fuera = '{[2020-01-01,2026-11-24)}' WHERE doctor_id = 2"))
    for hours in range(8):  # the first statements of a connection are planned each time, the later ones once
        with begin() as uow:
            uow.appointments.lock_turn()
            uow.schedules.calendar(slot(hours).start, slot(hours).end, NOW, except_conversation=conversation)
            standings = uow.appointments.tallies([1, 2], NOW)
            assert uow.appointments.hold(slot(hours), 1 + hours % 2, conversation, NOW, NOW + TEN_MINUTES)
            read = uow.bodies._session.scalar(text(READ))
            uow.commit()
        assert [one.load for one in standings] == [(hours + 1) // 2, hours // 2]
        assert read is not None
        assert read < 500
