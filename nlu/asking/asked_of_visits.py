"""What is asked of the appointments that there are: when one is, with whom, what it takes."""

from __future__ import annotations

import re

from booking.intents import AnyIntent, AskQuestion, ListAppointments
from booking.models import State, UnderstandingContext
from nlu import acts
from nlu.existing_visits.named_patients import known_patients
from nlu.existing_visits.told_of_visits import WANTS_ONE
from nlu.naming.name_words import RELATIVES_NOUN
from nlu.when import read_spans
from nlu.when.words import DAY_NAMES
from nlu.words.message import Message
from nlu.words.word_sets import word_set

_COSTS = re.compile(
    r" (?:cuanto|cuanta|cuantos|cobr\w+|cuesta|precio|costo|pago|pagar|llevo|llevar|ayunas|desayun\w+|seguro|factura|requisitos?|papeles|estudios)(?= )"
)
_OF_ONE = re.compile(r" (?:por|para|en|de|a|con) (?:la|mi cita) (?:del?|de la|de el)(?= )")
_EXISTS = re.compile(
    r" (?:(?:la|mi|esa|mis|las|su|sus) (?:citas?|consultas?)|la (?:mia|suya)|la de (?:mi|el|la|[a-z]+)|(?:cita|consulta)s? que (?:tengo|tiene))(?= )"
)
_ASKS_OF_IT = re.compile(
    r" (?:es|era|sera|sigue|quedo|son|a que hora|cuando|que dia|con quien|con que doctora?|verdad|y la mia|ya confirm\w+)(?= )"
)
_FALLS_TO = re.compile(
    r" (?:me|nos|le|les) (?:toca|toco|tocaba|quedo|dieron|pusieron|agendaron)(?= )| ya (?:la )?confirme(?= )"
)
""" "¿A qué hora me tocó?", of what there is."""
_WHEN = r"(?:a que horas?|que dia|que fecha|cuando|para cuando|con quien|con que doctora?)"
_OF_THEM = re.compile(
    rf" {_WHEN} (?:(?:es|era|sera|seria|son|eran|queda|quedo|quedaron|esta|estan|tengo|tiene)(?: (?:agendada|programada))?"
    rf" (?:(?:la|lo) (?:mi[ao]|suya|otra|de (?:mi|el|la|su) (?:{RELATIVES_NOUN})|de (?P<of>[^ ,?]+))|mi cita|mis citas|las (?:dos|tres|citas)|ambas|nuestras citas)"
    r"|(?:(?:me|nos|le|les) (?:toc\w+|dieron|pusieron|agendaron)|quedo|quedaron|quedamos)(?= (?:la|las|mi|a mi|a|,|\?|y|$)))(?= |$)"
)
""" "¿A qué hora es la mía y a qué hora la de Brenda?"."""

_IS_IT_THERE = re.compile(
    r"^(?: (?:,|\?|y|oiga|oye|disculpe|disculpa|perdon|entonces|todavia|aun|si|yo|es que|o sea|hola))*"
    r" (?:(?:tengo|tenia|tenemos|teniamos) (?:la|mi|una|mis|nuestra)(?: (?:citas?|consultas?|turno))(?: [^ ,?]+){0,6}?"
    r"|(?:la|mi|nuestra)(?: (?:cita|consulta|turno))(?: [^ ,?]+){0,6}? (?:sigue|siguen|esta|queda|quedo)(?: (?:en pie|igual|firme|vigente|agendada|confirmada|registrada|apartada))?)"
    r"(?: [,?])*(?: (?:no|o no|verdad|cierto))?(?: \?)+"
    r"(?: (?:,|es que|porque|pues|no|ya) .*)? ?$"
)
""" "Tengo la cita de mañana, ¿verdad? Es que no la encuentro", "¿mi cita de mañana sigue en pie?"."""
_CHANGES = re.compile(
    r" (?:(?:cambi|muev|mov|pas|cancel|recorr|adelant|atras)\w*|otr[ao]|mejor|puedo|podre|poder|alcanzo|quiero|quisiera|necesito|ocupo)(?= )"
)


_LEADS = r"^(?: (?:,|\?|y|oiga|oye|disculpe|disculpa|perdon|entonces|es que|pero|que|creo que|si|una duda|hola))*"
_TELLS_WHEN = re.compile(
    rf"{_LEADS} (?:(?:mi|nuestra) (?:cita|consulta|turno)(?: con (?:el |la )?[^ ,?]+(?: [^ ,?]+)?)?"
    r" (?:es|era|sera|quedo|queda|esta|la tengo|la tenia|estaba|fue)|(?P<mine>tengo|tenia|tenemos|teniamos)(?: (?:mi|la|una))? (?:cita|consulta))(?= )"
)
""" "Mi cita es el viernes, ¿verdad? ¿O era el sábado?", "mi cita es el lunes 30 a las 11 con el doctor Salas"."""
_TELLS_BESIDE = word_set("""el la las los a al de del dia hoy manana pasado tarde noche mediodia medio por en para proximo este que viene
    con doctor doctora dr dra agendada apartada programada o u y era es sera verdad cierto no si correcto asi gracias media cuarto
    am pm hrs horas punto mi su nuestra creo""")
_MOST_OF_A_NAME = 4
_NAMES_ONE = frozenset({"con", "doctor", "doctora", "dr", "dra", "soy"})
_WHICH = re.compile(
    r"^(?: (?:,|\?|y|oiga|oye|hola|disculpe|entonces))* (?:(?:que|cuales) (?:citas|consultas) (?:(?:me|nos) (?:quedan|faltan|tocan)|tenemos|tengo|teniamos|tenia)"
    r"|(?:yo |es que )?no tengo (?:ninguna )?cita(?= (?:, )?\?))(?: (?:,|\?|pendientes?|agendadas?|con ustedes|gracias))* $"
)
""" "¿Qué citas me quedan?", "no tengo cita, ¿verdad?"."""


_WITH_WHICH = re.compile(
    rf"{_LEADS} (?:(?:la|mi|su) (?:cita|consulta)(?: (?:de|del) (?:mi |el |la )?[^ ,?]+| que tengo)?|(?:la )?(?:del?|el)(?: (?:dia|proximo))? (?:{DAY_NAMES}))"
    r" (?:quedo|es|era|sera|fue|esta|va a ser) con (?:el |la )?[^ ,?]+(?: [^ ,?]+)? o (?:es |era )?(?:con )?(?:el |la )?[^ ,?]+(?: [^ ,?]+)?(?: (?:,|\?|o no|no|verdad))* $"
)
""" "La cita de mi mamá quedó con el doctor o con la doctora", "el jueves es con Salas o con Laura?"."""


def when_they_are(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """Who asks in so many words when theirs are, or with whom, is shown them: no time is wished for."""
    if context.state is not State.IDLE or WANTS_ONE.search(message.flat):
        return None
    if _IS_IT_THERE.match(message.flat) and not (_COSTS.search(message.flat) or _CHANGES.search(message.flat)):
        return ListAppointments()
    if _WHICH.match(message.flat) or _WITH_WHICH.match(message.flat) or _tells_when(message, context):
        return ListAppointments()
    if not context.visits:
        return None
    if _is_of_what_stands(message, context):
        return ListAppointments()
    found = _OF_THEM.search(message.flat)
    if found is None or _COSTS.search(message.flat) or not message.asks:
        return None
    of = found["of"]
    return ListAppointments() if of is None or known_patients(message, context) else None


def _tells_when(message: Message, context: UnderstandingContext) -> bool:
    """Whether it says when theirs is, and nothing else but with whom and who writes; "tengo cita el viernes" has to ask."""
    head = _TELLS_WHEN.match(message.flat)
    if head is None or (head["mine"] and not message.asks):
        return False
    if _CHANGES.search(message.flat) or _COSTS.search(message.flat):
        return False
    if not (spans := read_spans(message.text, context.now).spans):
        return False
    name_words = 0
    for token in message.tokens[message.between(0, head.end()).stop :]:
        is_said = token.text in _TELLS_BESIDE or any(begin <= token.start < end for begin, end in spans)
        name_words = 1 if token.text in _NAMES_ONE else name_words + 1 if name_words and not is_said else 0
        if token.kind == "word" and not is_said and not 0 < name_words <= _MOST_OF_A_NAME:
            return False
    return True


_NAMED_VISIT = re.compile(r" (?:(?:mi|la|esa|tengo) cita|la|las)(?: que tengo)? (?:del?|de (?:la|el)|el|para el)(?= )")
_JOINED = re.compile(r" (?:junt|un|combin)(?:ar|e|en|a|an)(?:las|la|los)?(?= )")


def _is_of_what_stands(message: Message, context: UnderstandingContext) -> bool:
    """ "Mi cita del 2 y la del 14 son para mí, ¿verdad?", "¿la del 4 con quién es?": an appointment that there is, named by its
    day in a question that changes nothing."""
    flat = message.flat
    if not message.asks or not _NAMED_VISIT.search(flat):
        return False
    if _CHANGES.search(flat) or _COSTS.search(flat) or _JOINED.search(flat):
        return False
    if any(found.act not in acts.QUESTIONS for found in acts.find(message)):
        return False
    reading = read_spans(message.text, context.now).reading
    days = {when.date_from for when in ((reading.when,) if reading.when else reading.candidates)}
    return bool(days & {start.astimezone(context.now.tzinfo).date() for start in context.visits})


def asked(message: Message, context: UnderstandingContext) -> AnyIntent | None:
    """The same in any words, where no rule knows what else is meant; and what one costs or takes."""
    if not message.asks or WANTS_ONE.search(message.flat):
        return None
    if _COSTS.search(message.flat) and (_OF_ONE.search(message.flat) or _EXISTS.search(message.flat)):
        return AskQuestion(query=message.text.strip())
    exists = _EXISTS.search(message.flat) or _FALLS_TO.search(message.flat) or known_patients(message, context)
    asks = exists and _ASKS_OF_IT.search(message.flat)
    return ListAppointments() if asks else None
