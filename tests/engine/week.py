"""A week at the small clinic in which all that it does by itself is due for somebody; and what has to be true of it in
the end, whatever failed meanwhile."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from typing import Final
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes, attendance
from booking.conversation.inviting import OF_USE
from booking.conversation.way_out import WINDOW
from booking.desk import change_days
from booking.intents import Confirm, JoinWaitingList, ProvideCustomerData, Reading, When
from booking.models import (
    Actor,
    ActorKind,
    Appointment,
    ComeBack,
    ComeBackWhy,
    DayAct,
    Duty,
    Grant,
    MessageClass,
    OutboxItem,
    RatingState,
    ReminderState,
    Role,
    State,
    Status,
    Summary,
)
from booking.models.message_window import MARGIN
from booking.models.messages import WITHDRAWN
from booking.models.notices import Concerns
from booking.models.ratings import OF_USE as RATING_OF_USE
from booking.models.who_waits import OfferState
from booking.ports import UnitOfWork
from booking.testing.clinic import Clinic, buttons_of, phone_of, read
from booking.testing.world import OPENING_DAY, ZONE

DESK: Final = Actor(kind=ActorKind.STAFF, name="recepción")
HERE: Final = ZoneInfo(ZONE)
HOUR, DAY = dt.timedelta(hours=1), dt.timedelta(days=1)
WEDNESDAY, THURSDAY, FRIDAY = (OPENING_DAY + days * DAY + HOUR for days in (2, 3, 4))
PATIENTS: Final = ("Ana", "Beto", "Caro", "Dora", "Elsa", "Fito", "Gabo")
SAYS: Final = {
    "Ana": "no podrá atender",
    "Beto": "no podrá atender",
    "Caro": "No pudimos recibir",
    "Dora": "ya es tiempo de agendar",
    "Elsa": "¡Se liberó un horario!",
    "Gabo": "¿qué tal estuvo la consulta",
}
"""What each is told once."""
ANSWERS: Final = {
    "Ana": ("Ver horarios", "Cancelar la cita"),
    "Beto": ("Ver horarios", "Cancelar la cita"),
    "Elsa": ("Sí, lo quiero", "No, gracias"),
    "Fito": ("Ahí estaré",),
    "Gabo": ("5 · Excelente", "2 · Mala"),
}


class Week:
    """Ana and Beto have an appointment on Friday, when Dra. Uno will not be there; Caro had one this morning and did
    not come; Dora is to come back tomorrow; Elsa waits for a time on Wednesday, and one has just become free; Fito has
    one on Thursday; Gabo was here this morning, and the clinic asks how it was. Dra. Uno and Rosa at the desk have
    written to the clinic too."""

    def __init__(self, clinic: Clinic) -> None:
        self.clinic = clinic
        self.people: dict[str, int] = {}
        self.patients: dict[str, int] = {}
        for who in (*PATIENTS, "Uno", "Rosa"):
            clinic.mean(who, ProvideCustomerData(name=f"{who} Luz"))
            self.people[who] = clinic.conversation(who).person.id
        with clinic.begin() as uow:
            self._staff(uow)
            uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"ask_rating": True}))
            for who in PATIENTS:
                self.patients[who] = uow.patients.enter(f"{who} Luz", f"+{phone_of(who)}", None, self.now).id
            at = {"Ana": FRIDAY, "Beto": FRIDAY + HOUR / 2, "Caro": OPENING_DAY + HOUR, "Fito": THURSDAY}
            at["Gabo"] = at["Caro"]
            self.appointments = {who: self._enter(uow, self.patients[who], start) for who, start in at.items()}
            self._others = [self._other(uow, WEDNESDAY + half * HOUR / 2) for half in range(3)]
            dora = self.patients["Dora"]
            due = OPENING_DAY + 25 * HOUR
            uow.come_backs.add(ComeBack(patient_id=dora, why=ComeBackWhy.RECALL, due=due, made_at=self.now))
            uow.commit()
        day = When(date_from=WEDNESDAY.date(), date_to=WEDNESDAY.date())
        clinic.mean("Elsa", JoinWaitingList(when=Reading(when=day), doctor="Dra. Uno"))
        clinic.advance(minutes=80)
        with clinic.begin() as uow:
            self._things_happen(uow)
            uow.commit()

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def _staff(self, uow: UnitOfWork) -> None:
        rosa = self.people["Rosa"]
        uow.staff.grant(self.people["Uno"], Grant(role=Role.DOCTOR, doctor_id=1), self.now)
        uow.staff.grant(rosa, Grant(role=Role.STAFF), self.now)
        hours = [Duty(person_id=rosa, weekday=day, start=dt.time(7), end=dt.time(21)) for day in range(7)]
        uow.at_work.set_duties(rosa, hours)

    def _enter(self, uow: UnitOfWork, patient: int, start: dt.datetime) -> Appointment:
        clinic = uow.schedules.clinic()
        made = appointment_changes.enter(uow, clinic, 1, patient, start, self.now, DESK, tell=False, overbook=True)
        assert isinstance(made, Appointment), made
        return made

    def _other(self, uow: UnitOfWork, start: dt.datetime) -> Appointment:
        return self._enter(uow, uow.patients.enter(f"Otro {start:%H%M}", None, None, self.now).id, start)

    def _things_happen(self, uow: UnitOfWork) -> None:
        clinic = uow.schedules.clinic()
        caro = uow.appointments.get(self.appointments["Caro"].id)
        assert isinstance(attendance.no_show(uow, caro, self.now, DESK), Appointment)
        gabo = attendance.start(uow, self.appointments["Gabo"], self.now, DESK)
        assert isinstance(gabo, Appointment)
        assert isinstance(attendance.complete(uow, gabo, self.now, DESK), Appointment)
        freed = appointment_changes.cancel(uow, clinic, self._others[1], self.now, DESK, tell=False)
        assert isinstance(freed, Appointment)
        asked = change_days.Asked(DayAct.OFFER, "Dra. Uno", FRIDAY.date().isoformat())
        wish = change_days.wish_of(uow, asked, self.now)
        plan = change_days.planned(uow, wish, self.now)
        assert len(change_days.carry_out(uow, wish, plan, self.now, DESK, "congreso").appointments) == 2

    # --- what people do ------------------------------------------------------------------------------

    def answers(self, who: str, which: int) -> None:
        """One of the buttons under the last thing they were asked, if it has come and they still can; and on to what it
        leads to."""
        titles = ANSWERS[who]
        title = titles[which % len(titles)]
        sent = [
            item for item in self.items(who) if item.state == "sent" and item.message_class is not MessageClass.REPLY
        ]
        asked = {shown: payload for item in sent for payload, shown in buttons_of(item.content)}
        if title not in asked or self.clinic.conversation(who).state is not State.IDLE:
            return
        self.clinic.tap_payload(who, asked[title], title)
        if self.clinic.conversation(who).state is State.SLOT_SELECTION:
            self.clinic.tap(who, 1)
        if self.clinic.conversation(who).state is State.CONFIRM:
            self.clinic.mean(who, Confirm())

    # --- what can be seen ----------------------------------------------------------------------------

    def items(self, who: str, words: str = "") -> list[OutboxItem]:
        return [item for item in self.clinic.sent_to(who) if words in read(item.content)]

    def coming(self, who: str) -> list[Appointment]:
        with self.clinic.begin() as uow:
            return list(
                uow.appointments.list(patient_id=self.patients[who], statuses=[Status.BOOKED, Status.CONFIRMED])
            )

    def check(self, calm: dt.datetime) -> None:
        """Once the week is over, and all was well from `calm` on."""
        self._nothing_is_lost(calm)
        self._each_is_told_once(calm)
        self._staff_are_called_once(calm)
        self._each_day_is_summed_up_once(calm)

    def _nothing_is_lost(self, calm: dt.datetime) -> None:
        """What was still of use when all was well again went out, and all has one outcome."""
        for who in self.people:
            late = 0
            for item in self.items(who):
                over = item.expires_at is not None and item.expires_at <= calm + 12 * HOUR
                unsaid = item.message_class is MessageClass.REPLY and item.last_error == WINDOW.why
                assert item.state == "sent" or over or unsaid or item.last_error == WITHDRAWN, item
                late += unsaid
            self._staff_know_who_had_no_answer(who, late, calm)
        with self.clinic.begin() as uow:
            assert not uow.come_backs.waiting()
            assert not uow.events.untold(100)
            assert not uow.waiting_list.any_active()
            assert not uow.appointments.list(statuses=[Status.HELD], start=self.now)
            offers = uow.waiting_list.offers([one.id for one in uow.waiting_list.list()])
            reminded = uow.reminders.of([one.id for one in self.appointments.values()])
            asked = [one.rating.state for one in uow.ratings.of([self.appointments["Gabo"].id])]
        assert len(asked) == 1
        assert asked[0] is not RatingState.WAITING
        assert all(one.state is not OfferState.OPEN for one in offers)
        assert all(one.reminder.state is not ReminderState.WAITING for one in reminded)

    def _staff_know_who_had_no_answer(self, who: str, count: int, calm: dt.datetime) -> None:
        """Of so many answers, each of which could not be given any more: by then they had not written for a day."""
        chat = self.clinic.conversations[who]
        with self.clinic.begin() as uow:
            wrote = [turn.at for turn in uow.turns.list(chat, limit=1000) if turn.message_ids]
            told = [one.at for one in uow.notices.list(1000) if (one.kind, one.conversation_id) == ("not_sent", chat)]
        assert len(told) == count, f"{count} answers to {who} were not sent, staff know of {len(told)}"
        for at in told:
            closes = max(one for one in wrote if one <= at) + DAY - MARGIN
            assert closes <= at, f"an answer to {who} was let go at {at}, and could be given until {closes}"
            assert closes <= calm + HOUR, f"all was well again at {calm}, and it could be given until {closes}"

    def _each_is_told_once(self, calm: dt.datetime) -> None:
        """Of what is still of use by then."""
        useful = {
            "Ana": FRIDAY,
            "Beto": FRIDAY,
            "Caro": OPENING_DAY + OF_USE[ComeBackWhy.MISSED],
            "Dora": OPENING_DAY + OF_USE[ComeBackWhy.RECALL],
            "Elsa": WEDNESDAY - 14 * HOUR,
            "Gabo": self.appointments["Gabo"].slot.end + RATING_OF_USE,
        }
        for who, words in SAYS.items():
            put = [item for item in self.items(who, words) if item.message_class is not MessageClass.REPLY]
            told = [item for item in put if item.state == "sent"]  # what could not be sent in time is offered again
            late = calm > useful[who] - 12 * HOUR
            assert len(told) == 1 or (late and not told), f"{who} was told {len(told)} times"
        heard = (read(item.content) for item in self.items("Uno", "•"))
        lines = Counter(line for text in heard for line in text.splitlines() if "su cita" in line)
        assert max(lines.values(), default=1) == 1, "the doctor hears twice of one change"
        with self.clinic.begin() as uow:
            reminded = uow.reminders.of([self.appointments["Fito"].id])
        said = Counter(one.reminder.outbox_id for one in reminded if one.reminder.outbox_id)
        assert max(said.values(), default=1) == 1, "one message says two reminders of one appointment"
        went = [one for one in reminded if one.reminder.outbox_id]
        assert went or calm > THURSDAY - 3 * HOUR, "never reminded"

    def _staff_are_called_once(self, calm: dt.datetime) -> None:
        """Of who has not answered; and nobody loses what they did not give up."""
        then = {who: [one.slot.start for one in self.coming(who)] for who in ("Ana", "Beto")}
        silent = [who for who, starts in then.items() if starts == [self.appointments[who].slot.start]]
        with self.clinic.begin() as uow:
            acts = {who: [one.by.kind for one in uow.events.list(self.appointments[who].id)] for who in then}
            notices = [one for one in uow.notices.list(100) if one.kind == "unanswered"]
        assert all(ActorKind.PATIENT in acts[who] for who in then if who not in silent), "nobody else moves it"
        called = [about.count or 0 for one in notices if (about := Concerns.of(one.kind, one.detail))]
        assert len(called) <= 1
        if silent and calm < FRIDAY - 12 * HOUR:
            assert sum(called) >= len(silent)

    def _each_day_is_summed_up_once(self, calm: dt.datetime) -> None:
        day = (calm + DAY).astimezone(HERE).date()
        for who in ("Uno", "Rosa"):
            heads = [read(item.content).split(":")[0] for item in self.items(who)]
            said = Counter(head for head in heads if head.startswith(("Hoy, ", "Así quedó hoy")))
            assert max(said.values(), default=1) == 1, said
        with self.clinic.begin() as uow:
            for which in Summary:
                assert {self.people["Uno"], self.people["Rosa"]} <= set(uow.at_work.summarised(day, which))
