"""What the desk says of a value is told of the option that staff gave it with."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from booking.admin.failures import COPIES, OPTIONS
from booking.desk import find_people
from booking.desk.desk_errors import BadValue, Field
from booking.errors import CopyInvalid
from tests.admin.conftest import Stage


def test_every_field_has_its_option() -> None:
    assert set(OPTIONS) == set(Field)


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("citas", "listar", "--fecha", "ayerón"), "--fecha: no entendí la fecha «ayerón»"),
        (("citas", "listar", "--estado", "rota"), "--estado: «rota» no es un estado."),
        (("horarios", "--desde", "nunca"), "--desde: no entendí la fecha «nunca»"),
        (("horarios", "--por-que", "--hora", "25"), "--hora: «25» no es una hora."),
        (("horarios", "cerrar", "nunca"), "FECHA: no entendí la fecha «nunca»"),
        (("horarios", "reglas", "--feriados", "ZZ"), "--feriados: no se conocen los feriados de «ZZ»."),
        (("doctores", "activar", "Nadie"), "--doctor: «Nadie»: no hay tal doctor."),
        (("personal", "alta", "jefe"), "ROL: hay: admin, personal, doctor."),
        (("personal", "alta", "doctor", "--telefono", "+526641112222"), "--doctor: va con el rol de doctor"),
    ],
)
def test_a_value_that_cannot_be_used(stage: Stage, args: tuple[str, ...], said: str) -> None:
    result = stage.run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert result.stderr.rstrip().endswith("--help")


def test_what_the_desk_refuses_is_one_line(stage: Stage) -> None:
    result = stage.run("citas", "ver", "777")
    assert result.exit_code == 1
    assert result.stderr == "No hay ninguna cita 777. Búsquela con: turnero citas listar\n"


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("nohay",), "No existe la orden «nohay». Vea: "),
        (("--nohay",), "No existe la opción --nohay. Vea: "),
        (("db", "nohay"), "No existe la orden «nohay». Vea: "),
        (("db", "restore"), "Falta FILE. Vea: "),
        (("consola", "nohay"), "Sobra: nohay. Vea: "),
        (("serve", "--port", "abc"), "--port: se espera un número. Vea: "),
        (("check", "nohay"), "Sobra: nohay. Vea: "),
        (("chat", "--como", "12"), "--como: escriba un teléfono con su país"),
    ],
)
def test_a_wrong_call_is_one_line_of_spanish_whatever_the_command(
    stage: Stage, args: tuple[str, ...], said: str
) -> None:
    result = stage.run(*args)
    assert result.exit_code == 2
    assert result.stderr.startswith(said)
    assert result.stderr.rstrip().endswith("--help")
    assert result.stderr.count("\n") == 1


def test_every_reason_why_a_copy_fails_is_told_in_spanish() -> None:
    root = Path(__file__).parents[2]
    raised = set()
    for name in ("storage/copies.py", "booking/runtime/backups.py"):
        for made in ast.walk(ast.parse((root / name).read_text(encoding="utf-8"))):
            if isinstance(made, ast.Call) and isinstance(made.func, ast.Name) and made.func.id == "CopyInvalid":
                why = made.args[1]
                assert isinstance(why, ast.Constant)
                raised.add(why.value)
    assert raised == set(COPIES)


def test_why_a_copy_is_not_put_back_is_told_with_the_next_step(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TURNERO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("DATABASE_URL", raising=False)
    missing, other = tmp_path / "nada", tmp_path / "otro"
    other.write_text("not a tar")
    assert "no existe" in stage.run("db", "restore", str(missing)).stderr
    assert "turnero db backup" in stage.run("db", "restore", str(other)).stderr
    assert "No se restauró nada" in stage.run("db", "restore", str(tmp_path)).stderr
    stage.broken = CopyInvalid("It is there.", "there_already", missing)
    said = stage.run("db", "backup", str(missing))
    assert (said.exit_code, said.stderr) == (1, f"{COPIES['there_already'].format(missing)}\n")


@pytest.mark.parametrize(
    "args",
    [
        ("agenda", "--doctor", ""),
        ("agenda", "--doctor="),
        ("agenda", "pasar", "--doctor", "1", "--a", " "),
        ("agenda", "--fecha", "hoy", "--doctor", " "),
        ("citas", "listar", "--doctor", ""),
        ("citas", "listar", "--paciente", ""),
        ("citas", "mover", "1", "--inicio", "mañana 16:00", "--doctor", ""),
        ("horarios", "--doctor", ""),
        ("horarios", "consultas", "primera_vez", "--doctor", ""),
        ("reportes", "--doctor", ""),
        ("pacientes", "volver", "1", "--doctor", ""),
        ("lista-espera", "agregar", "--paciente", ""),
        ("importar", "citas", "x.csv", "--doctor", ""),
    ],
)
def test_who_is_named_by_nothing_is_nobody(stage: Stage, args: tuple[str, ...]) -> None:
    result = stage.run(*args)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "está vacío. Escriba un número o parte del nombre" in result.stderr
    assert result.stderr.rstrip().endswith(f"Vea: turnero {' '.join(args).split(' --')[0]} --help")


def test_nothing_said_finds_nobody_where_there_is_only_one(stage: Stage) -> None:
    stage.book()
    with stage.begin() as uow:
        assert not find_people.patients_called(uow, " ")
        with pytest.raises(BadValue):
            find_people.find_doctor(uow, " ")
    assert "No hay ningún paciente «»" in stage.run("pacientes", "buscar", "").stderr
    result = stage.run("doctores", "activar", "")
    assert "no hay tal doctor" in result.stderr
