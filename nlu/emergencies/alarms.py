"""What staff must hear of at once: a medical urgency. Never triage: when in doubt, a human; where it may be a figure of
speech, the person is asked."""

from __future__ import annotations

import re
from enum import Enum

from booking.intents import HumanReason, RequestHuman
from booking.models import Role, State, UnderstandingContext
from nlu.acts import Act, find
from nlu.emergencies import distress
from nlu.parts import Parts
from nlu.taken_apart import taken_apart
from nlu.when.words import MONTHS
from nlu.words.message import Message

_LONG_AGO = (
    r"hace (?:(?:muchos|varios|unos|como|\w+) )?(?:anos?|meses|mes|semanas?|tiempo)|hacia|pasad[oa]|anterior(?:es|mente)?"
    rf"|antecedentes?|historial|una vez|en (?:{'|'.join(MONTHS)})|de nin[oa]|de chi(?:c|quit)[oa]|cuando era|(?:19|20)\d\d|el otro ano"
)
_TOLD_OF_LONG_AGO = re.compile(rf" (?:{_LONG_AGO}) ")
_TOLD_OF_THE_PAST = re.compile(
    rf" (?:{_LONG_AGO}|ayer|antier|dias|tuv[eo]|sufri|sufrio|padec\w*|cuando (?:me|le|nos) (?:dio|dieron)|despues de(?! (?:comer|tomar\w*|inyectar\w*|caer\w*|golpear\w*|que) )|tras|prevenir|revision|control|chequeo"
    r"|seguimiento|murio|fallecio|murieron|fallecieron) "
)
_NOW_AND_THEN = re.compile(
    r" (?:a veces|de vez en cuando|de repente si|seguido|no ?mas de (?:ver|pensar|oler)\w*|cada (?:que|vez que)|cuando (?:corro|camino|subo|hago|trabajo|cargo|leo|manejo|me agito))(?= )"
)
_NO_BODY = re.compile(
    r" (?:doctora?|dra?|medic[oa]|nadie|clinica|consultorio|recepcion\w*|secretaria|senorita|telefono|linea|numero|bot|robot|sistema|chat|whats\w*)"
    r"(?: [^ ,?]+){0,3} no (?:se |me |nos )?(?:despierta|reacciona|responde)"
    r"| no (?:me )?(?:reaccionas|respondes|contestas)(?= )| (?:casi|por poco) (?:me|nos|l[aeo]s?) (?:atropell|choc|mat|muerd|pic|tir)\w*"
    r"| (?:precios?|susto|vista|curvas|cuenta)(?: [^ ,?]+){0,3} de infarto| (?:tienen?|cuentan? con|manejan?|hay)(?: [^ ,?]+){0,2} ambulancias?"
    r"| no (?:se |me )?despierta(?: [^ ,?]+){0,3} (?:temprano|tarde|antes|hasta)(?= )"
)
"""Whoever does not answer a message, or sleeps long; what almost was; an ambulance that is asked about."""
_MONEY = r"rentas?|deudas|pagos|precios|impuestos|gastos|cuentas?|recibos?|intereses|colegiaturas?"
_NO_ILLNESS = (
    r"risa|pena|verguenza|aburrimiento|coraje|curiosidad|envidia|celos|emocion|ganas|sueno|hambre|flojera|tedio"
)
_THINGS = r"motor|carro|coche|moto|camion\w*|troca|celular|planta|compu\w*"
_OF_SPEECH = re.compile(
    r" (?:esta|estan|estuv\w+|fue|fueron|es|son|sigue)(?: (?:bien|muy|como|todo|casi))* de (?:infarto|suicidio)(?= )"
    rf"| (?:me|nos|se|te) (?:(?:estoy|esta|estamos|quiero|queria|quisiera|voy a|iba a|casi) )*(?:ahog|atragant|asfixi|mor|muer)\w+"
    rf" (?:de|por)(?: (?:la|el|pur[ao]|tant[ao]))* (?:{_NO_ILLNESS})(?= )"
    rf"| morir(?:me|nos|se|te) (?:de|por)(?: (?:la|el|pur[ao]|tant[ao]))* (?:{_NO_ILLNESS})(?= )"
    rf"| (?:(?:me|nos|se) (?:estoy|esta|estamos|estan|ando) )?(?:desangr|ahog|asfixi)\w+ (?:con|de|por)(?: (?:la|las|los|el|tant[ao]s?|mis?))* (?:{_MONEY})(?= )"
    rf"| (?:{_THINGS}) (?:esta|estaba|anda) (?:todo )?ahogad[oa](?= )"
    r"| (?:infarto|ataque|patatus) (?:cuando|al|no ?mas de|de) (?:vi|ver|vio|leer|lei|supe|saber|oir|oi)(?= )"
    rf"| se (?:me |nos |le )?ahog\w+ (?:el|la|mi|un|una|su) (?:{_THINGS})(?= )| (?:{_THINGS}) (?:que )?se (?:me |le )?ahog\w+"
    r"| (?:aire acondicionado|clima|ventilador|abanico)(?: [^ ?]+){0,8} (?:nos|me) (?:(?:estamos|estoy) )?(?:ahog|asfixi|muer|mor)\w+"
    r"| me (?:desmayo|mareo|paralizo) (?:no ?mas|solo|con solo|de solo) (?:de |con |al )?(?:ver|pensar|oler|oir)\w*"
    r"| cuando (?:naci\w+|tuve|esperaba|iba a (?:nacer|tener)|estaba (?:esperando|embarazada))(?: [^ ?,]+){1,8} (?:fuente|aguas)(?= )"
    r"| (?:cuando|como|cuant[oa]s|(?:a|en) que semana)(?: [^ ,?]+){0,5} (?:romp|revient|quiebr)[ea]n? (?:la|las) (?:fuente|aguas)(?= )"
    r"| (?:mand|pas|compart|envi)\w*(?: (?:me|nos|la|su|el))* (?:ubicacion|direccion|mapa)(?: [^ ?]+){0,12} no (?:conocen?|conozco)(?= )(?! a )"
    r"| (?:letra|papel|receta)(?: [^ ?]+){0,2} no se (?:le )?entiende(?: la letra)?(?= )"
    r"| (?:busc\w+|perdi|olvid\w+|deje|sin)(?: (?:mis|los|unos))* (?:lentes|anteojos|gafas) (?:que|y|porque) no veo(?: nada| bien)? $"
    r"| (?:pelicula|serie|novela|telenovela|documental|capitulo|video|cancion|libro) (?:de|donde|sobre|en (?:la|el) que)(?: [^ ?]+){1,8}"
)
"""What is said of a match, a queue, a motor, a film or another birth; whoever dies of shame, does not know a place, or sees
nothing without their glasses."""
_AIR_ASKED = re.compile(
    r" (?:tienen|hay|ponen|prenden|cuentan con) (?:buen )?(?:aire|clima|abanico|ventilador|refrigeracion)\w*(?= )"
)
_EMBARRASSED = re.compile(r" que (?:oso|pena|verguenza|risa)(?= )")
_IF_EVER = re.compile(r" si (?:alguna vez )?(?:ha|han|he|has) (?:\w+ )?\w+[ai]do(?= )")
_OVER = re.compile(
    r" (?:tuv[eo]|tuvieron|sufri|sufrio|padec\w*|antes me|antes le|murio|fallecio|murieron|prevenir|revision|control|chequeo|seguimiento|operaron)(?= )"
)
_YESTERDAY = re.compile(r"(?<! desde) (?:ayer|antier|anoche|la semana pasada|el mes pasado)(?= )")
_ONLY_ASKED = re.compile(
    r" (?:que (?:hago|hacemos|se hace)|a quien (?:llamo|le hablo)|y|pero|por) si (?:un dia|algun dia|me|le|les|nos|llega|se)(?= )|(?: en caso de| es normal| si un dia| si algun dia)(?= )"
)
_LAUGHS = re.compile(r" (?:(?:j+[aeio]+)+j*|(?:ha){2,}h?|x+d+|lol) ")
_LAUGHING = frozenset("😂🤣😅😆😹")
_DYING = re.compile(r" (?:me|nos) (?:muero|estoy muriendo|estaba muriendo|ando muriendo|morimos)(?= )")
_OF_WHAT = re.compile(
    r" (?:(?:aqui|ya|casi|literal) )*(?:de|del|por)(?: (?:la|el|los|las|pura|puro|tanta|tanto|un|una))? (\w+)"
)
_PAIN = re.compile(
    r"dolor\w*|tos|fiebre|calentura|asfixia|gripa|gripe|asma|infeccion|migrana|alergia|vomito|diarrea|colico\w*"
)
_AT_WORK = re.compile(
    r" (?:me ahogo|ahogad[oa]|ahogando|me estoy ahogando) (?:en|de|con)(?: (?:el|la|un|puro|tanto|tanta|mi|tantos|tantas))*"
    r" (?:trabajo|chamba|tarea\w*|pendientes|deudas|risa|vaso|papeleo|tramites|juntas)"
)
_DEAD = re.compile(r" (?:murio|fallecio|murieron|fallecieron) (?:de|del|por|con)(?: \w+){1,4}")
_ALMOST = re.compile(r" (?:casi|por poco|poquito y|un poco mas y) ")
_PLACE = re.compile(
    r" (?:tienen|tiene|hay|atienden|servicio de|area de|sala de|fui a|ir a|llevaron a|a|de|frente a|donde queda|dan)"
    r"(?: (?:el|la|un|area|servicio|de)){0,3} urgencias? "
)
_IS_CALLED = re.compile(
    r" (?:me llamo|soy|mi nombre es|a nombre de|se llama|llamad[oa]|nombre|para)(?: (?:la|el|mi))?(?: \w+)?$"
)


class Alarm(Enum):
    """How sure an emergency is."""

    SURE = "sure"
    MAYBE = "maybe"  # the emergency number is said, and it is asked


def alarm(parts: Parts, whole: str) -> Alarm | None:
    """Words of a medical urgency. An illness of long ago is none, nor what keeps somebody from coming, nor a figure of
    speech; where it may be one, nobody can tell. `whole` is the message with its greeting."""
    flat, said = parts.message.flat, Message.of(whole)
    laughs = bool(_LAUGHS.search(said.flat)) or bool(_LAUGHING & set(said.emoji))
    own = any(f" {' '.join(Message.of(words).words)} " in flat for words in parts.context.emergency_words)
    ill = own or (parts.has(Act.EMERGENCY) and not _is_figure(parts, Act.EMERGENCY))
    told = _TOLD_OF_THE_PAST.search(flat) or _NOW_AND_THEN.search(flat)
    episode = parts.has(Act.EPISODE) and not (told or _is_figure(parts, Act.EPISODE))
    if (figure := _dying_of(flat)) is not None and not ill:
        return None if not figure or laughs else Alarm.MAYBE
    called = _called(parts) and not parts.has(Act.CANCEL, Act.MOVE, Act.LATE)
    if laughs and (ill or episode) and _ALMOST.search(flat):
        return None
    if ill and (
        _TOLD_OF_LONG_AGO.search(flat)
        or _IF_EVER.search(flat)
        or (_NOW_AND_THEN.search(flat) and _asks_for_a_visit(parts))
    ):
        return Alarm.MAYBE
    if ill or episode or called:
        return Alarm.MAYBE if laughs or (called and not ill and not episode and _only_word(parts)) else Alarm.SURE
    seen = distress.points(_without_figures(flat))
    seen -= _against(parts, laughs=laughs) if seen >= distress.MAYBE else 0
    if seen >= distress.MAYBE:
        return Alarm.SURE if seen >= distress.SURE else Alarm.MAYBE
    return Alarm.MAYBE if flat.strip(" ,") == "urgencias" else None


def heard_above_all(message: Message, context: UnderstandingContext) -> RequestHuman | None:
    """An emergency in a patient's message, whatever else it says: "necesito factura, y mi mamá se acaba de desplomar"."""
    heard = distress.points(message.flat) >= distress.SURE or any(found.act is Act.EMERGENCY for found in find(message))
    if context.role is not Role.PATIENT or not heard:
        return None
    sure = alarm(taken_apart(message, context), message.text) is Alarm.SURE
    return RequestHuman(reason=HumanReason.URGENT) if sure else None


_ANIMAL_ILL = re.compile(r" (?:mi|el|la|nuestr[oa]) (?:perr|gat|mascot|cachorr)\w*(?= )(?! (?:me|le|lo|la|nos|te) )")


def _against(parts: Parts, *, laughs: bool) -> int:
    """What speaks against an emergency now, in the points of `distress`."""
    flat = parts.message.flat
    told = 4 if _TOLD_OF_LONG_AGO.search(flat) or _OVER.search(flat) else 2 if _YESTERDAY.search(flat) else 0
    told += 2 * bool(_NOW_AND_THEN.search(flat)) + 3 * bool(_ONLY_ASKED.search(flat))
    told += 3 * bool(_AIR_ASKED.search(flat) and parts.message.asks)
    told += 4 * bool(_ANIMAL_ILL.search(flat)) + bool(_EMBARRASSED.search(flat))
    return told + 3 * (laughs or bool(_PLACE.search(flat))) + _asks_for_a_visit(parts)


def _without_figures(flat: str) -> str:
    for pattern in (_AT_WORK, _DEAD, _NO_BODY, _OF_SPEECH):
        flat = pattern.sub(" ,", flat)
    return flat


def _asks_for_a_visit(parts: Parts) -> bool:
    day = parts.wish is not None and parts.wish.when is not None and parts.wish.when.date_from is not None
    return day or parts.has(Act.START) or (parts.has(Act.AVAILABILITY) and parts.message.asks)


def _dying_of(flat: str) -> bool | None:
    """What somebody says they die of: True if it hurts, False if it does not ("de hambre"); None if they do not say."""
    if (dying := _DYING.search(flat)) is None or (of := _OF_WHAT.match(flat, dying.end())) is None:
        return None
    return bool(_PAIN.fullmatch(of[1]))


def _is_figure(parts: Parts, act: Act) -> bool:
    """Whether all words of such an act are part of one."""
    flat = parts.message.flat
    figures = [m.span() for pattern in (_AT_WORK, _DEAD, _NO_BODY, _OF_SPEECH) for m in pattern.finditer(flat)]
    if (dying := _DYING.search(flat)) and (of := _OF_WHAT.match(flat, dying.end())):
        figures.append((dying.start(), of.end()))
    said = [found for found in parts.found if found.act is act]
    return all(any(start <= one.start and one.end <= end for start, end in figures) for one in said)


def _called(parts: Parts) -> bool:
    """Words that call for help, which are no name and no place."""
    flat, message = parts.message.flat, parts.message
    for found in (f for f in parts.found if f.act is Act.URGENCY):
        raw = [message.tokens[i].raw for i in message.between(found.start, found.end)]
        named = "socorro" in flat[found.start : found.end] and (
            _IS_CALLED.search(flat[: found.start - 1])
            or (len(raw) > 1 and all(word[:1].isupper() and word[1:].islower() for word in raw))
            or (parts.context.state is State.CUSTOMER_DATA and is_called_so(message))
        )
        if not named and not (_PLACE.search(flat) and message.asks):
            return True
    return False


def is_called_so(message: Message) -> bool:
    """ "Socorro Ruiz", where a name is asked for."""
    return "socorro" in message.words and len(message.words) <= 4


def _only_word(parts: Parts) -> bool:
    """ "Socorro", which is also a name."""
    return parts.message.flat.strip(" ,") == "socorro"
