"""What every store must do with what patients are reminded of."""

from __future__ import annotations

import datetime as dt

from booking.appointments import attendance
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    OutText,
    Policy,
    ReminderAnswer,
    ReminderState,
    Skipped,
    Status,
    VisitReminders,
)
from booking.ports import UnitOfWorkFactory
from booking.testing.contracts.contract_world import ANA, HOUR, NOW, booked, chat, slot

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
DAY = dt.timedelta(days=1)
WAITING, WRITTEN, SKIPPED = ReminderState.WAITING, ReminderState.WRITTEN, ReminderState.SKIPPED


def _computed(begin: UnitOfWorkFactory, hours: int) -> Appointment:
    """An appointment so long after NOW, with its reminders."""
    one = booked(begin, slot(hours), chat(begin))
    with begin() as uow:
        uow.reminders.recompute(one, NOW)
        uow.commit()
    return one


def _states(begin: UnitOfWorkFactory, one: Appointment) -> list[tuple[int, int, ReminderState, Skipped | None]]:
    with begin() as uow:
        found = [told.reminder for told in uow.reminders.of([one.id])]
    return [(each.about.version, each.minutes // 60, each.state, each.why) for each in found]


class RemindersContract:
    """`Reminders`."""

    def test_each_interval_waits_unless_its_time_has_come(self, begin: UnitOfWorkFactory) -> None:
        one = _computed(begin, 30)
        version = one.version
        assert _states(begin, one) == [
            (version, 72, SKIPPED, Skipped.BOOKED_INSIDE),
            (version, 24, WAITING, None),
            (version, 2, WAITING, None),
        ]
        with begin() as uow:
            uow.reminders.recompute(one, NOW + 9 * HOUR)
            assert uow.reminders.fill(NOW + 9 * HOUR) == 0
            uow.commit()
            assert uow.reminders.due(NOW + 6 * HOUR - dt.timedelta(seconds=1)) == []
            assert uow.reminders.due(NOW + 6 * HOUR) == [one.id]
            day, hours = uow.reminders.lock([one.id, 999_999])
            assert (day.reminder.due_at, hours.reminder.due_at) == (NOW + 6 * HOUR, NOW + 28 * HOUR)
            assert [told.reminder for told in uow.reminders.since(NOW, NOW + 6 * HOUR)] == []
            assert [told.reminder for told in uow.reminders.since(NOW, NOW + 7 * HOUR)] == [day.reminder]
        assert len(_states(begin, one)) == 3

    def test_a_clinic_and_a_type_of_visit_have_their_own(self, begin: UnitOfWorkFactory) -> None:
        made = [booked(begin, slot(100 + n), chat(begin)) for n in range(4)]
        visit = made[0].visit
        own = VisitReminders(visit=visit, minutes=(60, 180))
        for one, policy, hours in (
            (made[0], Policy(reminders=(120,)), {2}),
            (made[1], Policy(reminders=(), visit_reminders=(own,)), {1, 3}),
            (made[2], Policy(visit_reminders=(VisitReminders(visit=visit, preparation="en ayunas"),)), {72, 24, 2}),
            (made[3], Policy(visit_reminders=(VisitReminders(visit=visit, minutes=()),)), set()),
        ):
            assert {minutes // 60 for minutes in policy.reminds(visit)} == hours
            with begin() as uow:
                uow.rules.set_policy(policy)
                uow.reminders.recompute(one, NOW)
                uow.commit()
            assert {each[1] for each in _states(begin, one)} == hours

    def test_a_change_leaves_what_waited_and_answers_what_was_sent(self, begin: UnitOfWorkFactory) -> None:
        one = _computed(begin, 100)
        with begin() as uow:
            first, *_ = uow.reminders.lock([one.id])
            (sent,) = uow.outbox.add(chat(begin), ANA, [OutText(body="mañana")], None, NOW)
            uow.reminders.written([first.reminder.id], sent, NOW + HOUR)
            uow.reminders.skip([first.reminder.id], Skipped.LATE, NOW + HOUR)
            assert [told.reminder.about.id for told in uow.reminders.said_by(sent)] == [one.id]
            uow.commit()
        confirmed = one.model_copy(update={"status": Status.CONFIRMED, "version": one.version + 1})
        with begin() as uow:
            uow.reminders.recompute(confirmed, NOW + 2 * HOUR, ReminderAnswer.ATTENDS)
            uow.commit()
        assert _states(begin, one) == [
            (one.version, 72, ReminderState.ANSWERED, None),
            (one.version, 24, SKIPPED, Skipped.CONFIRMED),
            (one.version, 2, SKIPPED, Skipped.CONFIRMED),
        ]
        with begin() as uow:
            answered = uow.reminders.of([one.id])[0]
        assert (answered.reminder.answer, answered.reminder.outbox_id) == (ReminderAnswer.ATTENDS, sent)
        assert (answered.reminder.done_at, answered.reminder.answered_at) == (NOW + HOUR, NOW + 2 * HOUR)

    def test_what_was_withdrawn_waits_again_and_what_is_said_again_goes_on(self, begin: UnitOfWorkFactory) -> None:
        one = _computed(begin, 100)
        with begin() as uow:
            first, second, _ = uow.reminders.lock([one.id])
            sent, again = uow.outbox.add(chat(begin), ANA, [OutText(body="a"), OutText(body="b")], None, NOW)
            uow.reminders.written([first.reminder.id, second.reminder.id], sent, NOW + HOUR)
            uow.outbox.mark_failed(sent, "131047", None)
            assert [told.not_reached for told in uow.reminders.of([one.id])] == [True, True, False]
            uow.reminders.said_again(sent, again)
            assert [told.message for told in uow.reminders.of([one.id])] == ["pending", "pending", None]
            uow.reminders.again(again)
            assert len(uow.reminders.lock([one.id])) == 3
            uow.commit()

    def test_what_lacks_its_reminders_gets_them(self, begin: UnitOfWorkFactory) -> None:
        """Imported, or of before there were any; a version that nobody recomputed; not what has passed or is over."""
        one = booked(begin, slot(30), chat(begin))
        over = booked(begin, slot(40), chat(begin))
        with begin() as uow:
            assert isinstance(attendance.arrive(uow, one, one.slot.start, DESK), Appointment)
            uow.appointments.cancel(over.id, over.version, None, NOW)
            uow.commit()
        late = booked(begin, slot(50), chat(begin))
        with begin() as uow:
            assert uow.reminders.fill(NOW + 51 * HOUR) == 0
            assert uow.reminders.fill(NOW + 30 * HOUR) == 3
            uow.commit()
        assert [each[2] for each in _states(begin, late)] == [SKIPPED, SKIPPED, WAITING]
        assert _states(begin, over) == []
