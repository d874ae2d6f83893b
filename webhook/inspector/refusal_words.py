"""What the desk says, on a page: its fields by the names that forms have for them, and without the commands that it
names as the next step, for which a page has buttons."""

from __future__ import annotations

import re

from booking.desk.desk_errors import BadValue, Field

FIELDS = {
    Field.DATE: "Fecha",
    Field.SINCE: "Desde",
    Field.UNTIL: "Hasta",
    Field.START: "Día y hora",
    Field.HOUR: "Hora",
    Field.HOURS: "Horas",
    Field.WEEKDAYS: "Días",
    Field.DOCTOR: "Doctor",
    Field.TO_DOCTOR: "A quién",
    Field.MINUTES: "Minutos",
    Field.KEPT: "Menos",
    Field.PATIENT: "Paciente",
    Field.NEW: "Nombre",
    Field.EMAIL: "Correo",
    Field.PHONE: "Teléfono",
    Field.VISIT_TYPE: "Tipo de consulta",
}
"""Those that pages have; any other goes by what the desk says alone."""

_SENTENCE = re.compile(r"(?<=[.!?])\s+")
_COMMAND = re.compile(r"\bturnero [a-z]")
_OPTION = re.compile(r"--([a-z-]+)")


def bad_value(error: BadValue) -> str:
    """«Paciente: «x»: no hay tal paciente.»"""
    name, said = FIELDS.get(error.field), on_a_page(str(error))
    return f"{name}: {said}" if name else said[:1].upper() + said[1:]


def on_a_page(said: str) -> str:
    """The same without what is to be typed next."""
    kept = [_without_command(one) for one in _SENTENCE.split(said)]
    found = " ".join(one for one in kept if one) or said
    return _OPTION.sub(lambda option: f"«{option[1]}»", found)


def _without_command(sentence: str) -> str:
    if not (_COMMAND.search(sentence) or _is_advice(sentence)):
        return sentence
    kept, cut, _ = sentence.partition("; ")
    return f"{kept}." if cut and not _COMMAND.search(kept) else ""


def _is_advice(sentence: str) -> bool:
    return sentence.startswith("Para ") and "--" in sentence
