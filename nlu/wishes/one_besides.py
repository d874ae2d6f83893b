"""One more appointment than there is: "otra igual una semana después", "además ocupo otra el jueves", "una más".

Said by who has one, it is a further one, and never that one at another time. "La otra" is one that exists, and "otra hora"
or "otro día" no appointment.
"""

from __future__ import annotations

import re

_NOUN = r"(?:cit\w+|consultas?|turnos?)"
_NO_APPOINTMENT = (
    r"(?:horas?|horita|fechas?|semanas?|ve[cz]\w*|ocasion|opcion\w*|cosas?|preguntas?|dudas?|doctoras?|medicas?|persona|especialista"
    r"|parte|tarde|manana|noche|manera|forma|clinica|sucursal|quincena|alternativa)"
)
_OWN = r"(?<! la)(?<! las)(?<! mi)(?<! mis)(?<! su)(?<! sus)(?<! esa)(?<! esta)(?<! alguna)(?<! ninguna)"
_ONE_MORE = re.compile(
    rf"{_OWN} otras?(?! {_NO_APPOINTMENT} )(?! (?:de|que) )(?! (?:un )?(?:poco |poquito )?mas (?:tarde|temprano|pronto|cerca|lejos|tardecito|tempranito))(?= )| otro (?:turno|lugar|espacio)(?= )|{_OWN} (?:una|dos|tres) (?:{_NOUN} )?(?:mas(?! (?:tarde|temprano|pronto|cerca|lejos|tardecito|tempranito|corta|larga))|adicional|aparte|extra)(?= )"
)


def is_wanted(flat: str) -> bool:
    """Whether a further appointment is spoken of."""
    return bool(_ONE_MORE.search(flat))
