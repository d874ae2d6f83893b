"""Which doctor staff name without a title: "con Salas", "qué tiene Salas mañana"."""

from __future__ import annotations

import re
from functools import lru_cache

from booking.intents import UseTool
from booking.models import Role, UnderstandingContext
from nlu.message import plain

OF_NO_DOCTOR = frozenset({"buscar_pacientes_doctor", "crear_paciente_medico", "datetime"})
"""Tools that are about no doctor in particular."""
_OF_A_PATIENT = OF_NO_DOCTOR | {"agendar_cita_medica_completa", "modificar_cita_medica", "cancelar_cita_medica"}
"""Tools with which a surname alone may be a patient's. The others are about a doctor's days: there it is the doctor's."""
_TITLES = frozenset({"dr", "dra", "doctor", "doctora"})


def untitled(bare: str, context: UnderstandingContext) -> list[re.Match[str]]:
    """Where a text without accents may name a doctor of the clinic: after "con", or by the surname alone."""
    with_whom, by_surname = _patterns(context.doctors)
    patterns = (with_whom,) if context.role is Role.DOCTOR else (with_whom, by_surname)
    return [found for pattern in patterns if (found := pattern.search(bare)) is not None]


def fits(named: re.Match[str], asked: UseTool) -> bool:
    """Whether the one named can be the doctor of what is asked for: a surname alone may be a patient's."""
    if "alone" not in named.groupdict():
        return True
    if named["alone"]:  # "agenda a Salas el jueves": a patient
        return asked.tool == "actualizar_disponibilidad_doctor"
    return asked.tool not in _OF_A_PATIENT


@lru_cache(maxsize=64)
def _patterns(doctors: tuple[str, ...]) -> tuple[re.Pattern[str], re.Pattern[str]]:
    words = [[w for w in plain(name).replace(".", " ").split() if w not in _TITLES] for name in doctors]
    every = "|".join(sorted({re.escape(w) for name in words for w in name}, key=len, reverse=True)) or r"(?!)"
    last = (
        "|".join(sorted({re.escape(w) for name in words for w in name[1:] or name}, key=len, reverse=True)) or r"(?!)"
    )
    return (
        re.compile(rf"\bcon\s+(?:el\s+|la\s+)?(?P<doctor>(?:{every})(?:\s+(?:{every}))*)\b", re.IGNORECASE),
        re.compile(
            rf"(?:^|(?<=tiene )|(?<=tuvo )|(?<=que )|\b(?:(?:de|del)\s+|(?P<alone>(?:al?|para)\s+)))(?P<doctor>(?:{last}))\b",
            re.IGNORECASE,
        ),
    )
