"""Patients are reminded of what is to come, once for each time ahead, in one message for what belongs together."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes, away
from booking.conversation import push_notices
from booking.conversation.first_reminder import first_reminder
from booking.intents import Greet, OptOut, RequestHuman, StartBooking
from booking.models import (
    Absence,
    Actor,
    ActorKind,
    Appointment,
    MessageClass,
    OutboxItem,
    Policy,
    ReminderAnswer,
    ReminderState,
    Skipped,
    Slot,
    SpecialDay,
)
from booking.models.notices import Concerns
from booking.testing.clinic import phone_of, read
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
HOUR, MINUTE = dt.timedelta(hours=1), dt.timedelta(minutes=1)


class Reminding:
    """Appointments of Ana's, entered by staff so many days after the opening day, and who is told by then."""

    def __init__(self, *days: float, number: bool = True, names: tuple[str, ...] = ("Ana Luz",)) -> None:
        self.clinic = memory_clinic(reader=Shortcuts())
        self.appointments: list[int] = []
        phone = f"+{phone_of('Ana')}" if number else None
        with self.clinic.begin() as uow:
            patients = [uow.patients.enter(name, phone, None, self.now).id for name in names]
            uow.commit()
        if number:
            self.clinic.mean("Ana", Greet())
        for days_ahead, patient in zip(days, patients * len(days), strict=False):
            self.enter(self.now + dt.timedelta(days=days_ahead), patient)

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def enter(self, at: dt.datetime, patient: int) -> None:
        with self.clinic.begin() as uow:
            made = appointment_changes.enter(
                uow, uow.schedules.clinic(), 1, patient, at, self.now, DESK, tell=False, overbook=True
            )
            assert isinstance(made, Appointment), made
            uow.commit()
        self.appointments.append(made.id)

    def appointment(self, which: int = 0) -> Appointment:
        with self.clinic.begin() as uow:
            return uow.appointments.get(self.appointments[which])

    def outcomes(self, which: int = 0) -> dict[int, tuple[ReminderState, Skipped | None, ReminderAnswer | None]]:
        """By hours ahead."""
        with self.clinic.begin() as uow:
            found = [told.reminder for told in uow.reminders.of([self.appointments[which]])]
        return {one.minutes // 60: (one.state, one.why, one.answer) for one in found}

    def sent(self) -> list[OutboxItem]:
        return [item for item in self.clinic.sender.sent if item.message_class is MessageClass.REMINDER]

    def at(self, when: dt.datetime) -> int:
        """It is this time, and the job runs; how many reminders went out."""
        before = len(self.sent())
        self.clinic.clock.set(when)
        self.clinic.remind()
        return len(self.sent()) - before

    def run(self, until: dt.datetime, step: dt.timedelta = HOUR) -> list[dt.datetime]:
        """Time passes until then; when reminders went out."""
        went = []
        while self.now < until:
            at = self.now + step
            went += [at] * self.at(at)
        return went


def test_each_time_ahead_is_said_once() -> None:
    ana = Reminding(5 + 3 / 24)
    start = ana.appointment().slot.start
    assert ana.run(start + HOUR) == [start - 72 * HOUR, start - 24 * HOUR, start - 2 * HOUR]
    assert {state for state, _, _ in ana.outcomes().values()} == {ReminderState.WRITTEN}


def test_what_is_inside_when_it_is_made_is_not_said() -> None:
    ana = Reminding(1 + 2 / 24)
    start = ana.appointment().slot.start
    assert ana.run(start + HOUR) == [start - 24 * HOUR, start - 2 * HOUR]
    assert ana.outcomes()[72] == (ReminderState.SKIPPED, Skipped.BOOKED_INSIDE, None)


def test_after_an_outage_the_nearest_goes_and_the_rest_is_left() -> None:
    ana = Reminding(5 + 3 / 24)
    start = ana.appointment().slot.start
    assert ana.at(start - 23 * HOUR) == 1
    assert ana.outcomes() == {
        72: (ReminderState.SKIPPED, Skipped.NEARER, None),
        24: (ReminderState.WRITTEN, None, None),
        2: (ReminderState.WAITING, None, None),
    }
    assert ana.at(start - 29 * MINUTE) == 0
    assert ana.outcomes()[2] == (ReminderState.SKIPPED, Skipped.LATE, None)


def test_what_is_due_in_quiet_hours_goes_when_they_end() -> None:
    ana = Reminding(5 + 0.5 / 24)  # at 08:30: two hours before are at 06:30
    start = ana.appointment().slot.start
    went = ana.run(start, 30 * MINUTE)
    assert [start - at for at in went] == [72 * HOUR, 24 * HOUR, 30 * MINUTE]


def test_nothing_is_said_while_all_is_paused_and_what_still_makes_sense_is_later() -> None:
    ana = Reminding(5 + 3 / 24)
    start = ana.appointment().slot.start
    _set(ana, paused=True)
    assert ana.run(start - 20 * HOUR) == []
    _set(ana, paused=False)
    assert ana.at(ana.now) == 1
    assert ana.outcomes()[72][1] is Skipped.NEARER


def test_one_message_for_a_day_and_a_family() -> None:
    ana = Reminding(5 + 3 / 24, 5 + 3.5 / 24, 5 + 8 / 24, names=("Ana Luz", "Luis Luz", "Eva Luz"))
    start = ana.appointment().slot.start
    went = ana.run(start + HOUR)
    assert went == [start - 72 * HOUR, start - 24 * HOUR, start - 2 * HOUR]
    assert all(name in read(item.content) for name in ("Ana Luz", "Luis Luz") for item in ana.sent())
    assert ["Eva Luz" in read(item.content) for item in ana.sent()] == [True, True, False]
    assert ana.run(start + 8 * HOUR) == [start + 3 * HOUR]  # hers, two hours before


@pytest.mark.parametrize(
    ("before", "why"),
    [
        (lambda ana: ana.clinic.mean("Ana", OptOut()), Skipped.OPTED_OUT),
        (lambda ana: _change(ana, "cancel"), Skipped.OVERTAKEN),
        (lambda ana: _set(ana, reminders=(60,)), Skipped.NOT_WANTED),
    ],
)
def test_what_is_left_has_its_reason(before: object, why: Skipped) -> None:
    ana = Reminding(5 + 3 / 24)
    assert callable(before)
    before(ana)
    assert ana.run(ana.appointment().slot.start - 50 * MINUTE)[: why is Skipped.NOT_WANTED] == [
        ana.appointment().slot.start - HOUR
    ] * (why is Skipped.NOT_WANTED)
    assert ana.outcomes()[72] == (ReminderState.SKIPPED, why, None)


def test_who_has_no_number_is_not_reached() -> None:
    ana = Reminding(5 + 3 / 24, number=False)
    assert ana.run(ana.appointment().slot.start) == []
    with ana.clinic.begin() as uow:
        told = uow.reminders.of(ana.appointments)
    assert {one.reminder.why for one in told} == {Skipped.NO_NUMBER}
    assert all(one.not_reached for one in told)


def test_it_waits_for_a_human_and_for_what_is_under_way() -> None:
    ana = Reminding(5 + 3 / 24)
    start = ana.appointment().slot.start
    ana.clinic.clock.set(start - 72 * HOUR)
    ana.clinic.mean("Ana", StartBooking())
    ana.clinic.remind()
    assert ana.sent() == []
    assert ana.at(ana.now + 11 * MINUTE) == 1
    ana.clinic.clock.set(start - 24 * HOUR)
    ana.clinic.mean("Ana", RequestHuman())
    assert ana.at(start - 23 * HOUR) == 0
    ana.clinic.give_back("Ana")
    assert ana.at(start - 22 * HOUR) == 1


def test_what_changes_before_it_is_sent_is_withdrawn() -> None:
    """The rest of the message waits again, and says what is so."""
    ana = Reminding(5 + 3 / 24, 5 + 3.5 / 24, names=("Ana Luz", "Luis Luz"))
    start = ana.appointment().slot.start
    ready, ana.clinic.sender.ready = ana.clinic.sender.ready, False
    assert ana.at(start - 24 * HOUR) == 0
    ana.clinic.sender.ready = ready
    _change(ana, "cancel")
    with ana.clinic.begin() as uow:
        chat = uow.conversations.list()[0].id
    ana.clinic.delivery.deliver(chat, MessageClass.REMINDER)
    assert ana.sent() == []
    assert ana.at(start - 23 * HOUR) == 1
    assert "Luis Luz" in read(ana.sent()[-1].content)
    assert "Ana Luz" not in read(ana.sent()[-1].content)


def _set(ana: Reminding, **changes: object) -> None:
    with ana.clinic.begin() as uow:
        uow.rules.set_policy(Policy.model_validate(Policy().model_dump() | changes))
        uow.commit()


def _change(ana: Reminding, what: str) -> None:
    with ana.clinic.begin() as uow:
        one = ana.appointment()
        if what == "cancel":
            done = appointment_changes.cancel(uow, uow.schedules.clinic(), one, ana.now, DESK, tell=False)
        else:
            start = one.slot.start + 30 * MINUTE
            done = appointment_changes.move_to(uow, uow.schedules.clinic(), one, start, ana.now, DESK, tell=False)
        assert isinstance(done, Appointment), done
        uow.commit()


def test_who_was_offered_another_time_is_not_told_that_they_are_awaited() -> None:
    """The doctor will not be there; when that is taken back, what is due later goes out."""
    ana = Reminding(5)
    one = ana.appointment()
    with ana.clinic.begin() as uow:
        away.enter(uow, one.doctor_id, one.slot, ana.now, None)
        away.ask(uow, uow.schedules.clinic(), one, ana.now, DESK, tell=False)
        uow.commit()
    assert ana.at(one.slot.start - 72 * HOUR) == 0
    assert ana.outcomes()[72] == (ReminderState.SKIPPED, Skipped.AWAY, None)
    with ana.clinic.begin() as uow:
        uow.rules.remove(Absence, *(id for id, _ in uow.rules.of(Absence, one.doctor_id)))
        assert away.lifted(uow, one.doctor_id, ana.now, DESK) == [one.id]
        uow.commit()
    assert ana.at(one.slot.start - 24 * HOUR) == 1


def test_nobody_is_told_to_come_on_a_date_on_which_the_clinic_is_closed() -> None:
    ana = Reminding(5)
    one = ana.appointment()
    with ana.clinic.begin() as uow:
        day = one.slot.start.astimezone(ZoneInfo(uow.schedules.clinic().zone)).date()
        uow.rules.add(SpecialDay(date=day, reason="inventario"))
        uow.commit()
    assert ana.at(one.slot.start - 72 * HOUR) == 0
    assert ana.outcomes()[72] == (ReminderState.SKIPPED, Skipped.AWAY, None)
    with ana.clinic.begin() as uow:
        assert [told.kind for told in uow.notices.list()] == ["reminder_held"]


def test_nobody_is_told_to_come_at_a_time_that_is_blocked() -> None:
    """Staff hear of it once, while nobody has dealt with it; once the doctor is there after all, what is due later goes
    out."""
    ana = Reminding(5.25, 5.3)
    one = ana.appointment()
    span = Slot(start=one.slot.start - HOUR, end=one.slot.start + 12 * HOUR)
    with ana.clinic.begin() as uow:
        away.enter(uow, one.doctor_id, span, ana.now, "enfermo")
        uow.commit()
    for hours in (72, 24):
        assert ana.at(one.slot.start - hours * HOUR) == 0
        assert ana.outcomes()[hours] == (ReminderState.SKIPPED, Skipped.AWAY, None)
        with ana.clinic.begin() as uow:
            (notice,) = [told for told in uow.notices.list() if told.kind == "reminder_held"]
            said = push_notices.about(uow, notice)
        told = Concerns.of(notice.kind, notice.detail)
        assert told is not None
        assert (told.doctor_id, told.start) == (one.doctor_id, one.slot.start)
        assert "bloqueado" in said
    with ana.clinic.begin() as uow:
        uow.rules.remove(Absence, *(id for id, _ in uow.rules.of(Absence, one.doctor_id)))
        uow.commit()
    assert ana.at(one.slot.start - HOUR) == 1


@pytest.mark.parametrize("minutes", range(7 * 60, 12 * 60, 30))
def test_a_reminder_that_is_promised_comes(minutes: int) -> None:
    """Of an appointment in the morning after, booked the day before, at whatever second the job looks for it."""
    ana = Reminding()
    here = ana.now.astimezone(ZoneInfo("America/Tijuana")).replace(hour=0, minute=0, second=0, microsecond=0)
    ana.clinic.clock.set(here + dt.timedelta(hours=20))
    start = here + dt.timedelta(days=1, minutes=minutes)
    with ana.clinic.begin() as uow:
        clinic = uow.schedules.clinic()
        patient = uow.patients.enter("Ana Luz", f"+{phone_of('Ana')}", None, ana.now).id
        uow.commit()
    ana.enter(start, patient)
    promised = first_reminder(clinic, "primera_vez", Slot(start=start, end=start + 30 * MINUTE), ana.now)
    late = dt.timedelta(seconds=50)
    assert ana.at(here + dt.timedelta(hours=30) + late) == 0
    came = ana.run(start, MINUTE)
    assert [at - late for at in came] == ([promised] if promised is not None else [])
