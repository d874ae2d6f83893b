"""The facts of a turn: a frozen record of enums and booleans, the only thing a guard sees (`fact_readers`)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, get_origin, get_type_hints

from pydantic import JsonValue

from booking.conversation.fsm.values import (
    AnswerIs,
    AppointmentsAre,
    ChoiceIs,
    FoundIs,
    HoldIs,
    MemoryIs,
    OfferIs,
    RatingIs,
    ToolIs,
    WaitingIs,
    WishIs,
)
from booking.intents import (
    HumanReason,
    Manner,
    UnknownWhy,
)
from booking.models import Purpose


@dataclass(frozen=True, slots=True)
class Facts:
    """Of one that is so or not the sentence is what its guard is printed as."""

    opted_out: Annotated[bool, "the person asked for no messages"]
    undoes: bool  # ALTA, or the assistant instead of a person
    under_human: Annotated[bool, "a human answers this chat"]
    way_back_owed: Annotated[bool, "who wants no messages asks for something, and was not told lately how to come back"]
    nobody_came: Annotated[bool, "a person has the chat, nobody wrote yet, and the assistant could do what is asked"]
    emergency: Annotated[bool, "an emergency was told of in this chat, and nobody has dealt with it"]
    none_today: Annotated[bool, "they have no appointment on that day that they could be late for"]
    guessed: Annotated[bool, "words near it were said, or a model alone read it"]
    wish: WishIs
    says_else: bool  # asks for other times than those offered, for a doctor, for anyone, or for a type of visit
    found: FoundIs
    offer: OfferIs
    just_offered: Annotated[bool, "the times on offer were looked for in this turn"]
    offers_others: Annotated[bool, "what is offered is not what was wished"]
    choice: ChoiceIs
    hold: HoldIs
    name_known: Annotated[bool, "the patient's name is known, with a surname"]
    name_given: Annotated[bool, "the message brings a name, or says that the known one is meant"]
    yes_is_bound: Annotated[bool, "the yes answers the proposal that was shown"]
    misses: int  # 0 to 3
    why: UnknownWhy | None
    manner: Manner | None  # of talk; what cannot be said once more and short is said in full
    in_doubt: Annotated[bool, "it says no, or changes something, nobody knows what"]
    still_unclear: Annotated[bool, "what was understood of the message before is all there is"]
    understood_some: Annotated[bool, "something was understood, which may be changed"]
    answer: AnswerIs
    memory: MemoryIs
    appointments: AppointmentsAre
    purpose: Purpose | None  # of the draft
    one_listed: Annotated[bool, "one appointment is listed, to be moved or left for another one"]
    one_picked: Annotated[bool, "the message picks one of the appointments listed"]
    several: Annotated[bool, "several appointments are to be made, changed or cancelled"]
    besides_it: Annotated[bool, "an appointment is wanted in the same message as what is under way, and behind it"]
    as_before: Annotated[bool, "it shall be as the appointment before"]
    before_found: Annotated[bool, "there is an appointment before of whom it is for"]
    was_with: Annotated[bool, "an appointment is begun, no more is said, and it is known whom their last one was with"]
    more: Annotated[bool, "another appointment was asked for in the same message as the one under way"]
    another_doctor: Annotated[bool, "another doctor is asked for than the one spoken of so far"]
    maybe_another: Annotated[bool, "it may be another appointment that is wanted"]
    since_changed: Annotated[bool, "a button of a message about an appointment that is not so any more"]
    doctor_absent: Annotated[bool, "they say that they come, and the doctor will not be there"]
    not_theirs: Annotated[bool, "a button of a message about an appointment that is none of theirs to come"]
    declines: Annotated[bool, "they say that they cannot come"]
    unsaid: Annotated[bool, "they do not say to which of those they come"]
    too_late: Annotated[bool, "the appointment is too near to be changed by chat"]
    reason: HumanReason | None  # why a human is asked for
    tool: ToolIs
    names_another: Annotated[bool, "it reads like a change of the order under way, but names another patient"]
    denies: Annotated[bool, "it began with a no to the order under way"]
    listed: Annotated[bool, "one of those that a tool listed is picked"]
    first_of_several: Annotated[bool, "more of the same message waits behind it, and no yes was said to any of it"]
    queued: Annotated[bool, "something else of the same message waits"]
    right_ended: Annotated[bool, "the order under way is theirs no longer"]
    visit_open: Annotated[bool, "the clinic asks for the type of visit, and nobody said it yet"]
    count_open: Annotated[bool, "it is to be a series, and nobody said of how many appointments"]
    which_open: Annotated[bool, "the time looked for can be read in several ways, and nobody said yet which is meant"]
    same_visit: Annotated[bool, "the type of visit is said that is looked for already"]
    brings_note: Annotated[bool, "the message tells the doctor something"]
    only_whose: Annotated[bool, "beside something else it says for whom it is, and no name"]
    brings_data: Annotated[bool, "the message says something of the patient that can be kept"]
    for_another: Annotated[bool, "it is about somebody else, or somebody who may be"]
    another_patient: Annotated[bool, "somebody else is named than the patient whose appointment is being moved"]
    only_note: Annotated[bool, "the message tells the doctor something, and no more about the patient"]
    goes_back: Annotated[bool, "silence ended a search, and no other is said"]
    waiting: WaitingIs
    for_theirs: Annotated[bool, "what is waited for is for an appointment of theirs"]
    rating: RatingIs
    still_asked: Annotated[bool, "a question of ours stays open behind what was only answered"]
    leads_back: Annotated[bool, "something is told, which a flow under way has to go on from"]

    def plain(self) -> dict[str, JsonValue]:
        """The facts by name, for the log."""
        return {name: getattr(self, name) for name in _NAMES}


_NAMES = tuple(fact.name for fact in fields(Facts))
SENTENCES: dict[str, str] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Facts, include_extras=True).items()
    if get_origin(hint) is Annotated
}
"""Of each fact that is so or not, what is printed of it."""
