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


class ToolIs(StrEnum):
    """What came of the tool asked for."""

    NONE = "none"
    CODE = "code"  # not a tool: the code that enrols
    NOT_ALLOWED = "not_allowed"
    ANSWERED = "answered"
    REFUSED = "refused"
    ASKS = "asks"  # something is missing, or several fit
    PROPOSED = "proposed"
