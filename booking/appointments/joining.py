"""Somebody joins the waiting list, by chat or at the desk: the one place where an entry is made.

It works inside the caller's unit of work and commits nothing.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from zoneinfo import ZoneInfo

from booking.appointments import waiting_list, waiting_times
from booking.appointments.waiting_times import FreeTimes, looking_ahead
from booking.models import Clinic, Conversation, FreeSlot
from booking.models.who_waits import EntryState, Waited, WaitingEntry, WaitingWish
from booking.ports import UnitOfWork
from booking.scheduling.last_moment import last_moment


def join(
    uow: UnitOfWork,
    clinic: Clinic,
    chat: Conversation,
    waits: Sequence[Waited],
    now: dt.datetime,
    *,
    added_by: str | None = None,
    most: int | None = None,
) -> list[WaitingEntry]:
    """The entries of these, in their order: who waits for the same already keeps that one. Of more than `most` of the
    chat the oldest make room."""
    theirs = waiting_times.coming(uow, chat.person.id, now)
    ahead = looking_ahead(clinic, now, max((waited.until for waited in waits), default=now))
    free = FreeTimes(uow, ahead, now)
    standing = list(uow.waiting_list.active(chat.id))
    joined = []
    for waited in waits:
        mine = waited.appointment.id if waited.appointment else None
        entry = next((one for one in standing if _is_same(one, waited, mine)), None)
        if entry is None:
            new = WaitingEntry(
                conversation_id=chat.id,
                wish=waited.wish,
                name=waited.name,
                for_other=waited.for_other,
                appointment_id=mine,
                had=tuple(one.id for one in theirs),
                seen=waiting_times.seen_now(free, waited.wish),
                seen_to=waiting_times.may_be_booked_until(ahead, now),
                created_at=now,
                expires_at=waited.until,
                added_by=added_by,
            )
            entry = new.model_copy(update={"id": uow.waiting_list.add(new)})
            standing.append(entry)
        joined.append(entry)
    if most is not None:
        waiting_list.close(uow, standing[:-most], EntryState.LEFT, now)
    return joined


def free_for(uow: UnitOfWork, clinic: Clinic, wish: WaitingWish, now: dt.datetime, most: int = 3) -> list[FreeSlot]:
    """What is as wished and free now, the soonest first: whoever is to wait for it is told instead, or beside it."""
    return FreeTimes(uow, clinic, now).wished(wish)[:most]


def is_in_vain(uow: UnitOfWork, clinic: Clinic, wish: WaitingWish, now: dt.datetime) -> bool:
    """Whether nobody asked for has hours when it is wished: who waits for it would wait for nothing."""
    return FreeTimes(uow, clinic, now).in_vain(wish)


def _is_same(entry: WaitingEntry, waited: Waited, appointment_id: int | None) -> bool:
    """An appointment says whose it is; without one somebody else than the writer is told by the name."""
    if (entry.appointment_id, entry.wish, entry.for_other) != (appointment_id, waited.wish, waited.for_other):
        return False
    return appointment_id is not None or not waited.for_other or entry.name == waited.name


def waits_until(wish: WaitingWish, clinic: Clinic, now: dt.datetime, days: int | None = None) -> dt.datetime:
    """When the waiting is over at the latest: after so many days (None: the clinic's), and with the last moment that
    would do."""
    within = now + dt.timedelta(days=clinic.policy.waiting_days if days is None else days)
    ends = (within, last_moment(wish.when, ZoneInfo(clinic.zone)), wish.before)
    return min(end for end in ends if end is not None)
