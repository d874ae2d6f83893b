"""The patient whose parent or partner writes for them: "soy el papá de Mateo, ¿lo puede checar el doctor?"."""

from __future__ import annotations

import re

from nlu.naming.name_shape import evidence, written
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.naming.named import Named, words_of_name
from nlu.words.message import Message

_WRITES = re.compile(
    r" (?:soy|somos|(?:le|les|te)? ?(?:habla|escribe|saluda)|aqui)(?= )(?:(?: ,)? [^ ,?]+){0,3}?(?: ,)?"
    rf" (?:la |el |su |los )?(?:{RELATIVES_NOUN}|papas|tutora?|esposos) (?:de(?: la| el)?|del)(?: (?:nin[oa]|bebe|pacient[ea]|joven))? (?=[^ ,?])"
)
""" "Le habla Martha, la mamá de …"."""
_FOR_THEM = re.compile(
    r" (?:para|pa) (?:el|ella)(?= (?:,|\?|el|la|con|por|hoy|manana|para|pa|este|esta|en|a|porque|y|si)| $)"
    r"| (?:lo|la|le) (?:(?:pued|podr|pudier)[a-z]+ )?(?:vean?|ver|revis(?:en?|ar?)|cheque[n]?|checar|atiend[ae]n?|atender|valoren?|valorar|examin(?:en?|ar)|consult(?:en?|ar))(?= )"
    r"| (?:ver|revisar|checar|atender|valorar|consultar)(?:lo|la|le)(?= )"
    r"| (?:el|ella) (?:necesita|ocupa|requiere|quiere)(?= )| su (?:cita|consulta|revision|chequeo|control|vacuna|valoracion)(?= )(?! (?:de|en) (?:usted|ustedes))"
)

_FOR_ME = re.compile(
    r" (?:para|pa) mi(?= (?:,|\?|y|el|la|con|por|hoy|manana|este|esta)| $)| me (?:vean?|revisen?|chequen?|atiendan?|valoren?)(?= )"
)
_OF_A_DOCTOR = re.compile(r" (?:doctora?|dra?|medic[oa])(?: |$)")


def of_a_parent(message: Message) -> Named | None:
    """Whom it is for, by name, where the writer says whose they are and that it is for them."""
    if (writes := _WRITES.search(message.flat)) is None or not _FOR_THEM.search(message.flat, writes.end() - 1):
        return None
    if _FOR_ME.search(message.flat) or _OF_A_DOCTOR.match(message.flat, writes.end() - 1):
        return None
    place = message.between(writes.start() + 1, writes.end())
    taken = words_of_name(message, place.stop)
    if not taken or not evidence(message.tokens, taken, pairs=False):
        return None
    return Named(written(message.tokens, taken), True, frozenset(place) | frozenset(taken))
