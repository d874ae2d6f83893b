"""What a whole message means that means one thing: yes, no, a choice, a name, small talk. Each rule takes all of it or leaves
it; what a part of it says is read by the reader that is handed on."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache

from booking.intents import (
    OWN,
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import State, UnderstandingContext
from nlu import acts
from nlu.acts import Act
from nlu.answers import agreed, giving_up, questions, refused_beside, small_talk, yes_no, yes_to_that_time
from nlu.answers.opting_out import plainly
from nlu.answers.small_talk import is_foreign
from nlu.asking import whole_questions
from nlu.choosing import (
    about_what_is_shown,
    choices,
    chosen_on_condition,
    conclusions,
    latest_of_all,
    option_or_day,
    picking,
    refused_options,
)
from nlu.emergencies.alarms import is_called_so
from nlu.existing_visits import after_all, corrections, no_longer_coming
from nlu.existing_visits.corrections import the_one_confirmed, the_one_made
from nlu.naming import bare_names, forms, name_corrections, names, second_person, surnames
from nlu.parsed import MOST_INTENTS, Parse, Reader, meant
from nlu.wishes import before_that, one_more, several
from nlu.with_whom import doctors
from nlu.words.courtesies import without_closing
from nlu.words.message import Message

Rule = Callable[[Message, UnderstandingContext, Reader], Parse | None]

_ONE = r"(?:(?:la|el|opcion|la opcion|numero) )?(?:[1-9]|10|[a-j]|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|ultim[ao])"
_EITHER = re.compile(
    rf"(?:(?:quiero|prefiero|puede ser|seria|que sea) )?{_ONE} [oy] {_ONE}(?: (?:por favor|porfa|pf))?"
)

_NO_NAME = acts.ILLNESS | {Act.URGENCY, Act.HUMAN}
"""What is never said with a name alone."""


def _alone(said_by: Callable[[Message, UnderstandingContext], AnyIntent | None]) -> Rule:
    """The rule of what a whole message means by itself."""

    def rule(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
        said = said_by(message, context)
        return Parse((said,)) if said else None

    return rule


def _nothing(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """No word and no sign that says anything."""
    if message.words or message.emoji:
        return None
    return Parse((Unknown(),))


def _consent(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """BAJA and ALTA, alone."""
    out = plainly(message)
    return None if out is None else Parse((OptOut(undo=not out),))


def _answer(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """Yes, no, giving up; right after an appointment was made, or they said that they come, giving that one up."""
    if context.state is State.IDLE and yes_no.thinks_better(message):
        if which := the_one_made(context) or the_one_confirmed(context):
            return Parse((CancelAppointment(when=which),))
        if context.visits and context.expected is None and "siempre" in message.words:
            return Parse((CancelAppointment(),))
    said = yes_no.answer(message, context.state, context.purpose)
    return Parse((said,)) if said else None


def _agreed(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """A yes beside a question, thanks or a farewell."""
    found = agreed.read(message, context, lambda rest: meant(read(rest, context)))
    if not found and (rest := yes_to_that_time.without_it(message, context)):
        found = agreed.read(rest, context, lambda rest: meant(read(rest, context)))
    return Parse(found[:MOST_INTENTS]) if found else None


def _choice(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """One of the offered times, by number, letter or place."""
    if several.MANY.search(message.flat):
        return None  # "la 2, somos dos": more than a choice
    numbers = [choices.NUMBERS.get(word) or (int(word) if word.isdecimal() else 0) for word in message.words]
    if (
        context.offered
        and max(numbers, default=0) <= len(context.offered)
        and _EITHER.fullmatch(" ".join(message.words))
    ):
        return Parse((Unknown(),))  # two of those offered: neither is chosen, and no hour was said
    option = (
        choices.of_a_gone_list(message, context)
        or choices.chosen(message, context)
        or conclusions.chosen(message, context, cache(lambda said: meant(read(said, context))))
    )
    if option and (
        time := choices.maybe_an_hour(message, option, context) or option_or_day.maybe_a_day(message, option, context)
    ):
        return Parse((time,))
    return Parse((SelectSlot(option=option),)) if option else None


def _put_right(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """The right time instead of a wrong one."""
    right = corrections.right_time(message, context)
    said = read(right.text, context) if right else None
    if said is None or not any(
        isinstance(i, CheckAvailability | SelectSlot | RescheduleAppointment) for i in said.intents
    ):
        return None
    wish = next((i for i in said.intents if isinstance(i, CheckAvailability)), None)
    last = context.made or (context.visits[0] if len(context.visits) == 1 else None)
    if context.state is State.IDLE and wish and last:  # of the one there is, which is asked
        of = corrections.exactly(last.astimezone(context.now.tzinfo))
        return Parse((RescheduleAppointment(when=wish.when, of=of, unsure=context.made is None),))
    if context.state is State.IDLE and context.made:  # which one is not asked
        sure = {"unsure": False}
        return Parse(
            tuple(i.model_copy(update=sure) if isinstance(i, RescheduleAppointment) else i for i in said.intents)
        )
    return said


IN_ENGLISH = Parse((Unknown(why=UnknownWhy.LANGUAGE),))


def _foreign(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """Another language."""
    return IN_ENGLISH if is_foreign(message) else None


def _name(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """A name alone where one was asked for, or a whole one where it is on screen and may be wrong."""
    if context.state is State.IDLE and not questions.searches(context.expected):
        return None
    message = without_closing(message)
    if told := surnames.completed(message, context):
        return Parse((told,))
    if context.state is State.CUSTOMER_DATA and (both := second_person.writer_and_other(message)):
        own = bare_names.bare(Message.of(both[0]))
        if own is not None and own.name is not None and own.whole:
            return Parse((ProvideCustomerData(name=own.name, for_self=True),), sure=False, unread=(both[1],))
    if context.state is State.CUSTOMER_DATA and (pointed := second_person.pointed_at(message)):
        theirs, mine = bare_names.bare(Message.of(pointed[1])), pointed[0] == OWN
        if theirs is not None and theirs.name is not None and theirs.whole and theirs.sure:
            return Parse((ProvideCustomerData(name=theirs.name, for_self=mine, for_other=not mine),))
    titled = message.words[:1] in (("doctor",), ("doctora",)) and context.state is not State.SLOT_SELECTION
    if titled and (known := doctors.wanted(message, context.doctors)) and _is_all_of_it(message, known.name, context):
        return Parse((Unknown(),))  # "Dr. Salas": a doctor, or a patient who is called so
    if (right := name_corrections.spelt(message)) is not None:
        return Parse((ProvideCustomerData(name=right.name, instead_of=right.instead_of),))
    if told := forms.filled_in(message, context):
        return Parse((told,))
    named = bare_names.bare(message)
    if named is None or named.name is None or not named.whole:
        return None
    if context.state is not State.CUSTOMER_DATA and not (named.sure and " " in named.name):
        return None
    if context.state in (State.IDLE, State.SLOT_SELECTION) and not names.begins_given(named.name):
        return None
    if any(found.act in _NO_NAME for found in acts.find(message)) and not is_called_so(message):
        return None
    if context.other_unnamed and context.state is State.CONFIRM:  # this one has a name, and the other none
        return Parse((StartBooking(several=True, other=named.name.split()[0]),), named.sure)
    return Parse((ProvideCustomerData(name=named.name),), named.sure)


def _is_all_of_it(message: Message, doctor: str | None, context: UnderstandingContext) -> bool:
    """Whether a message is no more than the title and name of a doctor of the clinic's."""
    return doctor in context.doctors and {*message.words} <= {*Message.of(doctor or "").words}


_STAYS_HERE = re.compile(
    r"(?:(?:si|mejor|prefiero|quiero|quisiera|ya) )*(?:seguir|sigo|sigamos|continuar|continuo)(?: (?:hablando|platicando))?"
    r" (?:(?:por )?aqui|contigo|con usted|con el (?:asistente|bot|robot))(?: (?:mejor|por favor|porfa|gracias))*"
)
""" "Seguir aquí", as the button under a call for a person says it."""


def _with_the_assistant(message: Message, context: UnderstandingContext) -> Parse | None:
    """Who goes on with the assistant, and waits for no person."""
    said = not message.asks and _STAYS_HERE.fullmatch(" ".join(message.words))
    return Parse((RequestHuman(undo=True),)) if said else None


def _second_order(message: Message, context: UnderstandingContext, read: Reader) -> Parse | None:
    """Another appointment besides: with a full yes to the one under way it follows that; else it is for later, and what
    is under way is shown again."""
    if one_more.is_one(message, context) and (both := one_more.agreed_with(message, context, read)):
        return Parse(both)
    if context.expected and context.expected.understood and one_more.is_with_a_yes(message):
        return Parse((Unknown(doubt=True),), sure=False)  # one at a time: what was understood is asked about once more
    if one_more.is_one(message, context):
        return Parse((one_more.kept_for_later(message, context, read),))
    return Parse((Unknown(),)) if one_more.may_be_one(message, context) else None


def _without_reader(rule: Callable[[Message, UnderstandingContext], Parse | None]) -> Rule:
    """The rule of what asks for no other reading."""
    return lambda message, context, read: rule(message, context)


RULES: tuple[Rule, ...] = (
    _nothing,
    _consent,
    _without_reader(_with_the_assistant),
    _alone(after_all.stays),
    no_longer_coming.read,
    _alone(picking.answer),
    _answer,
    _agreed,
    _alone(yes_to_that_time.read),
    _alone(yes_to_that_time.left),
    refused_beside.wished,
    _alone(about_what_is_shown.asked_of_a_time),
    _alone(about_what_is_shown.asked),
    _alone(giving_up.read),
    _put_right,
    latest_of_all.read,
    _without_reader(refused_options.read),
    _choice,
    chosen_on_condition.read,
    _without_reader(small_talk.talk),
    _without_reader(small_talk.aside),
    _foreign,
    _name,
    _second_order,
    whole_questions.of_its_feast,
    whole_questions.of_who_writes,
    whole_questions.of_what_others_say,
    whole_questions.of_one_others_made,
    before_that.read,
)
"""Each takes a whole message or leaves it."""
