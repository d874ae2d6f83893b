"""Whether the database can write: what it is asked for, and the room on the disk where it lies."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Engine, text

from booking.errors import DatabaseUnavailable
from storage.base import unavailable

NEARLY_FULL = 512 * 1024 * 1024
FULL = 64 * 1024 * 1024
"""Bytes that are free: PostgreSQL stops at once where it finds no room for the next 16 MB of its journal, and while it
cleans up it needs some more."""

FreeSpace = Callable[[Path], int]
"""Bytes that are free where this folder lies. Raises OSError."""

_READ_ONLY = text("SELECT pg_is_in_recovery() OR current_setting('transaction_read_only')::boolean")
_WRITE = text("SELECT pg_logical_emit_message(true, 'turnero', '')")
"""Goes through the journal to the disk as any change does, and leaves nothing behind."""


def free_space(folder: Path) -> int:
    return shutil.disk_usage(folder).free


def try_to_write(engine: Engine) -> None:
    """Raises DatabaseUnavailable where the database cannot write: it is read-only, or its disk does not take it."""
    with unavailable(), engine.begin() as connection:
        if connection.scalar(_READ_ONLY):
            raise DatabaseUnavailable("It is read-only.")
        connection.execute(_WRITE)
