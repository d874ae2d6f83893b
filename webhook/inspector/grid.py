"""Where each cell of a day stands on the screen: columns side by side, five minutes a line. Pure.

Positions are classes of the sheet that `sheet` writes, for a page of ours has no style of its own (`guarding`).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from booking.desk.day_grid import FREE, HELD, OFF, PAST
from booking.desk.find_appointments import arrival
from booking.desk.json_views import Json
from booking.desk.masking import name_of
from booking.desk.outside_hours import OUTSIDE

STEP = 5
LANES = 6
"""Side by side at one time; what overlaps more lies in the last."""

_LINES = 24 * 60 // STEP


@dataclass(slots=True)
class Cell:
    """A stretch of a column: `line` from 1 on, so many `lines`, in its `lane`."""

    kind: str
    start: str
    end: str
    line: int
    lines: int
    text: str = ""
    told: str = ""  # in full, for whoever points at it or hears it
    id: int | None = None
    movable: bool = False
    marks: list[str] = field(default_factory=list)
    lane: int = 1
    shared: bool = False  # something else lies beside it
    at: str = ""  # its beginning, as the desk takes it
    doctor: int = 0


@dataclass(slots=True)
class Column:
    """A doctor's day, and how many lanes it needs."""

    title: str
    under: str
    date: str
    doctor: int
    cells: list[Cell]
    lanes: int = 1
    now: int | None = None  # the line of this moment, where it is of that day


@dataclass(slots=True)
class Board:
    """All columns, and the hours that stand beside them, each with its line."""

    columns: list[Column]
    hours: list[tuple[str, int]]


def board(days: Sequence[Json], now: dt.datetime, titles: Sequence[tuple[str, str]], *, whole: bool) -> Board:
    """A column for each doctor of each day, headed so; `now` is on the clinic's clock."""
    theirs = [(day, doctor) for day in days for doctor in day["doctores"]]
    minutes = [
        edge
        for day, doctor in theirs
        for cell in doctor["horas"]
        if cell["estado"] != OUTSIDE
        for edge in _edges(cell, day["fecha"])
    ]
    first = min(minutes, default=8 * 60) // 60 * 60
    last = -(-max(minutes, default=18 * 60) // 60) * 60
    columns = [
        Column(title, under, day["fecha"], doctor["id"], _cells(doctor, day["fecha"], (first, last), now, whole=whole))
        for (day, doctor), (title, under) in zip(theirs, titles, strict=True)
    ]
    moment = now.isoformat()
    line = (_minutes(moment) - first) // STEP + 1
    for column in columns:
        column.lanes = _lay_out(column.cells)
        column.now = line if column.date == moment[:10] and first <= _minutes(moment) < last else None
    hours = [(f"{hour // 60:02}:00", (hour - first) // STEP + 1) for hour in range(first, last, 60)]
    return Board(columns, hours)


def _edges(cell: Json, date: str) -> tuple[int, int]:
    """Minutes of the day at which it begins and ends; midnight where it ends later."""
    start, end = cell["inicio"], cell["fin"]
    return _minutes(start), _minutes(end) if end[:10] == date else 24 * 60


def _minutes(at: str) -> int:
    return int(at[11:13]) * 60 + int(at[14:16])


def _clock(minutes: int) -> str:
    return f"{minutes // 60 % 24:02}:{minutes % 60:02}"


def _cells(doctor: Json, date: str, shown: tuple[int, int], now: dt.datetime, *, whole: bool) -> list[Cell]:
    """What is in these minutes of the day."""
    found: list[Cell] = []
    for raw in doctor["horas"]:
        start, end = _edges(raw, date)
        begins, ends, least = raw["inicio"][11:16], raw["fin"][11:16], 2  # lines, that something can be read in
        if raw["estado"] == OUTSIDE:
            start, end, least = max(start, shown[0]), min(end, shown[1]), 0
            begins, ends = _clock(start), _clock(end)
            if end - start < STEP:
                continue
        cell = Cell(
            raw["estado"],
            begins,
            ends,
            (start - shown[0]) // STEP + 1,
            max((end - start) // STEP, least),
            at=raw["inicio"][:16].replace("T", " "),
            doctor=doctor["id"],
        )
        _say(cell, raw, doctor["nombre"], now, whole=whole)
        last = found[-1] if found else None
        joins = (
            last is not None and cell.kind in (OFF, PAST, OUTSIDE) and (last.kind, last.text) == (cell.kind, cell.text)
        )
        if joins and last is not None and last.line + last.lines == cell.line:
            last.end, last.lines = cell.end, last.lines + cell.lines
            last.told = _over(last)
        else:
            found.append(cell)
    return found


def _say(cell: Cell, raw: Json, doctor: str | None, now: dt.datetime, *, whole: bool) -> None:
    if "id" not in raw:
        cell.text = {FREE: "libre", PAST: "ya pasó"}.get(cell.kind) or str(raw.get("por_que", "no atiende"))
        cell.told = f"Libre de {cell.start} a {cell.end} con {doctor}: agendar" if cell.kind == FREE else _over(cell)
        return
    cell.id = raw["id"]
    if cell.kind == HELD:
        until = f" hasta las {raw['hasta'][11:16]}" if "hasta" in raw else ""
        cell.text = f"apartada{until}"
        cell.told = f"{cell.start} a {cell.end}: no está libre, alguien la aparta en un chat{until}"
        return
    who = name_of((raw["paciente"] or {}).get("nombre"), whole=whole)
    cell.text, cell.movable = who or "sin nombre", raw["estado"] in ("programada", "confirmada")
    state = raw["estado"].replace("_", " ")
    marks = (raw.get("sobrecupo") and "sobrecupo", arrival(raw, now), raw.get("aviso"))
    cell.marks = [str(mark) for mark in marks if mark]
    cell.told = " · ".join((f"{cell.start} a {cell.end}", cell.text, state, *cell.marks, f"cita {cell.id}"))


def _over(cell: Cell) -> str:
    return f"{cell.start} a {cell.end}: no está libre, {cell.text}"


def _lay_out(cells: Sequence[Cell]) -> int:
    """Give each a lane in which nothing else lies, where there are lanes enough; how many are used."""
    ends: list[int] = []
    together: list[Cell] = []  # that overlap, one the next
    for cell in sorted(cells, key=lambda one: (one.line, -one.lines)):
        if together and cell.line >= max(one.line + one.lines for one in together):
            together = []
        together.append(cell)
        for one in together if len(together) > 1 else ():
            one.shared = True
        lane = next((n for n, end in enumerate(ends) if end <= cell.line), len(ends))
        lane = min(lane, LANES - 1)
        if lane == len(ends):
            ends.append(0)
        ends[lane] = max(ends[lane], cell.line + cell.lines)
        cell.lane = lane + 1
    return max(len(ends), 1)


def sheet() -> str:
    """The classes of lines (`r`), lengths (`s`), lanes (`l`) and numbers of columns and lanes (`n`, `k`)."""
    rules = [f".r{n}{{grid-row-start:{n}}}.s{n}{{grid-row-end:span {n}}}" for n in range(1, _LINES + 1)]
    rules += [f".l{n}{{grid-column:{n}}}.k{n}{{grid-template-columns:repeat({n},minmax(0,1fr))}}" for n in range(1, 9)]
    rules += [f".n{n}{{--n:{n}}}" for n in range(1, 15)]
    return "\n".join(rules)
