"""Random waiting lists, on fakes and on PostgreSQL, beside the naive answer: what is free is offered to the first in
order whom it fits, and to nobody else while it is held."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine

from booking.appointments import appointment_changes
from booking.intents import Confirm, JoinWaitingList, Reading, StartBooking, When
from booking.models import Slot, State
from booking.models.who_waits import OfferState, WaitingEntry, WaitingOffer
from booking.testing.world import OPENING_DAY, PEOPLE, ZONE, memory_clinic
from tests.engine.on_postgres import postgres_clinic
from tests.engine.waiting_room import Waits

DAYS = [OPENING_DAY.date() + dt.timedelta(days=n) for n in range(5)]
DOCTORS = {1: "Dra. Uno", 2: "Dr. Dos"}
SHORTEST = dt.timedelta(minutes=5)


class Wish(NamedTuple):
    who: str
    day: int | None
    half: int | None  # of the morning
    doctor: int | None

    @property
    def intent(self) -> JoinWaitingList:
        day = DAYS[self.day] if self.day is not None else None
        hours = {None: (None, None), 0: (dt.time(9), dt.time(9, 45)), 1: (dt.time(9, 45), dt.time(11))}[self.half]
        when = When(date_from=day or DAYS[0], date_to=day or DAYS[-1], time_from=hours[0], time_to=hours[1])
        doctor = DOCTORS[self.doctor] if self.doctor else None
        return JoinWaitingList(when=Reading(when=when), doctor=doctor)


def wishes() -> st.SearchStrategy[list[Wish]]:
    one = st.builds(
        Wish,
        st.sampled_from(PEOPLE),
        st.none() | st.integers(1, 4),
        st.none() | st.integers(0, 1),
        st.sampled_from([None, None, 1, 2]),
    )
    return st.lists(one, min_size=1, max_size=4)


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("cancel"), st.integers(0, 99)),
        st.tuples(st.just("run"), st.just(0)),
        st.tuples(st.sampled_from(["take", "decline", "confirm", "look"]), st.sampled_from([0, 1, 2])),
        st.tuples(st.just("wait"), st.sampled_from([3, 31])),
    ),
    min_size=3,
    max_size=10,
)


def _day(at: dt.datetime) -> dt.date:
    return at.astimezone(ZoneInfo(ZONE)).date()


class Room:
    """One list, with the naive answer beside it."""

    def __init__(self, waits: Waits, wished: Sequence[Wish]) -> None:
        self.waits = waits
        self.joined: list[Wish] = []
        for wish in wished:
            before = len(self._entries())
            waits.joins(wish.who, wish.intent)
            if len(self._entries()) > before:
                self.joined.append(wish)

    def _entries(self) -> list[WaitingEntry]:
        with self.waits.clinic.begin() as uow:
            return list(uow.waiting_list.active())

    def _offers(self) -> list[WaitingOffer]:
        with self.waits.clinic.begin() as uow:
            return list(uow.waiting_list.offers([entry.id for entry in uow.waiting_list.list()]))

    def step(self, what: str, number: int) -> None:
        match what:
            case "cancel":
                left = sorted(self.waits.others)
                doctor, start = left[number % len(left)]
                if start > self.waits.now:
                    self.waits.cancels(start, doctor=doctor)
                    del self.waits.others[doctor, start]
            case "run":
                self.waits.offers.run()
                self.check_order()
            case "wait":
                self.waits.clinic.advance(minutes=number)
            case "take" | "decline":
                who = PEOPLE[number]
                if who in self.waits.clinic.conversations and self.waits.open(who):
                    (self.waits.takes if what == "take" else self.waits.declines)(who)
            case "confirm":
                if PEOPLE[number] in self.waits.clinic.conversations:
                    self.waits.clinic.mean(PEOPLE[number], Confirm())
            case "look":
                self.check_nobody_else_is_shown_it()
        self.check_held_once()

    def check_held_once(self) -> None:
        """No two open offers for one time, and each holds it while it lasts."""
        open_ = [offer for offer in self._offers() if offer.state is OfferState.OPEN]
        places = [(offer.hold.doctor_id, offer.hold.slot.start) for offer in open_]
        assert len(places) == len(set(places))
        assert len({offer.entry_id for offer in open_}) == len(open_)
        for offer in open_:
            if self.waits.now < offer.hold.expires_at:
                assert not self._free(offer.hold.doctor_id, offer.hold.slot)

    def check_nobody_else_is_shown_it(self) -> None:
        """Somebody else looks for a time: none that is held for who waits is among those found."""
        who = "Zoe"
        shown = self.waits.clinic.mean(who, StartBooking())
        held = {
            (offer.hold.doctor_id, offer.hold.slot.start)
            for offer in self._offers()
            if offer.state is OfferState.OPEN and self.waits.now < offer.hold.expires_at
        }
        offer = self.waits.clinic.conversation(who).offer
        for free in offer.found if offer else ():
            assert not {(doctor, free.slot.start) for doctor in free.doctor_ids} & held, shown.text

    def check_order(self) -> None:
        """After a run nobody who may be asked is left without a time that is free, new to them and as wished; and what
        was offered now, was not for somebody before them who has none."""
        entries, offers = self._entries(), self._offers()
        have = {offer.entry_id for offer in offers if offer.state is OfferState.OPEN}
        idle = [entry for entry in entries if entry.id not in have and self._may_be_asked(entry)]
        for entry in idle:
            left = [place for place in self._all_free() if self._fits(entry, offers, *place)]
            assert not left, f"{entry.id} could have {left}"
        for offer in offers:
            if offer.state is OfferState.OPEN and offer.made_at == self.waits.now:
                mine = next(place for place, entry in enumerate(entries) if entry.id == offer.entry_id)
                for before in entries[:mine]:
                    if before in idle:
                        assert not self._fits(before, offers, offer.hold.doctor_id, offer.hold.slot)

    def _may_be_asked(self, entry: WaitingEntry) -> bool:
        with self.waits.clinic.begin() as uow:
            chat = uow.conversations.get(entry.conversation_id)
            theirs = uow.waiting_list.offers([one.id for one in uow.waiting_list.active(chat.id)])
        if any(one.state is OfferState.EXPIRED and _day(one.made_at) == _day(self.waits.now) for one in theirs):
            return False
        draft = chat.draft
        return chat.state is not State.CONFIRM and (draft is None or getattr(draft, "hold", None) is None)

    def _all_free(self) -> list[tuple[int, Slot]]:
        with self.waits.clinic.begin() as uow:
            record = uow.schedules.clinic()
            return [
                (doctor, slot)
                for doctor in DOCTORS
                for day in DAYS
                for slot in appointment_changes.open_on(uow, record, doctor, day, self.waits.now)
            ]

    def _free(self, doctor: int, slot: Slot) -> bool:
        return (doctor, slot) in self._all_free()

    def _fits(self, entry: WaitingEntry, offers: Sequence[WaitingOffer], doctor: int, slot: Slot) -> bool:
        with self.waits.clinic.begin() as uow:
            record = uow.schedules.clinic()
            chat = uow.conversations.get(entry.conversation_id)
            theirs = uow.appointments.list(person_id=chat.person.id, start=self.waits.now)
        wish, local = entry.wish, slot.start.astimezone(ZoneInfo(ZONE))
        notice = dt.timedelta(minutes=record.policy.min_notice_minutes)
        when = wish.when.when if wish.when else None
        assert when is not None
        theirs = [one for one in theirs if one.status.value != "cancelada"]
        return (
            wish.doctor_id in (None, doctor)
            and (when.date_from or local.date()) <= local.date() <= (when.date_to or local.date())
            and (when.time_from or dt.time()) <= local.time() < (when.time_to or dt.time(23))
            and slot.start - notice - self.waits.now >= SHORTEST
            and (wish.before is None or slot.start < wish.before)
            and not any(o.entry_id == entry.id and o.hold.slot.start == slot.start for o in offers)
            and not any(one.slot.start < slot.end and slot.start < one.slot.end for one in theirs)
            and not any((seen.doctor_id, seen.start) == (doctor, slot.start) for seen in entry.seen)
        )


def _play(waits: Waits, wished: list[Wish], steps: list[tuple[str, int]]) -> None:
    room = Room(waits, wished)
    for what, number in steps:
        room.step(what, number)
    room.step("run", 0)


@given(wishes(), STEPS)
@settings(max_examples=25, deadline=None)
def test_the_first_in_order_gets_what_fits(wished: list[Wish], steps: list[tuple[str, int]]) -> None:
    _play(Waits(memory_clinic()), wished, steps)


@given(wishes(), STEPS)
@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_same_on_postgresql(engine: Engine, wished: list[Wish], steps: list[tuple[str, int]]) -> None:
    _play(Waits(postgres_clinic(engine)), wished, steps)
