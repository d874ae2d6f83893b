"""A relative who stands beside a wish for a time with nothing that says what they are in it: "mi mamá, con la doctora Ríos,
jueves, 11:30", "¿alcanzará lugar mi hijo el viernes?". Where all the rest of the clause is the wish, or verbs by which
one comes to be seen, it is for them. A relative in company ("con mi esposo"), of a thing ("la boda de mi hija"), in an
errand or in what is told ("mi mamá me cuida a los niños") is no patient. Of any other nobody can tell, and it is asked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from booking.intents import AnyIntent, CheckAvailability, ProvideCustomerData, StartBooking
from booking.models import Role, State, UnderstandingContext
from nlu.naming.name_shape import evidence, written
from nlu.naming.name_words import RELATIONS, RELATIVES_NOUN
from nlu.naming.named import Named, words_of_name
from nlu.parsed import has_any
from nlu.parts import Parts
from nlu.when.words import DAY_NAMES
from nlu.words.filler import FILLER
from nlu.words.message import Message
from nlu.words.statements import clauses_of, is_telling, tells
from nlu.words.verb_forms import SUITING
from nlu.words.word_sets import word_set

_CHILD = r"(?:bebe|bb|bebito|bebita|nino|nina|nene|nena|peque)"
_WHICH = (
    r"(?: (?:el |la )?(?:mas )?(?:mayor|menor|chic[oa]|chiquit[oa]|grande|mediano|mediana|pequen[oa])(?= ))?"
    r"(?:(?: ,)?(?: (?:de|tiene))? [0-9]{1,3} (?:anos?|anitos?|meses|mes|semanas)(?: de (?:edad|nacid[oa]))?(?: ,)?(?= ))?"
)
A_RELATIVE = rf"(?:(?:mi|nuestr[oa]) (?:otr[oa] )?(?:{RELATIVES_NOUN}|senora)|(?:el|la) {_CHILD})(?= ){_WHICH}"
""" "Mi hijo el mayor", "mi mamá de 78 años", "la bebé"."""
_SOMEBODY = re.compile(rf" (?P<who>{A_RELATIVE})(?= )")
_KIN = RELATIONS | {"senora"}
_HEADED = re.compile(r"^(?: ,)*(?P<who> (?:mama|papa|espos[oa]|suegr[oa]|abuelit?[oa]|niet[oa]|sobrin[oa])) (?=, )")
""" "Mamá, jueves 11:30": of whom nobody can tell."""
_BEFORE = word_set("con de del a al en por sin como entre hacia contra desde para pa segun y e o u ni hasta es tu su")
"""Before a relative these say what they are in it."""
_OF_TWO = word_set("y e o u ni")
_CALLED_SO = word_set("nino nina nene nena amigo amiga jefe jefa jefita carnal vecino vecina viejo vieja reina chamaca")
"""What one calls who reads: "mi niña, ¿tiene lugar el jueves?"."""
_ADDRESSED = word_set(
    "gracias gracia bueno oiga oye hola ok perdon bien favor porfa tardes dias noches dia claro sale disculpe"
)
_OF_MINE_TOO = re.compile(
    rf" (?:y yo|yo (?:y|e|el|la|a|al|en|para|pa|tambien|quiero|ocupo|necesito|mejor|hoy|manana|{DAY_NAMES}))(?= )"
)
""" "Mi mamá el viernes y yo el jueves"."""
_GOES = word_set("va van viene vienen voy vamos esta estan quedo")
""" "Mi hijo va el jueves": one that there is, or a wish."""
_MINE = word_set("me nos")
_SUITS = rf"(?:{SUITING}|gust|urg|interes|d[ae]|agend|apart|apunt|anot|reserv|hac|har|busc|consig|atend|atiend|revis|chec|recib|v[ae]|ayud)"
_DOES_FOR_ME = re.compile(rf"(?: (?:no|siempre|ya|si|solo|nomas))* (?:me|nos) (?!{_SUITS})")
_DONE_FOR_ME = re.compile(rf" (?:me|nos) (?!{_SUITS})[^ ,?]+(?: [^ ,?]+r)? $")
""" "Mi hijo me puede llevar", "me lleva mi hijo": who does something for the writer."""
_COMES = re.compile(
    r"(?:alcanz(?:a|ara|aria|e)|c(?:abe|abra|abria|upiera)|quepa|entre|pase|vaya|asista|acuda|llegue|tenga|haya|hay|habra|hubiera"
    r"|(?:pued|podr|pudier)(?:a|e|ia)|ten(?:ga|dra|dria)|sea|seria|ocupa|ocupe|necesita|requiere|pid(?:e|a)|quier(?:e|a)|quisiera|desea|busca"
    r"|ir|venir|pasar|entrar|asistir|acudir|llegar|consultar(?:se)?|verse|revisarse|checarse|atenderse|recibir|ser|atendid[oa]|vist[oa]|revisad[oa])"
)
"""Verbs by which one comes to be seen, of somebody else and not as a fact: "mi mamá va el jueves" tells of one that is
made."""
_PLACE = word_set(
    "lugar lugarcito espacio espacito campo campito cupo cupito hueco huequito chance chanza cita citita consulta turno"
    " oportunidad modo manera forma posibilidad ficha"
)
_ROOM = word_set("lugar espacio espacito campo campito cupo chance chanza hueco huequito oportunidad")
_RATHER = word_set("para pa el la los las de en a por al con como seria sea tipo")


def beside_the_wish(message: Message, known: set[int], context: UnderstandingContext) -> Named | None:
    """The relative whom a wish is for, with their name where it is said; None where there is none, or nobody can tell.
    `known` are the tokens of the time, the doctor and what is asked for."""
    if context.state is not State.IDLE or context.role is not Role.PATIENT or _KIN.isdisjoint(message.words):
        return None
    found = [*_bare(message)]
    if len(found) != 1:
        return None
    place, clause = found[0]
    opens = message.tokens[place.start].text
    around = {message.tokens[i].text for i in (place.start - 1, place.stop) if 0 <= i < len(message.tokens)}
    before = message.tokens[place.start - 1].text if place.start else ""
    if around & _OF_TWO or opens in _KIN or before in _ADDRESSED or _OF_MINE_TOO.search(message.flat):
        return None
    named = [i for i in words_of_name(message, place.stop) if i not in known]
    named = named if named and evidence(message.tokens, named, pairs=False) else []
    rest = [i for i in clause if i not in place and i not in named]
    comes = {i for i in rest if i not in known and _comes(message, i)}
    light = (FILLER | _PLACE | _RATHER) - _GOES
    if any(i not in known | comes and message.tokens[i].text not in light for i in rest):
        return None
    if any(message.tokens[i].text in _MINE for i in rest if i not in known):
        return None
    alone = not (known | comes) & {*rest}
    called_so = opens == "mi" and {message.tokens[i].text for i in place} & _CALLED_SO
    if alone and (called_so or _is_told(message, clause, known)):
        return None
    covered = {*place, *named, *comes} | {i for i in rest if message.tokens[i].text in _PLACE}
    return Named(written(message.tokens, named) if named else None, True, frozenset(covered))


def nobody_knows_whose(parts: Parts, intents: list[AnyIntent], carried: set[int]) -> range | set[int]:
    """The relative of whom nobody can tell whether the time is for them."""
    message, context = parts.message, parts.context
    looks = has_any(intents, StartBooking, CheckAvailability) and not has_any(intents, ProvideCustomerData)
    if not looks or context.state is not State.IDLE or _KIN.isdisjoint(message.words):
        return set()
    for place, _clause in _bare(message):
        if not {*place} & carried:
            return place
    return set()


def _bare(message: Message) -> Iterator[tuple[range, range]]:
    """The tokens of each relative with nothing before that says what they are, and of its clause, which tells of
    nothing."""
    headed = _HEADED.match(message.flat)
    for match in (*([headed] if headed else []), *_SOMEBODY.finditer(message.flat)):
        place = message.between(match.start("who") + (match["who"][0] == " "), match.end("who"))
        clause = _clause(message, place)
        before = message.tokens[place.start - 1].text if place.start > 0 else ""
        if before in _BEFORE - _OF_TWO:
            continue
        for_me = _DOES_FOR_ME.match(message.flat, match.end()) or _DONE_FOR_ME.search(message.flat[: match.start() + 1])
        told = (i for i in clause if is_telling(message, clause, i) and i not in place and not _comes(message, i))
        if not for_me and not any(told):
            yield place, clause


def _clause(message: Message, place: range) -> range:
    """The clause of a relative, with the one that goes on from it: "que mi esposa | entre el sábado"."""
    clauses = clauses_of(message)
    clause = next((c for c in clauses if place.start in c), range(place.start, place.stop))
    after = next((c for c in clauses if c.start == clause.stop), None)
    subject = after is not None and clause.stop == place.stop  # "mi mamá | ya fue el jueves"
    return range(clause.start, after.stop) if after and (subject or _comes(message, after.start)) else clause


def _comes(message: Message, index: int) -> bool:
    after = message.tokens[index + 1].text if index + 1 < len(message.tokens) else ""
    if message.tokens[index].text == "tiene":
        return after in _ROOM
    return _COMES.fullmatch(message.tokens[index].text) is not None


def _is_told(message: Message, clause: range, known: set[int]) -> bool:
    """Whether what follows a relative who stands alone goes on with what is told of them, and not with the wish."""
    after = next((c for c in clauses_of(message) if c.start >= clause.stop), None)
    return after is not None and not {*after} & known and tells(message, after)
