"""Who waits for a time to become free, for what kind of time, and which times they were offered."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

from pydantic import Field

from booking.intents import Frozen, Reading
from booking.models.appointments import Appointment, Hold
from booking.models.persons import Moment, Patient
from booking.models.schedules import FIRST_VISIT


class EntryState(StrEnum):
    """`lista_espera.estado`. The first is the only one that changes."""

    ACTIVE = "espera"
    BOOKED = "agendo"  # they have an appointment as they wished
    CANCELLED = "cancelo"  # the appointment that was to be earlier is not to come any more
    LEFT = "salio"  # they asked not to be told any more
    REMOVED = "quitada"  # staff took them off
    OPTED_OUT = "baja"  # they want no messages at all
    EXPIRED = "vencio"


class OfferState(StrEnum):
    """`ofertas_espera.estado`. The first is the only one that changes, but for a late yes to one that expired."""

    OPEN = "abierta"
    TAKEN = "aceptada"  # by a tap; whether it was booked the appointment tells
    DECLINED = "rechazada"
    EXPIRED = "vencida"  # nobody answered in time
    LATE = "tarde"  # the yes came afterwards
    WITHDRAWN = "retirada"  # the message did not get there, or the time could not be kept


class Chance(StrEnum):
    """Of getting a time as it is wished."""

    FREE = "free"  # there is one already
    OPEN = "open"  # there is none, and one may become free
    NEVER = "never"  # nobody asked for has hours then


class TimeSeen(Frozen):
    """A time that is nothing new to somebody: it was free when they joined."""

    doctor_id: int
    start: Moment


class WaitingWish(Frozen):
    """What time will do: as it was said (`when`, days of the clinic's calendar), on these `weekdays` alone (0 is
    Monday; none: on any), `before` that instant, with `doctor_id` (None: with anyone whose turn it is) and with none
    of `not_with`, no sooner than `notice_minutes` from when it is offered."""

    when: Reading | None = None
    weekdays: tuple[int, ...] = ()
    before: Moment | None = None
    doctor_id: int | None = None
    not_with: tuple[int, ...] = ()
    visit: str = FIRST_VISIT
    notice_minutes: int = Field(default=0, ge=0)


class WaitingEntry(Frozen):
    """Somebody who waits, from `created_at` on: they write in that conversation, and the time is for the patient of
    this `name` (None: for whoever writes, whose name may not be known yet).

    With `appointment_id` it is an earlier time for that appointment, which is moved. `had` are the appointments that
    the patients of that conversation had when they joined: what they book otherwise is told from them. `seen` was free
    then, of all that begins before `seen_to` (None, of old entries: what could be booked then).
    """

    id: int = 0
    conversation_id: int
    wish: WaitingWish
    name: str | None = None
    for_other: bool = False
    appointment_id: int | None = None
    had: tuple[int, ...] = ()
    seen: tuple[TimeSeen, ...] = ()
    seen_to: Moment | None = None
    created_at: Moment
    expires_at: Moment
    state: EntryState = EntryState.ACTIVE
    closed_at: Moment | None = None
    added_by: str | None = None  # of staff, where they were put on it

    @property
    def active(self) -> bool:
        return self.state is EntryState.ACTIVE


class WaitingOffer(Frozen):
    """A time that somebody who waits was offered, held for them alone until `hold.expires_at`. `message` is what became
    of the message that offers it."""

    id: int = 0
    entry_id: int
    hold: Hold
    made_at: Moment
    outbox_id: int | None = None
    state: OfferState = OfferState.OPEN
    done_at: Moment | None = None
    message: Literal["pending", "sent", "failed", "expired"] | None = None

    @property
    def unreachable(self) -> bool:
        """Nobody will read it."""
        return self.message in ("failed", "expired")

    @property
    def unread(self) -> bool:
        """It was never there to be read: whatever time it offered was offered to nobody."""
        return self.unreachable or self.message == "pending"


class TimeFreed(Frozen):
    """An appointment gave this time back then."""

    doctor_id: int
    start: Moment
    end: Moment
    at: Moment


class Waited(Frozen):
    """One thing that somebody asks to be told of, until then; the appointment that would be moved, or for whom it
    is."""

    wish: WaitingWish
    appointment: Appointment | None = None
    name: str | None = None
    for_other: bool = False
    until: Moment


class Offered(Frozen):
    """A time that was offered to whoever writes: `live` while it is held for them, `taken` once they have said yes to
    it. With `appointment` that is what is moved; else it is for the patient of this `name`."""

    live: bool
    taken: bool = False
    again: bool = False  # it is not held for them any more, and may be looked for as any other time
    booked: bool = False  # they have an appointment then already
    hold: Hold
    doctor_asked: bool = False
    visit: str
    name: str | None = None
    for_other: bool = False
    appointment: Appointment | None = None
    patients: tuple[Patient, ...] = ()
