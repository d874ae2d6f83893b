"""What a model reads against what rules read: whether it is the same, and which of the two gives place."""

from __future__ import annotations

from collections.abc import Sequence
from typing import get_args

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    Deny,
    Greet,
    HumanReason,
    JoinWaitingList,
    LeaveWaitingList,
    ListAppointments,
    Reading,
    Recall,
    RequestHuman,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Thank,
    Unknown,
)
from booking.models import UnderstandingContext
from nlu.choosing.choices import matching
from nlu.model.model_answer import Item
from nlu.model.quoted import Said
from nlu.parsed import Parse

LOOKS = (StartBooking, CheckAvailability)
MAIN = (*LOOKS, SelectSlot, RescheduleAppointment, CancelAppointment, CancelBooking, Deny)
"""What a message asks for one of: two of them are two messages, or a misunderstanding."""
SHOWN = (*LOOKS, RescheduleAppointment, ListAppointments, AskQuestion, Deny)
"""Of these nothing is stored before it was shown and agreed to."""
TOLD = (*SHOWN, Recall, Thank, JoinWaitingList, LeaveWaitingList)
"""Nor of these, or what is done is said at once, and a word undoes it."""
KINDS: dict[str, type[AnyIntent]] = {kind.model_fields["kind"].default: kind for kind in get_args(AnyIntent)} | {
    "attend": ListAppointments  # who says that they come, and was not asked, is shown their appointment
}


def disagrees(items: Sequence[Item], by_rules: Sequence[AnyIntent]) -> bool:
    """Whether rules, which were not sure, read what the message asks for, and the model nothing of the kind."""
    named = [LOOKS if issubclass(KINDS[item.intent], LOOKS) else KINDS[item.intent] for item in items]
    return any(isinstance(i, MAIN) and not any(isinstance(i, kind) for kind in named) for i in by_rules)


def instead(items: Sequence[Item], by_rules: Sequence[AnyIntent]) -> Item | None:
    """The one thing that a model reads, of which nothing is stored before it was shown, where rules read one other.
    A choice of rules' gives place to none."""
    read_ = [intent for intent in by_rules if isinstance(intent, (*MAIN, *TOLD))]
    named = [item for item in items if issubclass(KINDS[item.intent], (*MAIN, *TOLD))]
    if len(read_) != 1 or len(named) != 1 or not issubclass(kind := KINDS[named[0].intent], TOLD):
        return None
    if isinstance(read_[0], SelectSlot):
        return None
    return None if isinstance(read_[0], LOOKS if issubclass(kind, LOOKS) else kind) else named[0]


def is_nothing(items: Sequence[Item], by_rules: Sequence[AnyIntent]) -> bool:
    """Whether rules read but a question of nothing they know, and the model nothing that anybody asks for."""
    guessed = all(isinstance(intent, AskQuestion) and intent.topic is None for intent in by_rules)
    return guessed and all(issubclass(KINDS[item.intent], (Unknown, Smalltalk)) for item in items)


def gives_place(items: Sequence[Item], by_rules: Sequence[AnyIntent], said: Parse) -> Item | None:
    """The one thing that a model quotes words for, where rules, which were not sure, read that something else is asked
    for, and it is shown before anything is done. A choice of rules' gives place to none."""
    read_ = [intent for intent in by_rules if isinstance(intent, MAIN)]
    quoted_ = [item for item in items if issubclass(KINDS[item.intent], (*MAIN, AskQuestion, ListAppointments))]
    if said.sure or not read_ or any(isinstance(i, SelectSlot) for i in read_) or len(quoted_) != 1:
        return None
    kind = KINDS[quoted_[0].intent]
    if not issubclass(kind, SHOWN) or any(isinstance(i, LOOKS if issubclass(kind, LOOKS) else kind) for i in read_):
        return None
    return quoted_[0]


def calls_nobody(items: Sequence[Item], by_rules: Sequence[AnyIntent], said: Parse) -> bool:
    """Whether rules, which were not sure, read that a person is wanted or somebody is late, and the model something else
    alone. An urgency gives place to nothing."""
    called = [intent for intent in by_rules if isinstance(intent, RequestHuman)]
    if said.likely or not called or any(intent.reason is HumanReason.URGENT for intent in called):
        return False
    others = [item for item in items if item.intent not in ("request_human", "attend")]
    return len(others) == len(items) and any(issubclass(KINDS[item.intent], TOLD) for item in others)


def stands_beside_a_choice(items: Sequence[Item], by_rules: Sequence[AnyIntent]) -> bool:
    """Whether a model names only what rules read beside a choice: of that it has no opinion."""
    others = tuple(type(i) for i in by_rules if not isinstance(i, (SelectSlot, Greet)))
    kinds = [KINDS[item.intent] for item in items]
    return bool(kinds and others) and all(issubclass(kind, others) and not issubclass(kind, MAIN) for kind in kinds)


def is_of(intent: AnyIntent, claimed: Sequence[AnyIntent]) -> bool:
    """Whether rules claimed this, or the same of an appointment of which a model says more: with whom, or whose it is."""
    if not isinstance(intent, CancelAppointment):
        return intent in claimed
    said = _of_what(intent)
    return any(isinstance(one, CancelAppointment) and _of_what(one).items() <= said.items() for one in claimed)


def _of_what(cancelled: CancelAppointment) -> dict[str, object]:
    """The fields that tell which appointment it is, by what days and hours say and not how they were told."""
    times = {"when": cancelled.when.model_dump(exclude={"anchor"})} if cancelled.when else {}
    return cancelled.model_dump(exclude_defaults=True, exclude={"when"}) | times


def is_one_of(wish: Reading | None, said: Said) -> bool:
    """Whether a model's time is but one of several that rules took for wished: of times on screen, that may be the choice."""
    when = said.get("when")
    return wish is not None and isinstance(when, Reading) and when.when in wish.candidates


def is_on_screen(intent: AnyIntent, context: UnderstandingContext) -> bool:
    """Whether a wish is for just one of the times on screen: that is a choice, which no model makes."""
    wish = intent.when if isinstance(intent, LOOKS) else None
    return wish is not None and len(matching(wish, context.offered)) == 1
