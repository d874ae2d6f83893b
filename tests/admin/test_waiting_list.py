"""Who waits for a time, at the desk: put on the list, shown in its order, taken off."""

from __future__ import annotations

import pytest

from booking.desk import waiting_entries
from tests.admin.conftest import Stage

ANA, BETO = "5216641112222", "5216643334444"


def waiting(stage: Stage, *options: str) -> list[str]:
    """The patients on the list, in its order."""
    return [one["paciente"] for one in stage.json("lista-espera", "listar", *options)]


def test_somebody_is_put_on_the_list_shown_masked_and_taken_off(any_stage: Stage) -> None:
    any_stage.book("Ana Gómez Ruiz", ANA)
    words = ("--doctor", "laura", "--dia", "mar", "--dia", "jue", "--horas", "16:00-20:00", "--aviso", "90")
    made = any_stage.json("lista-espera", "agregar", "--paciente", "ana", *words)
    assert (made["paciente"], made["dias"], made["aviso"]) == ("Ana Gómez Ruiz", ["mar", "jue"], 90)
    assert made["agregada_por"] == "Recepción"
    assert made["hay_lugar"][0]["inicio"][:16] == "2026-11-24T16:00"
    said = any_stage.run("lista-espera", "agregar", "--paciente", "ana", *words).stdout
    assert "Hay lugar ya: 24/11/2026 16:00 (Dra. Laura Méndez)" in said
    shown = any_stage.run("lista-espera", "listar").stdout
    assert "Ana G." in shown
    assert "Gómez" not in shown
    assert "mar jue" in shown
    assert any_stage.run("lista-espera", "quitar", str(made["id"])).exit_code == 0
    assert waiting(any_stage) == []
    assert waiting(any_stage, "--todos") == ["Ana Gómez Ruiz"]
    again = any_stage.run("lista-espera", "quitar", str(made["id"]))
    assert (again.exit_code, "ya no espera" in again.stderr) == (1, True)


def test_nobody_is_put_on_it_for_when_there_is_no_consultation(any_stage: Stage) -> None:
    any_stage.book("Ana Gómez Ruiz", ANA)
    for when in (
        ("--dia", "sab"),
        ("--desde", "2026-11-28", "--hasta", "2026-11-28"),
        ("--horas", "02:00-03:00", "--desde", "2026-11-26", "--hasta", "2026-11-27"),
    ):
        refused = any_stage.run("lista-espera", "agregar", "--paciente", "ana", "--doctor", "laura", *when)
        assert (refused.exit_code, "no hay consulta" in refused.stderr) == (1, True), when
    assert waiting(any_stage) == []


def test_an_appointment_that_is_to_be_earlier(any_stage: Stage) -> None:
    id = any_stage.book("Ana Gómez Ruiz", ANA)
    made = any_stage.json("lista-espera", "agregar", "--cita", str(id))
    assert (made["cita"], made["doctor"]["id"]) == (id, 1)
    assert made["antes_de"][:16] == "2026-11-24T09:00"
    later = any_stage.json(
        "lista-espera", "agregar", "--cita", str(id), "--desde", "2026-11-26", "--hasta", "2026-11-27"
    )
    assert (later["cita"], later["antes_de"], later["cuando"]) == (
        id,
        None,
        {"when": {"date_from": "2026-11-26", "date_to": "2026-11-27"}},
    )


@pytest.mark.parametrize(
    "when", [("--dia", "lun-vie", "--horas", "08:00-12:00"), ("--desde", "2026-11-23", "--hasta", "2026-11-27")]
)
def test_days_that_have_the_appointment_itself_are_those_before_it(any_stage: Stage, when: tuple[str, ...]) -> None:
    id = any_stage.book("Ana Gómez Ruiz", ANA)
    made = any_stage.json("lista-espera", "agregar", "--cita", str(id), *when)
    assert (made["cita"], made["antes_de"][:16]) == (id, "2026-11-24T09:00")
    with_another = any_stage.json("lista-espera", "agregar", "--cita", str(id), "--doctor", "salas", *when)
    assert with_another["antes_de"] is None


def test_nobody_waits_past_the_last_day_that_would_do(any_stage: Stage) -> None:
    id = any_stage.book()
    row = any_stage.json("lista-espera", "agregar", "--cita", str(id), "--desde", "2026-11-26", "--hasta", "2026-11-27")
    assert row["hasta"].startswith("2026-11-28T00:00")
    days = any_stage.json("lista-espera", "agregar", "--cita", str(id), "--desde", "2026-11-26", "--vence", "1")
    assert days["hasta"] < row["hasta"]


def test_who_cannot_be_told_is_not_put_on_it(stage: Stage) -> None:
    made = stage.run(
        "citas", "agendar", "--doctor", "1", "--nuevo", "Sin Número", "--inicio", "2026-11-24 10:00", "--sin-avisar"
    )
    assert made.exit_code == 0
    refused = stage.run("lista-espera", "agregar", "--paciente", "Sin Número")
    assert (refused.exit_code, "no hay teléfono" in refused.stderr) == (1, True)
    nobody = stage.run("lista-espera", "agregar")
    assert (nobody.exit_code, "--paciente" in nobody.stderr) == (2, True)
    assert stage.run("lista-espera", "quitar", "77").exit_code == 1


def test_the_clinic_says_whether_it_keeps_one_and_for_how_long(stage: Stage) -> None:
    rules = stage.json("horarios", "reglas", "--sin-lista-espera", "--espera-apartado", "45", "--espera-dias", "10")
    assert (rules["lista_espera"], rules["espera_apartado"], rules["espera_dias"]) == (False, 45, 10)


def test_who_waits_is_seen_with_the_appointment_the_patient_and_the_chat(any_stage: Stage) -> None:
    id = any_stage.book("Ana Gómez Ruiz", ANA)
    any_stage.json("lista-espera", "agregar", "--cita", str(id))
    (entry,) = any_stage.json("citas", "ver", str(id))["lista_espera"]
    assert entry["antes_de"][:16] == "2026-11-24T09:00"
    (patient,) = any_stage.json("pacientes", "buscar", "ana")
    number, chat = str(patient["id"]), str(entry["chat"])
    (waits,) = any_stage.json("pacientes", "ver", number)["lista_espera"]
    assert waits["id"] == entry["id"]
    for shown in (("citas", "ver", str(id)), ("pacientes", "ver", number), ("chats", "ver", chat)):
        said = any_stage.run(*shown).stdout
        assert f"En lista de espera ({entry['id']}): Ana G., antes de la cita" in said, shown
        assert "Gómez" not in said.split("\n\n")[0]


def test_who_waits_for_what_is_before_a_time_alone_waits_for_no_appointment() -> None:
    entry = {"antes_de": "2026-11-26T16:00:00-08:00", "cita": None, "dias": [], "cuando": None}
    said = waiting_entries.in_words({**entry, "doctor": None, "sin_doctores": [], "aviso": None})
    assert said == "antes del 26/11/2026 16:00"
