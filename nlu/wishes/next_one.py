"""What is said with one appointment made and no other begun: the next one's patient, or that the last one's is wrong.

"Y la de mi hija Luz a las 10", "y para mí también" begin another; "era para mi hija" says that the one made is for
somebody else, which staff put right.
"""

from __future__ import annotations

import re

from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.message import Message
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING
from nlu.words.word_sets import word_set

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
_WANT = rf"(?:{WANTS}|(?:me )?(?:{BOOKING})\w+|pon\w*|dame|deme)"
_FOR_ME_TOO = re.compile(
    rf"^(?:{_LINKS}| {_WANT})* (?:para mi|para yo|(?:la|el) mia|yo|a mi)(?: mism[oa])?"
    rf"(?: (?:tambien|igual|otra|una|cita|,|me|porfa|por favor|gracias|mism[oa])| {_WANT})* $"
)
_MEANT = re.compile(r" (?:otra|una|tambien|igual|ahora|falta)(?= )")
_WRONG_PATIENT = re.compile(
    rf" (?:(?:era|eran) (?:para|de|a nombre de)|es a nombre de|no (?:es|era) para mi|mejor (?:que sea |a nombre de |ponla a nombre de )?para)"
    rf"(?= (?:{_RELATIVE}|mi |es |,|$))"
)


_ME = re.compile(
    r" (?:(?P<mi>(?:para|a|y) mi)|(?:la|el|lo|una|otra|(?:cita|consulta)(?: es)?) (?:de )?mi[ao]|a mi nombre"
    r"|(?:(?:y|ahora|falto|falta|luego|ir|quiero(?: una| otra)?|para|tambien|^) )?yo(?! (?:no|creo|puedo|digo|pienso|lo|la|le|les|te) ))(?= )"
)
_AFTER_ME = word_set("""el la las los a al hoy manana pasado tambien igual mejor y e otra una uno que pero si por en
    dame ponme pon me agendame mismo misma otro mas ocupo quiero necesito con de despues antes este esta proximo ya
    porfa gracias temprano lunes martes miercoles jueves viernes sabado domingo cuando""")
_NOT_ME = re.compile(r" (?:no (?:es|era|seria )?(?:para|a) mi|mi (?:cita|consulta) (?:es|era))(?= )")


_ANOTHER = re.compile(
    rf"^(?: (?:\?|y|e|ahora|luego|despues|tambien|ademas|igual|falta|faltaria|sigue|ok|va|listo|perfecto|gracias|bueno|porfa|me|,)| {_WANT})*"
    rf" (?:otra(?! (?:vez|hora|fecha|opcion|cosa|pregunta|doctora?|semana))|la (?:mia|de (?!las? |los? |el |hoy |manana |siempre |antes ))|una (?:mas|para)"
    rf"|para {_RELATIVE} ?(?:tambien|igual))"
)
_ONE_MORE = re.compile(
    rf"^(?:{_LINKS}| {_WANT}| me)* (?:otra|una)(?: cita| consulta)? (?:mas|aparte|adicional|nueva)(?: (?:,|porfa|por favor|gracias))* $"
)


def speaks_of_the_writer(message: Message) -> bool:
    """Whether the person who writes is the one it is for: "y la mía el viernes", "para mí a las 11", "yo a las 12"."""
    flat = message.flat
    if _NOT_ME.search(flat):
        return False
    for match in _ME.finditer(flat):
        if not match["mi"]:
            return True
        last = message.tokens[message.between(match.start() + 1, match.end()).stop - 1]
        following = flat[match.end() :].split()[:1]
        if last.raw.casefold() == "mí" or not following or following[0] in _AFTER_ME or not following[0].isalpha():
            return True
    return False


def is_one_more(flat: str) -> bool:
    """Whether a whole message asks for one more: "otra más"."""
    return bool(_ONE_MORE.match(flat))


def is_another(flat: str) -> bool:
    """Whether it begins with another one than the one just made: "y otra para mi hijo", "ahora la de Mateo"."""
    return bool(_ANOTHER.match(flat))


def is_for_the_writer(flat: str) -> bool:
    """Whether a whole message asks for one for the person who writes, besides: "y para mí también"."""
    return bool(_FOR_ME_TOO.match(flat) and _MEANT.search(flat))


def is_of_the_wrong_patient(flat: str) -> bool:
    """Whether it says that the appointment just made is for somebody else than it should."""
    return bool(_WRONG_PATIENT.search(flat))
