"""What facts can be, where yes or no does not do. Enums, and nothing else."""

from __future__ import annotations

from enum import StrEnum


class WishIs(StrEnum):
    NONE = "none"
    CLEAR = "clear"
    AMBIGUOUS = "ambiguous"
    IMPOSSIBLE = "impossible"


class FoundIs(StrEnum):
    """What the availability check of this trigger gave."""

    UNCHECKED = "unchecked"
    NOTHING = "nothing"
    OTHERS = "others"  # nothing as wished, but other times
    SOME = "some"
    EXACT = "exact"  # the one clock time that was asked for


class OfferIs(StrEnum):
    NONE = "none"
    FRESH = "fresh"
    STALE = "stale"


class HoldIs(StrEnum):
    NONE = "none"
    LIVE = "live"
    LAPSED = "lapsed"


class ChoiceIs(StrEnum):
    NONE = "none"
    OFFERED = "offered"
    NOT_OFFERED = "not_offered"


class AppointmentsAre(StrEnum):
    """How many of the person's coming appointments fit what was said."""

    NONE = "none"
    ONE = "one"
    SEVERAL = "several"


class AnswerIs(StrEnum):
    """Where the answer to a question comes from."""

    NONE = "none"
    RECORD = "record"
    DOCUMENT = "document"


class MemoryIs(StrEnum):
    """What came of asking what is remembered."""

    NONE = "none"
    FOUND = "found"
    LATE = "late"  # not there in time, or not at all


class ToolIs(StrEnum):
    """What came of the tool asked for."""

    NONE = "none"
    CODE = "code"  # not a tool: the code that enrols
    NOT_ALLOWED = "not_allowed"
    ANSWERED = "answered"
    REFUSED = "refused"
    ASKS = "asks"  # something is missing, or several fit
    PROPOSED = "proposed"


class WaitingIs(StrEnum):
    """What is waited for, or what was offered to whoever waits."""

    UNASKED = "unasked"
    OFF = "off"  # the clinic keeps no waiting list
    NOTHING = "nothing"  # nobody can tell what is waited for
    FREE = "free"  # it is free already
    IN_VAIN = "in_vain"  # there is no consultation then
    TIME = "time"  # it may become free
    LISTED = "listed"  # they are on the list
    GONE = "gone"  # what was offered is not held for them any more
    LATE = "late"  # nor is it, and it may be looked for as any other time
    LATE_TO_MOVE = "late_to_move"  # and an appointment of theirs would be moved there
    BOOKED = "booked"  # they have an appointment then already
    TAKEN = "taken"  # they have taken it already, and it is what is under way
    MOVES = "moves"  # it is held, for an appointment of theirs
    NAMED = "named"  # it is held, for a new one, and the patient's name is known
    UNNAMED = "unnamed"


class RatingIs(StrEnum):
    """What is said of a visit that is over."""

    UNASKED = "unasked"
    GONE = "gone"  # it was not asked about, or is not over after all
    LOW = "low"
    GOOD = "good"
