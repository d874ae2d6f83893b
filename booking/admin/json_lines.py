"""One JSON line out for each line in, in order, each flushed. A bad line is answered, never fatal."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import typer

Line = dict[str, Any]

_BAD = (ValueError, LookupError, TypeError, AttributeError, ArithmeticError, RecursionError)
"""What a line that is not as it should be can raise: damaged UTF-8 or JSON, a missing or mistyped field."""


def run(answer: Callable[[Line], Line]) -> None:
    """Answer every line of stdin."""
    for raw in typer.get_binary_stream("stdin"):
        typer.echo(_written(answered(raw, answer)))


def _written(line: Line) -> str:
    """The line as JSON, which knows no infinity though its reader does ("id": 1e999)."""
    try:
        return json.dumps(line, allow_nan=False)
    except ValueError:
        return json.dumps({"id": None, "error": "a number that JSON does not know"})


def answered(raw: bytes, answer: Callable[[Line], Line]) -> Line:
    """The answer to one line, or `{"id", "error"}`."""
    line: Any = None
    try:
        line = json.loads(raw.decode("utf-8"))
        if not isinstance(line, dict):
            raise ValueError("a line is a JSON object")
        return answer(line)
    except _BAD as error:
        said = " ".join(str(error).split())
        missing = f"missing {said}" if isinstance(error, KeyError) else said
        return {"id": line.get("id") if isinstance(line, dict) else None, "error": missing or type(error).__name__}
