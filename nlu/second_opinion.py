"""A second opinion on what the rules read: whether a message looks like what they claim.

The rules claim what they can account for word by word. How messages look was learned apart from them, from what people
wrote who had not read them. Where both disagree nothing is done before the person has said that it is meant. By its
looks alone a message is at most taken for a question, of which nothing comes but an answer.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from booking.intents import AnyIntent, AskQuestion, Confirm, ListAppointments, ProvideCustomerData, SelectSlot, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.asking.past import recalled
from nlu.asking.told_in_a_visit import may_be_in_danger
from nlu.likely_kinds import Looks
from nlu.naming import named_in_clauses
from nlu.parsed import Parse
from nlu.words.message import MAX_CHARS, Message

_KIND_OF: Final = {
    "start_booking": "book",
    "check_availability": "book",
    "select_slot": "select",
    "provide_customer_data": "data",
    "deny": "deny",
    "cancel_booking": "drop",
    "cancel_appointment": "cancel",
    "reschedule_appointment": "move",
    "list_appointments": "list",
    "ask_question": "ask",
    "confirm": "confirm",
}
_BESIDE: Final = frozenset({"ask", "data", "list"})
"""What is not looked at where something else is claimed beside it."""
_NEVER_OF_A_MODEL = (Confirm, SelectSlot)
"""Of these a model has no opinion."""
UNLIKELY: Final = {
    "book": 0.05,
    "select": 0.2,
    "data": 0.1,
    "cancel": 0.03,
    "move": 0.1,
    "list": 0.03,
    "ask": 0.05,
    "confirm": 0.02,
}
"""Below it a claim of a kind is asked about: as many claims on strangers' messages were wrong there as right, or more.
A no, and giving up what is not booked yet, were hardly ever wrong and cost little."""
LIKELY: Final = 0.4
"""Below it a model is asked, where there is one."""
ASKS, RECALLS = 0.7, 0.6
"""From it on a message that says nothing to the rules is a question, and one that asks nothing they know of is about
what was before: of those of strangers 95 of 100 were."""
_FEWEST: Final = 6
"""Words of a message that is looked at: of fewer, rules know better."""


def heard(text: str, said: Parse, context: UnderstandingContext) -> Parse:
    """The reading of a text, to be asked about where it is unlikely. Not looked at are few words, staff's, answers to a
    question that was put, and what is said of an appointment that is being changed or was just made: closed lists and
    that appointment tell what those mean; nor a name among such words. Nor is a question about what the rules know of, and a new time wished beside
    one."""
    few = len(text.split()) < _FEWEST
    if few or said.unread or context.role is not Role.PATIENT or _goes_on(context):
        return said
    looks = Looks(text[:MAX_CHARS], context.state)
    if question := _as_question(text, said, looks, context):
        return Parse((question,), sure=False, leftovers=said.leftovers)
    name = said.intents[0].name if len(said.intents) == 1 and isinstance(said.intents[0], ProvideCustomerData) else None
    if name and (named_in_clauses.in_plain_words(text) or "").endswith(name):
        return said
    likely = [(one, looks.like(_KIND_OF[one.kind])) for one in _claimed(said.intents)]
    return said._replace(
        likely=all(like >= LIKELY or isinstance(one, _NEVER_OF_A_MODEL) for one, like in likely),
        doubted=any(like < UNLIKELY.get(_KIND_OF[one.kind], 0) for one, like in likely),
    )


def _goes_on(context: UnderstandingContext) -> bool:
    return bool(
        context.expected or context.picking or context.purpose or context.touched or context.made or context.was
    )


def _as_question(text: str, said: Parse, looks: Looks, context: UnderstandingContext) -> AnyIntent | None:
    """The question that a message seems to be, where rules read none, or know nothing of what it asks."""
    asked = len(said.intents) == 1 and isinstance(said.intents[0], AskQuestion) and said.intents[0].topic is None
    if not (asked or said.intents == (Unknown(),)):
        return None
    past = context.state is State.IDLE and not may_be_in_danger(Message.of(text))
    if past and looks.like("recall") >= max(RECALLS, looks.like("human")):
        return recalled(text.strip(), context.now)
    return AskQuestion(query=text.strip()) if not asked and looks.like("ask") >= ASKS else None


def _claimed(intents: Sequence[AnyIntent]) -> Sequence[AnyIntent]:
    """What is looked at of what is claimed: not what only stands beside something else."""
    known = [one for one in intents if one.kind in _KIND_OF]
    if any(map(_is_plain, known)):
        return [one for one in known if _KIND_OF[one.kind] not in (*_BESIDE, "book")]
    return [one for one in known if _KIND_OF[one.kind] not in _BESIDE] or known[:1]


def _is_plain(intent: AnyIntent) -> bool:
    """A question about what the rules know of, and what is to stay as it is: the words for these are few, and what stands
    beside them looks like less."""
    return (isinstance(intent, AskQuestion) and intent.topic is not None) or (
        isinstance(intent, ListAppointments) and intent.stay
    )
