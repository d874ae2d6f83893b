"""A clinic as staff write it down: the tables and keys of `clinica.toml`. What a file does not say stays as it is; an
empty text takes away what was said before."""

from __future__ import annotations

import tomllib
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError

from booking.desk import desk_errors
from booking.desk.desk_errors import BadValue


class _Table(BaseModel):
    model_config = ConfigDict(extra="forbid", str_strip_whitespace=True)


def _as_text(value: Any) -> Any:
    """Numbers and times of day are written with or without quotes."""
    return str(value) if not isinstance(value, bool | list | dict | None) else value


Text = Annotated[str, Field(max_length=700), BeforeValidator(_as_text)]


class ClinicTable(_Table):
    nombre: Text | None = None
    direccion: Text | None = None
    mapa: Text | None = None
    telefono: Text | None = None
    zona: Text | None = None
    abre: Text | None = None
    cierra: Text | None = None
    especialidades: tuple[Text, ...] | None = None


class RulesTable(_Table):
    """The clinic's policy, under the names of `turnero horarios reglas`."""

    aviso: int | None = None
    plazo: int | None = None
    entre: int | None = None
    apartado: int | None = None
    cancelar: int | None = None
    contestar: int | None = None
    lista_espera: bool | None = None
    espera_apartado: int | None = None
    espera_dias: int | None = None
    reinvitar: bool | None = None
    preguntar_tipo: bool | None = None
    silencio_desde: Text | None = None
    silencio_hasta: Text | None = None
    feriados: Text | None = None


class AnswersTable(_Table):
    seguros: tuple[Text, ...] | None = None
    tarjetas: Text | None = None
    estacionamiento: Text | None = None
    que_llevar: Text | None = None
    ayuno: Text | None = None


class NewsTable(_Table):
    """What staff hear of without asking, under the names of `turnero personal avisos`."""

    doctor: tuple[Text, ...] | None = None
    doctor_dias: int | None = None
    recepcion: tuple[Text, ...] | None = None
    recepcion_horas: int | None = None
    manana: Text | None = None
    tarde: Text | None = None


def _no_hours(value: Any) -> Any:
    """One time alone is a list of it; "no" is never."""
    return () if value == "no" else (value,) if isinstance(value, int | float) else value


HoursAhead = Annotated[tuple[Annotated[float, Field(strict=True, ge=0.5, le=336)], ...], BeforeValidator(_no_hours)]
"""How many hours before an appointment its patient is reminded."""


class VisitRemindersTable(_Table):
    tipo: Text = Field(min_length=1)
    horas: HoursAhead | None = None
    preparacion: Annotated[str, Field(max_length=120), BeforeValidator(_as_text)] | None = None


class RemindersTable(_Table):
    """How far ahead patients are reminded and with what they come prepared, and whether they are asked afterwards how
    it was; as `turnero recordatorios ajustar` says."""

    horas: HoursAhead | None = None
    calificar: bool | None = None
    tipos: tuple[VisitRemindersTable, ...] | None = None


class EmergencyTable(_Table):
    palabras: tuple[Text, ...] | None = None
    texto: Text | None = None


class PriceTable(_Table):
    de: Text
    precio: Text
    doctor: Text | None = None


class QuestionTable(_Table):
    palabras: Text
    respuesta: Text


class VisitTable(_Table):
    tipo: Text
    minutos: int | None = Field(default=None, ge=5, le=480)
    antes: int = Field(default=0, ge=0, le=480)
    despues: int = Field(default=0, ge=0, le=480)


class HoursTable(_Table):
    dias: tuple[Text, ...]
    horas: tuple[Text, ...]
    minutos: int = Field(default=30, ge=5, le=480)
    tope: int | None = Field(default=None, ge=1)
    desde: Text | None = None
    hasta: Text | None = None


class DoctorTable(_Table):
    nombre: Text = Field(min_length=2)
    especialidad: Text | None = None
    consultorio: Text | None = None
    peso: int | None = Field(default=None, ge=1)
    reparto: bool | None = None
    activo: bool | None = None
    horarios: tuple[HoursTable, ...] | None = None
    consultas: tuple[VisitTable, ...] | None = None


class ClinicFile(_Table):
    """Everything a file may say."""

    clinica: ClinicTable = ClinicTable()
    reglas: RulesTable = RulesTable()
    respuestas: AnswersTable = AnswersTable()
    avisos: NewsTable = NewsTable()
    recordatorios: RemindersTable = RemindersTable()
    emergencias: EmergencyTable = EmergencyTable()
    precios: tuple[PriceTable, ...] | None = None
    preguntas: tuple[QuestionTable, ...] | None = None
    consultas: tuple[VisitTable, ...] | None = None
    doctores: tuple[DoctorTable, ...] = ()


def read(text: str) -> ClinicFile:
    """Raises BadValue, which says where and why."""
    try:
        return ClinicFile.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise BadValue(desk_errors.Field.FILE, f"no se pudo leer como TOML: {error}.") from None
    except ValidationError as error:
        raise BadValue(desk_errors.Field.FILE, wrong(error)) from None


_WRONG = {
    "extra_forbidden": "no se conoce ese nombre",
    "missing": "falta",
    "float_type": "va un número",
    "int_type": "va un número entero",
    "int_parsing": "va un número entero",
    "int_from_float": "va un número entero",
    "bool_type": "va true o false",
    "bool_parsing": "va true o false",
    "tuple_type": "va una lista, entre corchetes",
    "string_type": "va un texto, entre comillas",
    "model_type": "va una tabla de ese nombre",
    "finite_number": "va un número",
    "greater_than_equal": "el mínimo es {ge}",
    "less_than_equal": "el máximo es {le}",
    "string_too_long": "es más largo de lo que cabe ({max_length} letras)",
    "string_too_short": "está vacío",
    "too_long": "son demasiados; el máximo es {max_length}",
}


def wrong(error: ValidationError) -> str:
    """The first of what is wrong, in Spanish: «doctores 2, horarios 1, horas»: falta."""
    first = error.errors()[0]
    where = ", ".join(f"{part}" for part in _places(first["loc"]))
    said = _WRONG.get(first["type"], "no es un valor de los que van ahí")
    return f"«{where}»: {said.format(**first.get('ctx', {}))}."


def _places(loc: tuple[int | str, ...]) -> list[str]:
    """Counted from 1, as people count tables."""
    places: list[str] = []
    for part in loc:
        if isinstance(part, int) and places:
            places[-1] += f" {part + 1}"
        else:
            places.append(str(part))
    return places
