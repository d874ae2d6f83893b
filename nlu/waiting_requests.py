"""Whether somebody asks to be told when a time becomes free, or not to be told any more: by the kind of sentence. To be
told, if or when there is a time; or to be put on the list, taken off it."""

from __future__ import annotations

import re

from booking.intents import JoinWaitingList, LeaveWaitingList, Reading
from booking.models import UnderstandingContext
from nlu.account import left_over
from nlu.courtesies import without_closing, without_greeting
from nlu.message import Message
from nlu.parsed import Parse
from nlu.parts import Parts, taken_apart
from nlu.seeking import not_with

_GAP = r"(?: [^ ,?]+){0,3}?"
_TELL = (
    r"(?:(?:me|nos|le|les) (?:[^ ,?]+ ){0,2}?)?"
    r"(?:avis\w+|notifi\w+|inform[ae]\w*|di(?:me|ganme|game|gannos|ganos)|escrib[aei]\w*(?:me|nos)|h[ag]a?[zgs]\w*me saber"
    r"|(?<= me )d(?:ice[sn]?|igan?|igas)|(?<= nos )d(?:ice[sn]?|igan?)"
    r"|contact[ae]\w*(?:me|nos)|mand\w+ (?:un )?(?:mensaje|whats\w*|aviso))"
)
_WHETHER = r"(?:si|cuando|en cuanto|apenas|tan pronto(?: como)?|por si|en caso(?: de)?(?: que)?|de que|que)"
_ROOM = (
    r"(?:lugar\w*|espacio\w*|citas?|hueco\w*|huequito\w*|algo|campo\w*|horarios?|disponib\w*|cancelacion\w*|vacantes?"
    r"|fechas?|turnos?|cupos?|chance|oportunidad)"
)
_SOMEBODY = r"(?:alguien|alguno|alguna|otro|otra|un|una|algun)(?: (?:paciente|persona|otro))?"
_FREED = (
    rf"(?:se (?:me |les |te |le )?(?:llega a |llegara a |llegan a )?(?:abr|liber|desocup|cancel|despej|hac|hag)\w+(?:{_GAP} {_ROOM})?"
    rf"|(?:llega a |llegara a |llegan a )?(?:abr\w+|liber\w+|desocup\w+|qued\w+ libre){_GAP} {_ROOM}"
    rf"|{_SOMEBODY} (?:(?:ya |no |me |le )*)(?:cancel|falt|va|viene|vaya|venga|llega|llegue)\w*|cancel\w+ {_SOMEBODY}"
    rf"|(?:hay|haya|hubiera|hubiese|habra|llega a haber|sale|salga|surg[ei]|surja|tienen|tengan|tiene|queda|quede){_GAP} {_ROOM}"
    r"|cancelan|cancelen)"
)
_ASKS = re.compile(
    rf" {_TELL}{_GAP}(?: ,)? {_WHETHER}{_GAP} {_FREED}(?= )"
    rf"| {_WHETHER}{_GAP} {_FREED}{_GAP}(?: antes| ese dia)?(?: ,| [^ ,?]+){{0,14}}? {_TELL}(?= )"
)
""" "Avísame si se abre algo antes", "en cuanto haya lugar me dicen"."""
_LIST = r"(?:(?:la|una|su|tu|esa|alguna) )?lista de (?:espera|cancelaciones)"
_JOINS = re.compile(
    rf" (?:(?:me|nos) )?(?:p[ou][nd]\w*|apunt\w+|anot\w+|agreg\w+|met[ae]\w*|inscrib\w+|deje?n?(?:me|nos)|regist\w+|incluy\w+|entr\w+|"
    rf"(?:quiero|quisiera|me gustaria|puedo|podria) (?:estar|entrar|quedar\w*|ir)){_GAP}(?: en| a)? {_LIST}(?= )"
    r"| (?:p[ou][nd]|apunt|anot|agreg|inscrib)\w*(?:me|nos) (?:en|a) (?:la|su|tu|esa) lista(?= )"
)
_LEAVES = re.compile(
    rf" (?:quit|sa[cq]u?|borr|elimin|baj)\w*(?: (?:me|nos|por favor))* (?:de|en) (?:{_LIST}|la lista|esa lista)(?= )"
    rf"| (?:salir|salirme|salgo|me salgo) de (?:{_LIST}|la lista)(?= )"
    rf"| ya no (?:quiero|deseo|necesito|quisiera)(?: estar| seguir| esperar)?(?: en)? (?:{_LIST}|la lista|esa lista)(?= )"
    r"| (?:ya )?no (?:(?:quiero|deseo|necesito|hace falta) que )?(?:me|nos) (?:sigan |vuelvan a )?avis\w+"
    rf"(?: mas| ya| nada)*(?=(?: (?:por favor|porfa|gracias|,|de (?:los |las )?{_ROOM}|{_WHETHER} [^?]*))* $)"
)
""" "Ya no me avisen", "sácame de la lista de espera"."""
_EARLIER = re.compile(r" (?:antes|mas (?:pronto|temprano|cerca\w*|proxim[oa]|cort[oa])|adelant\w+)(?= )")


def asked(text: str, context: UnderstandingContext) -> Parse | None:
    """What is asked of the waiting list; None: nothing is. What else is said, and nobody has read, is left to be asked
    about."""
    message = without_closing(without_greeting(Message.of(text))[0])
    if left := _LEAVES.search(message.flat):
        unread = left_over(message, set(message.between(left.start() + 1, left.end())))
        return Parse((LeaveWaitingList(),), sure=not unread, unread=unread)
    said = _ASKS.search(message.flat) or _JOINS.search(message.flat)
    if said is None:
        return None
    parts = taken_apart(message, context)
    known = set(message.between(said.start() + 1, said.end())) | parts.timed | parts.aside
    earlier = _EARLIER.search(message.flat)
    if earlier is not None:
        known |= set(message.between(earlier.start() + 1, earlier.end()))
    unread = left_over(message, known)
    doctor = parts.doctor
    joins = JoinWaitingList(
        when=_wish(parts),
        earlier=earlier is not None and not _is_of_the_wish(parts, message, earlier),
        doctor=doctor.name if doctor and not doctor.refused else None,
        anyone=parts.visit.anyone,
        not_with=not_with(parts),
    )
    return Parse((joins,), sure=not unread, unread=unread)


def _wish(parts: Parts) -> Reading | None:
    wish = parts.sought
    return wish if wish is not None and (wish.when or wish.candidates or wish.problem) else None


def _is_of_the_wish(parts: Parts, message: Message, earlier: re.Match[str]) -> bool:
    """ "Antes del jueves" is a time of its own, "algo antes, el jueves" is not."""
    return set(message.between(earlier.start() + 1, earlier.end())) <= parts.timed
