"""What a tool may answer: done, a proposal to confirm, something to ask, or a no. Values only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, TypeAdapter

from booking.intents import Frozen, UseTool
from booking.models import DayStays, Moment, Option, Order


class Why(StrEnum):
    """Why a tool does not do it. `NOT_ALLOWED` also stands for tools that do not exist: nothing is hinted at."""

    NOT_ALLOWED = "not_allowed"
    NO_SUCH_PATIENT = "no_such_patient"
    NO_SUCH_DOCTOR = "no_such_doctor"
    NO_SUCH_APPOINTMENT = "no_such_appointment"
    NO_SUCH_VISIT = "no_such_visit"  # type of visit
    NO_SUCH_PLACE = "no_such_place"
    SLOT_TAKEN = "slot_taken"
    PATIENT_BUSY = "patient_busy"
    CHANGED = "appointment_changed"
    TOUCHES_OTHERS = "touches_others"  # by now, than the appointments that were shown
    SHOWN_OTHERWISE = "shown_otherwise"  # an earlier version did not say which appointments it touches
    NOT_NOW = "not_now"  # the mark does not fit the appointment
    NOT_YET = "not_yet"  # the appointment is still to come
    TOO_MANY = "too_many"  # appointments at once
    DAY_CHANGED = "day_changed"  # what would be done to it is no longer what was shown
    SERIES_CHANGED = "series_changed"  # one of its times is no longer to be had
    SERIES_OVERBOOKED = "series_overbooked"  # several appointments at once are overbooked by nobody
    NONE_TO_CHANGE = "none_to_change"  # no appointments are to come then
    NONE_CAN = "none_can"  # of a day, each for a reason
    ONLY_TODAY = "only_today"  # who comes today is told that the doctor is late
    ONE_BY_ONE = "one_by_one"  # several appointments are not moved together
    PAST = "past"
    NOT_CLOSED = "not_closed"  # the clinic, on that day
    NOT_BLOCKED = "not_blocked"  # anything of the doctor's agenda then
    NOT_WAITING = "not_waiting"  # nobody of that name is on the waiting list
    NEVER_FREE = "never_free"  # there is no consultation when it is to be waited for
    NO_WAITING_LIST = "no_waiting_list"
    NO_NUMBER = "no_number"  # nobody could write to the patient
    OPTED_OUT = "opted_out"  # the patient wants no messages
    KNOWN = "known"  # the patient is registered already
    LATE = "late"  # no answer in time
    FAILED = "failed"


class Done(Frozen):
    type: Literal["done"] = "done"
    tool: str
    result: dict[str, JsonValue]


class Proposed(Frozen):
    """Nothing is written yet: the order needs a yes. `then` is asked for by the same words, each with a yes of its
    own."""

    type: Literal["proposed"] = "proposed"
    order: Order
    then: tuple[UseTool, ...] = ()


class Taken(Frozen):
    """A time that a doctor does not have, and the nearest that they have on that day; or, where no time was said (`at`
    is None), the first they have then. `more`: not all of them."""

    doctor: str
    at: Moment | None
    free: tuple[Moment, ...] = ()
    more: bool = False


class Missing(Frozen):
    """One parameter to ask for, or the part of it that was not said. `time`: it is words about time. `unread`: what
    was said of it last cannot be read. `taken`: what was asked for is not free; that is told first."""

    type: Literal["missing"] = "missing"
    tool: str
    field: str
    time: bool = False
    part: Literal["day", "time"] | None = None
    unread: bool = False
    taken: Taken | None = None


class Choose(Frozen):
    type: Literal["choose"] = "choose"
    tool: str
    field: str
    options: tuple[Option, ...]


class ToolRefused(Frozen):
    """`at`: when the appointment is that it is about. `stays`: each of those of which none can be changed."""

    type: Literal["refused"] = "refused"
    tool: str
    why: Why
    at: Moment | None = None
    stays: tuple[DayStays, ...] = ()


Answer = Annotated[Done | Proposed | Missing | Choose | ToolRefused, Field(discriminator="type")]
ANSWER: TypeAdapter[Done | Proposed | Missing | Choose | ToolRefused] = TypeAdapter(Answer)
ANSWERS: TypeAdapter[Sequence[Done | Proposed | Missing | Choose | ToolRefused]] = TypeAdapter(
    Sequence[Done | Proposed | Missing | Choose | ToolRefused]
)

AND_THEN = "\n"
"""Between the words about time that were said one after the other."""
TIMES = frozenset({"cuando", "date", "fecha_hora_inicio", "nueva_fecha_hora", "horario", "desde"})
"""The parameters that are such words."""
REPEATS = "repeticion"
"""The parameter that says how often an appointment is to come again."""
GATHERED = TIMES | {REPEATS}
"""The parameters that may be said bit by bit: what comes later is added to what was said before."""
SHOWN_ANEW = frozenset({Why.DAY_CHANGED, Why.SERIES_CHANGED})
"""Nothing is done, as it is no longer what was shown; what it would be now is shown next."""
PERSONS = frozenset({"paciente", "paciente_nombre", "nombre"})
"""The parameters that name a patient."""

Arguments = Mapping[str, Any]
"""Parameters by name, as text or typed."""
