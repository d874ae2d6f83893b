"""One turn: everything a row may see or change while a burst of messages is handled. Holds no rule."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from zoneinfo import ZoneInfo

from pydantic import JsonValue, TypeAdapter

from booking.conversation.asked_orders import AskedOrders
from booking.intents import AnyIntent, Source, Unknown, UseTool
from booking.models import (
    Appointment,
    Booking,
    Clinic,
    Conversation,
    Doctor,
    Draft,
    Effect,
    Identity,
    MessageTimes,
    Patient,
    Proposal,
    Rating,
    Reply,
    State,
    Step,
    SubState,
    sub_state_of,
)
from booking.models.draft_parts import booking_of, proposal_of
from booking.models.tool_answers import Answer
from booking.models.who_waits import Chance, Offered, Waited
from booking.ports import Passage, Recalled, Remembered, Toolbox, UnitOfWork, Visited
from booking.scheduling.doctors_hours import Attends
from booking.scheduling.open_hours import OpenHours
from booking.scheduling.search import SearchResult

_NOTHING_SAID = Unknown()


@dataclass(frozen=True, slots=True)
class Services:
    """The ports a row's hooks may use. `uow` is the open transaction of this turn."""

    uow: UnitOfWork
    handoff: dt.timedelta = dt.timedelta(hours=12)
    tools: Toolbox | None = None
    read_by: str | None = None  # companies whose models are shown messages


@dataclass(frozen=True, slots=True)
class Lookups:
    """The services asked before the transaction opens; what they raise is gone without."""

    documents: Callable[[str], Passage | None]
    read: Callable[[Sequence[UseTool]], Sequence[tuple[UseTool, Answer]]] | None = (
        None  # reads of whoever writes, side by side
    )
    memory: Callable[[Recalled], Sequence[Remembered] | None] = lambda asked: ()
    visited: Callable[[], Visited | None] = lambda: None


@dataclass(frozen=True, slots=True)
class LookedUp:
    """What the services answered."""

    passages: Sequence[tuple[str | None, Passage | None]] = ()  # by what was asked
    answers: Sequence[tuple[UseTool, Answer]] = ()
    remembered: Sequence[Remembered] | None = ()  # None: it was not there in time
    visited: Visited | None = None  # when whoever writes had their last appointment, and with whom

    def passage_of(self, query: str) -> Passage | None:
        """What a document says of this question; of what a record does not say, what it says of any."""
        return next((found for asked, found in self.passages if asked in (None, query)), None)


@dataclass(slots=True)
class Found:
    """What the reads of one trigger found; emptied before the next one, but for what is handed on."""

    coming: Sequence[Appointment] | None = None  # all of theirs
    handed_on: Sequence[Appointment] | None = None  # of these, to what the row goes on with, which need not ask again
    search: SearchResult | None = None
    answer: Answer | None = None  # of the tool asked for
    call: UseTool | None = None  # what it answers
    also: Sequence[tuple[UseTool, Answer]] = ()  # what was asked beside it, and the answers
    right: bool | None = None  # to the order under way
    notice: int | None = None  # that was marked as seen or dealt with
    doctors: Sequence[Doctor] | None = None
    came: bool | None = None  # somebody of the clinic, since the chat was handed over
    today: bool | None = None  # they have an appointment of today that is not over
    emergency: bool | None = None  # that was told of in this chat, and nobody has dealt with
    stranger: str | None = None  # who was asked for, and is no doctor here
    open: OpenHours | None = None  # of the day asked about
    attends: Sequence[Attends] | None = None  # the doctors' hours that were asked about
    closed: Sequence[dt.date] | None = None  # of the days that may be meant, those without consultation
    appointments: Sequence[Appointment] | None = None
    away: Collection[int] = ()  # of these appointments, too near to be changed, those whose doctor will not be there
    absent: Collection[int] | None = None  # of those they say they come to, those whose doctor will not be there
    none_fits: bool = False  # none of these appointments is when the person said
    not_theirs: bool = False  # what the message told of that is answered is none of these
    before: Appointment | None = None  # the one that the new one shall be like
    patients: Sequence[Patient] | None = None  # theirs; empty where all are the person's own
    brought_before: Sequence[Patient] | None = None  # patients of this person, where a first name alone was said
    waits: Sequence[Waited] | None = None  # what is asked to be told of when it becomes free
    chance: Chance | None = None  # of that
    free_too: Sequence[Waited] = ()  # what was asked for beside it, and is free already
    rating: Rating | None = None  # the question about a visit that is answered
    on_list: bool | None = None  # they wait for something
    offered: Offered | None = None  # the time that was offered to them, who wait for one
    unfinished: Sequence[AnyIntent] = ()  # what was looked for or asked for before, and is asked about now
    other: str | None = None  # whose that is, where it is the other one of two
    patient: str | None = None  # whose appointment was just booked; the draft that said so is gone by the reply

    def for_the_next(self) -> Found:
        """What the reads of the next trigger begin with."""
        return Found(coming=self.handed_on)


@dataclass(slots=True)
class Journal:
    """Records every answer from outside, or serves recorded ones back (`recorded` is then a list)."""

    effects: list[Effect] = field(default_factory=list)
    recorded: list[Effect] | None = None

    def ask(self, name: str, shape: TypeAdapter[Any], call: Callable[[], Any], **arguments: Any) -> Any:
        """The answer of `call`, recorded under `name` with what it asks for; in a replay the recorded answer, uncalled.
        The `arguments` say what the answer depends on: whom, when, which one, in what version.

        Raises ReplayDiverged where today's code asks another question than the recorded turn, or for something else.
        """
        if self.recorded is not None:
            if not self.recorded or self.recorded[0].name != name:
                raise ReplayDiverged(name)
            effect = self.recorded.pop(0)
            if _differs(effect.arguments, arguments):
                raise ReplayDiverged(name, otherwise=True)
            self.effects.append(effect)
            return shape.validate_python(effect.value)
        value = call()
        self.effects.append(Effect(name=name, value=shape.dump_python(value, mode="json"), arguments=_plain(arguments)))
        return value


_ANYTHING: TypeAdapter[Any] = TypeAdapter(Any)


def _plain(arguments: dict[str, Any]) -> dict[str, JsonValue]:
    """As they are recorded. What is as always is left out, so that a field made later changes no old question."""
    plain: dict[str, JsonValue] = _ANYTHING.dump_python(arguments, mode="json", exclude_defaults=True)
    return plain


def _differs(recorded: dict[str, JsonValue] | None, arguments: dict[str, Any]) -> bool:
    """Something else is asked for than was then, as far as that was recorded."""
    if recorded is None:
        return False
    today = _plain(arguments)
    return any(recorded[name] != today[name] for name in recorded.keys() & today.keys())


class ReplayDiverged(Exception):
    """Today's code asks something else than the recorded turn did, or the same for something else (`otherwise`). Its
    text is the name of the question; `row` is the one that asked, where one was taken already."""

    row: str | None = None

    def __init__(self, name: str, *, otherwise: bool = False) -> None:
        super().__init__(name)
        self.otherwise = otherwise


@dataclass(slots=True)
class Turn:
    """Mutable, for one burst. Rows change `conversation` (a frozen value, replaced) and collect replies."""

    conversation: Conversation
    now: dt.datetime
    clinic: Clinic
    services: Services
    message: MessageTimes | None = None
    intent: AnyIntent = _NOTHING_SAID
    source: Source = Source.SHORTCUT  # who read the intents
    looked_up: LookedUp = LookedUp()
    found: Found = field(default_factory=Found)
    journal: Journal = field(default_factory=Journal)
    orders: AskedOrders = field(default_factory=AskedOrders)
    last: bool = False  # nothing can follow the trigger being fired
    alone: bool = False  # one thing was said, and nothing beside it
    unanswered: tuple[str, ...] = ()  # the questions that there was no room for, as they were written
    searched: bool = False  # times were looked for, and those that were found are on offer
    replies: list[Reply] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)
    began: Conversation = field(init=False)  # the conversation before anything was done

    def __post_init__(self) -> None:
        self.began = self.conversation

    @property
    def shown_proposal(self) -> Proposal | None:
        """The proposal as it stood when the turn began."""
        return proposal_of(self.began.draft)

    @property
    def state(self) -> State:
        """The state that is stored."""
        return self.conversation.state

    @property
    def sub_state(self) -> SubState:
        """Where the conversation stands by its state and its draft."""
        return sub_state_of(self.conversation)

    def stand(self, place: SubState) -> None:
        """Move there, as far as the state says it; the draft says the rest."""
        self.change(state=place.parent)

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.clinic.zone)

    @property
    def draft(self) -> Draft | None:
        """What is under way, if anything is."""
        return self.conversation.draft

    @property
    def booking(self) -> Booking:
        """The new appointment under way, or an empty one where none is."""
        return booking_of(self.conversation.draft)

    @property
    def uow(self) -> UnitOfWork:
        return self.services.uow

    @property
    def identity(self) -> Identity | None:
        return self.conversation.reply_to

    def take_up(self, intent: AnyIntent) -> None:
        """What is fired next is fired for this."""
        self.intent = intent

    def change(self, **values: Any) -> None:
        """Replace fields of the conversation."""
        self.conversation = self.conversation.model_copy(update=values)

    def change_draft(self, **values: Any) -> None:
        """Replace fields of the draft, beginning a booking if there is none. Raises AttributeError for a field that
        this kind of draft has not."""
        self.change(draft=(self.draft or self.booking).model_copy(update=values))

    def change_person(self, **values: Any) -> None:
        self.change(person=self.conversation.person.model_copy(update=values))

    def next_draft_version(self) -> int:
        """Buttons sent before this moment are stale from now on."""
        self.change(draft_version=self.conversation.draft_version + 1)
        return self.conversation.draft_version
