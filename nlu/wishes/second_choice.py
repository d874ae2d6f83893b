"""What joins a second choice: "si está lleno", "de no haber", "a falta de ella", "en su defecto", "como plan B", "o ya de
plano". It is read as "o": both are looked for, the first before the second. `CONDITION` is also what stands before another
doctor."""

from __future__ import annotations

import re

from booking.models import Role, UnderstandingContext
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.read_as import replaced
from nlu.words.verb_forms import BOOKING

_VERB = (
    r"(?:hay|haya|habra|hubiera|hubiese|tien\w+|tenga[ns]?|tuvier\w+|pued[ae]n?|pudier\w+|alcanz\w+|qued[ae]n?|caben?|quep\w+"
    r"|est[ae]n?|atiend\w+|abr[ae]n?|deja|arma|hace|logra|dan?|encuentr\w+|vien\w+|venga[ns]?)"
)
_PLACE = (
    r"(?:lugar|lugares|nada|espacios?|citas?|consultas?|cupo|chan[cz]a|chance|horarios?|mas|disponib\w+|libre|campo|hueco"
    r"|ahi|es[ea] dia|esa hora)"
)
_GONE = (
    r"(?:(?:ya )?(?:est[ae]n?|and[ae]n?|siga|sigue)(?: (?:todo|ya|muy))? (?:llen|ocupad|saturad|cerrad|apartad|tomad)[oa]s?"
    r"|(?:esta|anda) de vacaciones|volo|se (?:lleno|fue|ocupo|acabo|agoto)|(?:me )?l[ao]s? (?:ganaron|tomaron|apartaron|ocuparon|agarraron|dieron))"
)
NONE_THERE = rf"(?:(?:ya )?no (?:(?:se|me|le|les|nos|lo|la|ya) )*{_VERB}(?: {_PLACE})*|(?:ya )?{_GONE})"
"""That the first is not to be had."""
_REALLY = r"(?:ya )?(?:de plano|definitivamente|no ?mas|de veras|por algo|acaso|por alguna razon|de verdad|ya)"
IF = rf"(?:(?:si|no ?mas que|nada mas que|salvo que|excepto que|a no ser que|a menos que|en (?:el )?caso (?:de )?que)(?: {_REALLY})*)"
_WHOM = r"(?:con )?(?:(?:el |la )?(?:doctora?|dra?)(?: (?!no )[^ ,?]+)?|ella|ell[oa]s|el(?= no )|(?<=con )[^ ,?]+)"
"""Whom they would see: "si la doctora no está"."""
_WITHOUT = rf"(?:de no (?:a ver|haber|tener|poder|poderse|alcanzar|estar|quedar)|no (?:habiendo|pudiendose|alcanzando)|faltando)(?: {_PLACE})*"
ELSE = (
    r"(?:en caso contrario|de lo contrario|a falta de (?:ella|el|lugar|eso|espacio|cupo)|en su defecto|de perdi(?:s|da|das)|como (?:plan b|segunda opcion|alternativa)"
    r"|(?:ya )?en (?:el peor de los casos|ultimo caso|ultima instancia)|ya de plano)"
)
"""The same in words of its own."""
_THAT = rf"(?:(?:es[ae](?: hora| dia)?|{_WHOM}) )?"
CONDITION = rf"(?:{IF} {_THAT}{NONE_THERE}|{_WITHOUT}|{ELSE})"
_ALSO = r"aunque (?:tambien )?(?:me|nos) (?:sirv|qued|acomod|conv)\w+(?: tambien)?"
_GIVE = rf"(?:den?|da|eche|echa|pon|ponga|acomode|acomoda|(?:{BOOKING})[aei]|bus(?:ca|que)|consi(?:gue|ga))n?(?:me|nos)"
THEN = (
    rf"(?:,|me (?:apunt|agend|anot|pon|d)[a-z]{{1,3}}|entonces|pues|ya|mejor|que sea|aunque sea|podria ser|puede ser|seria|(?:y )?ahi si|{_GIVE}"
    r"|(?:tambien )?(?:me|nos) (?:acomod|qued|sirv|conv|conform|va|voy)\w*(?: bien)?(?: con)?)"
)
"""What leads on to the second."""

_DAY = rf"(?:{DAY_NAMES}|hoy|manana|pasado manana)"
_TIME = rf"(?:el|la|los|las|este|esta|para|pa|pal|al?|en|por|proximo|dia|manana|hoy|pasado|{DAY_NAMES}|temprano|[0-9]+)"
_SAYS_TIME = re.compile(
    rf" (?:hoy|manana|pasado|{DAY_NAMES}|tarde|noche|mediodia|temprano|semana|dia|(?:a )?las? [^ ]+|[0-9]+)(?= )"
)
_WHEN = rf"(?:(?:el|este|la|para el|en la|por la) )?(?:{_DAY}|tarde|[0-9]+)(?: [0-9]+)?(?: (?:a las?|en la|por la) [^ ,?]+)?"
_BETWEEN = re.compile(
    rf"(?: [,?]){{0,2}}(?: (?:y|o|pero))?(?: ,)? (?:{CONDITION}|{_ALSO}|de no(?= (?:{THEN} ){{0,3}}{_TIME} )|si no(?= (?:, )?me (?:quedo|conformo|voy) con ))(?: {THEN}){{0,5}}(?= {_TIME} )"
)
_DOCTOR = r"(?:con )?(?:el |la )?(?:doctora?|dra?) (?!no )[^ ,?]+|con (?!el |la |ese |esa )[^ ,?]+"
_FIRST = re.compile(
    rf"(?:(?<=^)|(?<= ,)) (?:si|(?:{IF}(?P<who> (?:{_DOCTOR}))? )?(?:no (?:hay|haya|hubiera|tienen?|tenga[ns]?|tuvieran?|pued[ae]|est[ae]|atiend[ae])|de no (?:a ver|haber))(?: {_PLACE})*)"
    rf"(?P<whom> (?:{_DOCTOR}))?(?: para)? (?P<first>{_WHEN})(?P<gone> {NONE_THERE})?(?: {THEN}){{0,5}}(?= {_TIME} )"
)
""" "De no haber sábado, denme el lunes", "si mañana ya no tienen espacio, entonces el jueves"."""
_AFTER = re.compile(
    rf"(?: ,)? (?:{IF} (?:(?:para )?{_WHEN} )?{_THAT}{NONE_THERE}(?: (?:para )?{_WHEN})?|{ELSE})(?= (?:[,?]|por favor|porfa|gracias)| $)"
)
""" "Hoy, o mañana si ya no caben más"."""
_ELSE_ALONE = re.compile(rf" (?:{ELSE}|{_WITHOUT}|de no)(?= |$)")
_THEN_TOO = re.compile(
    rf"(?: ,)? aunque (?P<then>{_WHEN}) tambien (?:me|nos) (?:sirv|qued|acomod|conv)\w+(?: bien)?(?= )"
)
""" "El martes, aunque el miércoles también me sirve"."""
_IN_ORDER = re.compile(
    r" (?:(?:mi|la|como) )?primera opcion(?: (?:para|de) (?:la|mi|una) cita)?(?: (?:es|seria|sea))?(?P<first> [^?]{1,60}?)"
    r"(?: [,y])+ (?:(?:la|mi|como) )segunda(?: opcion)?(?: (?:es|seria|sea))?(?= )"
)
_BEFORE_IT = re.compile(r"(?<=s) primero(?= (?:,|y|o|pero) )")
""" "El miércoles primero y si no el jueves"."""
_GIVEN = re.compile(r" (?:dos|tres) opciones (?:le|les|te) doy(?: para (?:la|mi|una) cita)?(?= )")
_THERE_IS = re.compile(r"(?<! para) (?:(?:mi|la|su) cita (?:es|era|esta|quedo|fue)|teng\w+ (?:una |mi )?cita)(?= )")
_NEEDED = frozenset(
    "si que no falta defecto perdis perdida perdidas plan opcion opciones alternativa casos caso instancia plano faltando aunque contrario menos".split()
)


_STAYS = re.compile(
    r" (?:(?:me )?l[ao] dej\w+|dej\w+l[ao]|que se quede|se queda)(?: (?:asi|igual|como (?:esta|estaba)|tal cual))?(?= )"
)


def as_either(text: str, context: UnderstandingContext) -> str:
    """A patient's text with "o" before a time that is wished for where the first is not to be had."""
    message = Message.of(text)
    if context.role is not Role.PATIENT or _NEEDED.isdisjoint(message.words) or _THERE_IS.search(message.flat):
        return text
    if _STAYS.search(message.flat):
        return text  # what there is, and no second time
    if given := _GIVEN.search(message.flat):
        message = Message.of(replaced(message, given, "quiero cita"))
    if (order := _IN_ORDER.search(message.flat)) and _two(message.flat, order.end("first"), order.end()):
        message = Message.of(replaced(message, order, "quiero cita {first} o"))
    if (before := _BEFORE_IT.search(message.flat)) and _BETWEEN.search(message.flat, before.end()):
        message = Message.of(replaced(message, before, ""))
    after = _AFTER.search(message.flat)
    if after and " o " in message.flat[: after.start()]:
        either = message.flat[: after.start() + 1].rindex(" o ")
        if _two(message.flat, either + 1, either + 2):
            message = Message.of(replaced(message, after, ""))
    found = _FIRST.search(message.flat)
    if found and _SAYS_TIME.search(message.flat, found.end()) and (found["gone"] or " no " in found.group()):
        with_whom = "con {who}" if found["who"] and not found["who"].startswith(" con ") else "{who}"
        message = Message.of(replaced(message, found, f"{with_whom}{{whom}} {{first}} o"))
    for between in reversed([*_BETWEEN.finditer(message.flat)]):
        if not _two(message.flat, between.start() + 1, between.end()):
            continue
        clause = message.flat[: between.start() + 1].rpartition(" , ")[2]
        if " no " in f" {clause} ":  # "no el lunes, de perdis el martes": of two that are not both refused
            only = _ELSE_ALONE.search(between.group())
            message = Message.of(replaced(message, between, ",")) if only else message
            continue
        hour = " con" in between.group() and message.flat.startswith(" las ", between.end())
        message = Message.of(replaced(message, between, " o a" if hour else " o"))
    too = _THEN_TOO.search(message.flat)
    if too and _SAYS_TIME.search(message.flat[: too.start() + 1]):
        message = Message.of(replaced(message, too, " o {then}"))
    return message.text


def _two(flat: str, before: int, behind: int) -> bool:
    """Whether a time is said on either side."""
    return bool(_SAYS_TIME.search(flat[: before + 1]) and _SAYS_TIME.search(flat, behind))
