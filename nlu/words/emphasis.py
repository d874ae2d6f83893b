"""Words that add nothing to what follows them: a yes or no said over again for emphasis ("no no no, el viernes"), which is one,
and what only leads to a question ("y de paso dígame si …")."""

from __future__ import annotations

import re

_AGAIN = re.compile(r"^(\W*)(no|s[ií]|ya)(?:[\s,.]+\2)+(?:\s*[,.;:!]+|(?=\s+mejor\b))(?=\s*\w)", re.IGNORECASE)
"""Only where it ends before what follows: the last "no" of "no no puedo" may be that of its verb."""
_BY_THE_WAY = re.compile(
    r"\b(?:de\s+paso|de\s+una\s+vez|por\s+cierto)\s*,?\s+(?=(?:d[ií]g[ae]|dime|me\s+dic|pregunt|cu[aá]nt|a\s+qu[eé]\s|d[oó]nde|qu[eé]\s))",
    re.IGNORECASE,
)
""" "Cancélela y de paso dígame si …": leads to a question."""


def once(text: str) -> str:
    """The text with such a word once, and without words that only lead to a question."""
    return _BY_THE_WAY.sub("", _AGAIN.sub(r"\1\2,", text))
