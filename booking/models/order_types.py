"""What a tool would write, whole: shown before it is done, and done as it was shown. A type for each kind of change."""

from __future__ import annotations

import datetime as dt
from typing import Annotated, Literal

from pydantic import BeforeValidator, ConfigDict, Field, TypeAdapter

from booking.intents import Frozen, Repeats
from booking.models.appointments import Appointment, Occurrence, Status
from booking.models.day_acts import DayPlan, DayWish
from booking.models.flat_orders import typed
from booking.models.persons import Moment
from booking.models.schedules import FIRST_VISIT, Slot
from booking.models.who_waits import WaitingWish


class StaffOrder(Frozen):
    """What every order has: the tool that it came of and that carries it out."""

    tool: str

    @property
    def whose(self) -> str | None:
        """The patient whom it is about, by name; None where it is about no patient."""
        return None


class EntryOrder(StaffOrder):
    """What every order that enters an appointment has."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)  # stored by the names it had

    doctor_id: int
    doctor: str
    patient_id: int | None  # None: registered with it, under that number
    patient: str
    phone: str | None = None  # of somebody new, or where others are called so too
    slot: Slot
    visit: str = Field(default=FIRST_VISIT, alias="kind")
    reason: str | None = None
    tell: bool = Field(default=True, exclude_if=bool)  # the patient; stored where not
    same_day: tuple[Moment, ...] = Field(default=(), exclude_if=lambda at: not at)  # when they come then already

    @property
    def whose(self) -> str:
        return self.patient


class BookOrder(EntryOrder):
    """Enter an appointment at a time that is free."""

    type: Literal["book"] = "book"


class OverbookOrder(EntryOrder):
    """Enter one although the time is not free."""

    type: Literal["overbook"] = "overbook"


class SeriesOrder(EntryOrder):
    """Enter a series: the first at a time that is free, and those that follow it as they would come to lie."""

    type: Literal["series"] = "series"
    repeats: Repeats  # how often and how many were asked for
    others: tuple[Occurrence, ...] = Field(min_length=1)  # as they were shown; entered only so


class AppointmentOrder(StaffOrder):
    """What every order about an appointment that exists has."""

    appointment: Appointment  # as it was shown; done only to that version
    patient: str
    doctor: str | None = None  # with whom it is when the order is done
    tell: bool = Field(default=True, exclude_if=bool)  # the patient; stored where not

    @property
    def whose(self) -> str:
        return self.patient


class MoveOrder(AppointmentOrder):
    """Give an appointment another time, another doctor, or both."""

    type: Literal["move"] = "move"
    slot: Slot
    doctor_id: int
    before: str | None = None  # the doctor whom it is with, where it goes to another
    reason: str | None = None


class MarkOrder(AppointmentOrder):
    """Say what became of an appointment; no `status`: the patient is here."""

    type: Literal["mark"] = "mark"
    status: Status | None = None


class CancelOrder(AppointmentOrder):
    type: Literal["cancel"] = "cancel"
    reason: str | None = None


class InTheWay(Frozen):
    """A coming appointment that a new rule touches; it stays."""

    id: int
    patient: str
    start: Moment


class AgendaOrder(StaffOrder):
    """What every order about a doctor's agenda has."""

    doctor_id: int
    doctor: str
    affected: int = 0  # coming appointments that the new rule touches; they stay
    # These, by start; none in what earlier versions stored.
    in_the_way: tuple[InTheWay, ...] = Field(default=(), exclude_if=lambda named: not named)


class AbsenceOrder(AgendaOrder):
    """Block a stretch of a doctor's agenda, and further ones, or free what is blocked in them."""

    type: Literal["absence"] = "absence"
    slot: Slot
    further: tuple[Slot, ...] = Field(default=(), exclude_if=lambda slots: not slots)
    frees: bool = False
    reason: str | None = None

    @property
    def slots(self) -> tuple[Slot, ...]:
        return (self.slot, *self.further)


class ClosureOrder(StaffOrder):
    """Close the whole clinic on some dates, or for the hours of `slot` on one; or open it on them after all."""

    type: Literal["closure"] = "closure"
    dates: tuple[dt.date, ...] = Field(min_length=1)
    slot: Slot | None = None
    opens: bool = False
    affected: int = 0  # coming appointments that then lie where it is closed; they stay
    in_the_way: tuple[InTheWay, ...] = ()
    reason: str | None = None


class HoursOrder(AgendaOrder):
    """Replace the hours of a doctor's weekdays, from now on or from a day on."""

    type: Literal["hours"] = "hours"
    weekdays: tuple[int, ...] = Field(min_length=1)  # 0 is Monday
    hours: tuple[tuple[dt.time, dt.time], ...] = ()  # those they get; none: no work on them
    since: dt.date | None = Field(default=None, exclude_if=lambda day: day is None)


class DayOrder(StaffOrder):
    """Change all appointments of a doctor's day, or of some hours of it."""

    type: Literal["day"] = "day"
    doctor: str
    to_doctor: str | None = None  # who gets them
    wish: DayWish
    plan: DayPlan  # as it was shown; done only if it is still that
    reason: str | None = None
    tell: bool = Field(default=True, exclude_if=bool)  # the patients; stored where not


class ShownEntry(Frozen):
    """Somebody on the waiting list, as staff were shown them; `start` is that of the appointment that is to be
    earlier."""

    id: int
    wish: WaitingWish
    doctor: str | None = None
    start: Moment | None = None


class NewPatientOrder(StaffOrder):
    """Register a patient."""

    type: Literal["new_patient"] = "new_patient"
    patient: str
    phone: str | None = None
    namesakes: int = 0  # others called so whom the caller knows

    @property
    def whose(self) -> str:
        return self.patient


class WaitOrder(StaffOrder):
    """Put a patient on the waiting list: for a time as wished, or for an earlier one for `appointment`."""

    type: Literal["wait"] = "wait"
    patient_id: int
    patient: str
    doctor: str | None = None  # with whom; None: with anyone
    wish: WaitingWish
    appointment: Appointment | None = None  # as it was shown
    free: tuple[Moment, ...] = ()  # what is as wished and can be had at once, told with the proposal

    @property
    def whose(self) -> str:
        return self.patient


class UnwaitOrder(StaffOrder):
    """Take a patient off the waiting list: every entry that was shown."""

    type: Literal["unwait"] = "unwait"
    patient: str
    entries: tuple[ShownEntry, ...] = Field(min_length=1)

    @property
    def whose(self) -> str:
        return self.patient


AnyOrder = (
    BookOrder
    | OverbookOrder
    | SeriesOrder
    | MoveOrder
    | MarkOrder
    | CancelOrder
    | AbsenceOrder
    | ClosureOrder
    | HoursOrder
    | DayOrder
    | NewPatientOrder
    | WaitOrder
    | UnwaitOrder
)
Order = Annotated[Annotated[AnyOrder, Field(discriminator="type")], BeforeValidator(typed)]
"""As it is stored, also by versions that knew one flat order for every tool."""
ORDER: TypeAdapter[AnyOrder] = TypeAdapter(Order)
