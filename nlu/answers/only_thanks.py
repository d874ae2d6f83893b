"""Thanks, blessings, praise and good wishes in sentences of one's own, with what they are for: "Dios la bendiga, muchas gracias
por atender tan bonito a mi nieto", "gracias, mi niña ya come de todo". Nothing is asked for, and nothing is said of what
is to come."""

from __future__ import annotations

import re

from booking.intents import Smalltalk, Thank
from booking.models import Role, State, UnderstandingContext
from nlu import acts, notes
from nlu.acts import Act
from nlu.answers.small_talk import is_foreign
from nlu.naming.name_words import RELATIONS
from nlu.told import is_of_the_past
from nlu.when.words import MONTHS, WEEKDAYS
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.statements import clauses_of, lists, tells
from nlu.words.turning_words import BUT, RATHER, WANTS
from nlu.words.verb_forms import BOOKS
from nlu.words.word_sets import word_set

_NEEDED = (
    "gracias",
    "agrade",
    "dios",
    "salud",
    "felicit",
    "felicida",
    "adios",
    "bend",
    "bonit",
    "lind",
    "buen",
    "feli",
)
_DAY = "dia|semana|fin|inicio|tarde|noche|lunes|martes|miercoles|jueves|viernes|sabado|domingo"
_THANKS = re.compile(
    r" (?:gracias|agradez\w+|agradec\w+|dios (?:(?:me|nos|te|l[aoe]s?|se) ){0,2}(?:bendig|pag|cuid|guard|ayud|multipli)\w*)(?= )"
)
_WISHES = re.compile(
    r" (?:saludos|felicidades|felicito|felicitaciones|adios|bendiciones|saludar(?:l[aoe]s?|te)?"
    rf"|(?:bonit|lind|buen|feli[zc]|excelente|hermos|bendecid)(?:[oae]s?)? (?:{_DAY}))(?= )"
)
_PRAISED = re.compile(
    r" (?:amables?|excelentes?|lind[oa]s?|bonito|bien|maravilla|padre|servicio|atencion|profesional\w*)(?= )"
)
_NO_WORDS_FOR_IT = re.compile(r" no (?:sabe|saben|sabes|tengo|encuentro)(?: (?:como|cuanto|con que|palabras|lo))+(?= )")
_MORE = word_set("""no ni nunca hoy manana pasado cita citas consulta turno hora horario voy vamos va ire iremos estare llego
    llegue llegando camino aqui ahi afuera otro otra pague deposite transferi mande mando envie espero esperamos si urge factura
    recibo receta estudios resultados deme denme mandeme aviseme puede pueden podria podrian puedo ocupa necesita favor duele
    dolor sangra fiebre calentura peor confirmo acuerdo ok perfecto listo enterado enterada""")
_MORE |= {*WEEKDAYS, *MONTHS, *BUT.split("|"), *WANTS.split("|")}
_SMALL = (
    FILLER | RELATIONS | lists()["courtesy"] | lists()["light"] | word_set("adelantadas parte todos personal equipo")
)
_WANTED = re.compile(
    rf" (?:(?<!esta )(?<!anda )(?<!siente )(?<!siento )(?<!mucho )(?:{RATHER})|(?:quier|quis|dese|busc)\w*|que (?:me|nos) (?:de|den|mande\w*|avise\w*))(?= )"
)
_SUBJECT = 3
"""Words of "la crema | me cayó de maravilla"."""


def read(text: str, context: UnderstandingContext) -> Thank | Smalltalk | None:
    """The thanks, or the good wishes, that a message is; None where it may be more."""
    message = Message.of(text)
    alone = context.state is State.IDLE and context.role is Role.PATIENT and not (context.expected or message.asks)
    if not alone or message.odd or is_foreign(message) or not any(word.startswith(_NEEDED) for word in message.words):
        return None
    thanks, wishes = _THANKS.search(message.flat), _WISHES.search(message.flat)
    flat = _THANKS.sub(" gracias", _WISHES.sub(" saludos", _NO_WORDS_FOR_IT.sub("", message.flat)))
    words = flat.split()
    if (
        not (thanks or wishes)
        or not _MORE.isdisjoint(words)
        or _WANTED.search(flat)
        or any(map(BOOKS.fullmatch, words))
    ):
        return None
    if any(one.act is not Act.FAREWELL for one in acts.find(Message.of(flat))) or notes.told(message):
        return None
    over = False
    for clause in reversed(clauses_of(message)):
        words = [word for i in clause for word in message.tokens[i].text.split()]
        said = f" {' '.join(words)} "
        courteous = any(one.search(said) for one in (_THANKS, _WISHES, _PRAISED, _NO_WORDS_FOR_IT))
        subject = over and len(words) <= _SUBJECT
        over = tells(message, clause) and (is_of_the_past(message, clause) or "ya" in words)
        if not (courteous or over or subject or _SMALL.issuperset(words)):
            return None
    return Thank() if thanks else Smalltalk()
