"""What will do where the first wish will not: "el sábado, si no el lunes".

Both are searched, as where somebody says "o": the words between two such times are one "o" to whoever reads the times.
"""

from __future__ import annotations

import re

from nlu.message import Message

_NONE_THERE = (
    r"(?: (?:(?:se )?puede[ns]?|es posible|alcanz\w+|(?:hay|tiene[ns]?|habra|tendra\w*|queda|hubiera|tuviera\w*)(?: (?:lugar|nada|espacio|citas?|cupo|chance|ahi))?"
    r"|atienden?|abren|trabajan|estan?))?(?: (?:ese|este|el mismo) dia| esa hora)?"
)
_TIME = r"(?:el |la |los |las |este |esta |para |pa |pal |al? |en |por |proximo |dia |manana|hoy|pasado|lunes|martes|miercoles|jueves|viernes|sabado|domingo|temprano|[0-9])"
_SAYS_TIME = re.compile(
    r" (?:hoy|manana|pasado|lunes|martes|miercoles|jueves|viernes|sabado|domingo|tarde|noche|mediodia|temprano|semana|dia|(?:a )?las? [^ ]+|[0-9]+)(?= )"
)
_ELSE = re.compile(
    rf"(?: [,?])*(?: (?:y|o|pero|y ya))?(?: ,)* (?:si no|sino){_NONE_THERE}(?: ,)*(?: (?:entonces|pues|ya|mejor|que sea|aunque sea|podria ser|puede ser))*(?= {_TIME})"
)


def joints(message: Message) -> list[tuple[range, str]]:
    """The tokens that join such times, with what they are read as: "o"."""
    flat, found = message.flat, list[tuple[range, str]]()
    for match in _ELSE.finditer(flat):
        before = flat[: match.start() + 1]
        corrects = " sino " in match.group() and " no " in before
        if not corrects and _SAYS_TIME.search(before) and _SAYS_TIME.search(flat, match.end()):
            found.append((message.between(match.start() + 1, match.end()), "o"))
    return found
