"""Why a time is not free, in Spanish, for staff."""

from __future__ import annotations

_WHY = {
    "past": "ya pasó",
    "notice": "aviso mínimo",
    "horizon": "fuera del plazo para agendar",
    "inactive": "el doctor no está activo",
    "closed": "clínica cerrada",
    "not_working": "fuera de horario",
    "off_grid": "no es inicio de turno",
    "too_long": "la consulta no cabe antes de cerrar",
    "cap": "tope diario",
    "away": "ausencia",
    "blocked": "bloqueo",
    "taken": "ocupado",
    "buffer": "muy cerca de otra cita",
}

_CLOSED = {"closed_day": "día inhábil"}
"""Why the clinic is closed, where nobody wrote why."""


def why_not_free(why: str, detail: str | None) -> tuple[str, str | None]:
    """Why a time is not free, and what staff wrote of it."""
    return _WHY.get(why, why), detail and _CLOSED.get(detail, detail)
