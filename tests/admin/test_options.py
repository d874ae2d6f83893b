"""What the desk says of a value is told of the option that staff gave it with."""

from __future__ import annotations

import pytest

from booking.admin.failures import OPTIONS
from booking.desk.desk_errors import Field
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
