"""Where a command looks for the clinic's data, for whoever gave it from another folder than the one that has them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from booking.admin.failures import STAFF

if TYPE_CHECKING:
    from booking.settings import Settings

_INSTALLED = Path(__file__).resolve().parents[2]
_BEGINS = frozenset({"clinica", "consola", "db", "plantillas", "tools", "whatsapp"})
"""Nouns that may be the first to be asked where nothing is yet."""


def is_nowhere(noun: str | None, settings: Settings) -> bool:
    """Whether there is nothing that such a command could be about, so that a home is not to be made for it."""
    return noun in STAFF - _BEGINS and settings.database_url is None and not settings.turnero_home.exists()


def looked_in(settings: Settings) -> str:
    """Where it was looked, and how to say where else."""
    if settings.database_url is not None:
        return "Se buscó en la base de datos de DATABASE_URL."
    home, own = settings.turnero_home.absolute(), _INSTALLED / ".turnero"
    there = own if own.exists() and own.resolve() != home.resolve() else None
    said = f"Hay datos en {there}; para usarlos" if there else "Si está en otra carpeta"
    return f"Se buscó en {home}. {said}: TURNERO_HOME={there or '/la/carpeta/.turnero'} turnero …"
