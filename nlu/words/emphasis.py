"""A yes or no that is said over again for emphasis: "no no no, el viernes", "sí sí, a las 10". It is one."""

from __future__ import annotations

import re

_AGAIN = re.compile(r"^(\W*)(no|s[ií]|ya)(?:[\s,.]+\2)+(?:\s*[,.;:!]+|(?=\s+mejor\b))(?=\s*\w)", re.IGNORECASE)
"""Only where it ends before what follows: the last "no" of "no no puedo" may be that of its verb."""


def once(text: str) -> str:
    """The text with such a word once."""
    return _AGAIN.sub(r"\1\2,", text)
