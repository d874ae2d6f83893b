"""Asks for a clinic one thing at a time, each with what it is now; Enter keeps that."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import typer

from booking.admin import output
from booking.desk import edit_clinic, staff_dates
from booking.desk.clinic_file import ClinicFile
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json

Value = TypeVar("Value")

_CLINIC = (
    ("nombre", "Nombre de la clínica, como lo leen los pacientes"),
    ("direccion", "Dirección"),
    ("mapa", "Liga del mapa (https://…)"),
    ("telefono", "Teléfono"),
    ("zona", "Zona horaria"),
    ("abre", "¿A qué hora abre?"),
    ("cierra", "¿A qué hora cierra?"),
    ("especialidades", "Especialidades, separadas por comas"),
)
_ANSWERS = (
    ("seguros", "Seguros que aceptan, separados por comas; «ninguno» si no aceptan"),
    ("tarjetas", "¿Aceptan tarjeta? Lo que se le dice al paciente"),
    ("estacionamiento", "¿Hay estacionamiento? Lo que se le dice al paciente"),
    ("que_llevar", "¿Qué hay que llevar a la cita?"),
    ("ayuno", "¿Hay que ir en ayunas?"),
)
_EMERGENCY = (
    ("palabras", "Palabras que aquí son una emergencia, además de las de siempre, separadas por comas"),
    ("texto", "Qué decir además del 911; por ejemplo un teléfono de guardia"),
)
_LISTS = ("especialidades", "seguros", "palabras")
_CHECKED: dict[str, Callable[[str], object]] = {
    "zona": edit_clinic.zone_named,
    "abre": lambda said: staff_dates.clock(said, Field.OPENS),
    "cierra": lambda said: staff_dates.clock(said, Field.CLOSES),
    "mapa": edit_clinic.link,
}


def asked(told: Json) -> ClinicFile:
    """Ask for all of it; `told` is what is there now. Raises typer.Abort at the end of the input."""
    output.say("Una pregunta a la vez. Enter deja lo que está entre corchetes; un guion (-) lo borra.")
    file: dict[str, Any] = {
        "clinica": _section(_CLINIC, told["clinica"]),
        "respuestas": _section(_ANSWERS, told["respuestas"]),
        "emergencias": _section(_EMERGENCY, told["emergencias"]),
    }
    if not told.get("precios") and (price := _ask("¿Cuánto cuesta la consulta? Por ejemplo $600")):
        file["precios"] = [{"de": "Consulta", "precio": price}]
    questions = [*told.get("preguntas", ())]
    while words := _ask("Otra pregunta frecuente: sus palabras, por ejemplo «wifi» (Enter: ninguna más)"):
        questions.append({"palabras": words, "respuesta": _must("Su respuesta")})
    file["preguntas"] = questions
    file["doctores"] = _doctors(bool(told.get("doctores")))
    return ClinicFile.model_validate(file)


def _section(questions: tuple[tuple[str, str], ...], now: Json) -> Json:
    said: Json = {}
    for name, question in questions:
        old = now.get(name)
        shown = ", ".join(old) if isinstance(old, list) else old or ""
        must = name == "nombre" and not shown
        answer = _valid(partial(_must, question) if must else partial(_ask, question, shown), _CHECKED.get(name))
        if answer == shown:
            continue
        said[name] = _several(answer) if name in _LISTS else answer
    return said


def _several(answer: str) -> list[str]:
    return [] if answer.casefold() in ("", "ninguno", "ninguna", "no") else [p.strip() for p in answer.split(",")]


def _doctors(some: bool) -> list[Json]:
    doctors: list[Json] = []
    more = "Otro doctor" if some else "Primer doctor"
    while name := _ask(f"{more}: su nombre, como «Dra. Eva Luna» (Enter: ninguno más)"):
        doctor: Json = {"nombre": name}
        said = {"especialidad": _ask("  Especialidad"), "consultorio": _ask("  Consultorio")}
        doctor |= {name: value for name, value in said.items() if value}
        hours: list[Json] = []
        while days := _valid(lambda: _ask("  Días que atiende, como lun-vie (Enter: ya no más)"), _are_days):
            ranges = _valid(lambda: _must("  Horas, como 09:00-14:00, 16:00-19:00"), _are_hours)
            minutes = _valid(lambda: _ask("  Minutos de cada consulta", "30"), _is_length)
            hours.append({"dias": _several(days), "horas": _several(ranges), "minutos": int(minutes)})
        doctors.append(doctor | ({"horarios": hours} if hours else {}))
        more = "Otro doctor"
    return doctors


def _are_days(said: str) -> object:
    return staff_dates.weekdays(_several(said), Field.WEEKDAYS)


def _are_hours(said: str) -> object:
    return staff_dates.clock_ranges(_several(said), Field.HOURS)


def _is_length(said: str) -> object:
    if not (said.isascii() and said.isdigit() and 5 <= int(said) <= 480):
        raise BadValue(Field.HOURS, "se espera un número de minutos, de 5 a 480.")
    return said


def _valid(ask: Callable[[], str], check: Callable[[str], object] | None) -> str:
    """The answer, asked for again until it can be used."""
    while True:
        said = ask()
        try:
            if said and check:
                check(said)
            return said
        except BadValue as error:
            output.say(f"  {error}")


def _must(question: str) -> str:
    while not (said := _ask(question)):
        output.say("  Hace falta.")
    return said


def _ask(question: str, now: str = "") -> str:
    said = str(typer.prompt(question, default=now, show_default=bool(now))).strip()
    return "" if said == "-" else said
