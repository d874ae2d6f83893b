"""What is said with one appointment made and no other begun: the next one's patient, or that the last one's is wrong.

"Y la de mi hija Luz a las 10", "y para mí también" begin another; "era para mi hija" says that the one made is for
somebody else, which staff put right.
"""

from __future__ import annotations

import re

from nlu.name_words import RELATIVES_NOUN

_LINKS = (
    r"(?: (?:y|e|ahora|luego|despues|tambien|igual|falta|faltaria|sigue|ok|va|listo|perfecto|otra|una|la|el|lo|cita|consulta|de"
    r"|para|a|es|,))"
)
_RELATIVE = rf"mi (?:otr[oa] )?(?:{RELATIVES_NOUN})(?= )"
_LED = r"(?: (?:y|e|ahora|luego|despues|tambien|igual|falta|faltaria|sigue|ok|va|listo|perfecto|otra|una|para|,))"
FOR_RELATIVE = re.compile(rf"^(?=(?:{_LINKS})*{_LED}){_LINKS}+ {_RELATIVE}(?: (?:tambien|igual|,)(?= ))*")
""" "Y la de mi hija", with what leads to it."""
RELATIVE_FIRST = re.compile(rf"^(?: ,)? {_RELATIVE}")
""" "Mi hija Luz Ríos a las 10": only before a name."""
_WANT = (
    r"(?:quiero|quisiera|ocupo|necesito|agend\w+|anot\w+|apunt\w+|pon\w*|dame|deme|me agend\w+|me anot\w+|me apunt\w+)"
)
_FOR_ME_TOO = re.compile(
    rf"^(?:{_LINKS}| {_WANT})* (?:para mi|para yo|(?:la|el) mia|yo|a mi)(?: mism[oa])?"
    rf"(?: (?:tambien|igual|otra|una|cita|,|me|porfa|por favor|gracias|mism[oa])| {_WANT})* $"
)
_MEANT = re.compile(r" (?:otra|una|tambien|igual|ahora|falta)(?= )")
_WRONG_PATIENT = re.compile(
    rf" (?:(?:era|eran) (?:para|de|a nombre de)|es a nombre de|no (?:es|era) para mi|mejor (?:que sea |a nombre de |ponla a nombre de )?para)"
    rf"(?= (?:{_RELATIVE}|mi |es |,|$))"
)


def is_for_the_writer(flat: str) -> bool:
    """Whether a whole message asks for one for the person who writes, besides: "y para mí también"."""
    return bool(_FOR_ME_TOO.match(flat) and _MEANT.search(flat))


def is_of_the_wrong_patient(flat: str) -> bool:
    """Whether it says that the appointment just made is for somebody else than it should."""
    return bool(_WRONG_PATIENT.search(flat))
