"""The question on screen: what the last reply asked, and what becomes of an answer to it. Pure.

It is open while it is the last thing said: every turn puts its own in its place, or none. An answer becomes the intent
that is declared with the reply, and goes through the table as if it had been said in full.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

from pydantic import TypeAdapter

from booking.conversation.meaning.amended import amended, with_wish, without_writer
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.reply_questions import areas_in, choices_of, understood_in
from booking.conversation.replies.texts import BUTTON_WORDS, TEXTS, WORDS, AnsweredBy, text_of
from booking.conversation.turn import Turn
from booking.intents import (
    AnyIntent,
    AskQuestion,
    AsTold,
    AsUnderstood,
    CancelAppointment,
    CheckAvailability,
    Clear,
    Confirm,
    DeclineOffer,
    Deny,
    Greet,
    ProvideCustomerData,
    Reading,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    TakeOffer,
    Thank,
    Unknown,
    UnknownWhy,
    of_those,
)
from booking.models import Conversation, Expected, Offered, OfferedTime, Question, State
from booking.models.draft_parts import purpose_of
from booking.models.folded_text import without_accents

_KEYS = frozenset(ReplyKey)
_TOLD: TypeAdapter[tuple[AsTold, ...]] = TypeAdapter(tuple[AsTold, ...])
_ASKED = re.compile(r"¿[^?]*\?")


def asked_by(turn: Turn) -> Question | None:
    """What the turn leaves asked: by its last reply, for the others only head it."""
    if not turn.replies:
        return None
    last = turn.replies[-1]
    text = text_of(last)
    if TEXTS[ReplyKey(last.key)].keeps:
        return turn.conversation.question
    areas = areas_in(turn.replies)
    if text.question is None and not areas:
        return None
    return Question(
        reply=last.key,
        version=turn.conversation.draft_version,
        at=turn.now,
        asked_by=turn.message.sent_at if turn.message else turn.now,
        one=text is TEXTS[ReplyKey(last.key)].one,
        choices=choices_of(last),
        understood=understood_in(last),
        areas=areas,
        told=_TOLD.validate_python(last.params.get("told") or ()),
    )


def of_the_same(question: Question | None, before: Question | None) -> Question | None:
    """A question about what the one before was about: how that was, before staff changed it, is still spoken of."""
    if question is None or before is None or question.was or before.was is None:
        return question
    same = question.told == before.told and question.looks_for == before.looks_for
    return question.model_copy(update={"was": before.was, "was_with": before.was_with}) if same else question


def asked_before(conversation: Conversation) -> str | None:
    """The question on screen in its own words, without what it was about; None where these do not do without."""
    question = conversation.question
    if question is None or question.reply not in _KEYS or question.version != conversation.draft_version:
        return None
    known = TEXTS[ReplyKey(question.reply)]
    body = ((known.one if question.one else None) or known).body
    if purpose := purpose_of(conversation.draft):
        body = body.replace("{deed}", WORDS.get(f"deed_{purpose.value}", "{deed}"))
    said = [*_ASKED.findall(body)] or ([WORDS["ask_name"]] if "{asked_name}" in body else [])
    return said[-1] if said and "{" not in said[-1] else None


def expected_of(conversation: Conversation, sent_at: dt.datetime, received_at: dt.datetime) -> Expected | None:
    """What answers the question on screen, if a message sent and received then may answer it."""
    question = conversation.question
    if question is None or not question.may_be_answered(conversation.draft_version, sent_at, received_at):
        return None
    return expected_by(question, conversation.state)


def expected_by(question: Question, state: State) -> Expected | None:
    """What is declared to answer a question. With nothing begun, a yes to "¿en qué te ayudo?" says that there is
    something: what can be done is shown. In a flow the table asks again."""
    declared = _declared(question.reply, question.one, state is State.IDLE)
    if declared is not None and question.told:
        declared = _of_those_told(declared, question.told)
    if declared is not None and question.offered:
        declared = _of_what_was_offered(declared, question.offered)
    if declared is not None and question.looks_for is not None:
        declared = _of_what_it_looks_for(declared, question.looks_for)
    if question.areas:
        declared = _or_an_area(declared or Expected(amended=False), question.areas)
    if declared is None or not (question.choices or question.understood):
        return declared
    return declared.model_copy(update={"choices": question.choices, "understood": question.understood})


def _or_an_area(expected: Expected, areas: Sequence[AskQuestion]) -> Expected:
    """The same, or the area of what was asked besides: that is asked again, of that area alone."""
    words = (without_accents(one.query.split(" ", 1)[0]).removesuffix("s") + "*" for one in areas)
    offered = (Offered(words=(word,), intent=one) for word, one in zip(words, areas, strict=True))
    return expected.model_copy(update={"options": (*expected.options, *offered)})


def _of_those_told(expected: Expected, told: tuple[AsTold, ...]) -> Expected:
    """The same, of the appointments that the message was about; where it was about several, which one is to be moved or
    cancelled is asked."""

    def bound(intent: AnyIntent | AsUnderstood | None) -> Any:
        return of_those(intent, told)

    options = tuple(one.model_copy(update={"intent": bound(one.intent)}) for one in expected.options)
    answers = {"yes": bound(expected.yes), "no": bound(expected.no), "noted": bound(expected.noted)}
    return expected.model_copy(update={**answers, "options": options})


def _of_what_was_offered(expected: Expected, offered: OfferedTime) -> Expected:
    """The same, of the time that was offered; other times are looked for as that one was."""

    def bound(intent: Any) -> Any:
        if isinstance(intent, TakeOffer | DeclineOffer):
            return intent.model_copy(update={"offer": offered.id})
        if isinstance(intent, CheckAvailability):
            if offered.moves is not None:
                return RescheduleAppointment(doctor=offered.doctor, told=offered.moves)
            return intent.model_copy(update={"doctor": offered.doctor})
        return intent

    options = tuple(one.model_copy(update={"intent": bound(one.intent)}) for one in expected.options)
    bound_to = {"yes": bound(expected.yes), "no": bound(expected.no), "options": options, "shows": offered.start}
    return expected.model_copy(update=bound_to)


def _of_what_it_looks_for(expected: Expected, search: CheckAvailability) -> Expected:
    """The same, where a yes looks for times with that doctor, for that patient."""
    options = tuple(
        one.model_copy(update={"intent": search}) if isinstance(one.intent, CheckAvailability) else one
        for one in expected.options
    )
    yes = search if isinstance(expected.yes, CheckAvailability) else expected.yes
    return expected.model_copy(update={"yes": yes, "options": options})


@cache
def _declared(reply: str, one: bool, idle: bool) -> Expected | None:
    known = TEXTS[ReplyKey(reply)] if reply in _KEYS else None  # of an older release
    text = known.one if known and one else known
    if text is None or text.question is None:
        return None
    asks = text.question
    buttons = [button for button in text.buttons if not isinstance(button.intent, Confirm)]
    begins = asks.answered_by is AnsweredBy.REQUEST and idle
    return Expected(
        yes=asks.yes or (Smalltalk() if begins else None),
        no=asks.no,
        noted=asks.noted,
        options=(
            *(
                Offered(title=b.title, words=(*_said_of(b.intent), *b.words), intent=_as_said(b.intent))
                for b in buttons
            ),
            *(Offered(words=wording.words, intent=wording.intent) for wording in asks.also),
        ),
        numbered=asks.answered_by is AnsweredBy.OPTION,
        amended=asks.amended,
    )


def _said_of(intent: AnyIntent | AsUnderstood) -> tuple[str, ...]:
    return BUTTON_WORDS.get(intent.kind, ())


def _as_said(intent: AnyIntent | AsUnderstood) -> AnyIntent:
    """The words of a button, where they are written: a yes or a no, where that is to what was understood."""
    if isinstance(intent, AsUnderstood):
        return Deny() if intent.not_so else Confirm()
    return intent


def answer_in(intents: Sequence[AnyIntent]) -> Confirm | Deny | SelectSlot | None:
    """What may answer a question: it alone was said, but for a greeting or thanks."""
    said = [intent for intent in intents if not isinstance(intent, Greet | Thank)]
    return said[0] if len(said) == 1 and isinstance(said[0], Confirm | Deny | SelectSlot) else None


def heard_as(intents: Sequence[AnyIntent], expected: Expected | None) -> tuple[AnyIntent, ...]:
    """What was said, with the question on screen: the answer to it, or on top of what that said to be understood."""
    answer = answered(intents, expected)
    if answer != tuple(intents):
        return answer
    return _as_invited(_of_the_move(amended(intents, expected), expected), expected)


def _as_invited(intents: tuple[AnyIntent, ...], expected: Expected | None) -> tuple[AnyIntent, ...]:
    """A time that is asked for where somebody was invited to one is with the doctor, and of the patient, whom the
    invitation named, unless others are named now."""
    search = expected.yes if expected is not None else None
    wishes = [intent for intent in intents if isinstance(intent, StartBooking | CheckAvailability)]
    if not isinstance(search, CheckAvailability) or search.whose is None or len(wishes) != 1 or wishes[0].like:
        return intents
    if any(isinstance(intent, ProvideCustomerData) for intent in intents):
        search = search.model_copy(update={"whose": None})
    wish = with_wish(search, wishes[0])
    return intents if wish is None else tuple(wish if intent is wishes[0] else intent for intent in intents)


def _of_the_move(intents: tuple[AnyIntent, ...], expected: Expected | None) -> tuple[AnyIntent, ...]:
    """A time that is asked for where another one was offered for an appointment is asked for that one, and not for one
    more."""
    moves = next((one.intent for one in expected.options if _is_move(one.intent)), None) if expected else None
    if not isinstance(moves, RescheduleAppointment):
        return intents
    asked = [intent for intent in intents if not isinstance(intent, Greet | Thank | Smalltalk)]
    if len(asked) != 1:
        return intents
    return tuple(_about_it(one, moves) if one is asked[0] else one for one in intents)


def _about_it(said: AnyIntent, moves: RescheduleAppointment) -> AnyIntent:
    """The same, of the appointment that another time was offered for, where it is about one and names no other; what
    was understood in part, too."""
    if isinstance(said, Unknown) and len(said.understood) == 1:
        understood = _about_it(said.understood[0], moves)
        return said.model_copy(update={"understood": (understood,)})
    if isinstance(said, RescheduleAppointment) and said.unsure and said.whose is None:
        return said.model_copy(update={"unsure": False, "of": None, "told": moves.told})
    if isinstance(said, RescheduleAppointment) and _names_none(said.of, said):
        return said.model_copy(update={"told": moves.told})
    if isinstance(said, CancelAppointment) and not said.several and _names_none(said.when, said):
        return said.model_copy(update={"told": moves.told})
    if not isinstance(said, CheckAvailability) or said.shift or said.visit or said.soonest:
        return said
    wish = {"when": said.when, "doctor": said.doctor or moves.doctor, "anyone": said.anyone, "not_with": said.not_with}
    return moves.model_copy(update=wish | {"another": said.another})


def _names_none(of: Reading | None, said: RescheduleAppointment | CancelAppointment) -> bool:
    """Whether it does not say which appointment is meant."""
    return of is None and said.whose is None and said.of_doctor is None and said.told is None


def _is_move(intent: AnyIntent) -> bool:
    return isinstance(intent, RescheduleAppointment) and intent.told is not None


def answered(intents: Sequence[AnyIntent], expected: Expected | None) -> tuple[AnyIntent, ...]:
    """What was said, where it answers the question on screen: what the answer means."""
    if expected is None:
        return tuple(intents)
    if isinstance(expected.yes, AsUnderstood) and (asked := _asked_with_a_yes(intents)):
        return (*asked, *(as_understood(expected.yes, expected.understood) or intents))
    meant: AnyIntent | AsUnderstood | None
    match answer_in(intents):
        case Confirm():
            meant = expected.yes
        case Deny():
            meant = expected.no
        case SelectSlot(option=option):
            meant = expected.choices[option - 1] if option <= len(expected.choices) else None
        case _:
            meant = expected.noted if _takes_note(intents) else None
    if isinstance(meant, AsUnderstood):
        return as_understood(meant, expected.understood) or tuple(intents)
    return (meant,) if meant is not None else tuple(intents)


def _asked_with_a_yes(intents: Sequence[AnyIntent]) -> tuple[AskQuestion, ...]:
    """What is asked beside a yes, and nothing else: it is answered, and the yes taken."""
    said = [intent for intent in intents if not isinstance(intent, Greet | Thank)]
    asked = tuple(intent for intent in said if isinstance(intent, AskQuestion))
    yes = [intent for intent in said if isinstance(intent, Confirm)]
    return asked if len(yes) == 1 and len(yes) + len(asked) == len(said) else ()


def _takes_note(intents: Sequence[AnyIntent]) -> bool:
    """Thanks, or that they come, and nothing else."""
    talk = [intent for intent in intents if not isinstance(intent, Greet)]
    return bool(talk) and all(
        isinstance(intent, Thank) or (isinstance(intent, Smalltalk) and intent.manner is None) for intent in talk
    )


def as_understood(answer: AsUnderstood, understood: Sequence[AnyIntent]) -> tuple[AnyIntent, ...]:
    """What a yes or a no to what was understood means; nothing where nothing was. A no to what may be said otherwise
    (when, with whom) keeps it, to ask what is to be another; anything else has to be said in other words."""
    clear = tuple(intent for intent in understood if isinstance(intent, Clear))
    if not understood or not answer.not_so:
        return without_writer(clear)
    wished = any(isinstance(intent, StartBooking | CheckAvailability | RescheduleAppointment) for intent in clear)
    return (Unknown(why=UnknownWhy.NOT_SO, understood=clear if wished else ()),)
