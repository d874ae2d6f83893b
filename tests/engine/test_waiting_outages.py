"""Whatever fails, and whenever: each offer of a freed time comes to one outcome and goes out once, but where a process
died between WhatsApp's answer and the commit of it; no time is lost, held for ever, or given twice."""

from __future__ import annotations

import datetime as dt
from collections import Counter

from hypothesis import example, given
from hypothesis import strategies as st

from booking.intents import Confirm
from booking.models import Appointment, MessageClass, OutboxItem, ReminderState, Status
from booking.models.who_waits import OfferState, WaitingOffer
from booking.scheduling.waiting_match import SHORTEST
from booking.testing.world import memory_clinic
from tests.engine.outages import FAULTS, Outages, few
from tests.engine.waiting_room import HERE, TOMORROW, Waits

WAITS = st.sampled_from([dt.timedelta(minutes=minutes) for minutes in (1, 10, 31, 90, 600)])
PEOPLE = ("Ana", "Beto", "Caro")
NOTICE = dt.timedelta(minutes=30)

ANSWERS = st.sampled_from([None, None, "yes", "no"])


class Offering(Outages):
    """Three who wait for a day that is full, offered what becomes free by processes that fail."""

    def __init__(self) -> None:
        self.waits = Waits(memory_clinic())
        for who in PEOPLE:
            self.waits.joins(who)
        super().__init__(self.waits.clinic)

    def answer(self, who: str, said: str) -> None:
        """They answer what they were offered, if they have read it."""
        offer = self.waits.open(who)
        if offer is not None and offer.message == "sent":
            if said == "no":
                self.waits.declines(who)
                return
            self.waits.takes(who)
            self.waits.clinic.mean(who, Confirm())

    def all(self) -> list[WaitingOffer]:
        with self.waits.clinic.begin() as uow:
            return list(uow.waiting_list.offers([entry.id for entry in uow.waiting_list.list()]))

    def of(self, who: str) -> list[WaitingOffer]:
        chat = self.waits.clinic.conversations[who]
        with self.waits.clinic.begin() as uow:
            entries = [entry.id for entry in uow.waiting_list.list() if entry.conversation_id == chat]
            return list(uow.waiting_list.offers(entries))

    def booked(self, who: str) -> list[Appointment]:
        with self.waits.clinic.begin() as uow:
            person = uow.conversations.get(self.waits.clinic.conversations[who]).person
            return list(uow.appointments.list(person_id=person.id, statuses=[Status.BOOKED]))

    def items(self) -> list[OutboxItem]:
        sent = (item for who in PEOPLE for item in self.waits.clinic.sent_to(who))
        return [item for item in sent if item.message_class is MessageClass.OFFER]

    def check(self) -> None:
        """What holds at every moment."""
        open_ = [offer for offer in self.all() if offer.state is OfferState.OPEN]
        places = Counter((offer.hold.doctor_id, offer.hold.slot.start) for offer in open_)
        assert max(places.values(), default=1) == 1, "one time is offered to two"
        with self.waits.clinic.begin() as uow:
            statuses = (Status.BOOKED, Status.CONFIRMED, Status.HELD)
            taken = Counter((one.doctor_id, one.slot.start) for one in uow.appointments.list(statuses=statuses))
        assert max(taken.values()) == 1, "one time is given twice"

    def check_all_asked(self, freed: list[dt.datetime]) -> None:
        """Now that all is well nothing is lost: no time lies there that somebody may hear of, who has not."""
        now = self.waits.now
        if not 8 <= now.astimezone(HERE).hour < 21:
            return
        with self.waits.clinic.begin() as uow:
            live = uow.appointments.list(statuses=(Status.BOOKED, Status.CONFIRMED, Status.HELD))
        taken = {one.slot.start for one in live if one.doctor_id == 1}
        there = {one for one in freed if one not in taken and one - NOTICE - SHORTEST >= now}
        for who in PEOPLE:
            theirs = self.of(who)
            heard = {offer.hold.slot.start for offer in theirs if offer.message == "sent"}
            assert self.booked(who) or any(self._keeps_quiet(one) for one in theirs) or there <= heard, f"{who} waits"

    def _keeps_quiet(self, offer: WaitingOffer) -> bool:
        """Whether nothing else is offered because of this one: it is open, was left unanswered today, or did not get
        there."""
        now = self.waits.now
        today = offer.made_at.astimezone(HERE).date() == now.astimezone(HERE).date()
        tried = (offer.done_at or offer.made_at) + dt.timedelta(hours=24 if offer.message == "failed" else 1)
        unread = offer.message != "sent" and now < tried
        return unread or offer.state is OfferState.OPEN or (offer.state is OfferState.EXPIRED and today)


@few(12)
@example(freed={9, 9.5, 10}, schedule=[])
@given(
    st.sets(st.sampled_from([9, 9.5, 10]), min_size=1),
    st.lists(st.tuples(WAITS, FAULTS, st.sampled_from(PEOPLE), ANSWERS), max_size=30),
)
def test_each_offer_comes_to_one_outcome(
    freed: set[float], schedule: list[tuple[dt.timedelta, object, str, str | None]]
) -> None:
    outages = Offering()
    waits = outages.waits
    begins = [waits.at(hour) for hour in sorted(freed)]
    waits.cancels(*begins)
    for wait, fault, who, said in schedule:
        waits.clinic.clock.advance(wait)
        outages.run(fault)
        if said is not None:
            outages.answer(who, said)
        outages.check()
    calm = waits.now
    over = waits.at(0, TOMORROW + dt.timedelta(days=1))
    while waits.now < over:
        outages.run()
        outages.check()
        outages.check_all_asked(begins)
        waits.clinic.clock.advance(dt.timedelta(minutes=20 if waits.now < waits.at(11) else 120))
    for _ in range(3):
        outages.run()
    offers = outages.all()
    assert not [offer for offer in offers if offer.state is OfferState.OPEN], "an offer never ends"
    with waits.clinic.begin() as uow:
        assert not uow.appointments.list(statuses=[Status.HELD], start=calm), "a time is held for ever"
        assert not [one for one in uow.waiting_list.active()], "who waits for a day that is over waits for nothing"
        told = uow.reminders.of([one.id for who in PEOPLE for one in outages.booked(who)])
    assert all(one.reminder.state is not ReminderState.WAITING for one in told), "a reminder comes to nothing"
    outages.check_sent(MessageClass)
    by_offer = Counter(offer.outbox_id for offer in offers if offer.outbox_id is not None)
    assert max(by_offer.values(), default=1) == 1, "one message for two offers"
    assert len(outages.items()) <= len(offers), "an offer was put twice"
