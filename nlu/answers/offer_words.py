"""What takes up a time that was offered, without being a yes in so many words: it suits, it is wanted, they will be there; or
what is asked of it. Either leads to the proposal of that time, which says what it is and waits for its own yes."""

from __future__ import annotations

import re

from booking.models import Purpose
from nlu.answers.yes_no import agrees
from nlu.words.message import Message

_THAT = r"(?:(?:a |en |para )?(?:es[aeo]|est[ae]|la|el)(?: misma?| mero| mera)?(?: (?:hora|horario|dia|fecha|cita|lugar|espacio))?)"
_SUITS = (
    r"(?:(?:me|nos) (?:queda|acomoda|sirve|conviene|late|funciona|viene|gusta|cae)(?: (?:mejor|bien|perfecto|excelente|mas|de perlas|muy bien|super bien|mucho mejor))?"
    r"|(?:esta|es|seria|queda) (?:mucho )?(?:mejor|perfect[oa]|excelente|muy bien|bien|genial|ideal))"
)
_TAKES = re.compile(
    rf" (?:{_THAT} )?{_SUITS}(?: {_THAT})?(?= )"
    rf"| (?:mucho )?mejor (?:{_THAT})(?= )| (?:{_THAT}) (?:mucho )?mejor(?= )"
    rf"| (?:l[ao]|{_THAT})(?: si)? (?:quiero|tomo|agarro|acepto|aparto|queremos|tomamos|quisiera)(?= )"
    rf"| (?:quiero|tomo|agarro|acepto|aprovecho|guarde?n?me|aparte?n?me|de[mn]*e|dejeme) (?:l[ao]|{_THAT})(?= )"
    rf"| (?:guard|apart|dej|d|cambi|pas|muev|pong)(?:e|en|a|an)(?:me|nos)(?:l[ao])?(?: (?:a|en))?(?: {_THAT})?(?= )"
    r"| (?:ahi|alla) (?:estoy|estare|estaremos|estamos|voy|vamos|llego|llegamos|nos vemos)(?= )"
)
""" "A esa hora está mejor", "la quiero", "mejor esa", "ahí estoy"."""
_YES = re.compile(
    r" (?:si+p?|claro|sale|va|ok|okay|orale|andale|simon|perfecto|perfecta|excelente|por supuesto|vale|dale)(?= )"
)
_ASKS = re.compile(
    r" (?:todavia|aun)(?: me| la| lo| se)* (?:esta|sigue|hay|queda|puede|puedo|alcanzo|tienen?)(?: (?:libre|disponible|apartad[oa]|lugar|chance|tiempo|la|lo|tomar|agarrar))*(?= )"
    r"| (?:se|la|lo)? ?(?:esta|sigue|siguen?)(?: (?:libre|disponible|apartad[oa]|en pie))(?: (?:todavia|aun))?(?= )"
    r"| (?:a|para) que (?:horas?|dia|fecha)(?: (?:es|era|seria|dijo|dice|esta|queda|quedaria|la|lo))*(?= )| cuando (?:es|era|seria)(?= )"
    r"| (?:y )?con (?:quien|que (?:doctora?|medic[oa]|dra?)|cual (?:doctora?|medic[oa]|dra?))(?: (?:es|era|seria|la|lo|me toca|me atenderia))*(?= )"
    r"| (?:que|cual) (?:doctora?|medic[oa]|dra?) (?:es|seria|me atiende|me veria|me toca)(?= )"
)
""" "¿Todavía está libre?", "¿a qué hora es?", "¿con quién?": of the time that is on screen."""
_EXCUSES = re.compile(
    r" (?:(?:es que|apenas|hasta|ahorita|ahora|no) )*(?:(?:estaba|andaba|iba)(?: (?:trabajando|ocupad[oa]|manejando|dormid[oa]|comiendo|en (?:el |la |una )?(?:trabajo|junta|clases?|escuela)))"
    r"|apenas (?:vi|veo|lei|leo)(?: (?:el|su|tu))?(?: mensaje)?|no (?:habia|lo habia) (?:visto|leido)(?: (?:el|su|tu))?(?: mensaje)?)(?= )"
)
""" "Perdón, estaba trabajando": why the answer comes late."""
_AROUND = frozenset(
    """
    a al ahorita ay bueno buenas buenos claro con de del dia dias disculpa disculpe doctor doctora el en entonces es esa ese eso
    esta este favor fecha gracias hay hola hora horario horita la lo lugar me mejor mil mucha muchas muchisimas muy noches nos o
    oiga ok orale oye para pena perdon perdone por porfa porfavor porfis pues que ps rapido se senorita si tardes urge urgente
    va verdad y ya plis
    """.split()
)
"""Words around these that say neither no nor another time."""
_MOST_WORDS = 16


def takes_up(message: Message) -> bool:
    """Whether a whole message takes the time on screen, or asks of it what the proposal says."""
    if message.odd or len(message.words) > _MOST_WORDS:
        return False
    if agrees(message, Purpose.BOOK) and not message.asks:
        return True
    flat = _EXCUSES.sub(" ", message.flat)
    asks = _ASKS.search(flat)
    takes = _TAKES.search(flat) or _YES.search(flat)
    if (not asks and not takes) or (message.asks and not asks):
        return False
    left = _YES.sub(" ", _TAKES.sub(" ", _ASKS.sub(" ", flat)))
    return set(re.findall(r"\w+", left)) <= _AROUND
