"""The small clinic with every time of it taken by others, who let some go; and those who wait for one."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.appointments import appointment_changes
from booking.conversation import telling
from booking.conversation.waiting_offers import WaitingOffers
from booking.desk import change_days
from booking.intents import (
    Confirm,
    DeclineOffer,
    JoinWaitingList,
    ProvideCustomerData,
    Reading,
    StartBooking,
    TakeOffer,
    When,
)
from booking.models import Actor, ActorKind, Appointment, DayAct, MessageClass, Status
from booking.models.who_waits import OfferState, WaitingEntry, WaitingOffer
from booking.testing.clinic import Clinic, read
from booking.testing.world import OPENING_DAY, ZONE

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
HERE = ZoneInfo(ZONE)
TOMORROW = OPENING_DAY.date() + dt.timedelta(days=1)
DAY = Reading(when=When(date_from=TOMORROW, date_to=TOMORROW))
NAMES = {"Ana": "Ana Luz", "Beto": "Beto Paz", "Caro": "Caro Mar"}


class _Sent(WaitingOffers):
    """What is offered gets there at once."""

    def run(self) -> int:
        made = WaitingOffers.run(self)
        with self.begin() as uow:
            for chat in uow.conversations.list(limit=1000):
                for item in uow.outbox.list(chat.id, limit=1000):
                    if item.message_class is MessageClass.OFFER and item.state == "pending":
                        uow.outbox.mark_sent(item.id, f"wamid.{item.id}", self.clock.now())
            uow.commit()
        return made


class Waits:
    """The small clinic, with every time of it taken by others."""

    def __init__(self, clinic: Clinic) -> None:
        self.clinic = clinic
        self.offers = _Sent(clinic.begin, clinic.clock)
        self.others: dict[tuple[int, dt.datetime], int] = {}
        self._fill()

    @property
    def friday(self) -> dt.date:
        return OPENING_DAY.date() + dt.timedelta(days=4)

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def _fill(self) -> None:
        with self.clinic.begin() as uow:
            record = uow.schedules.clinic()
            for doctor in (1, 2):
                for day in range(8):
                    date = OPENING_DAY.date() + dt.timedelta(days=day)
                    for slot in appointment_changes.open_on(uow, record, doctor, date, self.now):
                        other = uow.patients.enter(f"Otro {doctor} {slot.start:%d%H%M}", None, None, self.now).id
                        made = appointment_changes.enter(
                            uow, record, doctor, other, slot.start, self.now, DESK, tell=False
                        )
                        assert isinstance(made, Appointment)
                        self.others[doctor, slot.start] = made.id
            uow.commit()

    def at(self, hour: float, date: dt.date = TOMORROW) -> dt.datetime:
        time = dt.time(int(hour), round(hour % 1 * 60))
        return dt.datetime.combine(date, time, ZoneInfo(ZONE)).astimezone(dt.UTC)

    def cancels(self, *starts: dt.datetime, doctor: int = 1) -> None:
        """Those who had these times with that doctor let them go."""
        with self.clinic.begin() as uow:
            record = uow.schedules.clinic()
            for start in starts:
                one = uow.appointments.get(self.others[doctor, start])
                done = appointment_changes.cancel(uow, record, one, self.now, DESK, tell=False)
                assert isinstance(done, Appointment)
            uow.commit()

    def joins(self, who: str, intent: JoinWaitingList | None = None) -> str:
        """What they are told."""
        self.clinic.mean(who, ProvideCustomerData(name=NAMES[who]))
        exchange = self.clinic.mean(who, intent or JoinWaitingList(when=DAY))
        self.clinic.advance(minutes=1)
        return exchange.text

    def books_friday(self, who: str) -> None:
        """They have the first time of Friday."""
        self.cancels(self.at(9, self.friday))
        self.clinic.mean(who, ProvideCustomerData(name=NAMES[who]))
        then = When(date_from=self.friday, date_to=self.friday, time_from=dt.time(9), exact=True)
        self.clinic.mean(who, StartBooking(when=Reading(when=then)))
        self.clinic.mean(who, Confirm())

    def away(self, date: dt.date) -> None:
        """The first doctor will not be there that day; each is offered another time."""
        with self.clinic.begin() as uow:
            wish = change_days.wish_of(uow, change_days.Asked(DayAct.OFFER, "Dra. Uno", date.isoformat()), self.now)
            plan = change_days.planned(uow, wish, self.now)
            done = change_days.carry_out(uow, wish, plan, self.now, DESK, "congreso")
            for one in done.appointments:
                telling.tell(uow, one.id, self.now)
            uow.commit()
        self.clinic.advance(minutes=1)

    def offered(self, who: str) -> list[str]:
        """The offers that were put for them since."""
        items = [item for item in self.clinic.sent_to(who) if item.message_class is MessageClass.OFFER]
        return [read(item.content) for item in items]

    def open(self, who: str) -> WaitingOffer | None:
        with self.clinic.begin() as uow:
            entries = [e.id for e in uow.waiting_list.list() if e.conversation_id == self.clinic.conversations[who]]
            found = [o for o in uow.waiting_list.offers(entries) if o.state is OfferState.OPEN]
        return found[0] if found else None

    def states(self, who: str) -> list[OfferState]:
        with self.clinic.begin() as uow:
            entries = [e.id for e in uow.waiting_list.list() if e.conversation_id == self.clinic.conversations[who]]
            return [o.state for o in uow.waiting_list.offers(entries)]

    def entry(self, who: str) -> WaitingEntry:
        with self.clinic.begin() as uow:
            return next(e for e in uow.waiting_list.list() if e.conversation_id == self.clinic.conversations[who])

    def takes(self, who: str, offer: WaitingOffer | None = None) -> str:
        offer = offer or self.open(who)
        assert offer is not None
        return self.clinic.tap_meaning(who, TakeOffer(offer=offer.id), None).text

    def declines(self, who: str) -> str:
        offer = self.open(who)
        assert offer is not None
        return self.clinic.tap_meaning(who, DeclineOffer(offer=offer.id), None).text

    def coming(self, who: str) -> list[Appointment]:
        with self.clinic.begin() as uow:
            person = uow.conversations.get(self.clinic.conversations[who]).person
            return list(uow.appointments.list(person_id=person.id, start=self.now, statuses=[Status.BOOKED]))
