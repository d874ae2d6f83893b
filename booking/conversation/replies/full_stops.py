"""One full stop where a text that ends in an abbreviation is followed by another one. Pure; loads nothing."""

from __future__ import annotations

import re

_TWO = re.compile(r"(?<=[^\s./])\.([*_]*)\.(?![\w./])")


def one_point(said: str) -> str:
    """The same where no sentence ends in two: "5:00 p.m." ends one as it is, and so do "Clínica del Mar, S.A.",
    "Ana G." and "*5:00 p.m.*". Three points stay, and so do paths."""
    return _TWO.sub(r".\1", said)
