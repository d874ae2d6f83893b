"""What patients are reminded of, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Sequence
from typing import TYPE_CHECKING

from booking.models import (
    Appointment,
    AppointmentVersion,
    Reminded,
    Reminder,
    ReminderAnswer,
    ReminderState,
    Skipped,
    is_reminded,
    left_when,
)

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class MemoryReminders:
    """Implements `Reminders`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def recompute(self, appointment: Appointment, now: dt.datetime, answer: ReminderAnswer | None = None) -> None:
        earlier = [
            one
            for one in self._uow.reminder_rows.values()
            if one.about.id == appointment.id and one.about.version < appointment.version
        ]
        for one in earlier:
            if one.state is ReminderState.WAITING:
                self._put(one, state=ReminderState.SKIPPED, why=left_when(appointment), done_at=now)
        written = sorted((one for one in earlier if one.state is ReminderState.WRITTEN), key=_by_time)
        if answer is not None and written:
            self._put(written[-1], state=ReminderState.ANSWERED, answer=answer, answered_at=now)
        self._add(appointment, now)

    def _add(self, appointment: Appointment, now: dt.datetime) -> int:
        if not is_reminded(appointment):
            return 0
        rows = [one for one in self._uow.reminder_rows.values() if one.about.id == appointment.id]
        return self._put_new(appointment, {r.minutes for r in rows if r.about.version == appointment.version}, now)

    def _put_new(self, appointment: Appointment, known: Collection[int], now: dt.datetime) -> int:
        about = AppointmentVersion(id=appointment.id, version=appointment.version)
        wanted = [one for one in self._uow.schedules.clinic().policy.reminds(appointment.visit) if one not in known]
        for minutes in wanted:
            due = appointment.slot.start - dt.timedelta(minutes=minutes)
            new = Reminder(id=self._uow.next_id("reminders"), about=about, minutes=minutes, due_at=due)
            if due <= now:
                over = {"state": ReminderState.SKIPPED, "why": Skipped.BOOKED_INSIDE, "done_at": now}
                new = new.model_copy(update=over)
            self._uow.reminder_rows.put(new.id, new)
        return len(wanted)

    def fill(self, now: dt.datetime) -> int:
        stands = {id: row.appointment for id, row in self._uow.rows.items().items()}
        for one in list(self._uow.reminder_rows.values()):
            if one.state is ReminderState.WAITING and one.about.version < stands[one.about.id].version:
                self._put(one, state=ReminderState.SKIPPED, why=Skipped.OVERTAKEN, done_at=now)
        known: dict[tuple[int, int], set[int]] = {}
        for one in self._uow.reminder_rows.values():
            known.setdefault((one.about.id, one.about.version), set()).add(one.minutes)
        return sum(
            self._put_new(one, known.get((one.id, one.version), ()), now)
            for one in stands.values()
            if one.slot.start > now and is_reminded(one)
        )

    def due(self, now: dt.datetime) -> Sequence[int]:
        return sorted({one.about.id for one in self._waiting() if one.due_at <= now})

    def lock(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        waiting = [one for one in self._waiting() if one.about.id in appointment_ids]
        for one in waiting:
            self._uow.lock("reminder", one.id)
        return self._with_messages(sorted(waiting, key=_by_time))

    def written(self, ids: Collection[int], outbox_id: int, now: dt.datetime) -> None:
        for one in self._waiting():
            if one.id in ids:
                self._put(one, state=ReminderState.WRITTEN, outbox_id=outbox_id, done_at=now)

    def skip(self, ids: Collection[int], why: Skipped, now: dt.datetime) -> None:
        for one in self._waiting():
            if one.id in ids:
                self._put(one, state=ReminderState.SKIPPED, why=why, done_at=now)

    def said_by(self, outbox_id: int) -> Sequence[Reminded]:
        said = [one for one in self._uow.reminder_rows.values() if one.outbox_id == outbox_id]
        return self._with_messages(sorted(said, key=_by_appointment))

    def again(self, outbox_id: int) -> None:
        for told in self.said_by(outbox_id):
            if told.reminder.state is ReminderState.WRITTEN:
                self._put(told.reminder, state=ReminderState.WAITING, outbox_id=None, done_at=None)

    def said_again(self, outbox_id: int, instead: int) -> None:
        for told in self.said_by(outbox_id):
            self._put(told.reminder, outbox_id=instead)

    def of(self, appointment_ids: Collection[int]) -> Sequence[Reminded]:
        theirs = [one for one in self._uow.reminder_rows.values() if one.about.id in appointment_ids]
        return self._with_messages(sorted(theirs, key=_by_appointment))

    def since(self, start: dt.datetime, end: dt.datetime) -> Sequence[Reminded]:
        then = [one for one in self._uow.reminder_rows.values() if start <= one.due_at < end]
        return self._with_messages(sorted(then, key=_by_time))

    def _waiting(self) -> list[Reminder]:
        return [one for one in self._uow.reminder_rows.values() if one.state is ReminderState.WAITING]

    def _put(self, reminder: Reminder, **changes: object) -> None:
        self._uow.reminder_rows.put(reminder.id, reminder.model_copy(update=changes))

    def _with_messages(self, reminders: Iterable[Reminder]) -> list[Reminded]:
        return [self._with_message(one) for one in reminders]

    def _with_message(self, reminder: Reminder) -> Reminded:
        row = self._uow.outbox_rows.get(reminder.outbox_id) if reminder.outbox_id is not None else None
        if row is None:
            return Reminded(reminder=reminder)
        item = row.item
        return Reminded(
            reminder=reminder, message=item.state, sent_at=item.sent_at, delivery=row.delivery, error=item.last_error
        )


def _by_time(reminder: Reminder) -> tuple[dt.datetime, int]:
    return reminder.due_at, reminder.id


def _by_appointment(reminder: Reminder) -> tuple[int, dt.datetime, int]:
    return reminder.about.id, reminder.due_at, reminder.id
