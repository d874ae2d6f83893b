"""Whether somebody asks to be told when a time becomes free, or not to be told any more: by the kind of sentence. To be
told, if or when there is a time; or to be put on the list, taken off it."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Final

from booking.intents import (
    AnyIntent,
    Confirm,
    JoinWaitingList,
    LeaveWaitingList,
    Reading,
    SelectSlot,
    Unknown,
    UnknownWhy,
    Whose,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu.account import left_over
from nlu.answers.made_of import MOST_WORDS
from nlu.answers.yes_no import acknowledges, agrees
from nlu.existing_visits import existing
from nlu.existing_visits.whose import whose
from nlu.naming.name_shape import folded, take, written
from nlu.naming.name_words import GIVEN, RELATIONS, RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.parts import Parts
from nlu.taken_apart import taken_apart
from nlu.when.words import DAY_NAMES, WEEKDAYS
from nlu.wishes.seeking import not_with
from nlu.words.courtesies import without_closing, without_greeting
from nlu.words.filler import FILLER
from nlu.words.message import Message, plain

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
    rf"|(?:(?:hay|haya|hubiera|hubiese|habra)(?! que)|llega a haber|sale|salga|surg[ei]|surja|tienen|tengan|tiene|queda|quede){_GAP} {_ROOM}"
    r"|cancelan|cancelen)"
)
_REALLY_FREED = (
    rf"(?:se (?:me |les |te |le )?(?:llega a |llegara a |llegan a )?(?:abr|liber|desocup|despej)\w+(?:{_GAP} {_ROOM})?"
    r"|se (?:me |les )?(?:cae|caiga|cayera)(?: (?:una|alguna|la|esa) cita| alguien| alguno)?"
    rf"|se (?:hace|haga|hiciera|cancela|cancele|cancelara) (?:un |una |alguna? |algo de )?{_ROOM}"
    rf"|(?:llega a |llegara a |llegan a )?(?:liber\w+|desocup\w+|qued\w+ libre|abr\w+){_GAP} {_ROOM}"
    rf"|(?:sale|salga|surg[ei]|surja|hay|hubiera|haya) (?:algun[ao]? |una? )?cancelacion(?:es)?"
    rf"|{_SOMEBODY} (?:(?:ya |no |me |le )*)(?:llega a |llegara a )?(?:cancel|falt|va|viene|vaya|venga|llega|llegue)\w*|cancel\w+ {_SOMEBODY})"
)
""" What is so because somebody gave a time back; that "there is room" may be asked of now."""
_IF = r"(?:(?:por )?si(?: acaso| de casualidad| por casualidad| de pronto| llega a ser que)?|cuando|en cuanto|apenas|en caso de que)"
_GIVES = (
    r"(?:(?<= )(?:p[ou][nd]\w*|apunt\w+|anot\w+|agreg\w+|met[ae]\w*|adelant\w+|recorr\w+|pas[ae]\w*|m[ou]e?v\w+|cambi\w+|acomod\w+"
    r"|recib\w+|atiend\w+|atender\w*|consider\w+|guard\w+|apart\w+|reserv\w+|agend\w+|d(?:a|an|ar|arian?|en|e)|tom\w+ en cuenta|tengan? en cuenta)(?:me|nos|la|lo|mela|melo)?"
    r"|(?:me|nos) (?:interes\w+|gustaria|late|acomoda|convendria|serviria|lo quedo|la quedo|apunto|anoto)|lo (?:quiero|tomo|agarro|acepto|aprovecho)"
    r"|(?:yo )?(?:quiero|quisiera|tomo|agarro|acepto|aprovecho|cuenten conmigo|cuente conmigo))"
)
"""What would be done then: they are put down, moved, seen, or want it."""
_OF_THEMSELVES = r"(?:(?:me|nos|mi cita|a mi|a nosotros) )?"
_THEN = re.compile(
    rf"(?<! que) {_OF_THEMSELVES}(?:(?:pueden?|podrian?|podra[ns]?|puedes) )?{_GIVES}{_GAP}(?: ,)? {_IF} {_REALLY_FREED}(?= )"
    rf"|(?:^(?: ,)*|(?<=,)| y| o| pero| bueno| oiga) {_IF}{_GAP} {_REALLY_FREED}(?:{_GAP}(?: antes| ese dia)?)(?: ,| \?| [^ ,?]+){{0,6}}?"
    rf" {_OF_THEMSELVES}(?:(?:pueden?|podrian?|podra[ns]?|puedes) )?(?:me |nos )?{_GIVES}(?: (?:a (?:mi|nosotros)|ese lugar|ese espacio|mi cita|ese))*(?= )"
)
""" "¿Me adelantan si se abre un lugar?", "si alguien cancela lo tomo"."""
_ALONE = re.compile(
    rf"^(?: ,| \?| y| o| pero| pues| bueno| ok| entonces| nada mas| solo| es| seria| oiga| disculpe)* {_IF}{_GAP} {_REALLY_FREED}(?: antes| ese dia)?(?= )"
)
""" "Por si alguien cancela": nothing else need be said."""
_IN_CASE = re.compile(rf" {_IF}{_GAP} {_REALLY_FREED}(?= )")
_ASKS = re.compile(
    rf" {_TELL}{_GAP}(?: ,)? {_WHETHER}{_GAP} {_FREED}(?= )"
    rf"| {_WHETHER}{_GAP} {_FREED}{_GAP}(?: antes| ese dia)?(?: ,| [^ ,?]+){{0,14}}? {_TELL}(?= )"
)
""" "Avísame si se abre algo antes", "en cuanto haya lugar me dicen"."""
_ASKS_NOW = re.compile(
    r" di(?:me|game|ganme|gannos|ganos)(?: [^ ,?]+){0,2}? si (?:[^ ,?]+ ){0,4}(?:hay|tienen?|queda) (?!.* (?:libera|desocup|cancel))"
)
""" "Dígame si la doctora tiene algo hoy": of what is free already."""
_LIST = r"(?:(?:la|una|su|tu|esa|alguna) )?lista de (?:espera|cancelaciones)"
_JOINS = re.compile(
    rf" (?:(?:me|nos) )?(?:p[ou][nd]\w*|apunt\w+|anot\w+|agreg\w+|met[ae]\w*|inscrib\w+|deje?n?(?:me|nos)|regist\w+|incluy\w+|entr\w+|"
    rf"(?:quiero|quisiera|me gustaria|puedo|podria) (?:estar|entrar|quedar\w*|ir)){_GAP}(?: en| a)? {_LIST}(?= )"
    r"| (?:p[ou][nd]|apunt|anot|agreg|inscrib)\w*(?:me|nos) (?:en|a)(?: (?:la|su|tu|esa|una))? lista(?! de (?!espera|cancel|pacientes que esperan))(?= )"
    rf"| (?:me|nos) (?:(?:pueden?|podrian?|puedes|podrias) )?(?:p[ou][nd]\w*|apunt\w+|anot\w+|agreg\w+|inscrib\w+) (?:en|a)(?: (?:la|su|tu|esa|una))? lista(?! de (?!espera|cancel))(?= )"
    rf"| (?:p[ou][nd]\w*|apunt\w+|anot\w+|agreg\w+|met[ae]\w*|inscrib\w+|regist\w+|incluy\w+) a(?: [^ ,?]+){{1,6}} (?:en|a) (?:{_LIST}|(?:la )?lista(?! de ))(?= )"
    rf"| (?:quiero|quisiera|necesito|me gustaria) que (?:[^ ,?]+ ){{1,5}}?(?:este|entre|quede|quede anotad[oa]|vaya) (?:en|a) {_LIST}(?= )"
)
_ON_IT = re.compile(
    rf"^(?: (?:,|a|ok|bueno|pues|entonces|mejor|si|va|y|en|para|ponme|ni modo))* {_LIST}(?: (?:,|por favor|porfa|porfavor|entonces|pues|gracias))* $"
)
""" "En lista de espera": and nothing else."""
_WHETHER_THERE_IS = re.compile(
    rf" (?:hay|habra|tienen?|tienes|manejan?|manejas|existe|cuentan? con|llevan?|usan?)(?: [^ ,?]+)?? {_LIST}(?= )"
)
""" "¿Hay lista de espera?": asked of who may want to be on it."""
_TAKES_OFF = r"(?:quit|sa(?:[ck]|qu)|borr|elimin|baj)"
_LEAVES = re.compile(
    rf" {_TAKES_OFF}\w*(?: (?:me|nos|por favor))* (?:de|en) (?:{_LIST}|(?:la|esa) lista(?! (?:de (?:hoy|manana|pasado|este|el)|del? (?:dia|{DAY_NAMES})) ))(?= )"
    rf"| (?:salir|salirme|salgo|me salgo) de (?:{_LIST}|la lista)(?= )"
    rf"| (?:ya )?no (?:quiero|deseo|necesito|quisiera|me interesa)(?: ya)?(?: (?:estar|seguir|esperar|andar))?(?: ya)?(?: en)? (?:{_LIST}|la lista|esa lista)(?= )"
    rf"| (?:ando|estoy|estaba|sigo|estamos|me (?:anote|apunte|puse)) en {_LIST}(?= )(?=.* {_TAKES_OFF}\w*(?:me|nos) )"
    r"| (?:ya )?no (?:(?:quiero|deseo|necesito|hace falta) que )?(?:me|nos) (?:sigan |vuelvan a )?avis(?:en?|es|ar)(?=[ ,.!]|$)"
    rf"(?: mas| ya| nada)*(?=(?: (?:por favor|porfa|gracias|,|de (?:los |las )?{_ROOM}|{_WHETHER} [^?]*))* $)"
)
""" "Ya no me avisen", "sácame de la lista de espera"."""
_NO_MORE = re.compile(
    rf" {_TAKES_OFF}\w*(?:me|nos)(?= )| (?:ya )?no (?:l[oa] )?(?:necesit|ocup|requier|quier|hace falta)\w*(?: (?:lugar|la|cita))*(?=(?: ,)* $| ,)"
    r"| (?:ya )?(?:consegui|conseguimos|encontre|halle|me atendi\w*|me vi\w*|me dieron|fui)(?: (?:lugar|cita|consulta|con|en|otr[oa]|lado|doctora?|clinica|un|una|la|el))*(?= )"
)
""" "Ya no lo necesito", "conseguí en otro lado": why somebody goes off the list."""
_FOR_WHOM = re.compile(
    rf" (?:para|pa|a|al|de|por|(?:quiero|quisiera|necesito|gustaria) que) (?:(?:mi|el|la|nuestr[oa]) )?(?:otr[oa] )?(?:{RELATIVES_NOUN}|nin[oa]|senora?)(?= )"
)
""" "Para mi hija", "anota a mi papá": whose it is to be, and no reason."""
_BY_NAME = re.compile(r" (?:a|para|pa) (?=[^ ,?#]+)")
_LINKS = re.compile(r"^[\s,.;:!]*(?:(?:y|e|pero)\s+)*", re.IGNORECASE)
_DAYS = frozenset({*WEEKDAYS, "hoy", "manana"})
"""A condition says none of these by itself: one that is not read is left over."""
_EARLIER = re.compile(r" (?:antes|mas (?:pronto|temprano|cerca\w*|proxim[oa]|cort[oa])|adelant\w+)(?= )")


def asked(text: str, context: UnderstandingContext) -> Parse | None:
    """What is asked of the waiting list; None: nothing is. What else is said, and nobody has read, is left to be asked
    about."""
    message = without_closing(without_greeting(Message.of(text))[0])
    if left := _LEAVES.search(message.flat):
        known = {
            i
            for found in (left, *_NO_MORE.finditer(message.flat))
            for i in message.between(found.start() + 1, found.end())
        }
        unread = left_over(message, known)
        return Parse((LeaveWaitingList(),), sure=not unread, unread=unread)
    whether = _WHETHER_THERE_IS.search(message.flat)
    if whether and message.asks and not any(one.search(message.flat, whether.end()) for one in (_ASKS, _JOINS, _THEN)):
        asks = asked(_WHETHER_THERE_IS.sub(" en lista de espera", message.flat).replace("?", "").strip(), context)
        wish = asks.intents[0] if asks and not asks.unread else None
        return (
            Parse((Unknown(why=UnknownWhy.AMENDED, understood=(wish,)),)) if isinstance(wish, JoinWaitingList) else None
        )
    said = (
        _ON_IT.search(message.flat)
        or _ASKS.search(message.flat)
        or _JOINS.search(message.flat)
        or _THEN.search(message.flat)
    )
    alone = None if said else _ALONE.search(message.flat)
    if (said := said or alone) is None or _ASKS_NOW.search(message.flat):
        return None
    more = (found for pattern in (_IN_CASE, _JOINS, _ASKS) for found in pattern.finditer(message.flat))
    condition = {
        i
        for found in (said, *([whether] if whether else []), *more)
        for i in message.between(found.start() + 1, found.end())
    }
    parts = taken_apart(message, context, condition)
    for_whom = _for_whom(parts)
    unheard = {i for i in condition if message.tokens[i].text in _DAYS} - parts.timed
    known = (condition - unheard) | parts.timed | parts.aside
    earlier = _EARLIER.search(message.flat)
    if earlier is not None:
        known |= set(message.between(earlier.start() + 1, earlier.end()))
    sooner = earlier is not None and not _is_of_the_wish(parts, message, earlier)
    theirs = existing.told(parts) if sooner else None
    unread = left_over(message, known | (theirs.tokens if theirs else set()))
    if alone and not _says_no_more(parts, known):
        return None
    doctor = parts.doctor
    joins = JoinWaitingList(
        when=_wish(theirs.new if theirs else parts.sought),
        earlier=sooner,
        of=theirs.of if theirs else None,
        doctor=doctor.name if doctor and not doctor.refused else None,
        anyone=parts.visit.anyone or (sooner and doctor is None and theirs is None and context.by_turn),
        not_with=not_with(parts),
        whose=for_whom,
    )
    return Parse((joins,), sure=not unread, unread=unread)


def beside_a_yes(text: str, context: UnderstandingContext) -> Parse | None:
    """The yes to the booking that is proposed, with the wish to be told of an earlier time: "sí, y si se desocupa algo
    antes me avisan". None where either is not all that is said."""
    message = Message.of(text)
    if context.state is not State.CONFIRM or context.purpose is not Purpose.BOOK or message.odd:
        return None
    if message.asks and ("¿" in text[:1] or "?" in text.rstrip(" ?")):
        return None  # only the wish may ask: "sí, y si se desocupa antes ¿me avisas?"
    for place, token in enumerate(message.tokens[:-1], start=1):
        yes = Message.of(message.text[: token.end])
        if len(yes.words) > MOST_WORDS or not agrees(yes, context.purpose) or acknowledges(yes.words):
            continue
        said = asked(_LINKS.sub("", message.text[message.tokens[place].start :]), context)
        if said is not None and not said.unread and isinstance(said.intents[0], JoinWaitingList):
            return Parse((Confirm(), *said.intents))
    return _before_a_yes(message, context)


def _before_a_yes(message: Message, context: UnderstandingContext) -> Parse | None:
    """ "Si se libera algo me avisa, y sí confirma esta": the yes behind it. "Y confirmo" is what they would do then."""
    for place, token in enumerate(message.tokens[1:], start=1):
        if token.text not in _AND:
            continue
        yes = Message.of(message.text[token.end :])
        if yes.words[:1] != ("si",) or len(yes.words) > MOST_WORDS or not agrees(yes, context.purpose):
            continue
        said = asked(message.text[: message.tokens[place - 1].end], context)
        if said is not None and not said.unread and isinstance(said.intents[0], JoinWaitingList):
            return Parse((Confirm(), *said.intents))
    return None


def _for_whom(parts: Parts) -> Whose | None:
    """Whose time it is to be, where that is somebody else's: "anota a mi hija", "un lugar para Sofía Ruiz"."""
    message, tokens = parts.message, parts.message.tokens
    if _FOR_WHOM.search(message.flat):
        said = whose(message, parts.named, parts.context)
        if said is None or said.own or said.name is None:
            return None if said and said.own else said
        return said if plain(said.name.split()[0]) in GIVEN or said.name in message.text else Whose()
    if parts.named is not None and parts.named.for_other:
        return Whose(name=parts.named.name)
    for found in _BY_NAME.finditer(message.flat):
        taken = take(tokens, message.between(found.start() + 1, found.end()).stop)
        if taken and folded(tokens[taken[0]]) in GIVEN:
            return Whose(name=written(tokens, taken))
    if parts.named is not None and parts.named.name and parts.named.sure:
        return Whose(own=True, name=parts.named.name)  # "a nombre de Ana Luna": perhaps who writes
    return None


def _says_no_more(parts: Parts, known: set[int]) -> bool:
    """Whether nothing is said beside the condition but when, with whom, and small words."""
    tokens = parts.message.tokens
    rest = (w for i, t in enumerate(tokens) if i not in known and t.kind in ("word", "number") for w in t.text.split())
    return all(word in FILLER or word in RELATIONS for word in rest)


def _wish(wish: Reading | None) -> Reading | None:
    return wish if wish is not None and (wish.when or wish.candidates or wish.problem) else None


def _is_of_the_wish(parts: Parts, message: Message, earlier: re.Match[str]) -> bool:
    """ "Antes del jueves" is a time of its own, "algo antes, el jueves" is not."""
    return set(message.between(earlier.start() + 1, earlier.end())) <= parts.timed


def beside_a_choice(
    text: str, context: UnderstandingContext, read: Callable[[str], Sequence[AnyIntent]]
) -> Parse | None:
    """A time that is chosen, with the wish to be told of another: "la 2, y si se libera algo antes me avisan". None where
    either is not all that is said."""
    message = Message.of(text)
    if context.state is not State.SLOT_SELECTION or not context.offered or message.odd or message.asks:
        return None
    joints = [
        (place, token)
        for place, token in enumerate(message.tokens[1:-1], start=1)
        if token.kind == "mark" or token.text in _AND
    ]
    for place, token in joints if len(joints) <= _MOST_JOINTS else []:
        parts = (
            text[: token.start],
            message.text[message.tokens[place if token.kind == "word" else place + 1].start :],
        )
        for choice, wait in (parts, parts[::-1]):
            said = asked(_LINKS.sub("", wait), context)
            if said is None or said.unread or not isinstance(said.intents[0], JoinWaitingList):
                continue
            chosen = read(_BEFORE_CHOICE.sub("", choice))
            if len(chosen) == 1 and isinstance(chosen[0], SelectSlot):
                return Parse((*chosen, *said.intents))
    return None


_AND = frozenset("y pero mientras".split())
_MOST_JOINTS: Final = 8
"""Marks and joints of a message that says two things; at each of them it is read anew."""
_BEFORE_CHOICE = re.compile(
    r"^[\s,.;:!]*(?:(?:y|pero|bueno|ok|s[ií]|(?:de )?mientras(?: tanto)?|por lo pronto)\b[\s,]*)*", re.IGNORECASE
)
