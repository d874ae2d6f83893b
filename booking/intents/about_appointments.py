"""What a person may mean about an appointment: that it be made, moved or cancelled, when, with whom and for whom."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, Field

from booking.intents.time_wishes import Frozen, Reading


class Shift(StrEnum):
    """A wish relative to what was just offered."""

    MORE = "more"  # "más horarios"
    LATER = "later"  # "más tarde"
    EARLIER = "earlier"  # "más temprano"
    OTHER_DAY = "other_day"  # "otro día"


class VisitType(StrEnum):
    """The types of visit that a patient may choose between."""

    FIRST = "primera_vez"
    FOLLOW_UP = "seguimiento"


OWN: Final = "mí"
"""Of two appointments the other is for whoever writes."""
_LONGEST_WORD: Final = 16


def _a_word(said: str | None) -> str | None:
    return said if said and said.isalpha() and len(said) <= _LONGEST_WORD else None


FEWEST_TIMES: Final = 2
MOST_TIMES: Final = 12
"""So many appointments a series may have."""


class Repeats(Frozen):
    """That an appointment is to come again: `every` so many days, `times` in all, or over a `span` of days. None is
    what was not said. On the days of those of `but` nobody can come, by their number (the first is 1, the last -1)."""

    every: int | None = Field(default=None, ge=1, le=366)
    times: int | None = Field(default=None, ge=1, le=99)
    span: int | None = Field(default=None, ge=1, le=731)
    but: tuple[int, ...] = Field(default=(), max_length=MOST_TIMES, exclude_if=lambda but: not but)

    @property
    def count(self) -> int | None:
        """How many appointments that is; None where nobody has said, or said more or fewer than a series may have."""
        over = self.span // self.every if self.span and self.every else None
        count = self.times or over
        return count if count and FEWEST_TIMES <= count <= MOST_TIMES else None

    def on_top_of(self, before: Repeats | None) -> Repeats | None:
        """This, said last, with what it leaves unsaid as it was `before`. None, no series: it is one appointment, or
        nobody said how far apart they are."""
        every = self.every or (before.every if before else None)
        how_many = self if self.times or self.span else before
        if every is None or (how_many is not None and how_many.times == 1):
            return None
        kept = before.but if before and not (self.every or self.times or self.span) else ()
        return Repeats(every=every, times=how_many and how_many.times, span=how_many and how_many.span, but=kept)


class Whose(Frozen):
    """Whose appointment is meant: the person's `own`, or somebody else's, perhaps by name."""

    own: bool = False
    name: str | None = None


class Like(Frozen):
    """What shall be as it was at the appointment before: with its doctor (and for its type of visit), at its hour.
    `whose` appointment is meant, where it is somebody else's."""

    doctor: bool = False
    hour: bool = False
    whose: Whose | None = None


class OneMore(Frozen):
    """One more of several appointments that are wanted: whose it is, in one word ("hijo", a given name) or `OWN`, when
    and with whom, where that is said."""

    other: Annotated[str | None, AfterValidator(_a_word)] = None
    when: Reading | None = None
    doctor: str | None = None


class StartBooking(Frozen):
    """Wants an appointment, possibly saying for when, with whom, or of which type. `anyone`: with whoever is free,
    whomever they asked for before; `not_with`: but none of these. `several` are wanted: this says the first, and
    `other` whose the second is, in one word: "hijo", or `OWN`, `other_when` and `other_doctor` what is said of it, and
    `following` those after it; `besides`: this is one more, after a yes to the one that was proposed. `soonest`: the
    nearest times, one after the other; `like`: what shall be as it was. `repeats`: a series of them,
    this being the first."""

    kind: Literal["start_booking"] = "start_booking"
    when: Reading | None = None
    several: bool = False
    other: Annotated[str | None, AfterValidator(_a_word)] = None
    other_when: Reading | None = None
    other_doctor: str | None = None
    following: tuple[OneMore, ...] = ()
    besides: bool = False
    doctor: str | None = None
    anyone: bool = False
    not_with: tuple[str, ...] = ()
    visit: VisitType | None = None
    soonest: bool = False
    repeats: Repeats | None = None
    like: Like | None = None


class CheckAvailability(Frozen):
    """Asks which times are free. A clock time in it is a wish, never a choice. `another`: with another doctor than the
    one whose time is held. `soonest`: the nearest times, one after the other; `like`: what shall be as it was;
    `repeats`: for the first of a series; `whose` it is to be, where that is said with it."""

    kind: Literal["check_availability"] = "check_availability"
    when: Reading | None = None
    shift: Shift | None = None
    doctor: str | None = None
    anyone: bool = False
    not_with: tuple[str, ...] = ()
    another: bool = False
    visit: VisitType | None = None
    soonest: bool = False
    repeats: Repeats | None = None
    like: Like | None = None
    whose: Whose | None = None


class SelectSlot(Frozen):
    """Picks one of the offered times: `option` counts from 1 in the order of the offer."""

    kind: Literal["select_slot"] = "select_slot"
    option: int = Field(ge=1)


LONGEST_NAME: Final = 120
"""Characters. Whatever is longer is no name."""


def _visible(text: str | None) -> str | None:
    """One line without what no screen shows; None if nothing is left."""
    shown = "".join(letter for letter in text or "" if letter.isprintable() or letter.isspace())
    return " ".join(shown.split()) or None


def a_name(text: str | None) -> str | None:
    """None, so that it is asked for, where no one could be called so."""
    name = _visible(text)
    return name if name and len(name) <= LONGEST_NAME and any(letter.isalpha() for letter in name) else None


class ProvideCustomerData(Frozen):
    """Answers about the patient. `for_other` marks a third party ("es para mi hijo"), `for_self` takes that back
    ("mejor para mí"); `of_patient`: whom the appointment is for is called so, who writes perhaps not; `instead_of` is
    the part of the name that the given one puts right ("no es Lima, es Luna"), the given one itself where it stands for
    the word that is spelt otherwise ("es con z, González"); `reason` is what the doctor should know ("soy alérgico a la
    penicilina")."""

    kind: Literal["provide_customer_data"] = "provide_customer_data"
    name: Annotated[str | None, AfterValidator(a_name)] = None
    for_other: bool = False
    for_self: bool = False
    of_patient: bool = False
    instead_of: str | None = None
    reason: Annotated[str | None, AfterValidator(_visible)] = None


class CancelBooking(Frozen):
    """Gives up the booking in progress (nothing is stored yet)."""

    kind: Literal["cancel_booking"] = "cancel_booking"


class AsTold(Frozen):
    """The appointment that a message of ours was about, as it was then: only a button under it says so."""

    appointment_id: int
    version: int


class Attend(Frozen):
    """Comes to the appointments that a reminder was about, or (`coming` false) cannot. Only a button under a reminder
    says so, or an answer to it while it is the last thing said. `unsaid`: to which of those, was not said or not
    understood."""

    kind: Literal["attend"] = "attend"
    those: tuple[AsTold, ...] = ()
    coming: bool = True
    unsaid: bool = False


class Rate(Frozen):
    """Says how the visit was, from 1 to 5: only a tap on the question about it says so, or an answer to that while it
    is the last thing said. `told` is the appointment that was asked about."""

    kind: Literal["rate"] = "rate"
    mark: int = Field(ge=1, le=5)
    told: AsTold | None = None


class CancelAppointment(Frozen):
    """Wants to cancel an appointment that exists, or `several` of them; the one that they were `told` of, or that is
    with `of_doctor`."""

    kind: Literal["cancel_appointment"] = "cancel_appointment"
    when: Reading | None = None
    several: bool = False
    whose: Whose | None = None
    of_doctor: str | None = None
    told: AsTold | None = None


class RescheduleAppointment(Frozen):
    """Wants to move an appointment that exists (the one `of` that time, with `of_doctor` where they have one with them,
    or that they were `told` of) to another time, `when`, or `several` of them; to its own doctor, unless one or
    `anyone` was said, or `another` than that, or its own is among those `not_with` whom. `unsure`: perhaps another
    appointment is wanted, and this one kept."""

    kind: Literal["reschedule_appointment"] = "reschedule_appointment"
    when: Reading | None = None
    of: Reading | None = None
    doctor: str | None = None
    anyone: bool = False
    not_with: tuple[str, ...] = ()
    another: bool = False
    unsure: bool = False
    several: bool = False
    whose: Whose | None = None
    of_doctor: str | None = None
    told: AsTold | None = None


class ListAppointments(Frozen):
    """Asks which appointments there are, perhaps only of one patient, with one doctor or `of` one time; or says that
    they `stay` as they are."""

    kind: Literal["list_appointments"] = "list_appointments"
    whose: Whose | None = None
    of: Reading | None = None
    of_doctor: str | None = None
    stay: bool = False
