"""With whom and for which type of visit, where no doctor is named: "con quien sea", "es de seguimiento"."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import VisitType
from nlu.words.message import Message

A_DOCTOR = "(?:doctora?|medic[oa]|especialista)"
_ANYONE = re.compile(
    rf" (?:(?:con )?quien sea|con (?:el|la) que sea|(?:con )?(?:el|la) {A_DOCTOR} que sea"
    rf"|con cualquiera(?: de (?:los|las) (?:dos|tres|{A_DOCTOR}s))?|(?:con )?cualquier {A_DOCTOR}(?: que sea)?"
    rf"|(?:con )?el primero que (?:me )?pueda(?: atender(?:me)?)?|con el primero(?: que (?:este|tenga|haya)[^,?]*)?"
    rf"|con el primer {A_DOCTOR}(?: (?:que (?:pueda|tenga lugar|este (?:libre|disponible))|disponible|libre))?"
    r"|con (?:alguien|quien (?:tengas?|tengan|haya|este|pueda|se pueda|puedan|atienda|gustes?|gusten))(?: (?:libre|disponible|lugar|espacio|antes))*"
    r"|con el que (?:este|tenga|haya|pueda)(?: (?:libre|disponible|lugar|espacio|antes))*"
    r"|(?:me )?(?:da igual|da lo mismo|es igual)(?: con)? (?:quien|cual|que|el|la) ?(?:doctor|doctora|medico|medica)?"
    r"|(?:no (?:me )?importa|sin importar)(?: con)? (?:quien|cual|que|el|la)(?: doctor| doctora| medico| medica)?"
    r"|(?:no tengo|sin) preferencia(?: de doctor| por ninguno)?)(?= )"
)
_FOLLOW_UP = re.compile(
    r" (?:(?:(?:es|seria|sera) )?(?:(?:una|de|para|mi) ){0,4}(?:(?:cita|consulta|visita) )?(?:de )?(?:seguimiento|subsecuente)"
    r"|(?:cita|consulta|visita) de control|es de control|(?:no es|ya no es) (?:mi |la )?primera vez"
    r"|ya soy paciente(?: de (?:ahi|ustedes|la clinica)| suy[oa]| del doctor| de la doctora)?"
    r"|ya (?:he|habia|me han|me habian) (?:ido|venido|consultado|atendido)(?: (?:antes|con ustedes|ahi))*"
    r"|revision de (?:mis |los )?(?:resultados|estudios|analisis)"
    r"|(?:llevar|entregar|ensenar|mostrar|revisar)(?:le)? (?:mis|los|unos) (?:resultados|estudios|analisis))(?= )"
)
_FIRST = re.compile(
    r" (?:(?:(?:es|seria|sera) )?(?:(?:mi|la|por|de|como) ){0,4}primera vez"
    r"|(?:(?:es|seria|sera) )?(?:mi|de|una) primera (?:cita|consulta|visita)(?! (?:disponible|libre|que|del|de))"
    r"|(?:soy (?:paciente )?|paciente )nuev[oa]|nunca (?:he|habia) (?:ido|venido|consultado))(?= )"
)


def anyone(text: str) -> tuple[int, int] | None:
    """Where a text in small letters says that anybody will do."""
    found = _ANYONE.search(f" {text} ")
    return (found.start(), found.end() - 1) if found else None


class Wanted(NamedTuple):
    """Whether anybody will do, which type of visit, and the tokens that said so."""

    anyone: bool = False
    visit: VisitType | None = None
    tokens: frozenset[int] = frozenset()


def wanted(message: Message) -> Wanted:
    """What a message says of it; the two types of visit in one message say nothing."""
    tokens: set[int] = set()
    found = {}
    for name, pattern in (("anyone", _ANYONE), (VisitType.FOLLOW_UP, _FOLLOW_UP), (VisitType.FIRST, _FIRST)):
        if (match := pattern.search(message.flat)) is None:
            continue
        place = set(message.between(match.start() + 1, match.end()))
        if not place <= tokens:  # "no es mi primera vez" is not also "mi primera vez"
            found[name] = True
            tokens |= place
    types = [kind for kind in VisitType if kind in found]
    return Wanted("anyone" in found, types[0] if len(types) == 1 else None, frozenset(tokens))
