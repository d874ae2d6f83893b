"""Tables as files of other programs have them: comma or semicolon, whatever a heading is called, any usual encoding."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from booking.desk.desk_errors import DeskRefused
from booking.models.folded_text import folded

Columns = Mapping[str, Sequence[str]]
"""A column by our name for it, with what others call it. Of several that are the same the first counts."""

_TOGETHER = ("apellidos",)
"""Columns whose parts a file has in columns of their own."""

_SEPARATORS = ",;\t|"
_FORMULA = ("=", "+", "-", "@", "\t")
"""What begins so, a spreadsheet would carry out; a name is what somebody wrote to us."""


class Row(NamedTuple):
    """What one row says, by our names of the columns; `number` as a spreadsheet counts them, the headings being 1.
    `wrong`: it cannot be used, and why."""

    number: int
    cells: dict[str, str]
    wrong: str | None = None

    def get(self, column: str) -> str:
        """Empty where the row says nothing of it."""
        return self.cells.get(column, "")


class Sheet(NamedTuple):
    rows: list[Row]
    unused: list[str]  # headings that mean nothing to us


def text_of(raw: bytes) -> str:
    """UTF-8 with its mark or without, UTF-16 with it, else what Windows writes in Spanish."""
    if raw.startswith((b"\xff\xfe", b"\xfe\xff")):
        return raw.decode("utf-16", errors="replace")
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            return raw.decode(encoding)
        except UnicodeDecodeError:
            continue
    return raw.decode("latin-1")


def read(raw: bytes, columns: Columns, needed: Sequence[str]) -> Sheet:
    """The rows of a file, empty ones left out. Raises DeskRefused where it is no table with the columns `needed`."""
    text = text_of(raw)
    if "\x00" in text:
        raise DeskRefused("No es un archivo .csv: guárdelo desde su hoja de cálculo como «CSV».")
    first = next((line for line in text.splitlines() if line.strip()), "")
    separator = max(_SEPARATORS, key=first.count)
    lines = list(csv.reader(io.StringIO(text, newline=""), delimiter=separator))
    head = next((n for n, line in enumerate(lines) if any(cell.strip() for cell in line)), None)
    if head is None:
        raise DeskRefused("El archivo está vacío.")
    places = [_named(heading, columns) for heading in lines[head]]
    missing = [name for name in needed if name not in places]
    if missing:
        there = ", ".join(f"«{heading.strip()}»" for heading in lines[head] if heading.strip())
        called = "; ".join(f"«{name}» (o {', '.join(columns[name][:4])})" for name in missing)
        raise DeskRefused(f"Falta la columna {called}. La primera fila del archivo dice: {there}.")
    rows = [Row(number, _cells(line, places)) for number, line in enumerate(lines[head + 1 :], head + 2) if any(line)]
    unused = [heading.strip() for heading, place in zip(lines[head], places, strict=True) if not place]
    return Sheet([row for row in rows if row.cells], [heading for heading in unused if heading])


def _named(heading: str, columns: Columns) -> str | None:
    said = " ".join(re.findall(r"[a-z0-9]+", folded(heading)))
    return next((name for name, others in columns.items() if said == name or said in others), None)


def _cells(line: Sequence[str], places: Sequence[str | None]) -> dict[str, str]:
    cells: dict[str, str] = {}
    for name, cell in zip(places, line, strict=False):
        said = " ".join(cell.split())
        if said.startswith("'") and said[1:].startswith(_FORMULA):
            said = said[1:]
        if name and said and (name in _TOGETHER or name not in cells):
            cells[name] = f"{cells[name]} {said}" if name in cells else said
    return cells


def written(headings: Sequence[str], rows: Iterable[Sequence[object]]) -> bytes:
    """A file that spreadsheets open as it is: UTF-8 with its mark; nothing in it is carried out."""
    out = io.StringIO(newline="")
    table = csv.writer(out)
    table.writerow(headings)
    table.writerows([_safe(cell) for cell in row] for row in rows)
    return out.getvalue().encode("utf-8-sig")


def _safe(cell: object) -> str:
    text = "" if cell is None else str(cell)
    return f"'{text}" if text.startswith(_FORMULA) else text
