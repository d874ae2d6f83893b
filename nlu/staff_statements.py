"""What staff tell, and ask nothing: "Ana confirmó su cita", "ya tengo el número de Ana", "mi agenda está muy llena".

It speaks of an appointment or a patient as a request to look one up does, and looking it up answers nobody.
"""

from __future__ import annotations

import re

from booking.intents import UseTool
from nlu.message import plain

_LOOKS_UP = frozenset({"buscar_citas_por_periodo", "buscar_pacientes_doctor"})
_ASKS = re.compile(
    r"[?¿]|\b(?:que|quien|quienes|cual|cuales|cuando|cuant[oa]s?|donde|como|dime|dame|busc\w*|muestra\w*|ensena\w*|pasame)\b"
)
"""In small letters without accents: a question, or an order."""
_HAPPENED = re.compile(r"[^\W\d_]{2,}ó\b|\bya\s+(?:(?:la|lo|le|les|me|se)\s+)*[^\W\d_]+[éí]\b", re.IGNORECASE)
""" "Confirmó", "ya le avisé": with the accent, it is over."""
_STANDS = re.compile(
    r"\bya (?:tengo|es|tiene su)\b|\bllegan? (?:en|tarde|como)\b"
    r"|\b(?:agenda|dia|citas?|consultas?)\b.*\b(?:estan|estuvo|estaba|fue|esta (?!semana|manana|tarde|noche|quincena))"
)
_NO_NAME = frozenset("esta estan estaba estuvo es era fue ya me le se dio en tiene va viene llamo pago".split())


def is_told(text: str, asked: UseTool) -> bool:
    """Whether what reads like looking something up only tells of it."""
    if asked.tool not in _LOOKS_UP:
        return False
    names = [word for name, said in asked.arguments if name in ("paciente", "busqueda") for word in said.split()]
    if any(plain(word) in _NO_NAME for word in names):
        return True
    bare = " ".join(plain(text).split())
    return not _ASKS.search(bare) and bool(_HAPPENED.search(text) or _STANDS.search(bare))
