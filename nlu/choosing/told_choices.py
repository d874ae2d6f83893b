"""A choice among the times on screen, or that none of them suits, in other words than "la 3" and "ninguna": "la última es la que
me conviene", "la primera de las que mandó", "la de mañana pero la de la tarde", "se me hacen muy tarde todas". They are read as those.
Nothing that a "no" stands before is made a choice."""

from __future__ import annotations

import re

from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when.words import DAY_NAMES, MONTH_OF
from nlu.wishes.hours_told import WORK
from nlu.words.read_as import Rule, pattern, read_as

_NTH = r"(?:[1-9]|10|un[oa]|dos|tres|cuatro|cinco|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|ultim[ao])"
_ONE = rf"(?:la|el)(?: (?:opcion|numero|hora|horario))? {_NTH}(?: (?:opcion|horario|hora))?"
_POINTS = rf"(?:(?:la|el) (?:opcion |numero |mas )?(?:{_NTH}|de|del|que|tempran\w+)|esa|ese)"
_THESE = r"(?:las|los|esas|esos|estas|estos|ellas|ellos)"
_NOUN = r"(?:horas?|horarios?|opciones|fechas|dias|citas|espacios|horitas|lugares)"
_GAVE = r"(?:mand|pas|di|puso|pusi|ofrec|dij|ense|mostr|pon)\w*"
_SUIT = r"(?:sirven?|quedan?|acomodan?|convienen?|funcionan?|laten?|van?)"
_AGREE = r"(?:conviene|late|queda|acomoda|sirve|gusta|cuadra)"
_END = r"(?= [,?]| $| (?:por favor|porfa|gracias|pero|mejor|y) )"
_FROM_THESE = rf"de {_THESE}(?: {_NOUN})?(?: que)?(?: (?:me|nos|ya))*(?: {_GAVE})?"
_MONTH = "|".join(sorted(MONTH_OF.values()))
_PUT = r"(?:pon|ponga|deje|deja|aparte|aparta|agende|agenda|guarde|guarda|reserve|reserva|anote|anota|apunte|apunta|den?|da)n?(?:me|nos)"

_SEEM = r"(?:se (?:me|nos) hac\w+|(?:me|nos) quedan?|estan?|me parecen?|son)"
_TOO = r"(?:muy |bien |demasiado |re |algo )?"
_ALL = rf"tod[oa]s(?: {_THESE})?(?: {_NOUN})?"

_CHOICES: tuple[Rule, ...] = (
    (re.compile(r"(?: ,)* (?:si|va|sale|ok) \?(?= $)"), ""),
    (pattern(r"(?:se me hace|creo|yo creo|pienso|siento)(?: que)?(?= (?:la|el) )"), ""),
    (pattern(rf"(?<! no )(?P<one>{_ONE}) (?:es|seria) (?:la|el) que (?:mas |mejor )?(?:me|nos) {_AGREE}(?: (?:mas|mejor|bien))?{_END}"), "{one}"),
    (pattern(rf"(?P<one>{_ONE}) {_FROM_THESE}{_END}"), "{one}"),
    (re.compile(rf"(?<=^) {_FROM_THESE} ,(?= )"), ""),
    (pattern(rf"{_PUT}(?= {_POINTS} )"), ""),
    (pattern(rf"(?<! no )(?<! ni )(?<! si )(?<! tampoco )(?<! nunca )(?:(?:mi|mis) (?:{RELATIVES_NOUN}) )?(?:puedo|podemos|puede|pueden)(?: (?:ir|venir|asistir))? (?:en|a) (?P<one>{_ONE}){_END}"), "{one}"),
    (pattern(r"(?:estariamos|estaria|estamos|quedamos) (?:muy )?bien(?= [,?]| $)"), ""),
    (pattern(rf"(?P<one>(?:la|el) (?:de|del) (?:(?:el )?(?:{DAY_NAMES})|manana|hoy))(?: ,)* (?:pero )?(?:la|el) (?:de|en|por) la (?P<part>tarde|manana|noche)"), "{one} en la {part}"),
    (pattern(rf"(?:la|el) que (?:dice|es|sale|viene|aparece|cae)(?: (?:el|en))? (?P<day>{DAY_NAMES})"), "la del {day}"),
    (re.compile(rf"(?<=^) si (?:todavia |aun )?(?:esta|sigue|hay)(?: (?:disponible|libre))? (?P<one>{_ONE})(?: ,)*(?: es[ae](?: mer[ao]| misma| mismo)?)?(?= (?:por favor )?$)"), "{one}"),
    (re.compile(rf"(?<=^)(?: (?:pues|bueno|mire|,))* entre (?P<a>{_ONE}) [yo] (?P<b>{_ONE})(?: ,)* (?:mejor|prefiero|quiero|pues|escojo|elijo|me quedo con)(?: (?:mejor|,))* (?P<one>(?P=a)|(?P=b))(?= $)"), "{one}"),
    (pattern(rf"(?:habria|habra|hay) (?:modo|manera|chanza|chance|forma) de (?:quedarme|quedarnos) con (?P<one>{_ONE})(?: \?)?"), "me quedo con {one},"),
    (pattern(rf"(?:me )?(?:puedo|podria|podemos) (?:quedar|quedarme|quedarnos) con (?P<one>{_ONE})(?: \?)?"), "me quedo con {one},"),
)  # fmt: skip
_NONE: tuple[Rule, ...] = (
    (pattern(rf"(?:{_FROM_THESE} ,? ?)?no (?:la armo|la hago|puedo|alcanzo|llego) (?:con|en|a) (?:ningun[oa]|ni un[oa])"), "ninguna"),
    (pattern(rf"ni un[oa](?: sol[oa])?(?: (?:me|nos) {_SUIT})?{_END}"), "ninguna"),
    (pattern(rf"(?:{_SEEM} {_TOO}(?:tarde|noche) {_ALL}|{_ALL} {_SEEM} {_TOO}(?:tarde|noche))(?=(?: ,)* $)"), "ninguna, más temprano"),
    (pattern(rf"(?:{_SEEM} {_TOO}temprano {_ALL}|{_ALL} {_SEEM} {_TOO}temprano)(?=(?: ,)* $)"), "ninguna, más tarde"),
    (pattern(rf"{_SEEM} {_TOO}(?:tarde|temprano|lejos|noche) {_ALL}|{_ALL} {_SEEM} {_TOO}(?:tarde|temprano|lejos|noche)"), "ninguna"),
    (pattern(rf"(?:{_ALL}|es[ao]s|est[ao]s) (?:(?:me|nos) (?:caen|agarran|tocan) (?:en|a)|(?:se )?(?:me )?(?:chocan|cruzan|empalman|juntan) con) (?:(?:el|la|mi|plen[ao]|horas?|horario|de) )*{WORK}(?= [,?]| $)"), "ninguna"),
    (pattern(rf"tod[oa]s {_THESE}(?: {_NOUN})? (?:estoy|ando|trabajo|tengo)(?: [^ ,?]+){{0,4}}(?= [,?]| $)"), "ninguna"),
    (pattern(rf"(?:en |a )?(?:esos|esas|estos|estas) {_NOUN} (?:imposible|ni modo|nomas no|esta (?:dificil|canijo|imposible))|imposible (?:en|a) (?:esos|esas) {_NOUN}"), "ninguna"),
    (pattern(rf"(?:a )?(?:mi|mis) (?:{RELATIVES_NOUN}) no (?:pueden?|la arman?|va a poder|alcanza)(?: (?:en|a))? (?:esos|esas|estos|estas) {_NOUN}"), "ninguna"),
    (pattern(rf"ya (?:las |los )?(?:vi|revise|cheque|lei)(?: (?:las|los|tod[oa]s))?(?: (?:cinco|cuatro|tres|dos|opciones|horarios))* (?:y|pero) (?:no|ningun[oa]|nada){_END}"), "ninguna"),
    (pattern(r"(?:sin ofender|(?:que )?lastima|ni modo|chin|uy|hijole)(?: que)? ,(?= )"), ""),
    (pattern(r"(?:nos|me) urge (?:mas )?antes(?= [,?])"), "ninguna"),
    (pattern(r"que no (?:sean?|sepan) (?P<when>(?:esta|la otra) semana|(?:en|por) la (?:manana|tarde|noche)|(?:este|el) [a-z]+)(?= [,?]| $| por favor )"), "{when} no"),
    (re.compile(rf"(?<=^) (?P<when>[^,?]+?) (?:estaria|seria|me queda|nos queda) mejor que (?:esas|esos|estas|estos)(?: {_NOUN})?(?= (?:por favor )?$)"), "ninguna, {when}"),
    (pattern(rf"(?P<what>{_MONTH}|{DAY_NAMES}) (?:lo|la) (?:traigo|tengo) (?:lleno|ocupado|saturado|copado|llena|ocupada|atascado)"), "en {what} no puedo"),
    (pattern(rf"(?:seria|es) posible (?:ver|revisar|checar) l[ao]s de(?= (?:{_MONTH}) )"), "hay en"),
    (pattern(rf"(?:ensen|muestr|mand|pas|busqu|dig)\w+(?:me|nos)(?= (?:l[ao]s (?:de|del)|(?:el|este) (?:{DAY_NAMES})) )"), ""),
    (pattern(r"(?P<hour>(?:de|a) las? [0-9a-z:]+(?: de la (?:manana|tarde|noche))?|de [0-9]+ de la (?:manana|tarde|noche)) no (?:manejan?|trabajan?|usan?)"), "{hour} no tienen"),
    (re.compile(rf"(?<=^) (?P<day>(?:el )?(?:{DAY_NAMES}|manana|hoy)) (?:si )?(?:me|nos) {_SUIT}(?: bien)?(?: ,)* pero (?P<hour>a las? [^,?]+?) no (?:tendr|tien|hay|habr)\w*(?: \?)?(?= $)"), "¿tienen {day} {hour}?"),
    (pattern(r"(?:me|nos) (?:vendria|quedaria|caeria)n? (?:mejor|bien)(?= [,?]| $)"), ""),
    (pattern(r"de la (?:proxima|otra|siguiente)(?: semana)? cualquiera"), "la próxima semana"),
    (pattern(rf"(?:la|el) (?:de|del) (?P<day>{DAY_NAMES}|manana|hoy)(?: ,)?(?: pero)? la (?:mas )?tempran\w+"), "la más temprano del {day}"),
    (pattern(r"mas nochecit[ao]"), "más noche"),
)  # fmt: skip


def as_told(text: str, context: UnderstandingContext) -> str:
    """A patient's text with such a choice, or that none suits, in the words that are known."""
    if context.role is not Role.PATIENT or context.state is not State.SLOT_SELECTION or not context.offered:
        return text
    text = read_as(text, _NONE)
    return read_as(text, _CHOICES)
