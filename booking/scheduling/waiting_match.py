"""Which free times fit somebody who waits for one. Pure."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Iterable, Iterator, Sequence
from zoneinfo import ZoneInfo

from booking.models import Appointment, Clinic, FreeSlot, Slot
from booking.models.who_waits import OfferState, TimeFreed, WaitingEntry, WaitingOffer, WaitingWish
from booking.ports import Calendar
from booking.scheduling.fair_turn import of_the_turn
from booking.scheduling.quiet import end_of_quiet
from booking.scheduling.ranges import Range
from booking.scheduling.search import wish_ranges

SHORTEST = dt.timedelta(minutes=5)
"""What is offered is held for so long at least."""


LONGER = ((dt.timedelta(hours=72), 4), (dt.timedelta(hours=24), 2))
"""What begins later than this is held for so many times as long: nobody has to decide at once about a time that is days
away, and there are hours left to offer it to others."""
LONGEST = dt.timedelta(hours=4)
"""No longer for that, so that each day it can be offered to several."""


def held_until(clinic: Clinic, start: dt.datetime, now: dt.datetime, notice: int = 0) -> dt.datetime | None:
    """Until when a time that begins then may be held for somebody: as long as the clinic says, longer where it is days
    away, but no longer into the quiet hours, in which nobody reads it; and never into its notice, or theirs. None: it
    is too near to be offered."""
    latest = start - dt.timedelta(minutes=max(clinic.policy.min_notice_minutes, notice))
    if latest - now < SHORTEST:
        return None
    plain = now + dt.timedelta(minutes=clinic.policy.waiting_hold_minutes)
    times = next((times for ahead, times in LONGER if start - now > ahead), 1)
    longer = (now + times * (plain - now) for times in range(times, 1, -1))
    fitting = (until for until in longer if until - now <= LONGEST and not _is_quiet(clinic, until))
    return min(next(fitting, plain), latest)


def _is_quiet(clinic: Clinic, until: dt.datetime) -> bool:
    return end_of_quiet(clinic, until - dt.timedelta(microseconds=1)) is not None


def wished(
    free: Iterable[FreeSlot], calendar: Calendar, clinic: Clinic, wish: WaitingWish, now: dt.datetime
) -> Iterator[FreeSlot]:
    """Those of the free times that are as wished, with the doctors who may have them, in order."""
    turn = {doctor.id for doctor in of_the_turn(calendar.doctors)}
    for one in _then(free, clinic, wish, now):
        if held_until(clinic, one.slot.start, now, wish.notice_minutes) is None:
            continue
        with_whom = turn if wish.doctor_id is None else {wish.doctor_id}
        ids = tuple(id for id in one.doctor_ids if id in with_whom and id not in wish.not_with)
        if ids:
            yield _with(one, ids)


def is_as_wished(slot: Slot, doctor_id: int, clinic: Clinic, wish: WaitingWish, now: dt.datetime) -> bool:
    """Whether that time with that doctor, free or not, is what they wait for."""
    with_them = wish.doctor_id in (None, doctor_id) and doctor_id not in wish.not_with
    return with_them and any(_then([FreeSlot(slot=slot, doctor_ids=(doctor_id,))], clinic, wish, now))


def in_place_of(mine: Appointment, clinic: Clinic, wish: WaitingWish, now: dt.datetime) -> WaitingWish:
    """The same of who would give that appointment for it: where theirs is as wished itself, it has to be earlier, for
    else they would have what they wait for as they join."""
    if wish.before is not None or not is_as_wished(mine.slot, mine.doctor_id, clinic, wish, now):
        return wish
    return wish.model_copy(update={"before": mine.slot.start})


def _then(free: Iterable[FreeSlot], clinic: Clinic, wish: WaitingWish, now: dt.datetime) -> Iterator[FreeSlot]:
    """Those that begin when it is wished."""
    zone = ZoneInfo(clinic.zone)
    ranges = [Range(now, dt.datetime.max.replace(tzinfo=dt.UTC))]
    if wish.when is not None:
        ranges = list(wish_ranges(wish.when, clinic, now))
    for one in _inside(free, ranges):
        if wish.before is not None and one.slot.start >= wish.before:
            return
        if not wish.weekdays or one.slot.start.astimezone(zone).weekday() in wish.weekdays:
            yield one


def new_to(
    entry: WaitingEntry,
    these: Iterable[FreeSlot],
    theirs: Collection[Appointment],
    offers: Sequence[WaitingOffer],
    freed: Sequence[TimeFreed],
    seen_to: dt.datetime,
) -> Iterator[FreeSlot]:
    """Those that may be offered to them: they were not free when they joined, or were taken since; nobody offered
    them that time before, unless the message did not get there; and they have no other appointment then. What begins
    at `seen_to` or later nobody looked at when they joined: it is new only where an appointment gave it back, for a
    day that has come near enough to be booked was not taken before."""
    shown = {offer.hold.slot.start for offer in offers if offer.state is not OfferState.OPEN and not _unseen(offer)}
    seen = {(one.doctor_id, one.start) for one in entry.seen}
    since = [one for one in freed if one.at > entry.created_at]
    for one in these:
        if one.slot.start in shown or any(one.slot.overlaps(other.slot) for other in theirs):
            continue
        ids = tuple(
            id
            for id in one.doctor_ids
            if (one.slot.start < seen_to and (id, one.slot.start) not in seen)
            or any(_gave(time, id, one.slot) for time in since)
        )
        if ids:
            yield _with(one, ids)


def _with(one: FreeSlot, ids: tuple[int, ...]) -> FreeSlot:
    """With these doctors alone; made anew only where they are not all."""
    return one if ids == one.doctor_ids else FreeSlot(slot=one.slot, doctor_ids=ids)


def _unseen(offer: WaitingOffer) -> bool:
    return offer.state is OfferState.WITHDRAWN and offer.unread


def _gave(freed: TimeFreed, doctor_id: int, slot: Slot) -> bool:
    return freed.doctor_id == doctor_id and freed.start < slot.end and slot.start < freed.end


def _inside(free: Iterable[FreeSlot], ranges: Sequence[Range]) -> Iterator[FreeSlot]:
    """Those that start in one of the ranges; both come in order."""
    at = 0
    for one in free:
        while at < len(ranges) and ranges[at].end <= one.slot.start:
            at += 1
        if at == len(ranges):
            return
        if ranges[at].start <= one.slot.start:
            yield one
