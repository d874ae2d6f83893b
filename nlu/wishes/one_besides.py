"""One more appointment than there is: "otra igual una semana después", "además ocupo otra el jueves", "una más".

Said by who has one, it is a further one, and never that one at another time. "La otra" is one that exists, and "otra hora"
or "otro día" no appointment.
"""

from __future__ import annotations

import re

from nlu.naming.name_words import RELATIVES_NOUN
from nlu.words.turning_words import WANTS
from nlu.words.verb_forms import BOOKING, SUITING

_NOUN = r"(?:cit\w+|consultas?|turnos?)"
_NO_APPOINTMENT = (
    r"(?:horas?|horita|fechas?|semanas?|ve[cz]\w*|ocasion|opcion\w*|cosas?|preguntas?|dudas?|doctoras?|medicas?|persona|especialista"
    r"|parte|tarde|manana|noche|manera|forma|clinica|sucursal|quincena|alternativa)"
)
_OWN = r"(?<! la)(?<! las)(?<! mi)(?<! mis)(?<! su)(?<! sus)(?<! esa)(?<! esta)(?<! alguna)(?<! ninguna)"
_ONE_MORE = re.compile(
    rf"{_OWN} otras?(?! {_NO_APPOINTMENT} )(?! (?:de|que) )(?! (?:un )?(?:poco |poquito )?mas (?:tarde|temprano|pronto|cerca|lejos|tardecito|tempranito))(?= )| otro (?:turno|lugar|espacio)(?= )|{_OWN} (?:una|dos|tres) (?:{_NOUN} )?(?:mas(?! (?:tarde|temprano|pronto|cerca|lejos|tardecito|tempranito|corta|larga))|adicional|aparte|extra)(?= )"
)
_GIVE = rf"(?:{WANTS}|(?:{BOOKING}|pon|pong|met|agreg|inclu)\w*|d[ae]|dan|d[ae]me|denme|puede\w*|podria\w*|me|que|dar|hacer|favor|por|porfa)"
_HAD = r"(?<! tengo)(?<! tenemos)(?<! tenia)(?<! tiene)(?<! hice)(?<! saque)(?<! pedi)(?<! agende)(?<! aparte)(?<! hay)(?<! es)(?<! era)"
_ME = rf"(?:para|a) mi(?: mism[oa])?(?! (?:otr[oa] )?(?:{RELATIVES_NOUN}|bebe|nin[oa]|senora?|cita|consulta|casa|trabajo|gusto|familia) )"
_OR_A_RELATIVE = rf"(?:{_ME}|(?:para|a) (?:mi|el|la|mis) (?:otr[oa] )?(?:{RELATIVES_NOUN}))"
_TOO = r"(?: ,)? (?:tambien|igual)"
_FOR_SOMEBODY = re.compile(
    rf"{_HAD} (?:una|otra)(?: {_NOUN})?(?:{_TOO})?(?: ,)? {_OR_A_RELATIVE}(?= )"
    rf"| {_ME}{_TOO}(?! (?:(?:me|nos) )?(?:(?:{SUITING})\w*|es|seria|esta|estaria|estuvo|fue|mejor)(?= ))(?= )"
    rf"| (?:tambien|ademas|igual)(?: {_GIVE})*(?: (?:una|otra|lugar|espacio)(?: {_NOUN})?)?(?: que me (?:atiendan|vean|revisen|chequen))? {_ME}(?= )"
    rf"| (?:{BOOKING})\w* (?:tambien )?a (?:mi|mis|el|la) (?:{RELATIVES_NOUN})(?= )"
    rf"| yo(?: [?,])* (?:tambien|igual)(?: {_GIVE})* (?:una|otra|cita|consulta|turno|lugar|espacio)(?= )"
)
""" "Una para mí", "agéndame a mi hijo", "a mí también me anota", "yo también quiero cita": one for who writes, or for a relative, besides that
of somebody else."""


def is_wanted(flat: str) -> bool:
    """Whether a further appointment is spoken of."""
    return bool(_ONE_MORE.search(flat)) or is_for_somebody(flat)


def is_for_somebody(flat: str) -> bool:
    """Whether a further one is, and for whom it is to be."""
    return bool(_FOR_SOMEBODY.search(flat))
