"""`turnero recordatorios` and `citas recordatorios`: how far ahead, what is due, and whom to call."""

from __future__ import annotations

import datetime as dt

from booking.appointments import attendance
from booking.conversation import reminding
from booking.models import Actor, ActorKind, Appointment
from tests.admin.conftest import NOW, Stage


def remind(stage: Stage) -> None:
    """As the queue does."""
    now = stage.wired.clock.now()
    with stage.wired.begin() as uow:
        jobs = reminding.find(uow, now)
        for job in jobs:
            reminding.remind(uow, job.conversation_id, job.appointment_ids, now)
        uow.commit()


def test_what_is_due_is_listed_and_told_of_in_its_appointment(any_stage: Stage) -> None:
    id = any_stage.book()  # tomorrow at 9: a day ahead has begun
    shown = any_stage.json("citas", "ver", str(id))["recordatorios"]
    assert [(one["minutos"] // 60, one["estado"], one["motivo"]) for one in shown] == [
        (72, "omitido", "agendada_dentro"),
        (24, "omitido", "agendada_dentro"),
        (2, "por_enviar", None),
    ]
    (row,) = any_stage.json("citas", "recordatorios", "--fecha", "mañana")
    assert (row["id"], row["recordatorio"]["minutos"], row["paciente"]["nombre"]) == (id, 120, "Ana Gómez Ruiz")
    assert any_stage.json("citas", "recordatorios") != []  # those of today, left
    assert "por enviar" in any_stage.run("citas", "recordatorios", "--fecha", "mañana").output
    assert "se agendó con menos" in any_stage.run("citas", "ver", str(id)).output


def test_what_would_be_sent_is_shown_and_nothing_is(any_stage: Stage) -> None:
    id = any_stage.book()
    assert any_stage.json("citas", "recordatorios", "--simular") == []
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=23))  # 08:00
    for _ in range(2):
        (row,) = any_stage.json("citas", "recordatorios", "--simular")
        assert (row["id"], row["recordatorio"]["estado"]) == (id, "mensaje")
    any_stage.json("recordatorios", "pausar")
    assert "reanudar" in any_stage.run("citas", "recordatorios", "--simular").output
    with any_stage.wired.begin() as uow:
        assert [told.reminder.state.value for told in uow.reminders.of([id])][-1] == "por_enviar"


def test_whom_it_did_not_reach_is_to_be_called_and_keeps_the_appointment(any_stage: Stage) -> None:
    id = any_stage.book()
    assert any_stage.json("citas", "recordatorios", "--por-llamar") == []
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=23))
    remind(any_stage)
    with any_stage.wired.begin() as uow:
        (chat,) = {told.reminder.outbox_id for told in uow.reminders.of([id])} - {None}
        assert chat is not None
        uow.outbox.mark_failed(chat, "131026 undeliverable", None)
        uow.commit()
    (row,) = any_stage.json("citas", "recordatorios", "--por-llamar")
    assert (row["id"], row["estado"], row["recordatorio"]["mensaje"]) == (id, "programada", "failed")
    assert "no llegó" in any_stage.run("citas", "recordatorios", "--por-llamar").output


def test_pausing_is_told_and_taken_back(any_stage: Stage) -> None:
    assert any_stage.json("recordatorios", "pausar") == {"en_pausa": True, "cambio": True}
    assert any_stage.json("recordatorios", "pausar") == {"en_pausa": True, "cambio": False}
    assert any_stage.json("recordatorios", "ajustar")["en_pausa"] is True
    assert any_stage.json("recordatorios", "reanudar") == {"en_pausa": False, "cambio": True}


def test_how_far_ahead_is_set_for_the_clinic_and_for_a_type(any_stage: Stage) -> None:
    assert any_stage.json("recordatorios", "ajustar") == {
        "horas": [72, 24, 2],
        "calificar": False,
        "tipos": [],
        "en_pausa": False,
    }
    any_stage.json("recordatorios", "ajustar", "--horas", "48,1.5")
    unknown = any_stage.run("recordatorios", "ajustar", "--tipo", "laboratorio", "--horas", "24")
    assert (unknown.exit_code, "no es ningún tipo de consulta" in unknown.stderr) == (2, True)
    any_stage.run("horarios", "consultas", "laboratorio", "--nuevo", "--minutos", "20")
    said = any_stage.json(
        "recordatorios", "ajustar", "--tipo", "laboratorio", "--horas", "24", "--preparacion", "en ayunas"
    )
    assert said["horas"] == [48, 1.5]
    assert said["tipos"] == [{"tipo": "laboratorio", "horas": [24], "preparacion": "en ayunas"}]
    said = any_stage.json("recordatorios", "ajustar", "--tipo", "laboratorio", "--preparacion", "no")
    assert said["tipos"] == [{"tipo": "laboratorio", "horas": [24], "preparacion": None}]
    assert any_stage.json("recordatorios", "ajustar", "--horas", "no")["horas"] == []
    for wrong in (["--horas", "pronto"], ["--horas", "9999"], ["--preparacion", "en ayunas"]):
        assert any_stage.run("recordatorios", "ajustar", *wrong).exit_code == 2


def test_when_and_how_a_reminder_was_answered_is_shown(any_stage: Stage) -> None:
    id = any_stage.book()
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=23))
    remind(any_stage)
    with any_stage.wired.begin() as uow:
        (told,) = [one for one in uow.reminders.of([id]) if one.reminder.outbox_id is not None]
        uow.outbox.mark_sent(told.reminder.outbox_id or 0, "wamid.1", any_stage.wired.clock.now())
        stands = uow.appointments.get(id)
        by = Actor(kind=ActorKind.PATIENT, person_id=1)
        assert isinstance(attendance.confirm(uow, stands, any_stage.wired.clock.now(), by), Appointment)
        uow.commit()
    shown = any_stage.json("citas", "ver", str(id))["recordatorios"][-1]
    assert (shown["respuesta"], shown["respondido"][:16]) == ("asistira", "2026-11-24T08:00")
    for words in (("citas", "ver", str(id)), ("citas", "recordatorios", "--fecha", "mañana")):
        any_stage.wired.clock.set(NOW + dt.timedelta(hours=0 if words[1] == "recordatorios" else 23))
        assert "dijo que vendrá 24/11/2026 08:00" in " ".join(any_stage.run(*words).output.split())
