"""Parts to break a clinic with on purpose: rows changed, writes that do another thing, storage that forgets."""

from __future__ import annotations

import dataclasses
import datetime as dt
from collections.abc import Callable, Sequence
from types import TracebackType

from pydantic import TypeAdapter

from booking.conversation.fsm import proposals
from booking.conversation.fsm.conversation_machine import Conversing
from booking.conversation.fsm.outcomes import DONE, Outcome
from booking.conversation.fsm.row import Row, Write
from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.terms import terms_of
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.meaning.on_screen import chosen
from booking.conversation.turn import Turn
from booking.models import Appointment, Hold, Identity, InboundMessage, OutContent, Slot, Status, SubState
from booking.models.draft_parts import hold_of, proposal_of
from booking.ports import Accepted, Calendar, UnitOfWork
from booking.testing.clinic import Clinic
from booking.testing.fakes.memory import MemoryDatabase, MemoryUnitOfWork
from booking.testing.fakes.memory_agenda import MemoryAppointments
from booking.testing.fakes.memory_calendar import MemorySchedules
from booking.testing.fakes.memory_messages import MemoryInbox
from booking.testing.fakes.memory_outbox import MemoryOutbox
from booking.testing.fakes.memory_rows import AppointmentRow
from booking.testing.world import Seed, clinic_on, memory_clinic, small_seed

Broken = Callable[[], Clinic]

_HOLD: TypeAdapter[Hold | None] = TypeAdapter(Hold | None)


def with_rows(which: Callable[[Row], bool], change: Callable[[Row], Row]) -> Broken:
    """Clinics whose table has these rows changed."""
    assert any(which(row) for row in TABLE), "the fault meets no row"
    machine = Conversing([change(row) if which(row) else row for row in TABLE])
    return lambda: dataclasses.replace(memory_clinic(), machine=machine)


def with_storage(spoil: Callable[[MemoryUnitOfWork], object], small: Seed | None = None) -> Broken:
    """Clinics each of whose units of work is spoilt as it begins."""
    small = small or small_seed()

    def made() -> Clinic:
        database = MemoryDatabase().seed(small.clinic, small.doctors, small.openings)

        def begin() -> UnitOfWork:
            uow = database()
            spoil(uow)
            return uow

        return clinic_on(begin)

    return made


# --- which rows, and what is done to them --------------------------------------------------------------


def on(trigger: Trigger, source: SubState | None = None, *, leaving: bool = False) -> Callable[[Row], bool]:
    """Rows of this trigger (from that place), or only those of them that go elsewhere."""
    return lambda row: (
        trigger in row.on and (source is None or source in row.source) and (row.to is not None or not leaving)
    )


def without_write(write: Write) -> Callable[[Row], Row]:
    return lambda row: dataclasses.replace(row, writes=tuple(w for w in row.writes if w is not write))


def instead_of(write: Write, other: Write) -> Callable[[Row], Row]:
    return lambda row: dataclasses.replace(row, writes=tuple(other if w is write else w for w in row.writes))


def staying(row: Row) -> Row:
    return dataclasses.replace(row, to=None)


def saying_nothing(row: Row) -> Row:
    return dataclasses.replace(row, reply=None)


# --- writes that do another thing ----------------------------------------------------------------------


def _later(slot: Slot) -> Slot:
    by = dt.timedelta(minutes=30)
    return Slot(start=slot.start + by, end=slot.end + by)


def hold_another_time(turn: Turn) -> Outcome:
    """hold the time after everything that was offered"""
    choice, offer = chosen(turn), turn.conversation.offer
    assert choice is not None
    assert offer is not None
    slot = _later(max((f.slot for f in offer.found), key=lambda s: s.start))
    expires_at = turn.now + dt.timedelta(minutes=10)

    def take() -> Hold | None:
        return turn.uow.appointments.hold(slot, choice.doctor_ids[0], turn.conversation.id, turn.now, expires_at)

    turn.change_draft(hold=turn.journal.ask("hold", _HOLD, take, slot=slot), proposal=None)
    return DONE


def book_another_time(turn: Turn) -> Outcome:
    """book the time after the one proposed, and see nothing wrong in it"""
    hold, proposal = hold_of(turn.draft), proposal_of(turn.draft)
    assert hold is not None
    assert proposal is not None
    slot, id = _later(hold.slot), turn.conversation.id
    turn.uow.appointments.release_hold(hold, id)
    moved = turn.uow.appointments.hold(slot, hold.doctor_id, id, turn.now, turn.now + dt.timedelta(minutes=10))
    if moved is not None:
        turn.change_draft(hold=moved.model_copy(update={"doctor": hold.doctor, "room": hold.room}))
        seen = proposal.model_copy(update={"terms": terms_of(turn.conversation, turn.clinic)})
        turn.change_draft(proposal=seen)
    return proposals.book(turn)


# --- storage that forgets ------------------------------------------------------------------------------


class NothingIsTaken(MemorySchedules):
    """Forgets what occupies a doctor's time."""

    def calendar(self, start: dt.datetime, end: dt.datetime, now: dt.datetime, **_aside: int | None) -> Calendar:
        return super().calendar(start, end, now)._replace(busy=())


class OnlyTheFirstDayIsRead(MemorySchedules):
    """Reads what is taken on the first of the days asked for, and says that it is all."""

    def calendar(self, start: dt.datetime, end: dt.datetime, now: dt.datetime, **aside: int | None) -> Calendar:
        first = super().calendar(start, start, now, **aside)
        return super().calendar(start, end, now, **aside)._replace(busy=first.busy)


class NothingExcludes(MemoryAppointments):
    """Forgets the exclusion constraint of the doctors."""

    def hold(
        self,
        slot: Slot,
        doctor_id: int,
        conversation_id: int,
        now: dt.datetime,
        expires_at: dt.datetime,
        **_why: object,
    ) -> Hold | None:
        made = Appointment(
            id=self._uow.next_id("appointments"), status=Status.HELD, slot=slot, doctor_id=doctor_id, patient_id=None
        )
        row = AppointmentRow(made, doctor_id, slot.start, slot.end, True, conversation_id, expires_at=expires_at)
        self._uow.rows.put(made.id, row)
        return Hold(appointment_id=made.id, slot=slot, doctor_id=doctor_id, expires_at=expires_at)


class PatientsAreEverywhere(MemoryAppointments):
    """Forgets the exclusion constraint of the patients."""

    def book(
        self, hold: Hold, conversation_id: int, patient_id: int, kind: str, reason: str | None, now: dt.datetime
    ) -> Appointment | None:
        booked = super().book(hold, conversation_id, -conversation_id, kind, reason, now)
        if booked is None:
            # Somebody's second appointment at that time: as if they were two.
            booked = super().book(hold, conversation_id, -self._uow.next_id("people"), kind, reason, now)
            assert booked is not None
        whose = booked.model_copy(update={"patient_id": patient_id})
        self._uow.rows.put(booked.id, self._uow.rows.get(booked.id)._replace(appointment=whose))  # type: ignore[union-attr]
        return whose


class EveryMessageIsNew(MemoryInbox):
    """Forgets which messages it has seen."""

    def accept(self, message: InboundMessage, now: dt.datetime) -> Accepted | None:
        self._uow.wamids.remove(message.wamid)
        return super().accept(message, now)


class Switchboard(MemoryOutbox):
    """Connects answers to whoever wrote first."""

    def add(
        self, conversation_id: int, to: Identity, contents: Sequence[OutContent], reply_to: str | None, now: dt.datetime
    ) -> Sequence[int]:
        somebody = min(id for id, _ in self._uow.chats.items().items())
        return super().add(somebody, to, contents, reply_to, now)


class ConversationsOutliveFailures:
    """A unit of work that keeps where a failed turn had led its conversation, and nothing else of it. The other half, a
    hold without its conversation, does no harm: the turn is tried again and takes the same hold for the same one."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def __getattr__(self, name: str) -> object:
        return getattr(self._uow, name)

    def __enter__(self) -> MemoryUnitOfWork:
        return self._uow.__enter__()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if kind is not None:
            self._uow.chats.publish()
        self._uow.__exit__(kind, error, trace)


def half_rolled_back() -> Clinic:
    """A clinic whose failed turns leave their traces."""
    small = small_seed()
    database = MemoryDatabase().seed(small.clinic, small.doctors, small.openings)
    return clinic_on(lambda: ConversationsOutliveFailures(database()))  # type: ignore[arg-type, return-value]


def two_alike() -> Seed:
    """The small clinic with both doctors always there."""
    small = small_seed()
    hers = [opening for opening in small.openings if opening.doctor_id == 1]
    his = [opening.model_copy(update={"doctor_id": 2}) for opening in hers]
    return dataclasses.replace(small, openings=(*hers, *his))


def no_exclusion(uow: MemoryUnitOfWork) -> None:
    uow.schedules, uow.appointments = NothingIsTaken(uow), NothingExcludes(uow)
