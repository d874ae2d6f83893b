"""A model's answer beside the reading by rules: it fills what rules left open, and overwrites nothing.

What rules carried stays. A field that they left empty takes what the quoted words say, and a kind of intent that only
the model named stands beside theirs. The account is taken anew: words that nothing came of are asked about, and so is
whatever would end something or choose a name and has only the model behind it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from booking.intents import (
    INTENT,
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Clear,
    Confirm,
    Greet,
    HumanReason,
    LeaveWaitingList,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import Role, State, UnderstandingContext
from nlu.account import left_over
from nlu.answers import turned_around
from nlu.asking.past import recalled
from nlu.carried import carried
from nlu.choosing.choices import matching
from nlu.existing_visits.changes import moved_appointment
from nlu.existing_visits.whose import whose
from nlu.model import asked_by
from nlu.model.draft import Draft
from nlu.model.model_answer import Answer, Item, ToolSchema, possible_intents
from nlu.model.model_orders import orders
from nlu.model.put_aside import believed, said_to_be_nothing
from nlu.model.quoted import Quote, as_of, contradicts, merged, quoted, read
from nlu.model.which_reading import (
    KINDS,
    LOOKS,
    MAIN,
    TOLD,
    calls_nobody,
    disagrees,
    gives_place,
    instead,
    is_nothing,
    is_of,
    is_on_screen,
    is_one_of,
    stands_beside_a_choice,
)
from nlu.naming.names import begins_given
from nlu.parsed import MOST_INTENTS, Parse
from nlu.parts import UNREAD
from nlu.staff import of_whom
from nlu.taken_apart import taken_apart
from nlu.wishes.beside_a_search import weighs
from nlu.wishes.seeking import availability, start
from nlu.words.courtesies import without_greeting
from nlu.words.message import Message, plain

_LEADS_ON = (*LOOKS, RescheduleAppointment, CancelAppointment, ProvideCustomerData)
"""What begins or changes something of a patient's: never where words are left over."""
_ENDS = (CancelAppointment, CancelBooking, SelectSlot, Confirm)
"""Never done on a model's word, nor because a model accounted for the rest of the message, but where
the quoted words say by themselves that something ends (`asked_by.says_an_end`): the cancellation of an appointment is
proposed, and waits for its yes; what is not booked yet is let go."""


class Resolved(NamedTuple):
    """What a message means with what a model added, and which share of the words it named stands in the text. The
    intents are None where it added nothing."""

    intents: tuple[AnyIntent, ...] | None
    confidence: float


def filled_in(
    answer: Answer, text: str, said: Parse, context: UnderstandingContext, tools: Sequence[ToolSchema] = ()
) -> Resolved:
    """The reading `said` with what the answer adds. `tools` are those of the role; `answer` quotes the text as it was
    written."""
    local = tuple(start.astimezone(context.now.tzinfo) for start in context.offered)
    context = context.model_copy(update={"offered": local})
    whole = Message.of(text)
    message, hello = without_greeting(whole)
    spans = [text for i in answer.items for text in (*(v.text for v in i.values), *(a.text for a in i.arguments))]
    true = {span: quote.text for span in spans if (quote := quoted(span, whole))}
    items = [item for item in answer.items if item.intent in possible_intents(context)]
    if answer.items and not items:
        return Resolved(None, 0.0)  # it answered with nothing that could be meant here
    confidence = round(len([s for s in spans if s in true]) / len(spans) if spans else float(bool(items)), 2)
    if ordered := orders(items, text, true, context, tools):
        return Resolved(ordered, confidence)
    if any(isinstance(intent, Unknown) and intent.doubt for intent in said.intents):
        return Resolved(None, confidence)  # it changes what was proposed, and nobody can say how
    if any(isinstance(intent, SelectSlot) for intent in said.intents) and re.search(r"\d", " ".join(said.unread)):
        return Resolved(None, confidence)  # "la 6ta a las 3": another one may be chosen by it
    if is_nothing(items, said.intents):
        return Resolved((Unknown(),), confidence)
    by_rules = [intent for intent in said.intents if not isinstance(intent, Unknown) and not _is_guess(intent, said)]
    if calls_nobody(items, by_rules, said):
        by_rules = [intent for intent in by_rules if not isinstance(intent, RequestHuman)]
    draft = Draft(said, message, context, taken_apart(message, context), list(by_rules))
    named = [(KINDS[item.intent], item.asks) for item in items]
    doubted = frozenset() if said.sure else asked_by.answered_instead(named, by_rules, draft.parts)
    items = [i for i in items if asked_by.is_quoted(KINDS[i.intent], i.asks, draft.parts, whole, doubted=doubted)]
    if doubted:
        by_rules = [intent for intent in by_rules if not isinstance(intent, (AskQuestion, ListAppointments))]
        draft.intents = list(by_rules)
    if other := instead(items if said.doubted else [i for i in items if i.asks], by_rules):
        by_rules = [intent for intent in by_rules if not isinstance(intent, (*MAIN, *TOLD))]
        draft.intents = list(by_rules)
        items = [item for item in items if item is other or not issubclass(KINDS[item.intent], (*MAIN, *TOLD))]
    elif asked_by.gives_way(
        [(KINDS[i.intent], i.asks) for i in items], by_rules, draft.parts, unsure=bool(said.unread)
    ):
        by_rules = [intent for intent in by_rules if not isinstance(intent, LOOKS)]
        draft.intents = list(by_rules)
    elif other := gives_place([i for i in items if i.asks], by_rules, said):
        by_rules = [intent for intent in by_rules if not isinstance(intent, MAIN)]
        draft.intents = list(by_rules)
        items = [item for item in items if not issubclass(KINDS[item.intent], MAIN) or item is other]
    items = [item for item in items if not _chooses(item, draft)]
    beside = stands_beside_a_choice(items, by_rules)
    chosen = draft.agrees or beside
    draft.asks = disagrees(items, [i for i in by_rules if not (chosen and isinstance(i, SelectSlot))])
    items = [item for item in items if item.intent not in ("use_tool", "unknown")]
    for item in items:
        _add(item, draft)
        draft.covered |= asked_by.accounted_for(KINDS[item.intent], item.asks, draft.parts)
        ends = issubclass(KINDS[item.intent], (CancelAppointment, CancelBooking))
        draft.cancels |= issubclass(KINDS[item.intent], CancelAppointment)
        draft.ends |= ends and asked_by.says_an_end(item.asks, draft.parts)
    if items or draft.agrees:
        _pass_over(answer.aside, draft)
    if guess := next((i for i in said.intents if isinstance(i, AskQuestion) and _is_guess(i, said)), None):
        whole_query = {"query": guess.query}  # what was asked is all of it, whichever words a model chose
        draft.intents = [i.model_copy(update=whole_query) if isinstance(i, AskQuestion) else i for i in draft.intents]
    if hello and draft.intents and not any(isinstance(i, Greet) for i in draft.intents):
        draft.intents.insert(0, Greet())
    if not (draft.asks or draft.covered or draft.agrees) and draft.intents == by_rules:
        return Resolved(None, confidence)
    return Resolved(_settled(draft), confidence)


def _is_guess(intent: AnyIntent, said: Parse) -> bool:
    """A question that nothing is known of but its form."""
    return isinstance(intent, AskQuestion) and intent.topic is None and not said.sure and not said.carried


def _chooses(item: Item, draft: Draft) -> bool:
    """Whether an item names the time that rules took for chosen: a model names no choice, but a wish for that time."""
    chosen = next((i.option for i in draft.intents if isinstance(i, SelectSlot)), None)
    if chosen is None or not issubclass(KINDS[item.intent], LOOKS):
        return False
    for value in item.values:
        quote = quoted(value.text, draft.message) if value.field == "when" else None
        wish = read("when", quote.text, draft.message, draft.context).get("when") if quote else None
        if quote and isinstance(wish, Reading) and matching(wish, draft.context.offered) == [chosen]:
            draft.covered |= quote.tokens
            draft.agrees = draft.chose = True
    return draft.chose


def _add(item: Item, draft: Draft) -> None:
    """What an item says, into the intent that it is about; a new one where rules have none of the kind."""
    kind = KINDS[item.intent]
    if issubclass(kind, _LEADS_ON) and not _may_mean_themselves(draft):
        return
    values = [(v.field, quote) for v in item.values if (quote := quoted(v.text, draft.message))]
    same = LOOKS if issubclass(kind, LOOKS) else (kind,)
    place = next((n for n, intent in enumerate(draft.intents) if isinstance(intent, same)), None)
    if place is None and issubclass(kind, MAIN) and any(isinstance(i, MAIN) for i in draft.intents):
        draft.asks = True
        return
    if place is None and not issubclass(kind, ProvideCustomerData):
        draft.intents.append(_made(kind, draft, values))
        place = len(draft.intents) - 1
        draft.added |= issubclass(kind, _LEADS_ON)
    draft.agrees |= place is not None
    for name, quote in values:
        _fill(name, quote, place, draft)


def _may_mean_themselves(draft: Draft) -> bool:
    """Those who work here mean themselves only where they say so."""
    context = draft.context
    mine = context.role is Role.PATIENT or context.state is not State.IDLE or context.made is not None
    return mine or of_whom.for_oneself(draft.message.text)


def _made(kind: type[AnyIntent], draft: Draft, values: Sequence[tuple[str, Quote]]) -> AnyIntent:
    """An intent that only the model named, with what rules read in the message."""
    parts = draft.parts
    if kind is StartBooking:
        return start(parts)
    if kind is CheckAvailability:
        return availability(parts, parts.shift if parts.in_flow else None)
    if kind is RescheduleAppointment:
        return moved_appointment(parts)
    if kind is CancelAppointment:
        return CancelAppointment(when=parts.wish, whose=whose(parts.message, parts.named, parts.context))
    if kind in (AskQuestion, Recall):
        words = next((quote.text for name, quote in values if name == "query"), parts.message.text.strip())
        topic = read("query", words, parts.message, draft.context).get("topic")
        return recalled(words, draft.context.now) if kind is Recall else AskQuestion(query=words, topic=topic)
    return INTENT.validate_python({"kind": kind.model_fields["kind"].default})


def _fill(name: str, quote: Quote, place: int | None, draft: Draft) -> None:
    """One value into the field that it is for, if that is empty; its words are accounted for where it says just that."""
    said = read(name, quote.text, draft.message, draft.context)
    begun = draft.intents[place] if place is not None else None
    if isinstance(begun, StartBooking) and "whose" in said:  # a new one has no owner yet, but somebody it is for
        of = said["whose"]
        name, said = "patient", {"for_self": True} if of.own else {"for_other": True}
        said |= {"name": of.name} if of.name and begins_given(of.name) else {}
    if name in ("name", "patient"):
        if not said:
            return
        place = next((n for n, i in enumerate(draft.intents) if isinstance(i, ProvideCustomerData)), None)
        if place is None:
            place = 1 if draft.intents and isinstance(draft.intents[0], Greet) else 0
            draft.intents.insert(place, ProvideCustomerData())
            draft.added = True
    if place is None:
        return
    intent = draft.intents[place]
    said = as_of(intent, said)
    draft.asks |= any(contradicts(getattr(intent, key, None), value) for key, value in said.items() if key != "query")
    draft.asks |= draft.context.state is State.SLOT_SELECTION and is_one_of(getattr(intent, "when", None), said)
    updates = {
        key: fits for key, value in said.items() if (fits := merged(intent, key, value, draft.context)) is not None
    }
    if updates:
        draft.covered |= quote.tokens
        called = updates.get("name")
        if isinstance(called, str) and called != getattr(intent, "name", None) and not begins_given(called):
            draft.asks = True  # nobody but the model says that it is a name
        draft.intents[place] = intent.model_copy(update=updates)


def _pass_over(aside: Sequence[str], draft: Draft) -> None:
    """The words that a model says belong to nothing; where rules read a name in them, that is asked about."""
    named = draft.parts.named
    quotes = [quote.tokens for words in aside if (quote := quoted(words, draft.message))]
    if named and named.name:
        words = {*plain(named.name).split()}
        theirs = {i for i in named.tokens - draft.covered if plain(draft.message.tokens[i].raw) in words}
        draft.asks |= any(tokens & theirs for tokens in quotes)
    draft.covered |= said_to_be_nothing(quotes, draft.parts, ends=draft.ends)
    draft.told = believed(quotes, draft.parts)


def _settled(draft: Draft) -> tuple[AnyIntent, ...]:
    """The intents, if every word is accounted for and nothing of them must be asked about; else the question."""
    intents = draft.intents[:MOST_INTENTS]
    if any(isinstance(i, RequestHuman) and i.reason is HumanReason.URGENT for i in intents):
        return tuple(intents)
    left: tuple[str, ...] = ()
    leaves = any(isinstance(i, LeaveWaitingList) for i in intents)
    is_shown = not leaves and all(
        isinstance(i, (*TOLD, Greet, ProvideCustomerData)) or _is_chosen(i, draft) for i in intents
    )
    unread_time = any(getattr(intent, "when", None) == UNREAD for intent in draft.said.intents)
    if draft.added or draft.said.unread or unread_time:
        told = draft.told if is_shown else set[int]()
        left = left_over(draft.message, carried(draft.parts, intents) | draft.covered | told)
        if draft.said.unread:
            left = tuple(q for q in left if any(q in said or said in q for said in draft.said.unread))
    if is_shown:
        left = tuple(words for words in left if weighs(draft.message, words))  # a model read the rest
    claimed = () if draft.said.unread else draft.said.intents
    if draft.said.doubted:  # what is proposed, and waits for its yes, may be meant where a model reads the same
        claimed = tuple(i for i in claimed if isinstance(i, CancelAppointment) and draft.cancels)
    ends = any(isinstance(i, _ENDS) and not is_of(i, claimed) and not _is_chosen(i, draft) for i in intents)
    ends = (ends and not draft.ends) or (draft.added and any(is_on_screen(intent, draft.context) for intent in intents))
    if not (left or ends or draft.asks):
        return tuple(intents)
    understood = tuple(intent for intent in intents if isinstance(intent, Clear))
    asked = Unknown(why=UnknownWhy.PARTLY, understood=understood, left=left, unsure=not left)
    return turned_around.not_proposed((asked if asked.says_back else Unknown(),), draft.context)


def _is_chosen(intent: AnyIntent, draft: Draft) -> bool:
    """Whether it is the choice that rules read, and the model names that time, too."""
    return isinstance(intent, SelectSlot) and draft.chose
