"""What a message asks for above all, by its parts: the first of these rules that applies."""

from __future__ import annotations

import re

from booking.intents import (
    AnyIntent,
    AskQuestion,
    HumanReason,
    ListAppointments,
    Manner,
    PrivacyRequest,
    Problem,
    RequestHuman,
    Smalltalk,
    Thank,
    Topic,
)
from booking.models import State
from nlu.acts import QUESTIONS, TOPICS, Act
from nlu.asking import known_things
from nlu.asking.past import recalled
from nlu.emergencies import alarms
from nlu.existing_visits import delays
from nlu.existing_visits.changes import cancelled, moved, moved_appointment
from nlu.existing_visits.corrections import of_the_one_just_shown, of_the_one_made
from nlu.existing_visits.whose import whose
from nlu.naming import names
from nlu.parts import Parts
from nlu.wishes import beside_requests, next_one
from nlu.wishes.new_bookings import booking, is_next, with_whom_else
from nlu.wishes.seeking import availability, start
from nlu.with_whom import specialties
from nlu.words.interrogative import (
    WHO_IS,
    WOULD_KNOW,
    is_of_a_doctor,
)
from nlu.words.turning_words import RATHER

_SHOULD_BE = re.compile(
    r" (?:mi|tengo(?: una)?|la) cita(?: [^ ?]+){0,9}? (?:que|quiero|necesito|prefiero|quisiera) (?:mi cita )?(?:que )?(?:sea|fuera|quede|quedara|seria)(?= )"
    r"| (?:mi cita|cita) la (?:tengo|tenia|agende|saque)(?: [^ ?]+){0,9}? la (?:quiero|quisiera|necesito|prefiero)(?= )"
    r"| (?:quiero|necesito|prefiero|quisiera) que mi cita (?:sea|fuera|quede|quedara)(?= )"
    r"| (?:tengo|tenia|tenemos)(?: (?:una|mi|la))? cita(?: [^ ,?]+){1,6}(?: ,)? (?:pero|mejor)(?: (?:ya|mejor|ahora|siempre|la verdad|creo que|yo))*"
    r" (?:(?:me|nos|se me) (?:conv\w+|acom\w+|qued\w+|gust\w+|serv\w+|sirv\w+|late|facilita|hace mas facil)|pref\w+|quiero|quisiera|puedo|podria|podriamos|necesito|ocupo)(?= )"
)
""" "Quiero que mi cita sea a las 4", "tengo cita el 27 pero me conviene más el 28": the one that exists, at another time."""
_INSTEAD_OF_ITS = re.compile(r" (?:mi|nuestra) (?:cita|consulta)(?: [^ ?]+){1,9}? en (?:vez|lugar) del?(?= )")
""" "Mi cita del viernes a las 5 en vez de a las 4"."""
_COMES = re.compile(r" si (?:(?:voy|vamos|va)(?! a (?:querer|necesitar|ocupar))|ire|iremos|ira|asist\w+)(?= )")
_MEETS = re.compile(r" (?:nos vemos|ahi (?:estare|nos|estaremos|llego|llegamos)|alla nos vemos)(?= )")
_OF_ANOTHERS = re.compile(
    r" (?:mi|una|un|otra|otro|el|la|alguna?) (?!doctora? )\w+ \w+(?:o|aron|ieron) su (?:cita|consulta|lugar)(?= )"
)
""" "Mi vecina canceló su cita, ¿me la puede dar?": nothing of the writer's was changed."""
_IS_IT_MADE = re.compile(
    r"^(?: ,| \?| y| a poco| entonces| pero| o sea| oiga| osea)*(?: ya)? (?:quedo|quedamos|se agendo|se aparto|la tengo)(?: ya)?(?: (?:mi|la))?(?: cita)?(?: (?:agendada|apartada|lista|confirmada|registrada))?(?: ,| verdad| o no)* \? $"
)
""" "¿Ya quedó?" of what is proposed: nothing has been made."""
_THANKS_FOR = re.compile(
    r"(?: [^ ,?]+){0,5}(?: ,)*(?: (?:muchas|muchisimas|mil|infinitas))? (?:gracias|agradec\w+) (?:por|de|a|el|la|su) "
)
""" "Muchas gracias por la atención de ayer"."""
_RATHER = re.compile(rf" (?:pero|{RATHER})(?= )")
_ITS_TIME = re.compile(
    r" (?:mi|nuestra|esa) (?:cita|consulta|turno|lugar|espacio) (?:del?|de la|de las)(?! .* (?:a las?|al?|para|pal?|por) ) "
)
_WHETHER_AT = re.compile(
    r"^(?: ,| y| entonces| si| oiga| mi| la| nuestra| cita| consulta| mia)* (?:es|era|sera|quedo|quedamos|sigue siendo) (?:hoy|manana|a|el|para|con)(?= )(?! (?:el )?(?:mismo|misma))[^,?]*(?:, )?(?:no )?(?:\? )+$"
)
""" "¿Es a las 5, verdad?", "¿mi cita es a las 5 o a las 6?": when the one that exists is."""


_PUT_WITH = re.compile(r"(?:pon|pong|pas)\w* con (?:el |la )?(?:dra?|doctora?)(?= |$)")


def _is_put_with(parts: Parts) -> bool:
    """ "Ponme con la doctora Ríos el jueves": with a time it is no call that is to be put through."""
    asked = [parts.words_of(found) for found in parts.found if found.act is Act.HUMAN]
    return bool(parts.doctor and parts.wish) and all(_PUT_WITH.match(words) for words in asked)


_NOBODY_ANSWERS = re.compile(r" (?:nadie|no|ni) (?:(?:me|nos) )?(?:contest|respond)\w*(?= )")


def _only_complains(parts: Parts) -> bool:
    """ "Nadie me contesta el teléfono, quiero una cita para el viernes": what is wished for can be done here."""
    calls = [found for found in parts.found if found.act is Act.HUMAN]
    wishes = parts.wish is not None and parts.has(Act.START, Act.AVAILABILITY)
    return wishes and all(_NOBODY_ANSWERS.search(f" {parts.words_of(one)} ") for one in calls)


def main_request(parts: Parts, text: str) -> tuple[list[AnyIntent], bool]:
    """What is asked for, and whether the words that ask are enough by themselves."""
    if found := alarms.alarm(parts, text):
        return [RequestHuman(reason=HumanReason.URGENT, unsure=found is alarms.Alarm.MAYBE)], True
    if WHO_IS.search(parts.message.flat) and not (parts.wish or parts.has(Act.START)):
        return [AskQuestion(query=text, topic=Topic.DOCTORS)], True
    if is_of_a_doctor(parts):
        return [AskQuestion(query=text)], True
    by_knowledge = specialties.who_knows(parts.message.flat)
    asks = parts.wish or parts.doctor or parts.visit.anyone or parts.has(Act.START)
    if by_knowledge and not asks:
        return [AskQuestion(query=text, topic=Topic.DOCTORS)], True
    if known_things.is_about_length(parts):
        return [AskQuestion(query=text, topic=Topic.DURATION)], True
    if parts.has(Act.HUMAN) and not by_knowledge and not (_is_put_with(parts) or _only_complains(parts)):
        return [RequestHuman()], True
    if coming := delays.late(parts, text):
        return [coming], True
    if parts.wish and parts.wish.problem is Problem.PAST and _THANKS_FOR.match(parts.message.flat) and not parts.found:
        return [Thank()], True
    if parts.has(Act.PRIVACY):
        return [PrivacyRequest()], True
    if parts.has(Act.RECALL):
        return [recalled(text, parts.context.now)], True
    if known := known_things.asked(parts, text):
        return [known], True
    if parts.has(Act.CHANGED) and _OF_ANOTHERS.search(parts.message.flat):
        return [], False
    if parts.has(Act.CHANGED) and not beside_requests.asks_beside_the_change(parts):
        return [ListAppointments()], True  # "me cancelaron la cita": what stands
    if parts.has(Act.CHANGES) and not parts.wish:
        return [AskQuestion(query=text, topic=Topic.CHANGES)], True
    if whom := with_whom_else(parts, text):
        return whom, True
    if parts.has(Act.CANCEL) and not parts.has(*QUESTIONS):
        return cancelled(parts)
    if parts.has(Act.MOVE):
        return moved(parts)
    made = parts.context.made is not None
    if not parts.in_flow and (
        names.is_wrong(parts.message, made=made) or (made and next_one.is_of_the_wrong_patient(parts.message.flat))
    ):
        parts.named = None
        return [RequestHuman()], True  # of an appointment that exists: staff put it right
    if not parts.in_flow and (next_one.is_for_the_writer(parts.message.flat) or is_next(parts)):
        return [availability(parts, None) if parts.wish and made else start(parts)], True
    if change := of_the_one_made(parts) or of_the_one_just_shown(parts):
        return [change], True
    if (
        not parts.in_flow
        and parts.wish
        and (_SHOULD_BE.search(parts.message.flat) or _INSTEAD_OF_ITS.search(parts.message.flat))
    ):
        return [moved_appointment(parts)], True
    if parts.context.state is State.CONFIRM and _IS_IT_MADE.match(parts.message.flat):
        return [AskQuestion(query=text, topic=Topic.PROPOSAL)], True
    own = parts.wish or (parts.doctor and " cita " in parts.message.flat)
    if parts.has(Act.LIST) or (not parts.in_flow and own and _WHETHER_AT.match(parts.message.flat)):
        return [ListAppointments(whose=whose(parts.message, parts.named, parts.context))], True
    if parts.has(Act.WAIT) and beside_requests.asks_beside(parts):
        return [], False  # "espera, ¿a qué hora era?"
    if parts.has(Act.WAIT) and not parts.has(Act.START, Act.AVAILABILITY) and not beside_requests.wishes_beside(parts):
        return [Smalltalk(manner=Manner.WAIT)], True
    rather = parts.in_flow and parts.wish and _RATHER.search(parts.message.flat)  # "ahí nos vemos, pero a las 5"
    if parts.has(Act.FAREWELL) and not rather and not parts.has(Act.START, Act.AVAILABILITY, Act.SHIFT):
        if not parts.in_flow and _COMES.search(parts.message.flat):
            return [], False  # "sí voy a ir mañana, ahí nos vemos"
        meets = parts.context.state is State.CONFIRM and _MEETS.search(parts.message.flat)
        return ([], False) if meets else ([Thank()], True)  # beside a proposal perhaps a yes
    of_times = parts.has(Act.AVAILABILITY, Act.START) or parts.wish or not parts.has(Act.QUESTION)
    asks_times = (parts.in_flow and parts.has(Act.AVAILABILITY)) or (parts.doctor and of_times)
    if parts.has(*QUESTIONS) and not asks_times:
        return beside_requests.question_and_wish(parts, text)
    wished = parts.has(Act.AVAILABILITY, Act.START) or beside_requests.wished_apart(parts)
    if parts.has(Act.QUESTION) and parts.doctor and wished:
        topic = next((TOPICS.get(f.act) or f.topic for f in parts.found if f.act in QUESTIONS), None)
        return [AskQuestion(query=text, topic=topic), availability(parts, None)], True
    if not parts.in_flow and _ITS_TIME.search(parts.message.flat) and not parts.has(Act.START, Act.AVAILABILITY):
        return [], False  # "tache mi cita del jueves": something is to be done about it, and nobody knows what
    if WOULD_KNOW.search(parts.message.flat) and not (
        parts.wish or parts.doctor or parts.has(Act.AVAILABILITY, Act.SHIFT)
    ):
        return [AskQuestion(query=text)], True  # "¿me puede decir si la consulta incluye el ultrasonido?"
    if parts.specialists and not parts.wish:  # they are told who these are
        return [AskQuestion(query=text, topic=Topic.DOCTORS)], True
    return booking(parts), False
