"""A week in which a doctor will not be there, somebody does not come, somebody is to come back, and each day is summed
up, whatever fails and whenever: everybody hears of each once, staff are called once, and nothing waits for ever."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from booking.appointments import appointment_changes, attendance
from booking.conversation.inviting import OF_USE
from booking.desk import change_days
from booking.intents import Confirm, Thank
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    ComeBack,
    ComeBackState,
    ComeBackWhy,
    DayAct,
    Duty,
    Grant,
    MessageClass,
    OutboxItem,
    ReminderState,
    Role,
    State,
    Status,
    Summary,
)
from booking.models.messages import WITHDRAWN
from booking.models.notices import Concerns
from booking.ports import UnitOfWork
from booking.testing.clinic import buttons_of, phone_of, read
from booking.testing.world import OPENING_DAY, ZONE, memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.outages import FAULTS, Outages, few

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
HERE = ZoneInfo(ZONE)
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
FRIDAY = OPENING_DAY + 4 * DAY + HOUR
MISSED, RECALLED, AWAY = "No pudimos recibir", "ya es tiempo de agendar", "no podrá atender"
PATIENTS = ("Ana", "Beto", "Caro", "Dora")
WAITS = st.sampled_from([dt.timedelta(minutes=minutes) for minutes in (1, 20, 90, 240, 600)])
ANSWERS = st.sampled_from([None, None, "Ver horarios", "Cancelar la cita"])


class Week(Outages):
    """Ana and Beto have an appointment on Friday, when Dra. Uno will not be there, Caro had one this morning and did
    not come, Dora is to come back on Tuesday; Dra. Uno and Rosa at the desk have written to the clinic too."""

    def __init__(self) -> None:
        super().__init__(memory_clinic(reader=Shortcuts()))
        clinic = self.clinic
        self.people: dict[str, int] = {}
        self.patients: dict[str, int] = {}
        for who in (*PATIENTS, "Uno", "Rosa"):
            clinic.mean(who, Thank())
            self.people[who] = clinic.conversation(who).person.id
        with clinic.begin() as uow:
            rosa = self.people["Rosa"]
            uow.staff.grant(self.people["Uno"], Grant(role=Role.DOCTOR, doctor_id=1), self.now)
            uow.staff.grant(rosa, Grant(role=Role.STAFF), self.now)
            hours = [Duty(person_id=rosa, weekday=day, start=dt.time(7), end=dt.time(21)) for day in range(7)]
            uow.at_work.set_duties(rosa, hours)
            for who in PATIENTS:
                self.patients[who] = uow.patients.enter(f"{who} Luz", f"+{phone_of(who)}", None, self.now).id
            at = {"Ana": FRIDAY, "Beto": FRIDAY + HOUR / 2, "Caro": OPENING_DAY + HOUR}
            self.appointments = {who: self._enter(uow, who, start) for who, start in at.items()}
            recall = ComeBack(
                patient_id=self.patients["Dora"],
                why=ComeBackWhy.RECALL,
                due=OPENING_DAY + 26 * HOUR,
                made_at=self.now,
            )
            uow.come_backs.add(recall)
            uow.commit()
        clinic.advance(minutes=80)
        with clinic.begin() as uow:
            caro = uow.appointments.get(self.appointments["Caro"].id)
            assert isinstance(attendance.no_show(uow, caro, self.now, DESK), Appointment)
            wish = change_days.wish_of(
                uow, change_days.Asked(DayAct.OFFER, "Dra. Uno", FRIDAY.date().isoformat()), self.now
            )
            plan = change_days.planned(uow, wish, self.now)
            assert len(change_days.carry_out(uow, wish, plan, self.now, DESK, "congreso").appointments) == 2
            uow.commit()

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def _enter(self, uow: UnitOfWork, who: str, start: dt.datetime) -> Appointment:
        made = appointment_changes.enter(
            uow, uow.schedules.clinic(), 1, self.patients[who], start, self.now, DESK, tell=False, overbook=True
        )
        assert isinstance(made, Appointment), made
        return made

    def items(self, who: str, words: str = "") -> list[OutboxItem]:
        return [item for item in self.clinic.sent_to(who) if words in read(item.content)]

    def answers(self, who: str, title: str) -> None:
        """To what they were told of Friday, once they have it on their phone."""
        told = [item for item in self.items(who, AWAY) if item.state == "sent"]
        (before,) = self.coming(who) or (None,)
        if not told or before is None or before.slot.start != self.appointments[who].slot.start or self.now > FRIDAY:
            return
        buttons = {shown: payload for payload, shown in buttons_of(told[0].content)}
        self.clinic.tap_payload(who, buttons[title], title)
        if self.clinic.conversation(who).state is State.SLOT_SELECTION:
            self.clinic.tap(who, 1)
        self.clinic.mean(who, Confirm())

    def coming(self, who: str) -> list[Appointment]:
        with self.clinic.begin() as uow:
            return list(uow.appointments.list(patient_id=self.patients[who], statuses=[Status.BOOKED]))

    def called(self) -> list[int]:
        """How many patients each notice to staff speaks of."""
        with self.clinic.begin() as uow:
            notices = [one for one in uow.notices.list(100) if one.kind == "unanswered"]
        return [about.count or 0 for one in notices if (about := Concerns.of(one.kind, one.detail))]

    def come_backs(self) -> list[ComeBack]:
        return list(self.database.store.tables["come_backs"].values())


@few(10)
@given(st.lists(st.tuples(WAITS, FAULTS, st.sampled_from(["Ana", "Beto"]), ANSWERS), max_size=30))
def test_each_comes_to_one_outcome(schedule: list[tuple[dt.timedelta, object, str, str | None]]) -> None:
    week = Week()
    for wait, fault, who, title in schedule:
        week.clinic.clock.advance(wait)
        week.run(fault)
        if title is not None:
            week.answers(who, title)
    calm = week.now
    over = max(OPENING_DAY + 6 * DAY, calm + 40 * HOUR)
    while week.now < over:
        week.run()
        week.clinic.clock.advance(HOUR)
    week.check_sent(MessageClass)
    _nothing_is_lost(week, calm)
    _each_is_told_once(week, calm)
    _staff_are_called_once(week, calm)
    _each_day_is_summed_up_once(week, calm)


def _nothing_is_lost(week: Week, calm: dt.datetime) -> None:
    """What was still of use when all was well again went out."""
    for who in week.people:
        for item in week.items(who):
            over = item.expires_at is not None and item.expires_at <= calm + 12 * HOUR
            assert item.state == "sent" or over or item.last_error == WITHDRAWN, item
    for one in week.come_backs():
        assert one.state is not ComeBackState.WAITING
        useful = OF_USE[one.why] + (one.made_at if one.why is ComeBackWhy.MISSED else one.due)
        assert one.state is ComeBackState.WRITTEN or useful < calm + 12 * HOUR, one
    with week.clinic.begin() as uow:
        assert not uow.events.untold(100)
        reminded = uow.reminders.of([one.id for one in week.appointments.values()])
    assert all(one.reminder.state is not ReminderState.WAITING for one in reminded)


def _each_is_told_once(week: Week, calm: dt.datetime) -> None:
    for who, words in (("Ana", AWAY), ("Beto", AWAY), ("Caro", MISSED), ("Dora", RECALLED)):
        told = [item for item in week.items(who, words) if item.message_class is not MessageClass.REPLY]
        assert len(told) == 1 or (not told and calm > OPENING_DAY + 2 * DAY), f"{who} was told {len(told)} times"
    lines = Counter(
        line for item in week.items("Uno", "•") for line in read(item.content).splitlines() if "su cita" in line
    )
    assert max(lines.values(), default=1) == 1, "the doctor hears twice of one change"


def _staff_are_called_once(week: Week, calm: dt.datetime) -> None:
    """Of who has not answered; and nobody loses what they did not give up."""
    then = {who: [one.slot.start for one in week.coming(who)] for who in ("Ana", "Beto")}
    with week.clinic.begin() as uow:
        acts = {who: [one.by.kind for one in uow.events.list(week.appointments[who].id)] for who in then}
    silent = [who for who, starts in then.items() if starts == [week.appointments[who].slot.start]]
    assert all(ActorKind.PATIENT in acts[who] for who in then if who not in silent), "nobody else moves or cancels it"
    assert len(week.called()) <= 1
    if silent and calm < FRIDAY - 12 * HOUR:
        (count,) = week.called()
        assert count >= len(silent)


def _each_day_is_summed_up_once(week: Week, calm: dt.datetime) -> None:
    for who in ("Uno", "Rosa"):
        heads = [read(item.content).split(":")[0] for item in week.items(who)]
        said = Counter(head for head in heads if head.startswith(("Hoy, ", "Así quedó hoy")))
        assert max(said.values(), default=1) == 1, said
    day = (calm + DAY).astimezone(HERE).date()
    with week.clinic.begin() as uow:
        for which in Summary:
            assert {week.people["Uno"], week.people["Rosa"]} <= set(uow.at_work.summarised(day, which))
