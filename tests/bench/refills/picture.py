"""What came of several arms as one picture, of plain SVG: a row of bars for each figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from xml.sax.saxutils import escape

_NAME, _BAR, _NUMBER, _ROW, _GAP, _EDGE = 190, 330, 70, 20, 46, 16
_INK, _FAINT, _FILL, _GOAL = "#222", "#888", "#3b7a8c", "#c0504d"


class Figure(NamedTuple):
    """One figure of an arm: what it is, where it stands, and how it is written; None where the arm has none."""

    title: str
    of: Callable[[dict[str, Any]], float | None]
    said: str
    goal: float | None = None


FIGURES: Final = (
    Figure("Did not come, of 100 appointments", lambda one: 100 * one["no-show rate"], "{:.1f}"),
    Figure(
        "Of 100 times cancelled 4 hours ahead or more, taken again by an offer (line: the goal)",
        lambda one: 100 * one["cancelled"]["rate by an offer"] if one["offers"] else None,
        "{:.0f}",
        50,
    ),
    Figure("Minutes until then, median", lambda one: one["cancelled"]["minutes by an offer, median"], "{:.0f}"),
    Figure("Messages for each appointment", lambda one: one["messages per appointment"], "{:.1f}"),
    Figure("Cost of them, of an example price for a template", lambda one: one["cost per appointment"], "{:.3f}"),
)


def drawn(title: str, found: Sequence[dict[str, Any]]) -> str:
    """The SVG."""
    parts, y = [_text(_EDGE, _EDGE + 8, title, size=15)], _EDGE + 28
    for figure in FIGURES:
        values = [figure.of(one) for one in found]
        most = max([value for value in values if value is not None] + [figure.goal or 0]) or 1
        parts.append(_text(_EDGE, y + 12, figure.title, size=13))
        y += 20
        for one, value in zip(found, values, strict=True):
            parts.append(_text(_EDGE + _NAME - 8, y + 14, one["arm"], size=12, anchor="end"))
            width = _BAR * (value or 0) / most
            parts.append(f'<rect x="{_EDGE + _NAME}" y="{y + 3}" width="{width:.1f}" height="14" fill="{_FILL}"/>')
            said = "–" if value is None else figure.said.format(value)
            parts.append(_text(_EDGE + _NAME + width + 6, y + 14, said, size=12, ink=_INK if value else _FAINT))
            y += _ROW
        if figure.goal is not None:
            x, top = _EDGE + _NAME + _BAR * figure.goal / most, y - _ROW * len(found)
            parts.append(
                f'<line x1="{x:.1f}" y1="{top}" x2="{x:.1f}" y2="{y}" stroke="{_GOAL}" stroke-dasharray="4 3"/>'
            )
        y += _GAP - _ROW
    width = 2 * _EDGE + _NAME + _BAR + _NUMBER
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" font-family="sans-serif">'
    return "\n".join([head, f'<rect width="{width}" height="{y}" fill="white"/>', *parts, "</svg>", ""])


def _text(x: float, y: float, words: str, *, size: int, anchor: str = "start", ink: str = _INK) -> str:
    place = f'x="{x:.1f}" y="{y:.1f}" font-size="{size}" text-anchor="{anchor}" fill="{ink}"'
    return f"<text {place}>{escape(words)}</text>"
