"""Patients at the desk: found, shown, corrected, and two records made one."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.admin.conftest import NOW, Stage

ANA, BETO = "5216641112222", "5216643334444"


def id_of(stage: Stage, name: str) -> str:
    with stage.begin() as uow:
        (found,) = uow.patients.search(name=name)
    return str(found.id)


def two(stage: Stage) -> tuple[str, str, int]:
    """Ana, who wrote; herself again, entered under another number, with an appointment; and that appointment."""
    stage.book("Ana Gómez Ruiz", ANA)
    words = ("--nuevo", "Anita Gómez", "--telefono", "664 555 0001", "--inicio", "2026-11-24 10:00")
    made = stage.json("citas", "agendar", "--doctor", "1", *words, "--motivo", "Rodilla")
    return id_of(stage, "Ana Gómez Ruiz"), id_of(stage, "Anita"), made["id"]


def looks(stage: Stage) -> list[str]:
    """Who saw whole data of patients."""
    return [detail for kind, detail in stage.notices if kind == "json_export" and detail.startswith("pacientes")]


@pytest.mark.parametrize("text", ["ana gomez", "664 111 2222", "+52 1 664 111 2222"])
def test_somebody_is_found_by_name_or_number_and_shown_masked(any_stage: Stage, text: str) -> None:
    any_stage.book("Ana Gómez Ruiz", ANA)
    found = any_stage.run("pacientes", "buscar", text)
    assert (found.exit_code, "Ana G." in found.stdout, "24/11/2026 09:00" in found.stdout) == (0, True, True)
    assert "Ruiz" not in found.stdout
    assert not looks(any_stage)


def test_nobody_is_told(stage: Stage) -> None:
    for words in (
        ("buscar", "Nadie"),
        ("ver", "77"),
        ("editar", "77", "--nombre", "Eva Luz"),
        ("unir", "77", "78", "--si"),
    ):
        refused = stage.run("pacientes", *words)
        assert (refused.exit_code, "No hay ningún paciente" in refused.stderr) == (1, True)


def test_whole_data_is_shown_where_asked_for_or_set_and_recorded(stage: Stage) -> None:
    stage.book("Ana Gómez Ruiz", ANA)
    id = id_of(stage, "Ana")
    shown = stage.json("pacientes", "ver", id)
    assert (shown["nombre"], shown["telefonos"], len(shown["citas"])) == ("Ana Gómez Ruiz", ["+526641112222"], 1)
    assert ("json_export", f"pacientes ver {id} Recepción") in stage.notices
    stage.wired.settings = stage.wired.settings.model_copy(update={"nombres_completos": True})
    assert "Ana Gómez Ruiz" in stage.run("pacientes", "ver", id).stdout
    assert "Ana Gómez Ruiz" in stage.run("pacientes", "buscar", "ana").stdout
    assert len(looks(stage)) == 3


def test_what_is_known_is_corrected(any_stage: Stage) -> None:
    _, id, _ = two(any_stage)
    changes = ("--nombre", "Ana  Gómez Luna", "--telefono", "(664) 555-0002", "--correo", "ana@x.mx")
    assert any_stage.run("pacientes", "editar", id, *changes).exit_code == 0
    shown = any_stage.json("pacientes", "ver", id)
    assert (shown["nombre"], shown["telefonos"][0], shown["correo"]) == ("Ana Gómez Luna", "+526645550002", "ana@x.mx")
    assert ("records_changed", f"pacientes editar {id}: nombre, teléfono, correo · Recepción") in any_stage.notices
    for wrong in (("--telefono", "664"), ("--nombre", "  "), ("--correo", "x")):
        assert any_stage.run("pacientes", "editar", id, *wrong).exit_code == 1
    assert any_stage.run("pacientes", "editar", id).exit_code == 2


def test_two_of_one_name_and_number_are_told_to_be_joined(any_stage: Stage) -> None:
    _, id, _ = two(any_stage)
    refused = any_stage.run("pacientes", "editar", id, "--nombre", "Ana Gómez Ruiz", "--telefono", "664 111 2222")
    assert (refused.exit_code, "turnero pacientes unir" in refused.stderr) == (1, True)


def test_two_records_become_one(any_stage: Stage) -> None:
    kept, left, appointment = two(any_stage)
    refused = any_stage.run("pacientes", "unir", kept, left, stdin="no\n")
    assert (refused.exit_code, id_of(any_stage, "Anita")) == (1, left)
    assert any_stage.run("pacientes", "unir", kept, left, stdin="sí\n").exit_code == 0
    shown = any_stage.json("pacientes", "ver", kept)
    assert [one["id"] for one in shown["citas"]][-1] == appointment
    assert shown["citas"][-1]["motivo"] == "Rodilla"
    assert any_stage.run("pacientes", "ver", left).exit_code == 1
    assert ("records_changed", f"pacientes unir {kept} {left} · Recepción") in any_stage.notices
    any_stage.chat("hola", number="5216645550001")
    with any_stage.begin() as uow:
        assert sum(chat.turns > 0 for chat in uow.conversations.list()) == 1, "her other number leads to the same chat"


def test_overlapping_appointments_keep_two_records_apart(any_stage: Stage) -> None:
    kept, left, appointment = two(any_stage)
    moved = any_stage.run("citas", "mover", str(appointment), "--doctor", "2", "--inicio", "2026-11-24 09:00")
    assert moved.exit_code == 0, moved.output
    refused = any_stage.run("pacientes", "unir", kept, left, "--si")
    assert (refused.exit_code, "se traslapan" in refused.stderr) == (1, True)
    assert id_of(any_stage, "Anita") == left
    assert any_stage.run("pacientes", "unir", kept, kept, "--si").exit_code == 1


def test_whoever_writes_for_others_too_stays_who_they_are(any_stage: Stage) -> None:
    kept, left, _ = two(any_stage)
    with any_stage.begin() as uow:
        uow.patients.enter("Leo Gómez", "+526645550001", None, NOW)
        uow.commit()
    assert any_stage.run("pacientes", "unir", kept, left, "--si").exit_code == 0
    any_stage.chat("hola", number="5216645550001")
    with any_stage.begin() as uow:
        assert len(uow.conversations.list()) == 2


@pytest.mark.parametrize("wrong", [("--nombre", ""), ("--telefono", "664 12"), ("--correo", "x")])
def test_what_is_wrong_with_a_correction_is_told_without_a_word_of_files(stage: Stage, wrong: tuple[str, str]) -> None:
    stage.book("Ana Gómez Ruiz", ANA)
    refused = stage.run("pacientes", "editar", id_of(stage, "Ana"), *wrong)
    assert (refused.exit_code, "No se cambió nada: " in refused.output) == (1, True)
    assert "archivo" not in refused.output
    assert "celda" not in refused.output


def written_of(stage: Stage) -> str:
    """All that is shown of anybody, whole."""
    shown = [stage.json("pacientes", "buscar", "a"), stage.json("citas", "listar"), stage.json("chats", "listar")]
    with stage.begin() as uow:
        rows = [
            row
            for chat in uow.conversations.list()
            for row in (chat, *uow.turns.list(chat.id), *uow.outbox.list(chat.id), *uow.at_work.list(chat.id))
        ]
        told = [uow.notices.list(), *(uow.events.list(one.id) for one in uow.appointments.list())]
    return f"{shown} {rows} {told}"


def test_somebody_is_forgotten_when_nothing_lies_ahead(any_stage: Stage) -> None:
    any_stage.book("Ana Gómez Ruiz", ANA)
    any_stage.book("Beto Lira Paz", BETO)
    ana = id_of(any_stage, "Ana")
    refused = any_stage.run("pacientes", "borrar", ana, "--si")
    assert (refused.exit_code, "citas por venir" in refused.stderr) == (1, True)
    any_stage.wired.clock.advance(dt.timedelta(days=30))
    asked = any_stage.run("pacientes", "borrar", ana, stdin="no\n")
    assert (asked.exit_code, "todo lo escrito en su chat" in asked.output) == (1, True)
    assert "Gómez" in written_of(any_stage)
    assert any_stage.run("pacientes", "borrar", ana, stdin="sí\n").exit_code == 0
    left = written_of(any_stage)
    assert "Gómez" not in left
    assert "6641112222" not in left
    assert ("Beto Lira Paz" in left, BETO[-10:] in left) == (True, True)
    assert ("records_changed", f"pacientes borrar {ana} · Recepción") in any_stage.notices
    with any_stage.begin() as uow:
        (theirs,) = uow.appointments.list(patient_id=int(ana))
        assert theirs.reason is None
    again = any_stage.run("pacientes", "borrar", ana, "--si")
    assert (again.exit_code, "ya se borraron" in again.stderr) == (1, True)
    any_stage.chat("hola", number=ANA)
    with any_stage.begin() as uow:
        assert len(uow.conversations.list()) == 3, "who writes again is somebody new"


def test_a_chat_that_is_others_too_is_not_erased_with_one_of_them(any_stage: Stage) -> None:
    any_stage.book("Ana Gómez Ruiz", ANA)
    with any_stage.begin() as uow:
        (ana,) = uow.patients.search(name="Ana")
        assert ana.person_id is not None
        son = uow.patients.find_or_create(ana.person_id, "Leo Gómez", None, NOW)
        uow.commit()
    asked = any_stage.run("pacientes", "borrar", str(son.id), stdin="sí\n")
    assert (asked.exit_code, "se queda como está" in asked.output) == (0, True)
    left = written_of(any_stage)
    assert ("Leo" in left, "Ana Gómez Ruiz" in left) == (False, True)


@pytest.mark.parametrize(
    ("said", "date"),
    [("6 meses", "2027-05-23"), ("en 2 semanas", "2026-12-07"), ("un año", "2027-11-23"), ("mañana", "2026-11-24")],
)
def test_who_is_to_come_back_is_listed_until_taken_off(any_stage: Stage, said: str, date: str) -> None:
    booked = any_stage.run(
        "citas", "agendar", "--doctor", "1", "--inicio", "2026-11-24 10:00", "--nuevo", "Ana Luz Ruiz"
    )
    assert booked.exit_code == 0, booked.output
    (row,) = any_stage.json("citas", "listar")
    patient = str(row["paciente"]["id"])
    assert (
        f"El {date} se le invita" in any_stage.run("pacientes", "volver", patient, "--en", said, "--doctor", "1").stdout
    )
    (one,) = any_stage.json("pacientes", "por-volver")
    assert (one["cuando"][:10], one["por"], one["doctor"]) == (date, "volver", row["doctor"]["nombre"])
    assert "Luz Ruiz" not in any_stage.run("pacientes", "por-volver").stdout, "masked"
    assert any_stage.run("pacientes", "volver", patient).exit_code != 0
    assert any_stage.run("pacientes", "volver", patient, "--en", "ayer").exit_code != 0
    assert any_stage.run("pacientes", "volver", str(one["id"]), "--quitar").exit_code == 0
    assert any_stage.json("pacientes", "por-volver") == []
    assert any_stage.run("pacientes", "volver", str(one["id"]), "--quitar").exit_code == 1
