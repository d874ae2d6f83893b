"""In which order several things that were said at once are taken up, and which of them, if they are too many."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeGuard

from booking.conversation.fsm.enrolment import NO_TOOLS
from booking.intents import (
    AnyIntent,
    AskQuestion,
    Confirm,
    Greet,
    JoinWaitingList,
    ListAppointments,
    OptOut,
    PrivacyRequest,
    ProvideCustomerData,
    RequestHuman,
    Smalltalk,
    StartBooking,
    Thank,
    UseTool,
    changes_nothing,
)
from booking.models import State
from booking.models.tool_answers import Answer, Done, ToolRefused


def in_order(
    intents: Sequence[AnyIntent], state: State, *, picking: bool = False, moving: bool = False
) -> list[AnyIntent]:
    """Data about the patient before a time is chosen, so that the choice knows it; but another person's only once
    there is a draft to keep it, what the doctor should know too, and a correction after the change of time that
    comes with it. `picking` one of several appointments, the draft that keeps it is the new booking's; `moving` one,
    another's name comes first, for it ends that.

    A greeting or thanks beside something to do needs no trigger of its own. A yes is one beside what changes nothing:
    it comes after the questions and what the doctor should know, so that the last thing said is what was done; an
    appointment that is wanted besides comes after it. Beside anything else it is no plain yes.
    """
    besides = [intent for intent in intents if is_besides(intent)]
    further = (*besides, *(i for i in intents if besides and isinstance(i, ProvideCustomerData) and i.for_other))
    agreed = state is State.CONFIRM and all(
        isinstance(intent, Confirm) or changes_nothing(intent) or intent in further for intent in intents
    )
    aside = (Greet, Thank, Smalltalk) if agreed else (Greet, Thank, Smalltalk, Confirm)
    said = [intent for intent in intents if not isinstance(intent, aside)] or list(intents)[:1]

    anew = picking and any(isinstance(intent, StartBooking) for intent in said)

    def place(intent: AnyIntent) -> int:
        if agreed and intent in further:
            return 4 if is_besides(intent) else 5
        if agreed:
            return (
                2 if isinstance(intent, Confirm) else 3 if isinstance(intent, ListAppointments | JoinWaitingList) else 1
            )
        if not isinstance(intent, ProvideCustomerData):
            return 1
        if anew or state is State.IDLE:
            return 2 if intent.for_other or intent.of_patient or intent.reason else 0
        return 0 if state is State.SLOT_SELECTION or (moving and intent.for_other) else 2

    return sorted(said, key=place)


def is_besides(intent: AnyIntent) -> TypeGuard[StartBooking]:
    """Whether it is an appointment that is wanted after the one that a yes is said to, or after a change of one."""
    return isinstance(intent, StartBooking) and intent.besides


def as_another(said: StartBooking) -> StartBooking:
    """The same, of the other one that waits behind what is under way."""
    return StartBooking(several=True, besides=True, other=said.other, other_when=said.when, other_doctor=said.doctor)


class OneByOne(NamedTuple):
    """Several tools that were asked for in one message, in the order in which they are taken up."""

    said: list[AnyIntent]  # all that was said, with the first read and the first order of the tools alone
    reads: Sequence[UseTool] = ()  # answered already, and told with the first one
    orders: Sequence[UseTool] = ()  # the first one and those that wait behind it


def one_by_one(intents: list[AnyIntent], answers: Sequence[tuple[UseTool, Answer]]) -> OneByOne | None:
    """Of several tools that are asked for, the reads that have their `answers` are told at once; of the others the
    first is taken up, and the rest waits behind it. None where no more than one is asked for."""
    calls = [intent for intent in intents if isinstance(intent, UseTool) and intent.tool not in NO_TOOLS]
    if len(calls) < 2:
        return None
    known = [call for call, answer in answers if isinstance(answer, Done | ToolRefused)]
    reads = [call for call in calls if call in known and call.fills is None]
    orders = [call for call in calls if call not in reads]
    place = intents.index(calls[0])
    others = [intent for intent in intents if intent not in calls]
    return OneByOne([*others[:place], *reads[:1], *orders[:1], *others[place:]], reads[1:], orders)


def taken_up(said: list[AnyIntent], room: int) -> list[AnyIntent]:
    """Of more things at once than a turn has triggers for, the first ones; but a call for a human, consent, privacy, a
    yes and what staff order, behind which more may wait, are never left out for another, nor what is to be done for a
    question."""
    if len(said) <= room:
        return said
    kept = RequestHuman | OptOut | PrivacyRequest | UseTool | Confirm

    def weight(place: int) -> int:
        return 0 if isinstance(said[place], kept) else 2 if isinstance(said[place], AskQuestion) else 1

    return [said[place] for place in sorted(sorted(range(len(said)), key=weight)[:room])]


def left_unanswered(said: Sequence[AnyIntent], taken: Sequence[AnyIntent]) -> tuple[str, ...]:
    """The questions, as they were written, that a turn has no room for."""
    return tuple(one.query.strip(" ¿?") for one in said if isinstance(one, AskQuestion) and one not in taken)
