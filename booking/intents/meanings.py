"""What a person may mean, all of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated, Literal, TypeVar, cast

from pydantic import Field, TypeAdapter

from booking.intents.about_appointments import (
    AsTold,
    Attend,
    CancelAppointment,
    CancelBooking,
    CheckAvailability,
    ListAppointments,
    ProvideCustomerData,
    Rate,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Whose,
)
from booking.intents.about_waiting import DeclineOffer, JoinWaitingList, LeaveWaitingList, TakeOffer
from booking.intents.time_wishes import Frozen, Reading


class Greet(Frozen):
    kind: Literal["greet"] = "greet"


class Thank(Frozen):
    kind: Literal["thank"] = "thank"


class Manner(StrEnum):
    """What talk that asks for nothing wants."""

    WAIT = "wait"  # "espera", "déjame checar con mi jefe"
    LAUGH = "laugh"
    PARDON = "pardon"  # "¿mande?": what was last asked, once more and short


class Smalltalk(Frozen):
    """Talk. Without a `manner` where the flow stands is said again."""

    kind: Literal["smalltalk"] = "smalltalk"
    manner: Manner | None = None


class Confirm(Frozen):
    """An explicit yes: a button or a whole phrase of the closed list. Never a model's reading."""

    kind: Literal["confirm"] = "confirm"


class Deny(Frozen):
    kind: Literal["deny"] = "deny"


class Topic(StrEnum):
    """What the clinic's own record can answer."""

    HOURS = "hours"
    ADDRESS = "address"
    PHONE = "phone"
    PARKING = "parking"
    DOCTORS = "doctors"
    ASSISTANT = "assistant"  # "¿eres un robot?"
    CHANGES = "changes"  # "¿y si llueve puedo cambiarla?"
    PROPOSAL = "proposal"  # "¿con quién me toca?": what is shown for a yes, which is shown again
    DURATION = "duration"  # "¿cuánto dura la consulta?"
    PRICES = "prices"
    INSURANCE = "insurance"
    CARDS = "cards"
    BRING = "bring"  # "¿qué tengo que llevar?"
    FASTING = "fasting"


MAY_BE_UNSAID = frozenset({Topic.PARKING, Topic.PRICES, Topic.INSURANCE, Topic.CARDS, Topic.BRING, Topic.FASTING})
"""What a document may tell where the record does not."""


class AskQuestion(Frozen):
    """A question about the clinic. `topic` when its record answers it; else the documents may. `when` is the day whose
    hours are asked for, or whose doctors, `weekly` every such weekday; `doctor` of whom, or whose hours. `specialty` is
    how the one begins whose doctors are asked for, folded: "gineco"."""

    kind: Literal["ask_question"] = "ask_question"
    query: str = ""
    topic: Topic | None = None
    when: Reading | None = None
    weekly: bool = False
    doctor: str | None = None
    specialty: str | None = None


class Recall(Frozen):
    """A question about what was before. `since` and `until` are the first and the last day that are meant; `words` are
    those of the question that say what it is about, folded; `whose` past it is, where it is somebody else's."""

    kind: Literal["recall"] = "recall"
    query: str = ""
    since: dt.date | None = None
    until: dt.date | None = None
    words: tuple[str, ...] = ()
    whose: Whose | None = None


class HumanReason(StrEnum):
    """Why staff are needed."""

    ASKED = "asked"
    LATE = "late"  # "voy tarde": staff are told, the bot keeps the chat
    URGENT = "urgent"  # words of a medical urgency: safe text and a human, never triage


class RequestHuman(Frozen):
    """Asks for a person. `unsure`: words of a medical urgency that may be a figure of speech; `undo`: the person wants
    to go on with the assistant; `minutes`: by how much they say that they are late, `day`: on another than today."""

    kind: Literal["request_human"] = "request_human"
    reason: HumanReason = HumanReason.ASKED
    unsure: bool = False
    undo: bool = False
    minutes: int | None = None
    day: dt.date | None = None


class Fills(StrEnum):
    """What words do to those said before of the same thing: they are added (of words about time, and of a name that is
    looked for in a list) or take their place, as all others do."""

    ADDS = "adds"
    CHANGES = "changes"


class UseTool(Frozen):
    """A staff request for a tool of the catalogue; arguments are raw text spans. `fills` the order that is being asked
    about or proposed. `denies`: it began with a no ("no, a las 5"), so that the order as it was is done in no case."""

    kind: Literal["use_tool"] = "use_tool"
    tool: str
    arguments: tuple[tuple[str, str], ...] = ()
    fills: Fills | None = None
    denies: bool = False


class OptOut(Frozen):
    """BAJA; `undo` is ALTA. `unsure`: words near it, which are asked about."""

    kind: Literal["opt_out"] = "opt_out"
    undo: bool = False
    unsure: bool = False


class PrivacyRequest(Frozen):
    """Asks for an ARCO right or for the privacy notice."""

    kind: Literal["privacy_request"] = "privacy_request"


class UnknownWhy(StrEnum):
    """What kept a message from being understood."""

    NOT_UNDERSTOOD = "not_understood"
    MEDIA = "media"  # picture, sticker, document …
    VOICE = "voice"
    LOCATION = "location"
    FILE = "file"  # a picture or document that is kept for the staff
    LANGUAGE = "language"  # written in another language
    STALE_TAP = "stale_tap"  # a button of an earlier draft
    NO_OPTION = "no_option"  # a number that none of the options on screen has
    PARTLY = "partly"  # something was understood, and something else was said beside it
    AMENDED = "amended"  # and more of it since, without a yes or a no: it is asked again
    ORDER_PARTLY = "order_partly"  # the same of what staff order
    # What was said back is not what is wanted: it is kept, and what is to be another is asked. With words left over:
    # they may turn the rest around, and all of it is to be said anew.
    NOT_SO = "not_so"


Clear = (
    Greet
    | Thank
    | Smalltalk
    | StartBooking
    | CheckAvailability
    | SelectSlot
    | ProvideCustomerData
    | Deny
    | CancelBooking
    | CancelAppointment
    | RescheduleAppointment
    | ListAppointments
    | AskQuestion
    | Recall
    | RequestHuman
    | JoinWaitingList
    | LeaveWaitingList
)
"""What may be understood of a message that says something else too: never a yes, consent or an order of staff's."""


class Unknown(Frozen):
    """`doubt`: it says no, or changes something: nobody knows what, but it is no answer to what was proposed.
    `understood` is what was, where other words (`left`, as they were written) were not: nothing of it is done before
    the person says so. `order`: what was understood of an order of staff's, in its own words; it has
    to be given anew."""

    kind: Literal["unknown"] = "unknown"
    why: UnknownWhy = UnknownWhy.NOT_UNDERSTOOD
    doubt: bool = False
    understood: tuple[Annotated[Clear, Field(discriminator="kind")], ...] = ()
    left: tuple[str, ...] = ()
    order: str | None = None
    to_patient: bool = False  # `left` are words for a patient to read
    erases: bool = False  # `left` would erase what is known of a patient
    late: bool = Field(default=False, exclude_if=lambda said: not said)  # `left` tells that a patient comes late
    unsure: bool = Field(
        default=False, exclude_if=lambda said: not said
    )  # no word is left, and yet it may not be meant

    @property
    def says_back(self) -> bool:
        """Whether something was understood that can be said back: more than courtesy."""
        return any(not isinstance(intent, Greet | Thank | Smalltalk) for intent in self.understood)


AnyIntent = Clear | Attend | Rate | Confirm | UseTool | OptOut | PrivacyRequest | TakeOffer | DeclineOffer | Unknown


Intent = Annotated[AnyIntent, Field(discriminator="kind")]


INTENT_KINDS: tuple[str, ...] = tuple(cls.model_fields["kind"].default for cls in AnyIntent.__args__)
"""Every kind of intent, in the order of the vocabulary."""


INTENT: TypeAdapter[AnyIntent] = TypeAdapter(Intent)
"""Validates and serialises one intent."""


class AsUnderstood(Frozen):
    """The yes to what was understood of a message, or the no (`not_so`). Only on a button, and as the answer to a
    question: the yes becomes what was understood before anything is done with it."""

    kind: Literal["as_understood"] = "as_understood"
    not_so: bool = False


OnButton = Annotated[AnyIntent | AsUnderstood, Field(discriminator="kind")]
"""What a button, or the answer to a question, may mean."""
ON_BUTTON: TypeAdapter[AnyIntent | AsUnderstood] = TypeAdapter(OnButton)
"""Validates one of these."""


MeaningT = TypeVar("MeaningT")


def of_those(intent: MeaningT, told: Sequence[AsTold]) -> MeaningT:
    """The same, of the appointments that a message was about; where it was about several, which one is to be moved or
    cancelled is asked."""
    if isinstance(intent, Attend):
        return cast(MeaningT, intent.model_copy(update={"those": tuple(told)}))
    if isinstance(intent, Rate | CancelAppointment | RescheduleAppointment) and len(told) == 1:
        return cast(MeaningT, intent.model_copy(update={"told": told[0]}))
    return intent
