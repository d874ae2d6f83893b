"""What is only told beside an order, or in the words of one: why it is given, that it is done already."""

from __future__ import annotations

import re

from booking.intents import UseTool
from nlu.staff.staff_acts import FIND, PATIENTS
from nlu.staff.staff_sentence import asks
from nlu.words.message import plain
from nlu.words.word_sets import word_set

_FIRST_PERSON = (
    r"(?:(?:me|nos)\s+)?(?:voy|vamos|tengo|tenemos|ando|andamos|salgo|salimos|estoy|estamos|estar[eé]|tendr[eé])\b"
)
REASON = re.compile(
    r"\s*,?\s+(?:(?:porque|por\s?que|ya\s+que|es\s+que|debido\s+a\s+que|dado\s+que|pues)\s+"
    rf"|(?P<own>(?:(?:que|q)\s+)?(?={_FIRST_PERSON}\s+(?:que|a|al|con|de|en|un|una|junta|curso|cirug[ií]a|congreso|boda)\b)))"
    r"(?P<why>[^,;\n]+)$",
    re.IGNORECASE,
)
TELLING = re.compile(
    r"\b(?:avis|di(?:le|les|ga|gan)\b|decir|digan?|mand|escrib|inform|comunic|cuent|explic|recuerd|pregunt)"
)
"""What stands behind these is what is to be told: "avísales que voy tarde"."""
TELLS_OF_IT = re.compile(
    r"\s*[,.;]\s+(?P<why>(?:(?:ya|hoy|ayer|apenas|que)\s+)*(?:"
    r"(?:se|me|le|nos)\s+(?:(?:me|le|nos)\s+)?(?:va|fue|voy|regres|enferm|muri|mud|cay|accident|sinti|puso|sal|compli|atraves|descompu|ponch|hizo|alivi|cas|oper)\w*"
    r"|(?:tiene|tengo|trae|traigo|est[aá]|estoy|anda|ando|sali[oó]|trabaja|viaja|avis[oó]|llam[oó]|habl[oó]|falleci[oó]|vive)(?!\s+cita))\b[^,;.\n]*)[.!\s]*$",
    re.IGNORECASE,
)
""" "Cancela la de Karen, se va de viaje": told of behind a pause."""
ORDERS_MORE = re.compile(
    r"\b(?:mejor|sino|entonces|solo|nomas|menos|excepto|salvo|pero|tambien|ademas|luego|cancel|mueve|mueva|muevan|mov[ei]|pas[aeo]|pasen|cambi|agend|apart|reserv|bloque"
    r"|avis|pon(?!ch)|quit|registr|anot|apunt|no l[aeo]s?|si no|que ser|(?:la|el) (?:de las?|del|primer|segund|tercer|cuart|ultim|otr|[0-9]))"
)
"""What is no reason, or not only one."""
_LOOKS_UP = frozenset({FIND, PATIENTS})
_HAPPENED = re.compile(r"[^\W\d_]{2,}ó\b|\bya\s+(?:(?:la|lo|le|les|me|se)\s+)*[^\W\d_]+[éí]\b", re.IGNORECASE)
""" "Confirmó", "ya le avisé": with the accent, it is over."""
_STANDS = re.compile(
    r"\b(?:dice|dijo|pide|quiere|prefiere|avis[ao]|hablo|llamo) (?:que|cambiar|mover|mejor|el|la|para)\b|\bya (?:tengo|es|tiene su)\b|\bllegan? (?:en|tarde|como)\b"
    r"|\b(?:agenda|dia|citas?|consultas?)\b.*\b(?:estan|estuvo|estaba|fue|esta (?!semana|manana|tarde|noche|quincena))"
)
_NO_NAME = word_set("esta estan estaba estuvo es era fue ya me le se dio en tiene va viene llamo pago")


def is_told(text: str, asked: UseTool) -> bool:
    """Whether what reads like looking something up only tells of it: "Ana confirmó su cita". Looking it up would answer
    nobody."""
    if asked.tool not in _LOOKS_UP:
        return False
    names = [word for name, said in asked.arguments if name in ("paciente", "busqueda") for word in said.split()]
    if any(plain(word) in _NO_NAME for word in names):
        return True
    bare = " ".join(plain(text).split())
    return not asks(text, bare) and bool(_HAPPENED.search(text) or _STANDS.search(bare))
