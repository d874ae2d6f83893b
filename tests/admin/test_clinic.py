"""`turnero clinica`: a clinic of one's own, entered from a file or by questions, shown and changed."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.admin.clinic_commands import SAMPLE
from booking.desk import clinic_file, clinic_views, edit_clinic
from booking.testing.fakes import MemoryDatabase
from tests.admin.conftest import NOW, Stage

ZONE = "America/Tijuana"


OWN = SAMPLE.replace("Clínica Ejemplo", "Clínica Modelo")


TYPE = '[clinica]\nnombre = "X"\n[[recordatorios.tipos]]\n'


def written(folder: Path, text: str = OWN) -> str:
    path = folder / "clinica.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_a_clinic_is_entered_from_a_file_once(any_empty_stage: Stage, tmp_path: Path) -> None:
    file = written(tmp_path)
    tried = any_empty_stage.run("clinica", "crear", "--archivo", file, "--simular")
    assert (tried.exit_code, "Clínica nueva: Clínica Modelo" in tried.stdout) == (0, True)
    assert any_empty_stage.run("clinica", "ver").exit_code == 1
    made = any_empty_stage.json("clinica", "crear", "--archivo", file)
    assert ("Doctor nuevo: Dra. Eva Luna" in made["cambios"], made["falta"]) == (True, [])
    assert any_empty_stage.json("clinica", "crear", "--archivo", file)["cambios"] == []
    (doctor,) = any_empty_stage.json("doctores", "listar")
    assert (doctor["consultorio"], len(doctor["horario"])) == ("3", 10)
    free = any_empty_stage.json("horarios", "--fecha", "2026-11-24")
    assert free[0]["inicio"][11:16] == "09:00"


def test_what_is_shown_as_a_file_is_the_clinic(any_empty_stage: Stage, tmp_path: Path) -> None:
    any_empty_stage.run("clinica", "crear", "--archivo", written(tmp_path))
    shown = any_empty_stage.run("clinica", "ver", "--toml").stdout
    assert any_empty_stage.json("clinica", "crear", "--archivo", written(tmp_path, shown))["cambios"] == []


def test_only_what_a_file_says_changes(any_empty_stage: Stage, tmp_path: Path) -> None:
    any_empty_stage.run("clinica", "crear", "--archivo", written(tmp_path))
    some = written(tmp_path, '[clinica]\ntelefono = ""\n[[doctores]]\nnombre = "dra. eva luna"\nconsultorio = 7\n')
    changed = any_empty_stage.json("clinica", "crear", "--archivo", some)["cambios"]
    assert changed == ["teléfono: 664 123 4567 → nada", "dra. eva luna: nombre dra. eva luna, consultorio 7"]


def test_how_far_ahead_is_reminded_and_with_what_to_come_is_in_the_file(any_empty_stage: Stage, tmp_path: Path) -> None:
    any_empty_stage.run("clinica", "crear", "--archivo", written(tmp_path))
    laboratory = {"tipo": "laboratorio", "horas": [24, 2], "preparacion": "en ayunas"}
    shown = any_empty_stage.json("recordatorios", "ajustar")
    assert shown == {"horas": [72, 24, 2], "calificar": False, "tipos": [laboratory], "en_pausa": False}
    any_empty_stage.json("recordatorios", "pausar")
    only = written(tmp_path, "[recordatorios]\nhoras = 48\ncalificar = true\n")
    changed = any_empty_stage.json("clinica", "crear", "--archivo", only)["cambios"]
    assert changed == ["recordatorios: 72 h, 24 h, 2 h → 48 h", "calificar: no → sí"]
    shown = any_empty_stage.json("recordatorios", "ajustar")
    assert shown == {"horas": [48], "calificar": True, "tipos": [laboratory], "en_pausa": True}
    any_empty_stage.json("recordatorios", "ajustar", "--horas", "1.5")
    told = any_empty_stage.json("clinica", "ver")["recordatorios"]
    assert told == {"horas": [1.5], "calificar": True, "tipos": [laboratory]}
    none = written(tmp_path, "[recordatorios]\nhoras = []\ntipos = []\n")
    assert any_empty_stage.json("clinica", "crear", "--archivo", none)["cambios"] == [
        "recordatorios: 1.5 h → no se recuerda",
        "recordatorios por tipo: laboratorio; 24 h, 2 h; en ayunas → nada",
    ]
    assert "no se recuerda" in any_empty_stage.run("clinica", "ver").stdout


def test_single_things_are_changed(any_empty_stage: Stage, tmp_path: Path) -> None:
    any_empty_stage.run("clinica", "crear", "--archivo", written(tmp_path))
    edit = ("clinica", "editar", "--precio", "consulta=$650", "--precio", "Consulta con Luna=$800")
    assert any_empty_stage.run(*edit, "--seguro", "ninguno", "--pregunta", "wifi; clave internet=").exit_code == 0
    now = any_empty_stage.json("clinica", "ver")
    assert [(p["de"], p["precio"], p["doctor"]) for p in now["precios"]] == [
        ("consulta", "$650", None),
        ("Ultrasonido", "desde $900", None),
        ("Consulta", "$800", "Dra. Eva Luna"),
    ]
    assert (now["respuestas"]["seguros"], now["preguntas"]) == ([], [])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nombre = ", "no se pudo leer como TOML"),
        ('[clinica]\nnombra = "X"', "«clinica, nombra»: no se conoce ese nombre"),
        ('[clinica]\nnombre = "X"\nzona = "Marte"', "«Marte» no es una zona"),
        ('[clinica]\nnombre = "X"\nmapa = "aquí"', "«aquí» no es una liga"),
        ('[clinica]\nnombre = "X"\ncierra = "07:00"', "no es después de 08:00"),
        ('[[doctores]]\nnombre = "Dra. X"', "falta el nombre de la clínica"),
        ('[clinica]\nnombre = "X"\n[reglas]\nplazo = 9999', "el máximo es 366"),
        ('[clinica]\nnombre = "X"\n[recordatorios]\nhoras = [72, 0]', "«recordatorios, horas 2»: el mínimo es 0.5"),
        ('[clinica]\nnombre = "X"\n[recordatorios]\nhoras = [9999]', "«recordatorios, horas 1»: el máximo es 336"),
        ('[clinica]\nnombre = "X"\n[recordatorios]\nhoras = ["24"]', "«recordatorios, horas 1»: va un número"),
        ('[clinica]\nnombre = "X"\n[recordatorios]\nhoras = [nan]', "«recordatorios, horas 1»"),
        ('[clinica]\nnombre = "X"\n[recordatorios]\nhora = 24', "«recordatorios, hora»: no se conoce ese nombre"),
        (TYPE + 'tipo = "lavoratorio"', "«lavoratorio» no es ningún tipo de consulta"),
        (TYPE + "horas = 24", "«recordatorios, tipos 1, tipo»: falta"),
        (TYPE + f'tipo = "seguimiento"\npreparacion = "{"x" * 121}"', "es más largo de lo que cabe (120 letras)"),
        (TYPE + 'tipo = "seguimiento"\n[[recordatorios.tipos]]\ntipo = "seguimiento"', "está dos veces"),
        ('[[doctores]]\nnombre = "Dra. X"\n[[doctores.horarios]]\ndias = ["lun"]', "«doctores 1, horarios 1, horas»"),
    ],
)
def test_what_cannot_be_is_refused_in_words(empty_stage: Stage, tmp_path: Path, text: str, said: str) -> None:
    refused = empty_stage.run("clinica", "crear", "--archivo", written(tmp_path, text))
    assert (refused.exit_code, said in refused.stderr) == (2, True), refused.stderr
    assert empty_stage.run("clinica", "ver").exit_code == 1


def test_it_is_asked_for_one_thing_at_a_time(empty_stage: Stage) -> None:
    answers = ["Santa Fe", "", "", "664 111 2222", "Marte", "", "8:00", "", "pediatría", "ninguno", *[""] * 4, "", ""]
    answers += ["$500", "wifi", "Sí hay", "", "Dra. Ana Luz", "Pediatría", "4", "lun-vie", "9-2", "09:00-14:00", "", ""]
    asked = empty_stage.run("clinica", "crear", "--preguntar", stdin="\n".join([*answers, ""]) + "\n")
    assert asked.exit_code == 0, asked.output
    assert "«Marte» no es una zona" in asked.stdout
    now = empty_stage.json("clinica", "ver")
    assert (now["clinica"]["nombre"], now["clinica"]["telefono"], now["respuestas"]["seguros"]) == (
        "Santa Fe",
        "664 111 2222",
        [],
    )
    (doctor,) = now["doctores"]
    assert (doctor["consultorio"], doctor["horarios"][0]["dias"]) == ("4", ["lun", "mar", "mié", "jue", "vie"])
    left = empty_stage.run("clinica", "crear", "--preguntar", stdin="Otra\n")
    assert (left.exit_code, "Ya está dada de alta: Santa Fe" in left.stderr) == (1, True)


def test_an_end_in_the_middle_keeps_nothing(empty_stage: Stage) -> None:
    left = empty_stage.run("clinica", "crear", "--preguntar", stdin="Santa Fe\nCalle 5\n")
    assert (left.exit_code, "no se guardó nada" in left.stderr) == (1, True)
    assert empty_stage.run("clinica", "ver").exit_code == 1


def test_without_a_terminal_the_next_step_is_told(empty_stage: Stage) -> None:
    refused = empty_stage.run("clinica", "crear")
    assert (refused.exit_code, "--plantilla" in refused.stderr) == (1, True)
    refused = empty_stage.run("citas", "listar")
    assert "turnero clinica crear" in refused.stderr


def test_nothing_of_the_demo_becomes_a_real_clinic_s(stage: Stage, tmp_path: Path) -> None:
    file = written(tmp_path)
    refused = stage.run("clinica", "crear", "--archivo", file)
    assert (refused.exit_code, "TURNERO_HOME" in refused.stderr) == (1, True)
    assert stage.json("clinica", "ver")["clinica"]["nombre"] == "Clínica de prueba"
    assert stage.calls == []
    stage.run("clinica", "crear", "--archivo", file, "--en-lugar-de-la-demo", "--si")
    assert stage.calls == [("erase_demo", stage.wired)]


def test_without_a_clinic_the_check_is_red(empty_stage: Stage, stage: Stage) -> None:
    empty_stage.wired.services = stage.wired.services = {"database": "ok", "migrations": "ok", "queue": "ok"}
    checked = empty_stage.run("check")
    assert (checked.exit_code, "turnero clinica crear" in checked.stdout) == (1, True)
    assert stage.run("check").exit_code == 0


def test_a_doctor_gets_a_room_and_another_name(any_stage: Stage) -> None:
    edited = any_stage.json("doctores", "editar", "salas", "--consultorio", "3", "--nombre", "Dr. Jorge Salas Vega")
    assert (edited["consultorio"], edited["nombre"]) == ("3", "Dr. Jorge Salas Vega")
    assert any_stage.json("doctores", "editar", "2", "--consultorio", "")["consultorio"] is None
    assert any_stage.run("doctores", "editar", "2").exit_code == 2
    taken = any_stage.run("doctores", "editar", "2", "--nombre", "dra. laura mendez")
    assert (taken.exit_code, "Ya hay un doctor con ese nombre" in taken.stderr) == (1, True)


TEXT = (
    st.text(st.characters(exclude_categories=("Cc", "Cs")), min_size=2, max_size=20)
    .map(str.strip)
    .filter(lambda said: len(said) > 1)
)
MAYBE = st.none() | TEXT
HOURS = st.fixed_dictionaries(
    {
        "dias": st.sets(st.sampled_from(("lun", "mar", "mié", "jue", "vie", "sáb", "dom")), min_size=1).map(list),
        "horas": st.sampled_from((["09:00-14:00"], ["08:00-12:30", "16:00-24:00"])),
        "minutos": st.sampled_from((15, 30)),
        "tope": st.none() | st.just(4),
        "hasta": st.none() | st.just("2027-01-31"),
    }
)
DOCTOR = st.fixed_dictionaries({"nombre": TEXT, "especialidad": MAYBE, "consultorio": MAYBE, "activo": st.booleans()})
AHEAD = st.lists(st.integers(30, 336 * 60).map(lambda minutes: minutes / 60), max_size=3)
BY_TYPE = st.fixed_dictionaries(
    {"tipo": st.sampled_from(("primera_vez", "seguimiento")), "horas": st.none() | AHEAD, "preparacion": MAYBE}
)
CLINIC = st.fixed_dictionaries(
    {
        "recordatorios": st.fixed_dictionaries(
            {
                "horas": st.none() | AHEAD,
                "tipos": st.none() | st.lists(BY_TYPE, max_size=2, unique_by=lambda one: one["tipo"]),
            }
        ),
        "clinica": st.fixed_dictionaries({"nombre": TEXT, "direccion": MAYBE, "especialidades": st.lists(TEXT)}),
        "respuestas": st.fixed_dictionaries({"seguros": st.none() | st.lists(TEXT), "estacionamiento": MAYBE}),
        "emergencias": st.fixed_dictionaries({"palabras": st.lists(TEXT), "texto": MAYBE}),
        "precios": st.lists(st.fixed_dictionaries({"de": TEXT, "precio": TEXT, "doctor": MAYBE}), max_size=3),
        "preguntas": st.lists(st.fixed_dictionaries({"palabras": TEXT, "respuesta": TEXT}), max_size=3),
        "doctores": st.lists(
            st.builds(lambda who, hours: who | {"horarios": [hours]}, DOCTOR, HOURS),
            max_size=2,
            unique_by=lambda doctor: "".join(c for c in doctor["nombre"].casefold() if c.isascii()),
        ),
    }
)


@given(CLINIC)
def test_there_and_back_is_the_same(said: dict[str, object]) -> None:
    file = clinic_file.ClinicFile.model_validate(said)
    one, other = MemoryDatabase(), MemoryDatabase()
    with one() as uow:
        edit_clinic.write(uow, file, NOW, ZONE)
        shown = clinic_views.as_json(uow)
        toml = clinic_views.as_toml(shown)
        assert edit_clinic.write(uow, clinic_file.read(toml), NOW, ZONE) == ([], [])
    with other() as uow:
        edit_clinic.write(uow, clinic_file.read(toml), NOW, ZONE)
        assert clinic_views.as_json(uow) == shown


def test_the_example_as_it_comes_is_no_clinic(any_empty_stage: Stage, tmp_path: Path) -> None:
    file = written(tmp_path, SAMPLE)
    assert any_empty_stage.run("clinica", "crear", "--archivo", file, "--simular").exit_code == 0
    refused = any_empty_stage.run("clinica", "crear", "--archivo", file)
    assert (refused.exit_code, "es todavía el ejemplo" in refused.output) == (1, True)
    assert any_empty_stage.run("clinica", "ver").exit_code == 1


def test_a_file_may_begin_with_the_mark_that_windows_writes(any_empty_stage: Stage, tmp_path: Path) -> None:
    assert any_empty_stage.run("clinica", "crear", "--archivo", written(tmp_path, "\ufeff" + OWN)).exit_code == 0
    (tmp_path / "clinica.toml").write_bytes(OWN.encode("utf-16"))
    refused = any_empty_stage.run("clinica", "crear", "--archivo", str(tmp_path / "clinica.toml"))
    assert (refused.exit_code, "UTF-8" in refused.output) == (2, True)
