"""Hours as staff give them: "10 a 6", "9-2 y 4-7". Where a stretch of the day is asked for, two bare figures are one."""

from __future__ import annotations

import re

_HOUR = r"(?:2[0-4]|1\d|0?\d)(?:[:.][0-5]\d)?"
_BARE = re.compile(
    rf"(?<![\w:./-])(?P<lead>(?:de|desde|entre)\s+(?:las?\s+)?|del\s+|al?\s+)?(?P<since>{_HOUR})\s*(?:a|-|–|hasta)\s*"
    rf"(?:las?\s+)?(?P<until>{_HOUR})(?![\w:./-])(?!\s+(?:de\s+(?:ene|feb|mar|abr|may|jun|jul|ago|sep|oct|nov|dic)|d[ií]as))",
    re.IGNORECASE,
)


def stretched(text: str) -> str:
    """The same text with "de" before every two figures that stand for a stretch; days of a month are none."""
    return _BARE.sub(_with_lead, text)


def _with_lead(found: re.Match[str]) -> str:
    lead = (found["lead"] or "").strip().lower()
    if lead in ("", "a"):
        return f"de {found['since']} a {found['until']}"
    return found[0]
