"""The desk: entering, moving and marking appointments, overbooking, and what is told of it."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.desk import unchangeable
from booking.desk.desk_errors import DeskRefused
from booking.models import COMING, Status
from tests.admin.conftest import NOW, Stage

NINE = "2026-11-24T09:00:00-08:00"
DAY = ("--fecha", "2026-11-24")


def what(stage: Stage, id: int) -> list[str]:
    return [event["que"] for event in stage.json("citas", "ver", str(id))["eventos"]]


def test_the_course_of_a_visit(any_stage: Stage) -> None:
    id = str(any_stage.book())
    early = any_stage.run("citas", "no-asistio", id)
    assert (early.exit_code, "todavía no empieza" in early.stderr) == (1, True)
    unready = any_stage.run("citas", "completa", id)
    assert (unready.exit_code, "turnero citas inicia" in unready.stderr) == (1, True)
    any_stage.wired.clock.set(NOW + dt.timedelta(days=1))
    assert any_stage.run("citas", "llego", id).exit_code == 0
    assert any_stage.run("citas", "llego", id).exit_code == 1
    assert any_stage.run("citas", "no-asistio", id).exit_code == 1
    assert any_stage.json("citas", "inicia", id)["estado"] == "en_curso"
    assert any_stage.run("citas", "completa", id).exit_code == 0
    assert any_stage.run("citas", "inicia", id).exit_code == 1
    shown = any_stage.json("citas", "ver", id)
    assert [e["que"] for e in shown["eventos"]] == ["agendada", "llego", "iniciada", "completada"]
    last = shown["eventos"][-1]
    assert (last["quien"]["tipo"], last["de"]["estado"], last["a"]["estado"]) == ("personal", "en_curso", "completada")
    assert "completada" in any_stage.run("citas", "ver", id).stdout


def test_a_no_show(any_stage: Stage) -> None:
    id = str(any_stage.book())
    any_stage.wired.clock.set(NOW + dt.timedelta(days=1))
    assert any_stage.run("citas", "no-asistio", id).exit_code == 0
    assert any_stage.json("citas", "listar")[0]["estado"] == "no_asistio"
    assert any_stage.json("citas", "ver", id)["invitacion"]["estado"] == "por_mandar"
    assert "Invitación a otra cita: por enviar el 2026-11-24" in any_stage.run("citas", "ver", id).stdout
    assert any_stage.run("citas", "llego", id).exit_code == 1


def test_overbooking_is_explicit_and_recorded(any_stage: Stage) -> None:
    first = any_stage.book()
    any_stage.book("Leo Paz", number="5216641113333")
    enter = ("citas", "agendar", "--doctor", "laura", "--paciente", "leo", "--inicio", "2026-11-24 09:00")
    refused = any_stage.run(*enter)
    assert (refused.exit_code, "ocupado" in refused.stderr, "--sobrecupo" in refused.stderr) == (1, True, True)
    over = any_stage.json(*enter, "--sobrecupo", "--motivo", "dolor")
    assert (over["inicio"], over["doctor"]["id"], over["motivo"]) == (NINE, 1, "dolor")
    assert what(any_stage, over["id"]) == ["sobrecupo"]
    assert what(any_stage, first) == ["agendada"]


def test_staff_enter_and_move(any_stage: Stage) -> None:
    any_stage.book()
    added = any_stage.json("citas", "agendar", "--doctor", "1", "--paciente", "ana", "--inicio", "hoy 10:00")
    assert added["inicio"] == "2026-11-23T10:00:00-08:00", "the minimum notice does not bind staff"
    moved = any_stage.json("citas", "mover", str(added["id"]), "--inicio", "2026-11-25T16:30", "--motivo", "viaje")
    assert (moved["inicio"], moved["doctor"]["id"]) == ("2026-11-25T16:30:00-08:00", 1)
    event = any_stage.json("citas", "ver", str(added["id"]))["eventos"][-1]
    assert (event["que"], event["por_que"], event["de"]["inicio"]) == ("movida", "viaje", added["inicio"])
    busy = any_stage.run("citas", "mover", str(added["id"]), "--inicio", "2026-11-24 09:00", "--doctor", "salas")
    assert (busy.exit_code, "ya tiene otra cita" in busy.stderr) == (1, True)
    off = any_stage.run("citas", "mover", str(added["id"]), "--inicio", "2026-11-24 13:00")
    assert (off.exit_code, "fuera de horario" in off.stderr) == (1, True)


def test_overbooking_has_its_limits_and_shows(any_stage: Stage) -> None:
    any_stage.book()
    any_stage.book("Leo Paz", number="5216641113333")
    enter = ("citas", "agendar", "--doctor", "laura", "--paciente", "leo", "--sobrecupo", "--inicio")
    past = any_stage.run(*enter, "2026-11-23 08:30")
    assert (past.exit_code, "ya pasó" in past.stderr, "--sobrecupo" in past.stderr) == (1, True, False)
    dayless = any_stage.run(*enter, "2026-11-30")
    assert (dayless.exit_code, "le falta la hora" in dayless.stderr) == (2, True)
    over = any_stage.json(*enter, "2026-11-24 09:00")
    assert over["sobrecupo"] is True
    assert "programada · sobrecupo" in any_stage.run("citas", "ver", str(over["id"])).stdout
    again = any_stage.run(*enter, "2026-11-24 09:00")
    assert (again.exit_code, "ya tiene otra cita" in again.stderr, "--sobrecupo" in again.stderr) == (1, True, False)


def test_nobody_arrives_weeks_early(any_stage: Stage) -> None:
    id = str(any_stage.book())
    any_stage.wired.clock.set(NOW - dt.timedelta(days=7))
    for mark in ("llego", "inicia", "completa", "no-asistio"):
        assert any_stage.run("citas", mark, id).exit_code == 1, mark
    assert "es el mar 24 nov, 09:00. Si será antes, muévala" in any_stage.run("citas", "inicia", id).stderr
    assert what(any_stage, int(id)) == ["agendada"]
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=23, minutes=30))
    assert any_stage.run("citas", "llego", id).exit_code == 0


def test_no_visit_begins_hours_before_its_time(any_stage: Stage) -> None:
    """On the same day: whoever is early is seen later, or the appointment is moved, and the doctor's day stays true."""
    id = str(any_stage.book())
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=22))
    assert any_stage.run("citas", "llego", id).exit_code == 0
    early = any_stage.run("citas", "inicia", id)
    assert (early.exit_code, f"turnero citas mover {id}" in early.stderr) == (1, True)
    any_stage.wired.clock.set(NOW + dt.timedelta(hours=23))
    assert any_stage.json("citas", "inicia", id)["estado"] == "en_curso"


def test_what_is_cancelled_is_shown_as_it_is_then(any_stage: Stage) -> None:
    shown = any_stage.run("citas", "cancelar", str(any_stage.book()), "--si").stdout
    assert ("cancelada" in shown.partition("Cita ")[2], "programada" in shown) == (True, False)


def test_what_is_not_to_come_any_more_says_so_where_it_is_to_be_moved(any_stage: Stage) -> None:
    id = str(any_stage.book())
    any_stage.run("citas", "cancelar", id, "--si")
    for start in ("2026-11-24 22:00", "2026-11-24 10:00", "2026-11-24 09:00"):
        refused = any_stage.run("citas", "mover", id, "--inicio", start)
        assert refused.exit_code == 1
        assert refused.stderr.startswith(f"La cita {id} está cancelada: no se mueve. Para darle otra: ")
        patient = any_stage.json("citas", "ver", id)["paciente"]["id"]
        assert f"turnero citas agendar --doctor 1 --paciente {patient} --inicio" in refused.stderr
    again = any_stage.run("citas", "cancelar", id, "--si")
    assert again.stderr.rstrip().endswith(f"Vea qué pasó: turnero citas ver {id}")
    marked = any_stage.run("citas", "llego", id)
    assert f"está cancelada. Vea qué pasó: turnero citas ver {id}" in marked.stderr


def test_every_status_says_whether_it_is_moved(stage: Stage) -> None:
    id = stage.book()
    for status in set(Status) - set(COMING):
        with stage.begin() as uow:
            kept = uow.appointments.get(id).model_copy(update={"status": status})
        with pytest.raises(DeskRefused, match="no se mueve"):
            unchangeable.must_be_movable(kept)


def test_a_time_that_is_over_asks_for_another(any_stage: Stage) -> None:
    id = str(any_stage.book())
    for words in (("mover", id), ("agendar", "--doctor", "1", "--paciente", "Ana")):
        refused = any_stage.run("citas", *words, "--inicio", "2026-11-20 09:00")
        assert "Diga un día y una hora que no hayan pasado" in refused.stderr


def test_the_appointments_of_one_day(any_stage: Stage) -> None:
    id = any_stage.book()
    assert [row["id"] for row in any_stage.json("citas", "listar", "--fecha", "mañana")] == [id]
    assert any_stage.json("citas", "listar", "--fecha", "hoy") == []
    assert any_stage.run("citas", "listar", "--fecha", "hoy", "--hasta", "mañana").exit_code == 2


def test_a_refusal_says_where_the_free_times_are(any_stage: Stage) -> None:
    id = str(any_stage.book())
    refused = any_stage.run("citas", "mover", id, "--inicio", "2026-11-24 22:00")
    assert "turnero horarios --doctor 1 --fecha 2026-11-24" in refused.stderr


@pytest.mark.parametrize(
    ("said", "code"), [("9am", 0), ("4:30 P.M.", 0), ("16:00", 0), ("9", 2), ("25:00", 2), ("13pm", 2)]
)
def test_an_hour_may_be_of_the_twelve(any_stage: Stage, said: str, code: int) -> None:
    result = any_stage.run("horarios", "--por-que", "--fecha", "mañana", "--hora", said)
    assert (result.exit_code, "no es una hora" in result.stderr) == (code, code == 2)


def test_a_move_to_where_it_is_is_none(any_stage: Stage) -> None:
    id = str(any_stage.book())
    for same in ((), ("--doctor", "1")):
        result = any_stage.run("citas", "mover", id, "--inicio", "2026-11-24 09:00", *same)
        assert (result.exit_code, "ya es a esa hora" in result.stderr) == (1, True)
    assert what(any_stage, int(id)) == ["agendada"]


def test_who_changes_an_appointment_hears_whether_the_patient_is_told(any_stage: Stage) -> None:
    id = str(any_stage.book())
    for command in (("mover", id, "--inicio", "2026-11-25 09:30"), ("cancelar", id, "--si")):
        assert "Se le avisa al paciente por WhatsApp." in any_stage.run("citas", *command).stdout
    assert [told["estado"] for told in any_stage.json("citas", "ver", id)["avisos"]] == ["por_avisar", "por_avisar"]
    enter = ("citas", "agendar", "--doctor", "1", "--nuevo", "Sin Número", "--inicio")
    assert "no tiene teléfono" in any_stage.run(*enter, "2026-11-25 09:00").stdout
    untold = ("--sin-avisar", "--nuevo", "Eva Ruiz", "--telefono", "664 123 9999")
    assert "dígaselo usted" in any_stage.run(*enter[:-3], *untold, "--inicio", "2026-11-25 10:00").stdout
    assert "sin avisar (por teléfono)" in any_stage.run("citas", "listar", "--fecha", "2026-11-25").stdout


def test_nobody_has_confirmed_a_new_time(any_stage: Stage) -> None:
    id = any_stage.book()
    with any_stage.begin() as uow:
        found = uow.appointments.get(id)
        uow.appointments.mark(id, found.version, Status.CONFIRMED, NOW, arrived_at=None)
        uow.commit()
    moved = any_stage.json("citas", "mover", str(id), "--inicio", "2026-11-25 09:30")
    assert moved["estado"] == "programada"


def test_somebody_new_is_entered_with_their_appointment(any_stage: Stage) -> None:
    enter = ("citas", "agendar", "--doctor", "1", "--inicio")
    unknown = any_stage.run(*enter, "2026-11-24 09:00", "--paciente", "6641239999")
    assert (unknown.exit_code, "--nuevo «Nombre Apellido» --telefono 6641239999" in unknown.stderr) == (2, True)
    made = any_stage.json(*enter, "2026-11-25 09:00", "--nuevo", "Rosa  Díaz", "--telefono", "664 123 9999")
    assert made["paciente"]["nombre"] == "Rosa Díaz"
    assert made["paciente"]["telefono"] == "+526641239999"
    again = any_stage.json(*enter, "2026-11-25 10:00", "--nuevo", "rosa diaz", "--telefono", "6641239999")
    assert again["paciente"] == made["paciente"], "she was not new"
    assert made["paciente"]["correo"] is None
    by_mail = ("--nuevo", "rosa diaz", "--telefono", "6641239999", "--correo", "rosa@example.com")
    assert any_stage.json(*enter, "2026-11-25 09:30", *by_mail)["paciente"]["correo"] == "rosa@example.com"
    any_stage.chat("martes 9", "soy Rosa Díaz", "/1", number="5216641239999")
    rows = any_stage.json("citas", "listar")
    assert [row["paciente"]["id"] for row in rows] == 4 * [made["paciente"]["id"]]
    full = any_stage.run(*enter, "2026-11-25 13:00", "--nuevo", "Nadie Aún", "--telefono", "6641238888")
    assert full.exit_code == 1
    assert any_stage.run(*enter, "2026-11-25 10:30", "--paciente", "nadie").exit_code == 2, "nothing was kept"


def test_what_the_doctor_should_know_is_shown(any_stage: Stage) -> None:
    any_stage.book()
    enter = ("citas", "agendar", "--doctor", "1", "--paciente", "ana", "--inicio", "2026-11-25 09:00")
    noted = any_stage.json(*enter, "--motivo", "alergia a la penicilina")["id"]
    assert "Para el doctor: alergia a la penicilina" in any_stage.run("citas", "ver", str(noted)).stdout
    listed = any_stage.run("citas", "listar").stdout
    assert "alergia" not in listed
    assert "Nota" in listed
    assert "turnero citas ver" in listed


def test_a_doctor_who_is_not_active(any_stage: Stage) -> None:
    id = any_stage.book()
    any_stage.run("doctores", "activar", "2", "--no")
    enter = ("citas", "agendar", "--doctor", "2", "--paciente", "ana", "--inicio", "2026-11-24 09:30")
    move = ("citas", "mover", str(id), "--doctor", "2", "--inicio", "2026-11-24 09:30")
    for refused in (any_stage.run(*enter), any_stage.run(*move)):
        assert (refused.exit_code, "no está activo" in refused.stderr) == (1, True)
    assert "turnero doctores activar 2" in any_stage.run(*enter).stderr


@pytest.mark.parametrize(
    "who",
    [
        (),
        ("--paciente", "ana", "--nuevo", "Ana"),
        ("--paciente", "ana", "--telefono", "6641234567"),
        ("--nuevo", " "),
        ("--nuevo", "Ana", "--telefono", "12"),
        ("--nuevo", "Ana", "--correo", "ana en gmail"),
        ("--paciente", "ana", "--correo", "ana@example.com"),
    ],
)
def test_who_it_is_for_is_said_once(stage: Stage, who: tuple[str, ...]) -> None:
    result = stage.run("citas", "agendar", "--doctor", "1", "--inicio", "hoy 10:00", *who)
    assert result.exit_code == 2, result.output


@pytest.mark.parametrize(
    ("option", "said"),
    [
        (("--paciente", "nadie"), "no hay tal paciente"),
        (("--inicio", "cuando sea"), "no entendí"),
        (("--inicio", "2027-03-14 02:30"), "cambia la hora"),
        (("--doctor", "House"), "no hay tal doctor"),
    ],
)
def test_wrong_use(stage: Stage, option: tuple[str, str], said: str) -> None:
    stage.book()
    given = {"--doctor": "1", "--paciente": "ana", "--inicio": "hoy 10:00"} | dict([option])
    result = stage.run("citas", "agendar", *(word for pair in given.items() for word in pair))
    assert (result.exit_code, said in result.stderr) == (2, True), result.stderr


def test_turns_are_explained(any_stage: Stage) -> None:
    any_stage.book()
    shown = any_stage.json("doctores", "turnos", "--explicar")
    assert [(row["doctor_id"], row["citas"]) for row in shown["orden"]] == [(2, 0), (1, 1)]
    (reason,) = shown["asignaciones"]
    assert (reason["razon"], reason["doctor_id"]) == ("turno", 1)
    assert [place["doctor_id"] for place in reason["lugares"]] == [1, 2]
    assert (
        "le tocaba (puntos: Dra. Laura Méndez 0, Dr. Jorge Salas 0)"
        in any_stage.run("doctores", "turnos", "--explicar").stdout
    )


def test_a_type_of_visit_that_there_is_not_is_refused(any_stage: Stage) -> None:
    given = ("citas", "agendar", "--doctor", "1", "--nuevo", "Hugo Mar", "--inicio", "2026-11-24 09:00")
    refused = any_stage.run(*given, "--tipo", "zz")
    assert (refused.exit_code, "primera_vez, seguimiento" in refused.stderr) == (2, True)
    assert "turnero horarios consultas TIPO --nuevo" in refused.stderr
    assert any_stage.run("horarios", "consultas", "revision", "--minutos", "30", "--nuevo").exit_code == 0
    assert any_stage.run(*given, "--tipo", "revision").exit_code == 0


def test_what_happened_is_told_with_names(any_stage: Stage) -> None:
    id = any_stage.book("Ana Gómez Ruiz")
    any_stage.run("citas", "mover", str(id), "--inicio", "2026-11-24 09:00", "--doctor", "2")
    shown = any_stage.run("citas", "ver", str(id)).stdout
    booked, moved = (line for line in shown.splitlines() if " agendada " in line or " movida " in line)
    assert "con Dra. Laura" in booked
    assert "con Dr. Jorge" in moved
    assert "persona 1" not in shown
    with any_stage.begin() as uow:
        (chat,) = uow.conversations.list()
        uow.conversations.save(
            chat.model_copy(update={"person": chat.person.model_copy(update={"name": "Ana Gómez Ruiz"})}),
            any_stage.wired.clock.now(),
        )
        uow.commit()
    assert "paciente Ana G." in any_stage.run("citas", "ver", str(id)).stdout
    assert any_stage.json("citas", "ver", str(id))["eventos"][0]["a"]["doctor"] == "Dra. Laura Méndez"


def test_who_asks_for_a_patient_whom_nobody_knows_hears_what_to_do(any_stage: Stage) -> None:
    unknown = any_stage.run("citas", "agendar", "--doctor", "1", "--inicio", "mañana 9:00", "--paciente", "Zoe")
    assert (unknown.exit_code, "con su teléfono" in unknown.stderr, "--nuevo" in unknown.stderr) == (2, True, True)
    assert "No hay ningún paciente «Zoe». Pruebe" in any_stage.run("citas", "listar", "--paciente", "Zoe").stdout
    for hour, name in ((9, "Zoe Luna"), (10, "Zoe Mora")):
        any_stage.run("citas", "agendar", "--doctor", "1", "--inicio", f"mañana {hour}:00", "--nuevo", name)
    either = any_stage.run("citas", "agendar", "--doctor", "1", "--inicio", "mañana 16:00", "--paciente", "Zoe")
    assert (either.exit_code, "Diga cuál por su número" in either.stderr) == (2, True)
