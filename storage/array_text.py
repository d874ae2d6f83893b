"""Lists as PostgreSQL reads arrays: the driver takes longer to write one than the server to run a small statement."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Any, Final


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


_WRITE: Final[dict[type, Callable[[Any], str]]] = {
    type(None): lambda _: "NULL",
    bool: lambda value: "t" if value else "f",
    int: str,
    float: repr,
    dt.datetime: lambda value: _quoted(str(value)),
}


def array_text(values: Sequence[Any]) -> Any:
    """The text of the array with these elements; the same values, for the driver to write, where one is of a kind that
    is not known here. https://www.postgresql.org/docs/current/arrays.html#ARRAYS-IO"""
    found = []
    for value in values:
        write = _quoted if isinstance(value, str) else _WRITE.get(type(value))
        if write is None:
            return values
        found.append(write(value))
    return "{" + ",".join(found) + "}"
