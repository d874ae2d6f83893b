"""A choice among the times on screen in a sentence that is more than the choice: "si sigue libre el del lunes me quedo con ese",
"¿me puede dejar el de las 10?", "mi señora dice que le gusta más el del martes", "entre el de las 12 y el de la 1 prefiero el más
tarde", "me dan chance el primero, así que agarro ese". What leads to the time and what follows it fall into closed classes and are
laid aside; the rest has to choose by itself."""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import SelectSlot, Unknown, UnknownWhy
from booking.models import Purpose, Role, State, UnderstandingContext
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.words.message import Message
from nlu.words.verb_forms import BOOKING, SUITING

_MOST_WORDS = 40
_PUT = rf"(?:{BOOKING}|dej|guard|d|pon|confirm|tom|separ|asegur)"
_WHO = (
    rf"(?:(?:a )?(?:(?:mi|mis|el|la|los|las) (?:{RELATIVES_NOUN}|nin[oa]s?|senora?|jef[ea]|patron)|ell[ao]s?|el|todos))"
)
_SUITS = rf"(?:(?:{SUITING})\w*|va|cae|viene|da tiempo|facilita)"
_MORE = r"(?:(?:mas|mejor|bien|muy bien|super bien|perfecto|perfect[oa]|mucho))"
_OPENS = r"(?:(?:pues|bueno|ok|oiga|oye|mire|va|sale|arre|si|y|ay|entonces|disculpe|perdon|a ver|de preferencia|gracias|ya|creo que) )*"
_IF_FREE = r"si (?:(?:es que|todavia|aun|acaso|sigue|siguen|me la|nadie|no|aun no) )*(?:(?:esta|hay|queda|tienen?|estuviera|siguiera|sigue|hubiera)|(?:l[ao]s? )?(?:ha|han|haya|hayan) (?:ganad|apartad|ocupad|tomad|agarrad|dad)o)(?: (?:todavia|aun))?(?: (?:libre|disponible|ahi|desocupad[oa]|en pie))?"
""" "Si sigue libre", "si no la han ganado"."""
_LEADS = re.compile(
    rf"^(?:{_OPENS}(?:{_IF_FREE}(?: ,)?|(?:me |nos )?gustaria que (?:me|nos|le) {_PUT}\w+|(?:(?:(?:{_WHO} )?(?:me )?(?:dice|dijo|comenta|piensa|cree|dicen)|(?:dice|dijo|dicen) {_WHO}) que)|(?:{_WHO} )?(?:le|les|nos|me) {_SUITS}(?: {_MORE})?|{_WHO} (?:prefiere|prefieren|quiere|quieren|escoge|elige|puede|pueden)"
    rf"|(?:me|nos|le) (?:puede[ns]?|podria[ns]?|pudiera[ns]?|hace[ns]? (?:el )?favor de) {_PUT}(?:ar|r|er|ejar)?(?:me|nos|le)?|(?:puede[ns]?|podria[ns]?) {_PUT}(?:ar|er|r)?(?:me|nos)(?:la)?"
    rf"|(?:quiero|prefiero|mejor|pido) que (?:me|nos|se) {_PUT}\w+|que (?:ya )?(?:se )?(?:me |nos )?(?:quede|queden)(?: (?:apartad|agendad|reservad|guardad|anotad)[oa])?|que (?:se )?(?:me |nos )?{_PUT}(?:e|en)"
    r"|(?:prefiero|mejor|quiero|escojo|elijo|agarro|tomo|me quedo con|nos quedamos con|nos vamos con)) )+"
)
_TRAILS = re.compile(
    rf"(?:(?: ,){{0,2}} (?:(?:con )?(?:es[ae]|est[ae])(?: (?:mero|mera|misma|mismo|quiero|me quedo|tomo|agarro|deme|apartem[ea]))?|me quedo con (?:es[ae]|el|ella)|(?:es[ae] |yo )?me (?:l[ao] )?quedo|me l[ao] (?:llevo|aparta|guarda|agenda)|l[ao] (?:quiero|tomo|agarro)|(?:es|seria) (?:la|el) (?:buen[oa]|mi[oa]|que (?:me|nos|le) {_SUITS}(?: {_MORE})?|mejor)"
    rf"|(?:(?:a )?{_WHO} )?(?:se )?(?:me|nos|le|les|se) {_SUITS}(?: {_MORE})?(?: a (?:mi|mis|nuestro|nuestros) (?:horarios?|tiempos?|turno|agenda))?|por favor|porfa|gracias|si se puede|si es posible|jala|entonces|pues|\?)){{1,6}}$"
)
_BETWEEN = re.compile(
    r"^(?P<led>(?: (?:,|pues|bueno|mire|de))*) entre (?P<a>[^,?]+?) y (?P<b>[^,?]+?)(?: (?:,|yo|mejor|prefiero|quiero|pues|escojo|elijo|me quedo con|deme|agarro|tomo|seria|que sea|me gusta|me conviene|me queda)){1,6}"
    r"(?: (?:mas|mejor))? (?P<one>(?:la|el) (?:(?P<first>primer[oa]?)|(?P<last>segund[oa]|ultim[oa])|(?:de |que (?:es|esta|sea) )?(?:(?:mas )?(?P<late>tard\w*|despues)|(?:mas )?(?P<soon>tempran\w*|antes|pronto))|[^,?]+?))(?: (?:por favor|porfa|gracias|,|mejor|de (?:los|las) dos))* $"
)
_THAT_ONE = re.compile(
    r"(?:^| )(?:(?:me quedo con|agarro|tomo|escojo|elijo|prefiero|quiero|apart\w+|agend\w+|con|que sea|deme|anot\w+) ){1,3}es[ae](?: (?:mero|mera|misma|mismo|entonces|por favor|porfa|gracias|dia|hora|horario|cita)){0,4}$"
    r"|(?:^| )es[ae] (?:(?:mero|mera|dia|hora|horario) )?(?:entonces|quiero|deme|agarro|tomo|por favor|porfa|mero|mera|apart\w+|me quedo)(?: (?:por favor|porfa|gracias)){0,2}$"
)
_DENIES = frozenset("no ni nunca tampoco hasta antes despues excepto menos otra otro".split())
_CAN_THEN = re.compile(
    r"(?: ,)? (?:ese dia |a esa hora |es que |porque )?(?:ya |si )?(?:(?:descanso|descansamos|no trabajo|estoy libre|tengo libre|salgo temprano) y|asi)(?: (?:ya|si|asi)){0,2} (?:puedo|podemos)(?: [^ ,?]+){1,8} $"
)
""" "…, ese día descanso y puedo llevar a mi mamá"."""
_TAG = re.compile(r"(?<! si)(?<! o)(?<! y)(?: ,)* (?:no|verdad) \?(?: \?)* $")
""" "El del viernes, ¿no?"."""
_DENIED = re.compile(
    r" (?:no(?! (?:l[ao]s? )?(?:ha|han|haya|hayan) \w+do )|ni|nunca|tampoco|excepto|menos|pero|ya no)(?= )"
)
_ASKS_MORE = re.compile(r" (?:cuanto|cual|quien|donde|como|con (?:quien|la|el)|o|pero)(?= )")


def read(text: str, said: Parse, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The choice; None where none is made, or it was understood."""
    if context.role is not Role.PATIENT or context.state is not State.SLOT_SELECTION or not context.offered:
        return None
    message = Message.of(text)
    if context.picking or context.purpose is Purpose.CANCEL or message.odd or len(message.words) > _MOST_WORDS:
        return None
    if back := _pointed_back(message, said, context):
        return back
    if said.sure and not said.unread and not all(isinstance(one, Unknown) for one in said.intents):
        return None
    if two := _of_two(message, context, parse):
        return two
    flat = _CAN_THEN.sub(" ", _TAG.sub(" ", message.flat))
    cut = flat != message.flat
    if _DENIED.search(flat):
        return None
    words = " ".join(flat.split()).strip(" ,?")
    led, trails = _LEADS.match(f"{words} "), _TRAILS.search(f" {words}")
    if not (led or trails or cut) or _ASKS_MORE.search(f" {words} "):
        return None
    core = words[led.end() if led else 0 : trails.start() if trails else len(words)].strip(" ,?")
    return _chosen(core, context, parse) if core else None


def _chosen(core: str, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """The one that these words choose by themselves."""
    if _DENIES & {*core.split()} or not re.match(r"(?:el|la|opcion|numero|a las?|las) ", core):
        return None
    heard = parse(core)
    one = heard.intents[0]
    return (
        heard if heard.sure and not heard.unread and len(heard.intents) == 1 and isinstance(one, SelectSlot) else None
    )


_NUMBERED = re.compile(r" (?:la|el|opcion|numero) (?:[1-9]|uno|dos|tres|cuatro|cinco) ")


def _of_two(message: Message, context: UnderstandingContext, parse: Callable[[str], Parse]) -> Parse | None:
    """Of two that are named, the one that is preferred."""
    if (found := _BETWEEN.match(message.flat)) is None or message.asks:
        return None
    both = [said for name in ("a", "b") if (said := _chosen(found[name], context, parse))]
    options = [one.option for said in both for one in said.intents if isinstance(one, SelectSlot)]
    if len(options) != 2 or options[0] == options[1]:
        return None
    if found["first"] or found["last"]:
        if any(_NUMBERED.search(f" {found[name]} ") for name in ("a", "b")):
            return None  # "entre la 2 y la 3 la segunda": the second of these, or number two
        option = options[0 if found["first"] else 1]
    elif found["late"] or found["soon"]:
        option = (max if found["late"] else min)(options, key=lambda n: context.offered[n - 1])
    else:
        right = _chosen(found["one"], context, parse)
        option = next((one.option for one in right.intents if isinstance(one, SelectSlot)), 0) if right else 0
    return Parse((SelectSlot(option=option),)) if option in options else None


def _pointed_back(message: Message, said: Parse, context: UnderstandingContext) -> Parse | None:
    """ "Me dan permiso el martes, así que agarro ese": the only time on screen of the day that was told."""
    clauses = message.clauses()
    last = " ".join(word for i in (clauses[-1] if clauses else ()) for word in message.tokens[i].text.split())
    told = any(isinstance(one, SelectSlot) for one in said.intents) and said.sure
    no_option = any(isinstance(one, Unknown) and one.why is UnknownWhy.NO_OPTION for one in said.intents)
    if told or no_option or message.asks or not _THAT_ONE.search(last):
        return None
    days = set()
    for clause in clauses:
        text = message.text[message.tokens[clause.start].start : message.tokens[clause.stop - 1].end]
        reading = read_spans(text, context.now).reading
        whens = [reading.when] if reading.when else [*reading.candidates]
        if whens and _DENIES & {message.tokens[i].text for i in clause}:
            return None
        days |= {(when.date_from, when.date_to) for when in whens if when}
    if len(days) != 1:
        return None
    ((first, until),) = days
    local = [start.astimezone(context.now.tzinfo).date() for start in context.offered]
    there = [n for n, day in enumerate(local, start=1) if first and first == until and day == first]
    return Parse((SelectSlot(option=there[0]),)) if len(there) == 1 else None
