"""Good wishes that name a feast: "feliz navidad a todos", "que pase bonita nochebuena". They are a courtesy, and no day that is
wished for."""

from __future__ import annotations

import re

_FEAST = (
    r"(?:navidad(?:es)?|noche\s?buena|a[nñ]o(?:\s+nuevo)?|(?:pr[oó]spero\s+)?a[nñ]o\s+nuevo|fiestas|posadas?|pascuas?|semana\s+santa"
    r"|d[ií]a\s+de\s+(?:reyes|las?\s+madres?|los?\s+muertos|gracias|acci[oó]n\s+de\s+gracias|la\s+independencia)|cumplea[nñ]os)"
)
_WISHED = re.compile(
    r"(?:\b(?:q(?:ue)?\s+)?(?:les?\s+deseo|le\s+deseamos|tengan?|tengas|pasen?|pases)\s+)?(?:\b(?:un(?:as?)?|muy)\s+)*"
    rf"\b(?:feliz|felices|bonit[ao]s?|lind[ao]s?|buenas?|excelentes?|bell[ao]s?)\s+{_FEAST}(?:\s+y\s+(?:(?:feliz|pr[oó]spero)\s+)?{_FEAST})*"
    r"(?:\s+(?:a|para)\s+(?:todos|todas|ustedes|usted|la\s+doctora|el\s+doctor|tod[ao]\s+(?:el\s+equipo|su\s+familia)))?",
    re.IGNORECASE,
)


def as_courtesy(text: str) -> str:
    """The text with a plain courtesy in their place."""
    return _WISHED.sub("saludos", text)
