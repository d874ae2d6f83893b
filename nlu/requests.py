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
    ListAppointments,
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
from nlu.account import left_over
from nlu.acts import QUESTIONS
from nlu.asking import known_things
from nlu.carried import asking, carried, fields, is_asked_for
from nlu.doubts import doubted
from nlu.main_request import main_request
from nlu.naming import listed_people, second_person
from nlu.naming.name_words import RELATIONS
from nlu.parts import Parts
from nlu.taken_apart import taken_apart
from nlu.when import read_spans
from nlu.when.words import REFUSING
from nlu.wishes import beside_requests, hours_of_each, several
from nlu.wishes.beside_a_search import may_offer
from nlu.wishes.other_of_several import on_days_of_their_own, told_of
from nlu.wishes.refusals import together, without_what_stays
from nlu.with_whom import doctors
from nlu.words.courtesies import without_greeting, without_polite_no
from nlu.words.filler import FILLER
from nlu.words.interrogative import (
    asks_of_the_clinic,
    is_barely_said,
    is_of_work,
    wishes,
)
from nlu.words.message import Message
from nlu.words.statements import clauses_that_tell
from nlu.words.verbs import Said, verbs

_FOR_THEM = re.compile(
    rf" (?:de|para|por|a) (?:mi|una?) (?:{'|'.join(sorted(RELATIONS))})(?= )(?: [^?]*)? (?:le|les) (?:l[ao] )?(?:pued|podr|dan|den|dar|agend|apart|atiend|revis|conseg|consig)"
)
""" "Le hablo por lo de mi suegra, que si le pueden dar consulta": who it is for is said by a pronoun."""
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
    looks = context.state is State.SLOT_SELECTION  # with nothing begun "Dr. Salas, buenas tardes" only greets him
    titled = doctors.with_title(called, message, context.doctors)
    if (titled is not message and not message.clauses()[1:]) and (
        looks or (context.state is State.IDLE and read_spans(message.text, context.now).spans)
    ):
        message = titled
    message = without_polite_no(message)
    if context.state is State.IDLE or context.picking:
        message = without_what_stays(message)
    if context.state is State.IDLE and (two := several.two_changes(message)) is not None:
        one = _composed(two[0], context, hello, two[0].text.strip())
        return one._replace(unread=(*one.unread, two[1]))
    if (hours := hours_of_each.each(message, context)) is not None:
        said = composed(hours.rest, context) if hours.rest.words else Composed([])
        if (told := hours.told(said.intents)) is not None:
            return said._replace(intents=[*([Greet()] if hello else []), *told], sure=not said.unread)
    if context.state is State.IDLE and (people := listed_people.listed(message)):
        said = composed(people.rest, context)
        if any(isinstance(intent, StartBooking) for intent in said.intents):
            return said._replace(intents=people.told(said.intents))
    said = _composed(message, context, hello, whole)
    if context.state is State.IDLE and (each := _on_days_of_their_own(message, said)):
        return each
    if (first := several.first_of(message, context.state)) is not None:
        one = _composed(first, context, hello, first.text.strip())
        nothing = not one.intents and one.left and several.only_says_whose(message)  # "¿hay guardería para mis niños?"
        if not nothing and not any(isinstance(intent, _OUTWEIGHS) for intent in one.intents):
            other, wishes = told_of(message, first, context), taken_apart(message, context).wish
            intents = several.a_day_each(message, several.of_several(one.intents, wishes, other), wishes)
            unread = tuple(said for said in one.unread if said.casefold() not in several.SAID_BY_SEVERAL)
            return one._replace(intents=intents, sure=True, unread=unread)
    named = any(isinstance(i, ProvideCustomerData) and i.name for i in said.intents)
    if named and (second := second_person.two_people(message)):  # nobody knows whose the first is
        nobody: list[AnyIntent] = [i for i in said.intents if not isinstance(i, ProvideCustomerData)]
        return said._replace(intents=nobody, unread=(*said.unread, second))
    if not together(message):
        return said
    both = [i.model_copy(update={"several": True}) if isinstance(i, StartBooking) else i for i in said.intents]
    return said._replace(intents=both, sure=said.sure and both != said.intents)


def _on_days_of_their_own(message: Message, said: Composed) -> Composed | None:
    """Several appointments, each on a day that is said; what says how many is read with them."""
    if (each := on_days_of_their_own(message, said.intents)) is None:
        return None
    intents, tokens = each
    words = {message.tokens[i].raw for i in tokens}
    unread = tuple(left for left in said.unread if not {*left.split()} <= words)
    return said._replace(intents=intents, sure=not unread, unread=unread)


def _composed(message: Message, context: UnderstandingContext, hello: bool, whole: str) -> Composed:
    parts = taken_apart(message, context)
    main, told = main_request(parts, whole)
    intents: list[AnyIntent] = [Greet()] if hello else []
    about_booking = not main or isinstance(main[-1], StartBooking | CheckAvailability | SelectSlot)
    changed = bool(main) and isinstance(main[-1], CancelAppointment | RescheduleAppointment | ListAppointments)
    if (named := parts.named) and (named.name or about_booking) and not (named.for_other and changed):
        intents.append(
            ProvideCustomerData(
                name=named.name,
                for_other=named.for_other,
                for_self=named.for_self,
                instead_of=named.instead_of,
                of_patient=named.of_patient and context.state is State.IDLE,
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
        theirs |= (parts.timed if one else set()) | parts.told
        left_out = left_over(message, known, of_stories=theirs, asked=not acts)
        unread = left_out if is_asked_for(parts, intents) else (*clauses_that_tell(message, parts.timed), *left_out)
        if is_asked_for(parts, intents) and may_offer(parts, intents, unread):
            unread = ()
        unread = unread or doubted(parts, intents, known)
    return Composed(intents, left, bool(intents) and named_surely and (told or not left), unread, fields(parts), beside)


def _asking(parts: Parts, main: list[AnyIntent]) -> set[int]:
    """The tokens that ask; of a question that the agenda answers, all of it."""
    known = any(isinstance(i, AskQuestion) and (i.when or i.doctor or i.specialty) for i in main)
    return asking(parts) | (known_things.stretch(parts) if known else set())


def _asked_anyway(intents: list[AnyIntent]) -> bool:
    """Whether the time that was said is asked about already."""
    readings = (vars(intent).get("when") for intent in intents)
    return any(isinstance(reading, Reading) and reading.problem is Problem.UNREAD for reading in readings)
