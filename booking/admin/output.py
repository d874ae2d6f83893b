"""How commands print: tables, JSON, lines; and how they ask."""

from __future__ import annotations

import json
import os
import sys
import unicodedata
from collections.abc import Sequence
from typing import Any

import typer

from booking.desk.masking import NONE

PIPE_WIDTH = 200
_CONTROL = frozenset({"Cc", "Cs"})
_BIDI = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def table(columns: Sequence[str], rows: Sequence[Sequence[object]], caption: str | None = None) -> None:
    """A table as wide as the terminal; None is shown as a dash."""
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    wide = None if sys.stdout.isatty() or "COLUMNS" in os.environ else PIPE_WIDTH
    drawn = Table(*columns, box=box.SIMPLE_HEAD, caption=caption, caption_justify="left")
    for row in rows:
        drawn.add_row(*(Text(NONE if cell is None else clean(str(cell))) for cell in row))
    Console(file=sys.stdout, width=wide, highlight=False).print(drawn)


def as_json(value: Any) -> None:
    """One JSON document."""
    typer.echo(json.dumps(value, ensure_ascii=False, indent=2))


def say(text: str = "") -> None:
    """Text on stdout, without what could move a terminal's cursor."""
    typer.echo(clean(text))


def note(text: str) -> None:
    """A remark on stderr, so that it never mixes with what is asked for."""
    typer.echo(clean(text), err=True)


def agreed(question: str, *more: str) -> bool:
    """A yes in Spanish, or one of `more`; the end of the input is none."""
    try:
        answer = typer.prompt(question, default="no", show_default=False)
    except typer.Abort:
        note("")
        return False
    return str(answer).strip().casefold() in ("s", "si", "sí", *more)


def clean(text: str) -> str:
    """Without control characters but for line ends and tabs: what patients write is shown on staff's terminals."""
    return "".join(c for c in text if c in "\n\t" or (c not in _BIDI and unicodedata.category(c) not in _CONTROL))
