"""Whether anything was written that a page may show: one statement over the ends of a few indexes."""

from __future__ import annotations

from sqlalchemy import Engine, text

from storage.base import unavailable

_TABLES = (
    "entregas_webhook",  # what becomes of our messages comes in these, and is gone when it was taken apart
    "mensajes_entrantes",
    "mensajes_salientes",
    "turnos_log",
    "eventos_cita",
    "avisos_personal",
    "chats_a_mano",
    "recordatorios",
    "lista_espera",
    "ofertas_espera",
)
_LAST = text("SELECT " + ", ".join(f"(SELECT max(id) FROM {table})" for table in _TABLES))


def pulse(engine: Engine) -> object:
    """Another value whenever a row was added to one of these tables. Raises DatabaseUnavailable."""
    with unavailable(), engine.connect() as connection:
        return tuple(connection.execute(_LAST).one())
