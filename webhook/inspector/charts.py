"""Small charts of bars: a bar for each week, its figure above it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

_BAR, _GAP, _HEIGHT, _TOP, _FOOT = 34, 12, 90, 18, 20


class Bar(NamedTuple):
    x: int
    y: int
    height: int
    figure: str
    label: str
    under: int  # where its label stands


class Chart(NamedTuple):
    title: str
    width: int
    height: int
    bar: int
    bars: Sequence[Bar]
    told: str  # for who cannot see it


def chart(title: str, labels: Sequence[str], figures: Sequence[float | None], unit: str = "", most: float = 0) -> Chart:
    """`most` is what a full bar stands for, where the highest figure is not to be it. None is no bar, and «—»."""
    top = max([most, *(figure for figure in figures if figure is not None)], default=0) or 1
    bars = []
    for place, (label, figure) in enumerate(zip(labels, figures, strict=True)):
        height = round(_HEIGHT * (figure or 0) / top)
        x = place * (_BAR + _GAP)
        said = "—" if figure is None else f"{figure:g}{unit}"
        bars.append(Bar(x, _TOP + _HEIGHT - height, height, said, label, _TOP + _HEIGHT + 14))
    told = ", ".join(f"{bar.label}: {bar.figure}" for bar in bars)
    width = max(1, len(bars)) * (_BAR + _GAP) - _GAP
    return Chart(title, width, _TOP + _HEIGHT + _FOOT, _BAR, bars, f"{title}. {told}")
