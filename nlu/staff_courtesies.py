"""What staff say around a request without asking for anything."""

from __future__ import annotations

import re

_SHORT = re.compile(r"\b(?:q|k|ke)\b", re.IGNORECASE)
_POLITE = re.compile(
    r"^(?:hola|buen[oa]s?(?: d[ií]as| tardes| noches)?|oye|oiga|por favor|porfa|please|a ver|me puedes|puedes|podr[ií]as"
    r"|me\s+das\s+el|me|dime|quiero|necesito|ay[uú]dame a)[\s,:!.]+",
    re.IGNORECASE,
)
_MARK = re.compile(
    r"^(?:m[aá]rc|an[oó]t|pon|reg[ií]str)\w*\s+(?:a\s+la\s+cita\s+)?(?:que\s+|como\s+(?:que\s+)?)?(?=(?:ya\s+|no\s+(?:se\s+)?)?(?:lleg|vin|asist|present|falt[oó]|aparec))",
    re.IGNORECASE,
)
""" "Marca que no llegó": what happened is what is to be marked."""
_THANKS = re.compile(r"[\s,.!?¿¡]*(?:por favor|porfa|gracias|please|doctora?|doc|oye)?[\s,.!?¿¡]*$", re.IGNORECASE)


def bare_request(text: str) -> str:
    """The request without the courtesies before and after it, shortened words written out."""
    said = _SHORT.sub("que", " ".join(text.split()))
    while (shorter := _POLITE.sub("", said)) != said:
        said = shorter
    return _THANKS.sub("", _MARK.sub("", said))
