"""The deterministic reading: text → typed intents, by closed lists and rules. No model, no guess.

Whole messages that mean one thing come first (yes, no, a choice, a greeting); everything else is composed of what
its parts say. What cannot be read is `Unknown`; `parse` also tells whether the reading is sure.
"""

from __future__ import annotations

from booking.intents import (
    Attend,
    Confirm,
    Greet,
    HumanReason,
    Manner,
    OptOut,
    ProvideCustomerData,
    RequestHuman,
    SelectSlot,
    Smalltalk,
    Source,
    Understanding,
    Unknown,
    UnknownWhy,
)
from booking.models import State, UnderstandingContext
from nlu import flow_doubts, notes, of_visits, second_opinion
from nlu.answers import (
    agreed,
    answer_and_question,
    marks_given,
    offered,
    only_thanks,
    questions,
    refused_and_wished,
    reminded,
    small_talk,
    who_comes,
)
from nlu.answers.coming import cannot
from nlu.answers.opting_out import near_baja
from nlu.answers.questions import answer_to
from nlu.asking import asked_of_rules, asked_of_theirs, several_questions
from nlu.asking.all_asked import is_all_asked, time_beside
from nlu.asking.asked_of_a_thing import of_the_thing
from nlu.asking.of_which_doctor import with_their_doctor
from nlu.choosing import clause_by_clause, pointers, two_options
from nlu.emergencies.alarms import heard_above_all
from nlu.existing_visits import (
    in_few_words,
    moved_for_them,
    said_of_coming,
    said_of_theirs,
    same_day_as,
    visits_in_other_words,
    wanted_besides,
    who_stays_away,
)
from nlu.first_rule import read
from nlu.in_context import in_context
from nlu.known_words import in_known_words
from nlu.naming import named_in_clauses, told_names
from nlu.naming.adornments import without_adornments
from nlu.parsed import MOST_INTENTS, Parse, meant
from nlu.staff import staff_messages
from nlu.wishes import (
    changed_day,
    own_hours,
    pointed_days,
    repetition,
    reported_wishes,
    told_hours,
    waiting_requests,
)
from nlu.wishes.any_hour import at_any_hour
from nlu.wishes.doings import as_times_they_cannot
from nlu.wishes.not_this_one import after_it
from nlu.wishes.unheard_times import unheard
from nlu.words import last_line, run_on, told_reasons
from nlu.words.courtesies import without_greeting
from nlu.words.day_and_month import joined
from nlu.words.emphasis import once
from nlu.words.good_wishes import as_courtesy
from nlu.words.message import MAX_CHARS, Message


class Rules:
    """The reading by rules, whatever a message looks like. Implements the extractor port without a model."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """What the text means. Never raises; what it cannot read is `Unknown`."""
        return understanding(text, self.parse(text, context), context)

    def parse(self, text: str, context: UnderstandingContext) -> Parse:
        """The reading, with what it carries and whether it needs no second opinion."""
        return parse(text, context)

    def is_sure(self, text: str, context: UnderstandingContext) -> bool:
        """Whether the reading needs no second opinion."""
        return self.parse(text, context).certain


class Shortcuts(Rules):
    """The same, and what is not likely right is asked about: how patients are read where there is no model."""

    def parse(self, text: str, context: UnderstandingContext) -> Parse:
        """The reading, and whether it is a likely one."""
        return likely(text, context)


def understanding(text: str, read: Parse, context: UnderstandingContext) -> Understanding:
    """What a reading of a text comes to."""
    return Understanding(intents=in_context(text, meant(read), context), source=Source.SHORTCUT)


def likely(text: str, context: UnderstandingContext) -> Parse:
    """The reading of a text, and whether it is a likely one."""
    return second_opinion.heard(text, parse(text, context), context)


def parse(text: str, context: UnderstandingContext) -> Parse:
    """The reading of a text, whatever it looks like."""
    written = without_adornments(as_courtesy(once(joined(text[:MAX_CHARS]))), context)
    told = told_names.in_plain_words(written, context)
    named = written if told != written and _calls_for_help(written, context) else told
    text = _with_its_hours(named, context)
    heard = flow_doubts.read(text, _heard(text, context), context, _heard)
    heard = pointed_days.after_it(text, after_it(text, heard, context), context)
    heard = pointed_days.on_that_day(text, heard, context)
    said = with_their_doctor(text, at_any_hour(text, of_the_thing(text, heard)), context)
    if said.sure and not is_all_asked(text, said.intents, context):
        said = said._replace(sure=False)
    if wished := time_beside(text, said, context):
        said = said._replace(sure=False, unread=wished)
    said = told_hours.as_written(said, named, context)
    if dropped := unheard(written, said, context):
        said = said._replace(sure=False, unread=dropped)
    if any(isinstance(intent, RequestHuman) for intent in said.intents):
        return said
    urgent = heard_above_all(without_greeting(Message.of(_with_its_hours(written, context)))[0], context)
    return Parse((urgent,)) if urgent else said


def _calls_for_help(text: str, context: UnderstandingContext) -> bool:
    """ "Auxilio, su nombre es Rosa Luna": no name is cut out of that."""
    said = read(text, context).intents
    return any(isinstance(one, RequestHuman) and one.reason is HumanReason.URGENT and not one.unsure for one in said)


def _with_its_hours(text: str, context: UnderstandingContext) -> str:
    """The text with its days and hours in plain words."""
    text = told_hours.in_plain_words(text, context)
    return moved_for_them.at_its_hour(pointed_days.as_named(own_hours.as_bounds(text), context), context)


_WAITS, _NOTHING_READ = (Smalltalk(manner=Manner.WAIT),), (Unknown(),)


def _heard(text: str, context: UnderstandingContext) -> Parse:
    """The reading; of who asks for a moment first that of what they go on with, where nothing is read of it all. A yes
    behind it is none. What points at something that was shown says that, wherever it is said."""
    if pointed := pointers.read(text, context) or moved_for_them.read(text, context):
        return pointed
    if chosen := clause_by_clause.read(text, context):
        said = _whole(text, context)  # what is told besides may be worth a note
        return said if said.sure and not said.unread and chosen.intents[0] in said.intents else chosen
    if theirs := same_day_as.read(Message.of(text), context) or who_stays_away.read(text, context):
        return theirs
    said = _whole(text, context)
    if wished := changed_day.read(text, said, context, lambda rest: _whole(rest, context)):
        return wished
    only_waits = said.intents == _WAITS
    rather = small_talk.rather_than_wait(text) if only_waits else ""
    rest = rather or small_talk.behind_a_wait(text)
    waits = only_waits and bool(rather or said.unread or rest.casefold().startswith("mejor "))
    if rest and (waits or said.intents == _NOTHING_READ):
        behind = _whole(rest, context)
        return said if any(isinstance(intent, Confirm) for intent in behind.intents) else behind
    return said


def _whole(text: str, context: UnderstandingContext) -> Parse:
    """What a message says, were it several sentences without a sign between them."""
    said = _with_its_signs(text, context)
    return run_on.read(text, said, context, lambda again: _with_its_signs(again, context)) or said


def _with_its_signs(text: str, context: UnderstandingContext) -> Parse:
    if right := last_line.corrected(text, lambda one: _parse(one, context)):
        return right
    rest, hello = without_greeting(Message.of(text))
    if of_rules := asked_of_rules.asked(rest, context, lambda one: read(one, context).intents):
        return Parse((*((Greet(),) if hello else ()), *of_rules))
    if first := two_options.rather(text, context, lambda one: _parse(one, context)):
        return first
    if two := two_options.read(Message.of(text), context):
        return two
    if wished := reported_wishes.read(text, context, lambda rest: _parse(rest, context)):
        return refused_and_wished.read(text, wished, context, lambda rest: _parse(rest, context)) or wished
    said = several_questions.alone(text, _parse(text, context), lambda one: read(one, context))
    unclear = not said.sure or all(isinstance(one, Confirm | Unknown) for one in said.intents)
    if unclear and (courtesy := only_thanks.read(text, context)):
        return Parse((courtesy,))
    if which := who_comes.not_told(Message.of(text), context, said.intents):
        return Parse((which,))
    said = answer_and_question.both(text, said, context, lambda one: read(one, context)) or said
    said = several_questions.beside_a_story(text, said, context, lambda one: read(one, context)) or said
    said = told_reasons.behind_a_question(text, said, lambda one: _parse(one, context)) or said
    if few := in_few_words.read(text, said, context):
        return few
    if of_a_visit := visits_in_other_words.in_other_words(text, said, context):
        return of_a_visit
    if of_coming := said_of_coming.read(text, said, context, lambda plain: _parse(plain, context)):
        return of_coming
    if asked := asked_of_theirs.read(text, said, context):
        return asked
    if of_theirs := said_of_theirs.read(text, said, context, lambda plain: _parse(plain, context)):
        return of_theirs
    if named := named_in_clauses.read(text, said, context, _parse):
        return named
    said = told_reasons.aside(text, said, context, lambda rest: _parse(rest, context)) or said
    return refused_and_wished.read(text, said, context, lambda plain: _parse(plain, context)) or said


def _parse(text: str, context: UnderstandingContext) -> Parse:
    """What it tells the doctor is set aside first; a call for a human outweighs that."""
    heard = Message.of(text)
    if each := who_comes.read(heard, context, lambda one: _parse(one, _asked_nothing(context)).intents):
        return Parse(each)
    if besides := wanted_besides.read(text, context, parse):
        return besides
    if given := marks_given.mark(context.expected, heard):
        return Parse((given,))
    if answered := offered.answered(context, heard) or answer_to(context.expected, heard):
        which = who_comes.not_told(heard, context) if isinstance(answered, Attend) else None
        return Parse((which or answered,))
    more = (context.expected, heard, lambda rest: read(rest, context).intents)
    if both := questions.beside_a_yes(*more) or questions.said_anew(*more):
        return Parse(both[:MOST_INTENTS])
    if told := reminded.read(heard, context, lambda one: read(one, context).intents):
        return told
    work = staff_messages.meant_by_staff(text, context, lambda: read(text, context).intents)
    if work is not None:
        return work
    heard_as = in_known_words(text[:MAX_CHARS], context)
    said = as_times_they_cannot(heard_as, context)
    if said == text:
        return _parse_heard(text, context)
    if context.offered and said != heard_as:  # "ese día abro la tienda a las 10, así que la primera"
        chosen = _parse_heard(as_times_they_cannot(heard_as, context, left_out=True), context)
        if chosen.sure and [type(intent) for intent in chosen.intents] == [SelectSlot]:
            return chosen
    return _in_their_words(_parse_heard(said, context), text)


def _in_their_words(said: Parse, text: str) -> Parse:
    """A reading of a text that was read as another: what of it nobody read is quoted as it was written."""

    def written(left: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one if one in text else text.strip() for one in left))

    intents = (i.model_copy(update={"left": written(i.left)}) if isinstance(i, Unknown) else i for i in said.intents)
    return said._replace(intents=tuple(intents), unread=written(said.unread))


def _parse_heard(text: str, context: UnderstandingContext) -> Parse:
    """What is said without words that stand for others."""
    heard = Message.of(text)
    if of_one := of_visits.read(text, context, lambda part: parse(part, context), lambda rest: _parse(rest, context)):
        return of_one
    whole = read(text, context)
    if taken := offered.for_another(context.expected, heard, whole.intents):
        return Parse((taken,))
    if any(isinstance(intent, RequestHuman | OptOut) for intent in whole.intents):
        return whole
    if beside := several_questions.asked(text, whole, lambda one: read(one, context)):
        of_the_list = waiting_requests.asked(text, context) if "lista" in heard.words else None
        return of_the_list if of_the_list and of_the_list.sure else beside
    if all(isinstance(one, Unknown) for one in whole.intents) and (no := cannot(context.expected, heard)):
        return Parse((no,))
    if of_the_list := waiting_requests.beside_a_choice(text, context, lambda one: read(one, context).intents):
        return of_the_list
    if of_the_list := waiting_requests.beside_a_yes(text, context) or waiting_requests.asked(text, context):
        return of_the_list
    if again := repetition.asked(text, context, lambda rest: parse(rest, context)):
        return again
    if near := near_baja(text, lambda rest: read(rest, context).intents):
        return Parse(near[:MOST_INTENTS])
    if reason := _why(text[:MAX_CHARS], context):
        return Parse((ProvideCustomerData(reason=reason),))
    noted = notes.cut(text[:MAX_CHARS], lambda clause: _says_something(clause, context))
    if noted is None:
        return notes.with_complaint(whole, text, context)
    if context.asked is not None:  # an order of staff's keeps no note: what stands beside a yes is not taken for said
        return Parse((Unknown(doubt=True),))
    if context.state is State.IDLE and staff_messages.is_of_a_patient(text, context):
        return Parse((Unknown(why=UnknownWhy.ORDER_PARTLY, left=(text.strip(),)),), sure=False)
    rest = read(noted.rest, context)
    said = [i for i in rest.intents if not isinstance(i, Unknown)]
    if agreed.changes(noted.note, context):
        said = [i for i in said if not isinstance(i, Confirm)]
    about = next((i for i in said if isinstance(i, ProvideCustomerData)), ProvideCustomerData())
    others = [i for i in said if i is not about][: MOST_INTENTS - 1]
    return Parse(
        (*others, about.model_copy(update={"reason": noted.note})), leftovers=rest.leftovers, unread=rest.unread
    )


def _asked_nothing(context: UnderstandingContext) -> UnderstandingContext:
    return context.model_copy(update={"expected": None})


def _why(text: str, context: UnderstandingContext) -> str | None:
    """Why an appointment is to be cancelled, where that says nothing else; a doubt stays one, but "ya no" is none."""
    reason = notes.why(without_greeting(Message.of(text))[0], context)
    if reason is None:
        return None
    said = read(reason, context).intents
    only_why = said == (Unknown(),) or (said == (Unknown(doubt=True),) and notes.is_no_doubt(reason))
    return reason if only_why else None


def _says_something(clause: str, context: UnderstandingContext) -> bool:
    """Whether a clause is more than the end of the one before: one word alone is no name here."""
    said = (intent for intent in read(clause, context).intents if not isinstance(intent, Unknown | Smalltalk))
    return any(not isinstance(intent, ProvideCustomerData) or " " in (intent.name or "") for intent in said)
