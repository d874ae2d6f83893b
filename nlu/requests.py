"""What the parts of a message mean together: intents, in the order in which they are to be handled."""

from __future__ import annotations

import re
from typing import NamedTuple

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Deny,
    Greet,
    HumanReason,
    ListAppointments,
    Manner,
    PrivacyRequest,
    Problem,
    ProvideCustomerData,
    Reading,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
    Topic,
)
from booking.models import State, UnderstandingContext
from nlu import alarms, beside_requests, doctors, known_things, listed_people, names, next_one, several, specialties
from nlu.account import left_over
from nlu.acts import QUESTIONS, TOPICS, Act
from nlu.carried import asking, carried, fields, is_asked_for
from nlu.changes import cancelled, moved, moved_appointment
from nlu.corrections import of_the_one_just_shown, of_the_one_made
from nlu.courtesies import without_greeting, without_polite_no
from nlu.doubts import doubted
from nlu.filler import FILLER
from nlu.interrogative import (
    WHO_IS,
    WOULD_KNOW,
    asks_of_the_clinic,
    is_barely_said,
    is_of_a_doctor,
    is_of_work,
    wishes,
)
from nlu.message import Message
from nlu.name_words import RELATIONS
from nlu.new_bookings import booking, is_next, with_whom_else
from nlu.other_of_several import on_days_of_their_own, told_of
from nlu.parts import Parts, taken_apart
from nlu.past import recalled
from nlu.refusals import together, without_what_stays
from nlu.seeking import availability, start
from nlu.statements import clauses_that_tell
from nlu.verbs import Said, verbs
from nlu.when.words import REFUSING
from nlu.whose import whose

_SHOULD_BE = re.compile(
    r" (?:mi|tengo(?: una)?|la) cita(?: [^ ?]+){0,9}? (?:que|quiero|necesito|prefiero|quisiera) (?:mi cita )?(?:que )?(?:sea|fuera|quede|quedara|seria)(?= )"
    r"| (?:mi cita|cita) la (?:tengo|tenia|agende|saque)(?: [^ ?]+){0,9}? la (?:quiero|quisiera|necesito|prefiero)(?= )"
    r"| (?:quiero|necesito|prefiero|quisiera) que mi cita (?:sea|fuera|quede|quedara)(?= )"
    r"| (?:tengo|tenia|tenemos)(?: (?:una|mi|la))? cita(?: [^ ,?]+){1,6}(?: ,)? (?:pero|mejor)(?: (?:ya|mejor|ahora|siempre|la verdad|creo que|yo))*"
    r" (?:(?:me|nos|se me) (?:conv\w+|acom\w+|qued\w+|gust\w+|serv\w+|sirv\w+|late|facilita|hace mas facil)|pref\w+|quiero|quisiera|puedo|podria|podriamos|necesito|ocupo)(?= )"
)
""" "Quiero que mi cita sea a las 4", "tengo cita el 27 pero me conviene más el 28": the one that exists, at another time."""
_FOR_THEM = re.compile(
    rf" (?:de|para|por|a) (?:mi|una?) (?:{'|'.join(sorted(RELATIONS))})(?= )(?: [^?]*)? (?:le|les) (?:l[ao] )?(?:pued|podr|dan|den|dar|agend|apart|atiend|revis|conseg|consig)"
)
""" "Le hablo por lo de mi suegra, que si le pueden dar consulta": who it is for is said by a pronoun."""
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
_RATHER = re.compile(r" (?:pero|mejor)(?= )")
_ITS_TIME = re.compile(
    r" (?:mi|nuestra|esa) (?:cita|consulta|turno|lugar|espacio) (?:del?|de la|de las)(?! .* (?:a las?|al?|para|pal?|por) ) "
)
_WHETHER_AT = re.compile(
    r"^(?: ,| y| entonces| si| oiga| mi| la| nuestra| cita| consulta)* (?:es|era|sera|quedo|quedamos|sigue siendo) (?:hoy|manana|a|el|para|con)(?= )(?! (?:el )?(?:mismo|misma))[^,?]*(?:, )?(?:\? )+$"
)
""" "¿Es a las 5, verdad?", "¿mi cita es a las 5 o a las 6?": when the one that exists is."""
_OUTWEIGHS = (RequestHuman, RescheduleAppointment, CancelAppointment, AskQuestion, PrivacyRequest)
_ACTED_ON = (
    StartBooking,
    CheckAvailability,
    SelectSlot,
    ProvideCustomerData,
    CancelAppointment,
    CancelBooking,
    RescheduleAppointment,
    Deny,
    ListAppointments,
    Smalltalk,
    Thank,
)


class Composed(NamedTuple):
    """The intents of a message in the order of handling, the words that no rule took, whether that is sure, what was
    left over of a request that would be acted on, as it was written, and the clauses beside a question that is all
    that was understood."""

    intents: list[AnyIntent]
    left: tuple[str, ...] = ()
    sure: bool = True
    unread: tuple[str, ...] = ()
    carried: tuple[tuple[str, str], ...] = ()
    beside: str = ""


def composed(message: Message, context: UnderstandingContext) -> Composed:
    """What a message asks for by its parts."""
    whole = message.text.strip()
    called, (message, hello) = message, without_greeting(message)
    if context.state is State.SLOT_SELECTION and not message.clauses()[1:]:
        message = doctors.with_title(called, message, context.doctors)
    message = without_polite_no(message)
    if context.state is State.IDLE:
        message = without_what_stays(message)
        if (two := several.two_changes(message)) is not None:
            one = _composed(two[0], context, hello, two[0].text.strip())
            return one._replace(unread=(*one.unread, two[1]))
    if context.state is State.IDLE and (people := listed_people.listed(message)):
        said = composed(people.rest, context)
        if any(isinstance(intent, StartBooking) for intent in said.intents):
            return said._replace(intents=people.told(said.intents))
    if context.state is State.IDLE and (each := _on_days_of_their_own(message, context, hello, whole)):
        return each
    if (first := several.first_of(message, context.state)) is not None:
        one = _composed(first, context, hello, first.text.strip())
        nothing = not one.intents and one.left and several.only_says_whose(message)  # "¿hay guardería para mis niños?"
        if not nothing and not any(isinstance(intent, _OUTWEIGHS) for intent in one.intents):
            other = told_of(message, first, context)
            intents = several.of_several(one.intents, taken_apart(message, context).wish, other)
            unread = tuple(said for said in one.unread if said.casefold() not in several.SAID_BY_SEVERAL)
            return one._replace(intents=intents, sure=True, unread=unread)
    said = _composed(message, context, hello, whole)
    named = any(isinstance(i, ProvideCustomerData) and i.name for i in said.intents)
    if named and (second := several.two_people(message)):  # nobody knows whose the first is
        nobody: list[AnyIntent] = [i for i in said.intents if not isinstance(i, ProvideCustomerData)]
        return said._replace(intents=nobody, unread=(*said.unread, second))
    if not together(message):
        return said
    both = [i.model_copy(update={"several": True}) if isinstance(i, StartBooking) else i for i in said.intents]
    return said._replace(intents=both, sure=said.sure and both != said.intents)


def _on_days_of_their_own(message: Message, context: UnderstandingContext, hello: bool, whole: str) -> Composed | None:
    """Several appointments, each on a day that is said; what says how many is read with them."""
    said = _composed(message, context, hello, whole)
    if (each := on_days_of_their_own(message, said.intents)) is None:
        return None
    intents, tokens = each
    words = {message.tokens[i].raw for i in tokens}
    unread = tuple(left for left in said.unread if not {*left.split()} <= words)
    return said._replace(intents=intents, sure=not unread, unread=unread)


def _composed(message: Message, context: UnderstandingContext, hello: bool, whole: str) -> Composed:
    parts = taken_apart(message, context)
    main, told = _main(parts, whole)
    intents: list[AnyIntent] = [Greet()] if hello else []
    about_booking = not main or isinstance(main[-1], StartBooking | CheckAvailability | SelectSlot)
    changed = bool(main) and isinstance(main[-1], CancelAppointment | RescheduleAppointment | ListAppointments)
    if (named := parts.named) and (named.name or about_booking) and not (named.for_other and changed):
        intents.append(
            ProvideCustomerData(
                name=named.name, for_other=named.for_other, for_self=named.for_self, instead_of=named.instead_of
            )
        )
    elif about_booking and main and parts.named is None and _FOR_THEM.search(message.flat):
        intents.append(ProvideCustomerData(for_other=True))
    intents += main
    guess = bool(main) and all(isinstance(intent, AskQuestion) and intent.topic is None for intent in main)
    left = tuple(
        word
        for index, token in enumerate(message.tokens)
        if index not in parts.taken and token.kind in ("word", "number")
        for word in token.text.split()
        if word not in FILLER and not (word == "no" and index == 0) and not (parts.refused and word in REFUSING)
    )
    if guess and not parts.has(*QUESTIONS) and wishes(message):
        return Composed([], left, False)  # "la cita que tengo no voy a poder, ¿qué se puede hacer?"
    past = parts.wish is not None and parts.wish.problem is Problem.PAST
    if past and left and not parts.named and not is_asked_for(parts, main):
        return Composed([], left, False)
    nobody = parts.named is None or not (parts.named.name or parts.named.for_self or parts.in_flow)
    of_the_clinic = bool(left) and not message.odd and asks_of_the_clinic(message) and not wishes(message)
    more = any(word not in RELATIONS for word in left)  # than whose it is: "¿hay guardería para mi hijo?"
    beside_the_clinic = of_the_clinic and more and message.asks and not parts.in_flow
    beside_question = bool(parts.named and not parts.named.name and message.asks and more)  # "¿y si llevo a mis niños?"
    if (
        not main
        and left
        and not parts.message.odd
        and (nobody or beside_question)
        and parts.named
        and not beside_the_clinic
    ):
        return Composed([], left, False)  # somebody is spoken of, and nothing is asked for
    if not main and (not parts.named or (nobody and beside_the_clinic)):
        if of_the_clinic:
            asked: list[AnyIntent] = [*([Greet()] if hello else []), AskQuestion(query=whole)]
            question = asking(parts)
            unread = left_over(message, question, asked=True)
            return Composed(asked, left, False, unread, beside=beside_requests.beside_the_question(message, question))
        if left:
            return Composed([], left, False)
    if is_of_work(parts, intents, left) or is_barely_said(parts, intents, left):
        return Composed([], left, False)
    named_surely = parts.named is None or parts.named.sure
    whom = any(isinstance(i, AskQuestion) and i.topic is Topic.DOCTORS for i in intents) and not message.asks
    acts = whom or any(isinstance(intent, _ACTED_ON) for intent in intents)
    asks = any(isinstance(intent, AskQuestion) for intent in intents)
    unread, beside = (), ""
    question = _asking(parts, main) if asks else set[int]()
    if asks and all(isinstance(intent, AskQuestion | Greet) for intent in intents):
        beside = beside_requests.beside_the_question(message, question)
    if (acts or asks) and not _asked_anyway(intents):
        known = carried(parts, intents) | question
        theirs = (
            set(parts.named.tokens) if parts.named and parts.named.for_other and not parts.named.name else set[int]()
        )
        theirs |= {verb.place for verb in verbs(message) if verb.said in (Said.TOLD, Said.OTHER)}
        one = parts.wish is None or not parts.wish.candidates  # of several days one may be told of, and not wished for
        theirs |= parts.timed if one else set()
        left_out = left_over(message, known, of_stories=theirs, asked=not acts)
        unread = left_out if is_asked_for(parts, intents) else (*clauses_that_tell(message, parts.timed), *left_out)
        unread = unread or doubted(parts, intents, known)
    return Composed(intents, left, bool(intents) and named_surely and (told or not left), unread, fields(parts), beside)


def _asking(parts: Parts, main: list[AnyIntent]) -> set[int]:
    """The tokens that ask; of a question that the agenda answers, all of it."""
    known = any(isinstance(i, AskQuestion) and (i.when or i.doctor or i.specialty) for i in main)
    return asking(parts) | (known_things.stretch(parts) if known else set())


def _asked_anyway(intents: list[AnyIntent]) -> bool:
    """Whether the time that was said is asked about already."""
    readings = (getattr(intent, "when", None) for intent in intents)
    return any(isinstance(reading, Reading) and reading.problem is Problem.UNREAD for reading in readings)


def _main(parts: Parts, text: str) -> tuple[list[AnyIntent], bool]:
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
    if parts.has(Act.HUMAN) and not by_knowledge:
        return [RequestHuman()], True
    if alarms.is_late(parts):
        return [RequestHuman(reason=HumanReason.LATE, minutes=alarms.minutes_late(parts))], True
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
    if not parts.in_flow and parts.wish and _SHOULD_BE.search(parts.message.flat):
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
        meets = parts.context.state is State.CONFIRM and _MEETS.search(parts.message.flat)
        return ([], False) if meets else ([Thank()], True)  # beside a proposal perhaps a yes
    of_times = parts.has(Act.AVAILABILITY, Act.START) or parts.wish or not parts.has(Act.QUESTION)
    asks_times = (parts.in_flow and parts.has(Act.AVAILABILITY)) or (parts.doctor and of_times)
    if parts.has(*QUESTIONS) and not asks_times:
        return beside_requests.question_and_wish(parts, text)
    if parts.has(Act.QUESTION) and parts.doctor and parts.has(Act.AVAILABILITY, Act.START):
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
