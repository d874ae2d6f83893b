"""Draws the places of the machine and the ways between them: a column for each state, a box for each place in it. Where
things are follows from the table; nothing is placed by hand."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from booking.desk.json_views import Json
from booking.desk.machine_views import Way, states, ways

_BOX = (130, 40)
_COLUMN, _ROW = 176, 62
_LEFT, _TOP = 14, 44


class Box(NamedTuple):
    place: str
    words: str
    x: int
    y: int


class Arrow(NamedTuple):
    """`path` is a curve; `triggers` are told on pointing at it; `lit`: the turn went this way."""

    path: str
    source: str
    target: str
    triggers: str
    lit: bool


class Column(NamedTuple):
    state: str
    words: str
    x: int


class Drawing(NamedTuple):
    width: int
    height: int
    box: int  # how wide each is
    columns: Sequence[Column]
    boxes: Sequence[Box]
    arrows: Sequence[Arrow]


def drawing(steps: Collection[Json]) -> Drawing:
    """With the way of these steps lit."""
    columns: list[Column] = []
    boxes: dict[str, Box] = {}
    for across, state in enumerate(states()):
        x = _LEFT + across * _COLUMN
        columns.append(Column(state["estado"], state["palabras"], x))
        for down, place in enumerate(state["lugares"]):
            boxes[place["lugar"]] = Box(place["lugar"], place["palabras"], x, _TOP + down * _ROW)
    taken = {(step["de"], step["a"]) for step in steps}
    arrows = [_arrow(way, boxes, lit=(way.source, way.target) in taken) for way in ways()]
    height = max(box.y for box in boxes.values()) + _BOX[1] + 16
    # What is lit is drawn last, above the others.
    return Drawing(
        columns[-1].x + _BOX[0] + 40,
        height,
        _BOX[0],
        columns,
        [*boxes.values()],
        sorted(arrows, key=lambda arrow: arrow.lit),
    )


def _arrow(way: Way, boxes: dict[str, Box], *, lit: bool) -> Arrow:
    source, target = boxes[way.source], boxes[way.target]
    width, height = _BOX
    y1, y2 = source.y + height // 2, target.y + height // 2
    if source.x < target.x:  # on: from the right side to the left one
        x1, x2 = source.x + width, target.x - 4
        bend = (x2 - x1) // 2
        path = f"M{x1},{y1 - 6} C{x1 + bend},{y1 - 6} {x2 - bend},{y2 - 6} {x2},{y2 - 6}"
    elif source.x > target.x:  # back: the other way round, a little lower
        x1, x2 = source.x, target.x + width + 4
        bend = (x1 - x2) // 2
        path = f"M{x1},{y1 + 8} C{x1 - bend},{y1 + 8} {x2 + bend},{y2 + 8} {x2},{y2 + 8}"
    else:  # within a state: around the right side
        x = source.x + width
        out = 18 + abs(y2 - y1) // 8
        path = f"M{x},{y1} C{x + out},{y1} {x + out},{y2} {x + 4},{y2}"
    return Arrow(path, way.source, way.target, ", ".join(way.triggers), lit)
