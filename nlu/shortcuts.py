"""The deterministic reading: text → typed intents, by closed lists and rules. No model, no guess.

Whole messages that mean one thing come first (yes, no, a choice, a greeting); everything else is composed of what
its parts say. What cannot be read is `Unknown`; `parse` also tells whether the reading is sure.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    Clear,
    Confirm,
    Greet,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    Source,
    StartBooking,
    Understanding,
    Unknown,
    UnknownWhy,
)
from booking.models import State, UnderstandingContext
from nlu import (
    about_what_is_shown,
    acts,
    agreed,
    as_before,
    choices,
    conclusions,
    corrections,
    doctors,
    forms,
    giving_up,
    name_corrections,
    names,
    notes,
    offered,
    picking,
    questions,
    repetition,
    several,
    several_questions,
    small_talk,
    staff_messages,
    surnames,
    waiting_requests,
    yes_no,
)
from nlu.acts import Act
from nlu.alarms import is_called_so
from nlu.closed_phrases import (
    THOUGHT_BETTER,
)
from nlu.corrections import the_one_made
from nlu.courtesies import is_called_for, without_closing, without_greeting
from nlu.message import MAX_CHARS, Message
from nlu.opting_out import near_baja, plainly, refusing
from nlu.parsed import MOST_INTENTS, Parse
from nlu.questions import answer_to, cannot, of_each
from nlu.requests import composed
from nlu.small_talk import is_foreign

_ONE = r"(?:(?:la|el|opcion|la opcion|numero) )?(?:[1-9]|10|[a-j]|primer[ao]?|segund[ao]|tercer[ao]?|cuart[ao]|quint[ao]|ultim[ao])"
_EITHER = re.compile(
    rf"(?:(?:quiero|prefiero|puede ser|seria|que sea) )?{_ONE} [oy] {_ONE}(?: (?:por favor|porfa|pf))?"
)

_NO_NAME = acts.ILLNESS | {Act.URGENCY, Act.HUMAN}
"""What is never said with a name alone."""
_CHANGES = re.compile(rf" (?:{agreed.CHANGING})(?= )")
"""What changes something, or may: with it, what is not understood leaves no proposal that a later yes could answer."""

_DEPENDS = re.compile(r" (?:si|no|depende|segun|caro|cara|mientras|siempre|entonces)(?= )")
""" "¿Aceptan tarjeta? Si no, mejor el jueves": what stands beside the question waits for its answer."""
_BESIDE = (StartBooking, CheckAvailability, SelectSlot, ProvideCustomerData, RescheduleAppointment, CancelAppointment)


class Shortcuts:
    """Implements the extractor port without a model."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """What the text means. Never raises; what it cannot read is `Unknown`."""
        return Understanding(intents=meant(parse(text, context)), source=Source.SHORTCUT)

    def parse(self, text: str, context: UnderstandingContext) -> Parse:
        """The reading, with what it carries and whether it needs no second opinion."""
        return parse(text, context)

    def is_sure(self, text: str, context: UnderstandingContext) -> bool:
        """Whether the reading needs no second opinion."""
        return parse(text, context).sure


def meant(said: Parse) -> tuple[AnyIntent, ...]:
    """What is to be done about a reading: where something was left over, that is asked about, and nothing is done."""
    if not said.unread:
        return said.intents
    understood = tuple(intent for intent in said.intents if isinstance(intent, Clear))
    asked = Unknown(why=UnknownWhy.PARTLY, understood=understood, left=said.unread)
    return (asked if asked.says_back else Unknown(),)


Rule = Callable[[Message, UnderstandingContext], Parse | None]


def parse(text: str, context: UnderstandingContext) -> Parse:
    """The reading of a text."""
    said = several_questions.alone(text, _parse(text, context), lambda one: _read(one, context))
    return several_questions.beside_a_story(text, said, context, lambda one: _read(one, context)) or said


def _parse(text: str, context: UnderstandingContext) -> Parse:
    """What it tells the doctor is set aside first; a call for a human outweighs that."""
    if each := of_each(context.expected, Message.of(text)):
        return Parse(each)
    if given := questions.mark(context.expected, Message.of(text)):
        return Parse((given,))
    if answered := offered.answered(context, Message.of(text)) or answer_to(context.expected, Message.of(text)):
        return Parse((answered,))
    work = staff_messages.meant_by_staff(text, context, lambda: _read(text, context).intents)
    if work is not None:
        return work
    text = refusing(text[:MAX_CHARS])
    if like := as_before.asked(text, context, lambda rest: parse(rest, context)):
        return like
    whole = _read(text, context)
    if taken := offered.for_another(context.expected, Message.of(text), whole.intents):
        return Parse((taken,))
    if any(isinstance(intent, RequestHuman | OptOut) for intent in whole.intents):
        return whole
    if beside := several_questions.asked(text, whole, lambda one: _read(one, context)):
        return beside
    if all(isinstance(one, Unknown) for one in whole.intents) and (no := cannot(context.expected, Message.of(text))):
        return Parse((no,))
    if of_the_list := waiting_requests.asked(text, context):
        return of_the_list
    if again := repetition.asked(text, context, lambda rest: parse(rest, context)):
        return again
    if near := near_baja(text, lambda rest: _read(rest, context).intents):
        return Parse(near[:MOST_INTENTS])
    if reason := _why(text[:MAX_CHARS], context):
        return Parse((ProvideCustomerData(reason=reason),))
    noted = notes.cut(text[:MAX_CHARS], lambda clause: _says_something(clause, context))
    if noted is None:
        return _with_complaint(whole, text, context)
    if context.asked is not None:  # an order of staff's keeps no note: what stands beside a yes is not taken for said
        return Parse((Unknown(doubt=True),))
    rest = _read(noted.rest, context)
    said = [i for i in rest.intents if not isinstance(i, Unknown)]
    if agreed.changes(noted.note, context):
        said = [i for i in said if not isinstance(i, Confirm)]
    about = next((i for i in said if isinstance(i, ProvideCustomerData)), ProvideCustomerData())
    others = [i for i in said if i is not about][: MOST_INTENTS - 1]
    return Parse(
        (*others, about.model_copy(update={"reason": noted.note})), leftovers=rest.leftovers, unread=rest.unread
    )


def _with_complaint(said: Parse, text: str, context: UnderstandingContext) -> Parse:
    """The reading of a wish for an appointment, with what ails the patient for the doctor."""
    wished = any(isinstance(intent, StartBooking | CheckAvailability) for intent in said.intents)
    if context.state is not State.IDLE or not wished or len(said.intents) >= MOST_INTENTS:
        return said
    if (told := notes.told(Message.of(text))) is None:
        return said
    if not any(isinstance(intent, ProvideCustomerData) for intent in said.intents):
        theirs = notes.is_of_a_relative(told)
        return said._replace(intents=(*said.intents, ProvideCustomerData(reason=told, for_other=theirs)))
    named = (i.model_copy(update={"reason": told}) if isinstance(i, ProvideCustomerData) else i for i in said.intents)
    return said._replace(intents=tuple(named))


def _why(text: str, context: UnderstandingContext) -> str | None:
    """Why an appointment is to be cancelled, where that says nothing else; a doubt stays one, but "ya no" is none."""
    reason = notes.why(without_greeting(Message.of(text))[0], context)
    if reason is None:
        return None
    said = _read(reason, context).intents
    only_why = said == (Unknown(),) or (said == (Unknown(doubt=True),) and notes.is_no_doubt(reason))
    return reason if only_why else None


def _says_something(clause: str, context: UnderstandingContext) -> bool:
    """Whether a clause is more than the end of the one before: one word alone is no name here."""
    said = (intent for intent in _read(clause, context).intents if not isinstance(intent, Unknown | Smalltalk))
    return any(not isinstance(intent, ProvideCustomerData) or " " in (intent.name or "") for intent in said)


def _read(text: str, context: UnderstandingContext) -> Parse:
    """What a text says. An option that is not on screen is none that could be taken."""
    said = _first_rule(text, context)
    if not any(isinstance(i, SelectSlot) and not choices.is_listed(i.option, context) for i in said.intents):
        return said
    others = tuple(i for i in said.intents if not isinstance(i, SelectSlot))
    return said._replace(intents=(*others, Unknown(why=UnknownWhy.NO_OPTION)))


def _first_rule(text: str, context: UnderstandingContext) -> Parse:
    """The first rule that takes the whole of the text, else what its parts say."""
    local = tuple(start.astimezone(context.now.tzinfo) for start in context.offered)
    context = context.model_copy(update={"offered": local}) if local else context
    message = Message.of(text)
    for said in _ways(message):
        for rule in RULES:
            if (found := rule(said, context)) is not None:
                return found
    message = without_closing(message)
    intents, leftovers, sure, unread, carried, beside = composed(message, context)
    if several_questions.may_be(intents):
        rest, _ = without_greeting(message)
        asked = several_questions.read(rest, context, lambda one: _one_question(one, context))
        if asked is not None:
            hello = tuple(intent for intent in intents if isinstance(intent, Greet))
            return Parse((*hello, *asked.intents)[:MOST_INTENTS])
    if beside and (both := _beside_a_question(intents, beside, context)) is not None:
        return both
    asked_for = [intent for intent in intents if not isinstance(intent, Greet)]
    if not asked_for and context.state is State.CONFIRM and _CHANGES.search(message.flat):
        return Parse((Unknown(doubt=True),), leftovers=leftovers)
    if not intents:
        return Parse((Unknown(),), sure=False, leftovers=leftovers)
    return Parse(tuple(intents)[:MOST_INTENTS], sure and not unread, leftovers, unread, carried)


def _ways(message: Message) -> list[Message]:
    """The message, and what of it stands between a greeting and a closing courtesy."""
    rest, hello = without_greeting(message)
    ways = [
        message,
        *([rest] if rest.text != message.text and rest.words and (hello or is_called_for(message)) else []),
    ]
    for said in (*ways,):
        bare = without_closing(said)
        ways += [bare] if bare.text != said.text else []
    return ways


def _one_question(text: str, context: UnderstandingContext) -> Parse:
    """What the parts of one stretch say."""
    intents, leftovers, sure, unread, carried, _ = composed(Message.of(text), context)
    return Parse(tuple(intents), bool(intents) and sure and not unread, leftovers, unread, carried)


def _beside_a_question(intents: list[AnyIntent], beside: str, context: UnderstandingContext) -> Parse | None:
    """A question with what the clauses beside it say by themselves: "11:30, y me manda la ubicación". None where they say
    nothing that can be done, or something of which it may depend."""
    if _DEPENDS.search(Message.of(beside).flat):
        return None
    said = _first_rule(beside, context)
    if not said.intents or not all(isinstance(intent, _BESIDE) for intent in said.intents):
        return None
    return said._replace(intents=(*intents, *said.intents)[:MOST_INTENTS])


def _alone(read: Callable[[Message, UnderstandingContext], AnyIntent | None]) -> Rule:
    """The rule of what a whole message means by itself."""

    def rule(message: Message, context: UnderstandingContext) -> Parse | None:
        said = read(message, context)
        return Parse((said,)) if said else None

    return rule


def _nothing(message: Message, context: UnderstandingContext) -> Parse | None:
    """No word and no sign that says anything."""
    if message.words or message.emoji:
        return None
    return Parse((Unknown(),))


def _consent(message: Message, context: UnderstandingContext) -> Parse | None:
    """BAJA and ALTA, alone."""
    out = plainly(message)
    return None if out is None else Parse((OptOut(undo=not out),))


def _answer(message: Message, context: UnderstandingContext) -> Parse | None:
    """Yes, no, giving up; right after an appointment was made, giving that one up."""
    if context.made and context.state is State.IDLE and not message.asks and yes_no.says(message, THOUGHT_BETTER):
        return Parse((CancelAppointment(when=the_one_made(context)),))
    said = yes_no.answer(message, context.state, context.purpose)
    return Parse((said,)) if said else None


def _agreed(message: Message, context: UnderstandingContext) -> Parse | None:
    """A yes beside a question, thanks or a farewell."""
    found = agreed.read(message, context, lambda rest: meant(_read(rest, context)))
    return Parse(found[:MOST_INTENTS]) if found else None


def _choice(message: Message, context: UnderstandingContext) -> Parse | None:
    """One of the offered times, by number, letter or place."""
    if context.offered and _EITHER.fullmatch(" ".join(message.words)):
        return Parse((Unknown(),))  # two of those offered: neither is chosen, and no hour was said
    option = (
        choices.of_a_gone_list(message, context)
        or choices.chosen(message, context)
        or conclusions.chosen(message, context, lambda said: meant(_read(said, context)))
    )
    if option and (hour := choices.maybe_an_hour(message, option, context)):
        return Parse((hour,))
    return Parse((SelectSlot(option=option),)) if option else None


def _put_right(message: Message, context: UnderstandingContext) -> Parse | None:
    """The right time instead of a wrong one."""
    right = corrections.right_time(message, context)
    said = _read(right.text, context) if right else None
    return said if said and any(isinstance(i, CheckAvailability | SelectSlot) for i in said.intents) else None


def _foreign(message: Message, context: UnderstandingContext) -> Parse | None:
    """Another language."""
    return Parse((Unknown(why=UnknownWhy.LANGUAGE),)) if is_foreign(message) else None


def _name(message: Message, context: UnderstandingContext) -> Parse | None:
    """A name alone where one was asked for, or a whole one where it is on screen and may be wrong."""
    if context.state is State.IDLE:
        return None
    message = without_closing(message)
    if told := surnames.completed(message, context):
        return Parse((told,))
    titled = message.words[:1] in (("doctor",), ("doctora",))
    if titled and (known := doctors.wanted(message, context.doctors)) and _is_all_of_it(message, known.name, context):
        return Parse((Unknown(),))  # "Dr. Salas": a doctor, or a patient who is called so
    if (right := name_corrections.spelt(message)) is not None:
        return Parse((ProvideCustomerData(name=right.name, instead_of=right.instead_of),))
    if told := forms.filled_in(message, context):
        return Parse((told,))
    named = names.bare(message)
    if named is None or named.name is None or not named.whole:
        return None
    if context.state is not State.CUSTOMER_DATA and not (named.sure and " " in named.name):
        return None
    if context.state is State.SLOT_SELECTION and not names.begins_given(named.name):
        return None
    if any(found.act in _NO_NAME for found in acts.find(message)) and not is_called_so(message):
        return None
    return Parse((ProvideCustomerData(name=named.name),), named.sure)


def _is_all_of_it(message: Message, doctor: str | None, context: UnderstandingContext) -> bool:
    """Whether a message is no more than the title and name of a doctor of the clinic's."""
    return doctor in context.doctors and {*message.words} <= {*Message.of(doctor or "").words}


def _second_order(message: Message, context: UnderstandingContext) -> Parse | None:
    """Another appointment besides: with a full yes to the one under way it follows that; else it is for later, and what
    is under way is shown again."""
    if several.is_one(message, context) and (both := several.agreed_with(message, context, _read)):
        return Parse(both)
    return Parse((StartBooking(several=True),)) if several.is_one(message, context) else None


RULES: tuple[Rule, ...] = (
    _nothing,
    _consent,
    _alone(picking.answer),
    as_before.read,
    _answer,
    _agreed,
    _alone(about_what_is_shown.asked_of_a_time),
    _alone(about_what_is_shown.asked),
    _alone(giving_up.read),
    _put_right,
    _choice,
    small_talk.talk,
    small_talk.aside,
    _foreign,
    _name,
    _second_order,
)
"""Each takes a whole message or leaves it."""
