"""Who asks when theirs or a relative's is, or whether it was made, whatever the construction: "fecha y hora de mi cita", "pregunta
mi papá que a qué hora es lo suyo", "¿sí quedé anotada?", "se me borró todo, no sé qué día era". What stands beside tells
why; where anything else is wished or asked, nothing is read here."""

from __future__ import annotations

import re

from booking.intents import (
    AskQuestion,
    Attend,
    CheckAvailability,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
)
from booking.models import Role, State, UnderstandingContext
from nlu.existing_visits.coming_words import bounded
from nlu.existing_visits.days_named import OR_THEN, days_named
from nlu.naming.name_words import MY_RELATIVE as _KIN
from nlu.parsed import Parse
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message
from nlu.words.turning_words import RATHER, WANTS
from nlu.words.verb_forms import BOOKING, ENDING, MOVING
from nlu.words.word_sets import word_set

_MOST_WORDS = 45
_THING = r"(?:citas?|citita|consultas?|turno|revision)"
_OWN = rf"(?:(?:mi|mis|nuestra|su) (?:proxima |siguiente )?{_THING}|(?:la |las |esa )?{_THING} (?:de|para|a) (?:{_KIN}|ella)|(?:la|lo|el) de {_KIN}|(?:lo|la) de(?:l| el)? (?:{DAY_NAMES}|hoy|manana|pasado manana)(?! (?:en|por|de) la )|(?:lo|la|el) (?:mi[oa]|suy[oa]|nuestr[oa])|(?:la |esa )?{_THING} que (?:yo )?(?:hice|hicimos|saque|sacamos|agende|pedi|tengo|tenia|tenemos|me dieron|nos dieron|me (?:saco|hizo|agendo|aparto) {_KIN}(?: por (?:aqui|aca)(?: mismo)?)?)|la de ustedes)"
_WHEN = r"(?:(?:a|para) que (?:horas?|dia|fecha)|que (?:horas?|dia|fecha)|cuando|para cuando|a las cuantas|con quien|con (?:que|cual) (?:doctora?|medic[oa])|en que (?:dia|fecha|hora|quedo|quedamos)|(?:dia|hora|fecha) en que|cual (?:dia|hora))"
_IS = r"(?:viene siendo|vendria siendo|es|son|era|eran|sera|seria|queda|quedo|quedaron|esta|estaba|cae|fue)"
_FALLS = r"(?:(?:me|nos|le|les) (?:toca|tocaba|toco|tocan|dieron|pusieron|agendaron|apartaron|anotaron|apuntaron|programaron)|quede|quedamos|(?:tengo|tenia|tenemos|debo|hay) (?:que )?(?:ir|estar|llegar|presentar(?:me|nos)|la cita|mi cita))"
_GOES = r"(?:va|van|va a ir|entra|pasa|l[aoe]s? (?:toca|ven|atienden|reciben)|(?:tiene|tienen|hay) que (?:ir|estar|llegar|llevar a)|debe (?:de )?(?:ir|estar|llegar))"
""" "¿A qué hora va mi mamá?"."""
_DOWN = r"(?:anotad|apuntad|agendad|registrad|programad|apartad|confirmad|citad|inscrit)[oa]s?"
_PUT = r"(?:agendo|agendaron|aparto|apartaron|anoto|anotaron|apunto|apuntaron|registro|registraron|programo|programaron|guardo|guardaron|reservo|reservaron)"
_TO_SEE = r"(?:saber|ver|revis\w+|checar|cheque|checo|verifi\w+|confirm\w+)"
_SEES_ME = r"(?:me|nos) (?:va a |van a |va )(?:atender|ver|revisar|recibir|tocar)"
_NAME = r"(?: (?!(?:ya|si|tiene|tenia|no) )(?:(?:el|la) )?[^ ,?]+){0,2}?"
_POINT = (
    rf"(?:(?:el|la|este|hasta|para|dia|ya|es|era) )*(?:{DAY_NAMES}|hoy|manana|pasado|[0-9]+|otr[oa]|a las? [^ ,?]+)"
)
_EITHER = re.compile(
    rf" (?:(?:es|era|sera|queda|quedo|cae|fue|(?:me|nos|le|les) toc(?:a|o|aba))(?: (?:la|su|mi) {_THING})? {_POINT}(?: [^ ,?]+){{0,3}}? o {_POINT}"
    r"|(?:es|era|sera|quedo) con (?:el |la )?[^ ,?]+(?: [^ ,?]+)? o con)(?= )"
)
""" "Es este viernes o el otro", "le toca el 27 o el 28", "es con Méndez o con Ríos"."""
_DOCTOR = r"(?:el |la )?(?:dra?|doctora?)(?: [^ ,?]+)?"
_SURELY = r"(?:(?:si|siempre|ya|todavia|aun|entonces|es que|que) )*"
_NAMED = rf"(?<! a )(?<! a la )(?<! misma )(?<! esa )(?:(?:la )?(?:fecha|hora|horario|dia)|los datos|el (?:dia|horario))(?: (?:y|e|con|o) (?:la |el )?(?:fecha|hora|horario|dia|doctora?|lugar))* (?:de|para|en que (?:es|era|tengo|quedo)) {_OWN}"
_SOME_TIME = rf"(?:hoy|manana|pasado manana|est[ea]|(?:(?:el|la) )?(?:{DAY_NAMES}|dia|proxim[oa]|fin|semana))"
_ASKS = (
    rf"{_WHEN}(?: (?:es que|siempre|ya|me dijo que|seria que))* (?:(?:{_IS}|tengo|tenia|tenemos|me toca)(?: (?:exactamente|mero|entonces))* {_OWN}|{_FALLS}|{_OWN})",  # "¿a qué hora es lo mío?"
    rf"{_OWN}(?: [^ ]+){{0,4}}? (?:{_IS} )?{_WHEN}",  # "mi cita, ¿cuándo era?"
    rf"que (?:cosa )?(?:tengo|tenemos) (?:{_DOWN}|pendientes?)",  # "¿qué tengo agendado?"
    rf"cuanto falta para {_OWN}",  # "¿cuánto falta para mi cita?"
    r"(?:el dia|la hora|la fecha|que dia|a que hora) (?:en )?(?:que )?(?:voy a ir|vamos a ir|me toca ir)",  # "¿qué día voy a ir?"
    r"con (?:quien|que doctora?) (?:voy a ir|vamos a ir|me va a tocar|me va a (?:ver|atender))",  # "¿con quién voy a ir?"
    rf"(?:saber|ver|checar|checo|verificar|confirmar) si (?:ya )?(?:tengo|tenemos|{_KIN}{_NAME} tiene|esta|quedo|quede)(?: [^ ,?]+){{0,2}}? (?:{_DOWN}|pendientes?|{_THING}|{_OWN})",  # "ver si ya tengo cita"
    _NAMED,  # "fecha y hora de mi consulta"
    rf"{_WHEN} (?:tiene|tienen|tenia) (?:(?:la|su) )?(?:{_THING} )?{_KIN}",  # "¿cuándo tiene cita mi papá?"
    rf"{_WHEN} (?:ven|atienden|reciben|revisan) a {_KIN}",  # "¿a qué hora ven a mi mamá?"
    rf"{_WHEN} {_GOES} {_KIN}|{_KIN} {_WHEN} {_GOES}",  # "¿a qué hora va mi mamá?", "mi mamá a qué hora va"
    rf"(?:que|cuales|cuantas) {_THING} (?:tengo|tenemos|tiene|me quedan|tenia)",  # "¿qué citas tengo?"
    rf"(?:todas )?(?:las|que|cuales) (?:citas|consultas|fechas)(?: (?:mias|nuestras))? (?:que tengo|que tenemos|tienen?(?: ustedes)? (?:{_DOWN}|guardadas))",  # "todas las citas que tengo"
    rf"(?:quien|(?:que|cual) doctora?)(?: es)?(?: (?:el|la) que)? {_SEES_ME}",  # "¿quién me va a atender?"
    r"(?:cuando|a que hora|que dia) (?:asisto|asistimos)",  # "¿cuándo asisto?"
    rf"a que horas? (?:{_SEES_ME}|(?:me|nos) (?:atiende|ve|recibe|revisa)) {_DOCTOR}",  # "¿a qué hora me ve el doctor?"
    rf"{_TO_SEE}(?: [^ ,?]+){{0,6}}? si (?:ya )?(?:estoy|estamos) en (?:la|su) (?:agenda|lista|sistema)",  # "revise si estoy en la agenda"
    rf"{_TO_SEE}(?: [^ ,?]+){{0,6}}? si (?:(?:tengo|tenemos|tiene) algo (?:agendado|apartado)|(?:tengo|tenemos|(?:{_KIN} )(?:ya )?tiene) algo(?= (?:con|el|para {_SOME_TIME}) ))",  # "ver si tengo algo el jueves": "tiene" alone is the clinic
    r"nombre de(?: [^ ,?]+){1,4} si (?:ya )?tiene algo(?= (?:con|el) )",  # "a nombre de Rosa Luna si tiene algo con el Dr. Salas"
    r"cuando (?:es|era|seria) (?:la|mi) (?:siguiente|proxima|que sigue)(?= (?:\?|$|,)| $)",  # "¿cuándo es la siguiente?"
    rf"que si {_KIN} (?:ya )?tiene (?:una |su )?{_THING}",  # "que si mi mamá ya tiene cita"
)
_ASKED = re.compile(bounded(rf" (?:{'|'.join(_ASKS)})(?= )"))
""" "¿A qué hora es lo mío?", "fecha y hora de mi consulta"."""
_WOULD_SEE_ME = re.compile(rf" {_SEES_ME}(?= )")
_IF = re.compile(rf"(?: (?P<see>{_TO_SEE}|dig\w+|dic\w+|pregunt\w+))? si(?= (?!,|\?))")
""" "¿Qué doctor me va a ver el sábado si saco cita?": of what is not booked."""
_THEN = rf"(?:hoy|manana|(?:el|en) [^ ,?]+|con {_DOCTOR}|a las? [^ ,?]+)(?: [^ ,?]+){{0,6}}?"
_WHETHER = re.compile(
    bounded(
        rf" (?:{_SURELY}(?:quede|quedo|quedamos|estoy|estamos|esta|aparezco|aparecemos|sigo|seguimos|sigue)(?: (?:si|bien|ya|{_KIN}))* (?:{_DOWN}|en (?:la|su) (?:lista|agenda|sistema))"
        rf"|{_SURELY}(?:(?:se|me|nos|le|la|lo) )+{_PUT}(?: (?:la|mi|a {_KIN}))*|{_SURELY}(?:sigo|seguimos|sigue) (?:teniendo|con) (?:mi |la |su )?{_THING}|{_SURELY}(?:quede|quedamos) (?:para|el)|en que quedo {_OWN}"
        rf"|{_KIN}{_NAME} (?:si )?(?:ya )?(?:tiene|tenia) (?:una |su )?{_THING}|(?:tengo|tenemos) (?:dos|tres|[2-9]) citas|(?:tengo|tenemos)(?: todavia)? {_DOWN} (?:el|mi|un) (?:lugar|espacio|turno)|(?:tiene[ns]?|hay|aparece)(?: (?:una|alguna|la|mi))* {_THING}(?: [^ ,?]+)? a (?:mi nombre|nombre de)|{_SURELY}(?:esta|sigue|quedo|existe|aparece) {_OWN}|(?:tiene[ns]?|esta|aparece)(?: usted(?:es)?)? {_DOWN} {_OWN}|{_OWN}(?: (?:del?|con) [^ ,?]+(?: de [a-z]+)?)? {_IS}(?= (?:el|hoy|manana|para|a las?|este|pasado) )|{_IS} (?:(?:el|hoy|manana|este|pasado)(?: [^ ,?]+){{0,2}} )?{_OWN}"
        rf"|(?:tengo|tenemos|tenia) (?:algo|alguna|una)(?: cosa| cita)? {_DOWN}|tiene[ns]?(?: usted(?:es)?)? {_DOWN} a {_KIN}|(?:me|nos|le) (?:toco|tocaba|toca) con (?:{_DOCTOR}|[^ ,?]+) o(?: con)?|(?:ya|si) (?:me|nos) dieron (?:la |una )?{_THING}|{_DOCTOR} (?:si )?(?:me|nos) (?:da consulta|ve|atiende)(?= (?:hoy|manana|este|el)(?: [^ ,?]+){{0,2}}(?:(?: [,?])* (?:verdad|cierto)| , \?) )"
        rf"|(?:si|lo que tengo(?: [^ ,?]+){{0,4}}|la (?:cita|consulta) del? [^ ,?]+(?: si)?) (?:es|era) {_THEN}(?= (?:(?:, )?(?:verdad|no|cierto|o no) )?(?:, )?\?)|(?:hoy|manana|el [^ ,?]+) (?:esta|va) {_KIN}(?=(?: ,)? (?:verdad|cierto|no) ))(?= )"
    )
)
""" "¿Sí quedé anotada?", "¿se me agendó o no?": where it is a question."""
_FORGOT = re.compile(
    bounded(
        rf" (?:(?:no|ya no|ni) (?:(?:me|ya|bien|lo) )*(?:se|acuerdo|recuerdo|supe|sabemos|acordamos)(?: (?:bien|ni|de|si))* (?:{_WHEN}|si(?= (?:(?:ya|si|la|mi|me|se|todavia) )*(?:tengo|tenia|tenemos|quede|quedamos|es|era|sigue|esta|hice|agend\w+|quedo|cita|consulta|saque|pedi) )|la (?:hora|fecha)|el dia)|se (?:me|nos) (?:olvid|pas)\w+(?: (?:de|que|la|el))* (?:{_WHEN}|hora|fecha|dia))(?= )"
    )
)
""" "No sé ni qué día era", where an appointment is spoken of."""
_WHEN_IT_IS = re.compile(rf" {_WHEN} {_IS}(?= (?:\?|$|,))")
_DATE_GIVEN = re.compile(r" (?:(?:me|nos|le) dieron|sacaron|tengo) (?:una )?fecha(?= )")
_WHICH_DATE = re.compile(r" cual (?:es|era|seria)(?= (?:\?|,)| $)")
""" "Me dieron fecha de revisión, no la encuentro, ¿cuál era?"."""
_WRITTEN_DOWN = re.compile(r" (?:(?:tengo|tenemos|tenia) (?:anotado|apuntado)|recordatorio|papelito|dia)(?= )")
_WHICH_IS_RIGHT = re.compile(r" cual (?:es|era|seria) (?:el|la) (?:buen[oa]|correct[oa])(?= (?:\?|,)| $)")
""" "Tengo anotado el jueves 20, pero cae en viernes, ¿cuál es el bueno?"."""
_SPOKEN_OF = re.compile(
    rf" (?:recordatorio|tiene {_THING}|(?:saque|hice|pedi|agende) (?:la |mi |una )?{_THING}|{_OWN}|tengo {_THING}|{_FALLS}|(?:saco|sacaron|hizo|hicieron|agendo|agendaron|pidio|aparto) (?:una|la|mi) {_THING})(?= )"
)
_TO_KNOW = re.compile(
    rf" (?:{WANTS}|gustaria|queria|favor de|podr\w+|puede[ns]?|pudier\w+|me)(?: (?:me|nos))? (?:saber|preguntar\w*|confirmar\w*|checar\w*|verificar\w*|apuntar\w*|anotar\w*|recordar\w*|decir\w*|dar|pasar|mandar|ver|corroborar)(?= )"
)
_WISHES = re.compile(
    rf"{RATHER}|{WANTS}|busco|solicito|gustaria|urge|dame|deme|(?:{BOOKING})(?:ar|ame|eme|enme|arme|arle|a|e|en)(?<!agenda)"
)
_CHANGES = re.compile(rf"(?:{ENDING}|{MOVING})(?:a|e|en|ar|as|es|an|er|o)(?:me|nos|se)?(?:l[ao]s?)?")
_OTHER = re.compile(
    r" (?:cuanto|cuesta|precio|costo|cobra\w*|donde|ayunas|requisitos?|llevar|llevo|direccion|ubicacion|aceptan|pagar|factura|puedo|podemos|podria ir|puede ir|hay|tienen|tendran|habra|(?<!o la )(?<!o el )otr[ao](?! (?:semana|vez) )|nueva|(?:mas )?(?:tarde|temprano|antes|despues))(?= )"
)
_NEEDED = tuple(
    "cuando hora dia fecha quien atiend ven reciben revis cita horario datos doctor medic qued esto esta apare sig segu agend apart anot apunt regist program guard reserv tien ten existe citas consultas cuant es era sera cual toc fechas".split()
)
"""How a word begins of which a message has one where it asks so."""
_MAY_BE = (
    StartBooking,
    CheckAvailability,
    ProvideCustomerData,
    AskQuestion,
    Unknown,
    Greet,
    Smalltalk,
    Thank,
    ListAppointments,
)


def read(text: str, said: Parse, context: UnderstandingContext) -> Parse | None:
    """Theirs, to be shown; None where it is not asked for, or anything else is."""
    if context.role is not Role.PATIENT or context.state is not State.IDLE or context.asked is not None:
        return None
    if not all(isinstance(intent, _MAY_BE) for intent in said.intents):
        return None
    if context.expected is not None and isinstance(context.expected.yes, Attend):
        return None
    message = without_greeting(Message.of(text))[0]
    if (
        message.odd
        or not 0 < len(message.words) <= _MOST_WORDS
        or not any(word.startswith(_NEEDED) for word in message.words)
    ):
        return None
    core = _core(message)
    if not core or _wishes(message, core):
        return None
    listed = ListAppointments(of=_of(message, core, context))
    was = next((one for one in said.intents if isinstance(one, ListAppointments)), None)
    if was is not None and said.sure and not said.unread:
        listed = was.model_copy(update={"of": was.of or listed.of})
    hello = tuple(intent for intent in said.intents[:1] if isinstance(intent, Greet))
    return Parse((*hello, listed))


def _core(message: Message) -> set[int]:
    """The words that ask."""
    found = [*_ASKED.finditer(message.flat)]
    if _is_conditional(message):
        found = [match for match in found if not _WOULD_SEE_ME.search(f"{match[0]} ")]
    spoken_of = _SPOKEN_OF.search(message.flat) is not None
    if spoken_of and (message.asks or " si " in message.flat):
        found += [*_EITHER.finditer(message.flat)]
    if (message.asks or _OR_WHAT.search(message.flat)) and not _is_the_question(
        message, found := [*found, *_WHETHER.finditer(message.flat)]
    ):
        return set()
    if spoken_of:
        found += [*_FORGOT.finditer(message.flat), *_WHEN_IT_IS.finditer(message.flat)]
    for beside, which in ((_DATE_GIVEN, _WHICH_DATE), (_WRITTEN_DOWN, _WHICH_IS_RIGHT)):
        found += [*which.finditer(message.flat)] if beside.search(message.flat) else []
    return {i for match in found for i in message.between(match.start() + 1, match.end())}


def _is_conditional(message: Message) -> bool:
    """Whether something holds only if: no "sí", and no "saber si"."""
    return any(
        not one["see"] and message.tokens[message.between(one.end() - 2, one.end()).start].raw.casefold() == "si"
        for one in _IF.finditer(message.flat)
    )


def _is_the_question(message: Message, found: list[re.Match[str]]) -> bool:
    """Whether it is that what the last question mark asks, or whether that is so: "mi cita es el jueves, ¿es correcto?"."""
    last = max((i for i, token in enumerate(message.tokens) if token.kind == "ask"), default=len(message.tokens))
    core = {i for match in found for i in message.between(match.start() + 1, match.end())}
    asked = [clause for clause in message.clauses() if clause.stop <= last][-1:]
    return not core or any({*c} & core or {message.tokens[i].text for i in c} <= _IS_SO for c in asked)


_OR_WHAT = re.compile(
    r" o (?:(?:que|no|como)(?: ,)* $|(?:ya )?(?:(?:me|se|la|nos) )+(?:quit|cancel|borr|cambi|movi|dieron)\w*)"
)
""" "… o no", "… o me la quitaron": asks without a mark."""
_IS_SO = word_set(
    "checa checan revisa revisan que dia hora cuando es asi verdad cierto correcto o no si esta bien seguro segura estoy ese dia entonces me lo la los recuerda recuerdan pasa pasan dice dicen repite repiten confirma confirman da dan manda mandan puede pueden podria podrian decir recordar pasar por favor porfa"
)


def _wishes(message: Message, core: set[int]) -> bool:
    """Whether anything else is asked for or changed."""
    known = {i for m in _TO_KNOW.finditer(message.flat) for i in message.between(m.start() + 1, m.end())} | core
    if any(not {*message.between(m.start() + 1, m.end())} <= known for m in _OTHER.finditer(message.flat)):
        return True
    for i, token in enumerate(message.tokens):
        past = token.raw[-1:] in "óé"
        if i not in known and not past and (_WISHES.fullmatch(token.text) or _CHANGES.fullmatch(token.text)):
            return True
    return False


def _clauses(message: Message, core: set[int]) -> list[range]:
    return [clause for clause in message.clauses() if {*clause} & core]


def _of(message: Message, core: set[int], context: UnderstandingContext) -> Reading | None:
    """The day that is named where it is asked."""
    days = [
        text
        for clause in _clauses(message, core)
        for place, text in days_named(message, context)
        if place.start in clause
    ]
    return read_spans(days[0], context.now).reading if len(days) == 1 and not OR_THEN.search(message.flat) else None
