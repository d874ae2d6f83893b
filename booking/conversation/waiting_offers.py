"""Use case: times that are free are offered to those who wait for one, each to one of them alone, in their order.

It looks at what is free, never at what made it so: whatever a run did not live to do, and whatever nobody told it of,
the next one finds. Who joined first is asked first. A time that somebody let go, or did not answer about, is offered
to those after them, and never to them again; who did not answer is asked nothing more that day. Who writes with a
person, has a proposal on screen or a time held is passed over for now, for the time would pass meanwhile: they keep
their place for the next one.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

import structlog

from booking.appointments import holds, waiting_list, waiting_times
from booking.appointments.waiting_times import FreeTimes, Waiting
from booking.conversation import outgoing
from booking.conversation.meaning.naming import same_name
from booking.conversation.waiting_texts import asking
from booking.errors import NotFound
from booking.models import Appointment, Clinic, Control, Conversation, FreeSlot, MessageClass, State
from booking.models.draft_parts import hold_of
from booking.models.who_waits import EntryState, OfferState, WaitingEntry, WaitingOffer
from booking.ports import Clock, UnitOfWork, UnitOfWorkFactory
from booking.scheduling.quiet import end_of_quiet
from booking.scheduling.waiting_match import held_until, is_as_wished

log = structlog.get_logger()

NOT_REACHED: Final = dt.timedelta(hours=24)
"""Whom a message did not reach is offered nothing for so long: WhatsApp would refuse the next one too."""

NOT_SENT: Final = dt.timedelta(hours=1)
"""And for so long to whom it could not be sent in time, so that others may have it meanwhile."""

_TRIES = 5
"""Times that are tried for one of them: others may take them at that moment."""


class _Watched(NamedTuple):
    """Somebody who waits, and whether they want no messages by now."""

    waiting: Waiting
    opted_out: bool


@dataclass(slots=True)
class WaitingOffers:
    """Every offer is a transaction of its own, with the conversation locked: whatever is killed, each was made whole or
    not at all."""

    begin: UnitOfWorkFactory
    clock: Clock

    def watch(self) -> None:
        """Have it done, if anybody waits: by the one job that does."""
        with self.begin() as uow:
            if uow.waiting_list.any_active():
                waiting_list.match_soon(uow, self.clock.now())
                uow.commit()

    def run(self) -> int:
        """How many offers were made. Where nobody waits that is one statement."""
        now = self.clock.now()
        with self.begin() as uow:
            entries = uow.waiting_list.active()
            if not entries:
                return 0
            clinic = _clinic(uow)
            watched = _watched(uow, entries, now) if clinic is not None else []
        if clinic is None:
            return 0
        settled = (self._settled(clinic, one, now) for one in watched)
        waiting = [still for still in settled if still is not None]
        if not waiting or not clinic.policy.waiting_list:
            return 0
        if clinic.policy.paused or end_of_quiet(clinic, now) is not None:
            return 0  # nobody would hear of a time while it is held for them
        with self.begin() as uow:
            free = FreeTimes(uow, clinic, now)
            freed = uow.waiting_list.freed(min(one.entry.created_at for one in waiting))
        # What it finds is looked at again for each: those who were asked before them hold a time by then.
        fit = [one.entry.id for one in waiting if waiting_times.fitting(free, one, freed)]
        made = sum(self._offer(clinic, id, now) for id in fit)
        if made:
            log.info("waiting_offers", made=made)
        return made

    def _settled(self, clinic: Clinic, watched: _Watched, now: dt.datetime) -> Waiting | None:
        """It as it is, now that what is over of it is ended: its offer, or its waiting. None: they wait no longer.
        Nothing is asked again of whom there is nothing to end."""
        if not _is_to_settle(watched, clinic, now):
            return watched.waiting
        with self.begin() as uow:
            chat = uow.conversations.lock(watched.waiting.entry.conversation_id)
            waiting = _waiting(uow, watched.waiting.entry.id, chat, now)
            if waiting is None:
                return None
            for offer in waiting.offers:
                if offer.state is OfferState.OPEN and (ended := _ended(offer, now)):
                    waiting_list.end(uow, offer, chat.id, ended, now)
            waiting = _with_what_was_booked(uow, clinic, waiting, chat, now)
            state = waiting_times.over(waiting, clinic, now, opted_out=chat.person.opted_out)
            if state is None and _has_it(waiting, clinic, now):
                state = EntryState.BOOKED
            if state is not None:
                waiting_list.close(uow, [waiting.entry], state, now)
            uow.commit()
        return waiting if state is None else None

    def _offer(self, clinic: Clinic, entry_id: int, now: dt.datetime) -> bool:
        """The soonest time that fits them, if they may be asked now."""
        with self.begin() as uow:
            entry = uow.waiting_list.get(entry_id)
            if entry is None or not entry.active:
                return False
            chat = uow.conversations.lock(entry.conversation_id)
            waiting = _waiting(uow, entry_id, chat, now)
            if waiting is None or not _may_be_asked(waiting, chat, now) or _left_one_today(uow, clinic, chat, now):
                return False
            free = FreeTimes(uow, clinic, now)
            freed = uow.waiting_list.freed(entry.created_at)
            for one in waiting_times.fitting(free, waiting, freed)[:_TRIES]:
                if _made(uow, clinic, waiting, chat, one, now):
                    uow.commit()
                    return True
        return False


def _clinic(uow: UnitOfWork) -> Clinic | None:
    try:
        return uow.schedules.clinic()
    except NotFound:
        return None


def _watched(uow: UnitOfWork, entries: Sequence[WaitingEntry], now: dt.datetime) -> list[_Watched]:
    """All of them with what each has to come and was offered, as it was a moment ago. Three statements."""
    chats = {chat.id: chat for chat in uow.conversations.get_many({entry.conversation_id for entry in entries})}
    coming = uow.appointments.of_people({chat.person.id for chat in chats.values()}, now, waiting_times.WAITED_WITH)
    offers: dict[int, list[WaitingOffer]] = {}
    for offer in uow.waiting_list.offers([entry.id for entry in entries]):
        offers.setdefault(offer.entry_id, []).append(offer)
    return [
        _Watched(Waiting(entry, coming.get(chat.person.id, ()), offers.get(entry.id, ())), chat.person.opted_out)
        for entry in entries
        if (chat := chats.get(entry.conversation_id)) is not None
    ]


def _is_to_settle(watched: _Watched, clinic: Clinic, now: dt.datetime) -> bool:
    """Whether something of it may be over: an offer, its waiting, or what they wait for by what they have booked."""
    waiting = watched.waiting
    if any(offer.state is OfferState.OPEN and _ended(offer, now) for offer in waiting.offers):
        return True
    if waiting.entry.appointment_id is None and _since(waiting):
        return True
    over = waiting_times.over(waiting, clinic, now, opted_out=watched.opted_out)
    return over is not None or _has_it(waiting, clinic, now)


def _waiting(uow: UnitOfWork, entry_id: int, chat: Conversation, now: dt.datetime) -> Waiting | None:
    """The entry as it is, now that its conversation is locked. None: they wait no longer, or not there."""
    entry = uow.waiting_list.get(entry_id)
    if entry is None or not entry.active or entry.conversation_id != chat.id:
        return None
    theirs = waiting_times.coming(uow, chat.person.id, now)
    return Waiting(entry, theirs, uow.waiting_list.offers([entry_id]))


def _ended(offer: WaitingOffer, now: dt.datetime) -> OfferState | None:
    over = now >= offer.hold.expires_at
    if offer.unreachable or (over and offer.unread):
        return OfferState.WITHDRAWN
    return OfferState.EXPIRED if over else None


def _with_what_was_booked(
    uow: UnitOfWork, clinic: Clinic, waiting: Waiting, chat: Conversation, now: dt.datetime
) -> Waiting:
    """What they have booked since they joined is not what they wait for: from now on they wait for that one to be
    earlier, so that nobody gets two."""
    entry = waiting.entry
    if entry.appointment_id is not None:
        return waiting
    for one in _since(waiting):
        theirs = one.doctor_id == entry.wish.doctor_id or entry.wish.doctor_id is None
        if theirs and not _is_it(one, entry, clinic, now) and _is_for(uow, one, entry, chat):
            uow.waiting_list.attach(entry.id, one.id, [*entry.had, one.id])
            attached = uow.waiting_list.get(entry.id)
            return waiting if attached is None else waiting._replace(entry=attached)
    return waiting


def _is_for(uow: UnitOfWork, one: Appointment, entry: WaitingEntry, chat: Conversation) -> bool:
    (patient,) = uow.patients.get_many([one.patient_id or 0])
    name = entry.name or (None if entry.for_other else chat.person.name)
    return name is not None and same_name(patient.name, name)


def _has_it(waiting: Waiting, clinic: Clinic, now: dt.datetime) -> bool:
    """Whether they have booked since what they wait for, or moved theirs there."""
    entry, mine = waiting.entry, waiting.appointment
    if entry.appointment_id is None:
        return any(_is_it(one, entry, clinic, now) for one in _since(waiting))
    return mine is not None and entry.wish.before is None and _is_it(mine, entry, clinic, now)


def _since(waiting: Waiting) -> list[Appointment]:
    return [one for one in waiting.theirs if one.id not in waiting.entry.had]


def _is_it(one: Appointment, entry: WaitingEntry, clinic: Clinic, now: dt.datetime) -> bool:
    return is_as_wished(one.slot, one.doctor_id, clinic, entry.wish, now)


def _may_be_asked(waiting: Waiting, chat: Conversation, now: dt.datetime) -> bool:
    """Whether an offer would reach them, and disturb nothing."""
    if chat.control is not Control.BOT or chat.person.opted_out or chat.reply_to is None:
        return False
    if chat.state is State.CONFIRM or hold_of(chat.draft) is not None:
        return False
    for offer in waiting.offers:
        if offer.state is OfferState.OPEN:
            return False
        if offer.state is OfferState.WITHDRAWN and offer.unread:
            pause = NOT_REACHED if offer.message == "failed" else NOT_SENT
            if now < (offer.done_at or offer.made_at) + pause:
                return False
    return True


def _left_one_today(uow: UnitOfWork, clinic: Clinic, chat: Conversation, now: dt.datetime) -> bool:
    """Whether an offer of today was read by this chat, or could be, and nobody answered: the next one waits until
    tomorrow, whichever of what they wait for it is."""
    zone = ZoneInfo(clinic.zone)
    theirs = uow.waiting_list.offers([entry.id for entry in uow.waiting_list.active(chat.id)])
    return any(
        offer.state is OfferState.EXPIRED and offer.made_at.astimezone(zone).date() == now.astimezone(zone).date()
        for offer in theirs
    )


def _made(
    uow: UnitOfWork, clinic: Clinic, waiting: Waiting, chat: Conversation, one: FreeSlot, now: dt.datetime
) -> bool:
    """Hold the time for them, and say so, in one transaction. False: it is taken."""
    entry, wish = waiting.entry, waiting.wish
    until = held_until(clinic, one.slot.start, now, wish.notice_minutes)
    known = entry.seen or one.slot.start >= waiting_times.seen_to(entry, clinic)
    asked = None if wish.doctor_id is None and not wish.not_with and not known else one.doctor_ids
    hold = holds.take(uow, clinic, one.slot, chat.id, now, asked, visit=wish.visit, until=until)
    if hold is None:
        return False
    offer = WaitingOffer(entry_id=entry.id, hold=hold, made_at=now)
    id = uow.waiting_list.offer(offer)
    if id is None:
        uow.appointments.release_hold(hold, chat.id)
        return False
    offer = offer.model_copy(update={"id": id})
    said = asking(uow, clinic, waiting, offer, chat, ZoneInfo(clinic.zone), now)
    outbox_id = outgoing.ask(
        uow,
        chat,
        said.question,
        said.freely,
        MessageClass.OFFER,
        now,
        fallback=said.approved,
        expires_at=hold.expires_at,
    )
    if outbox_id is not None:
        uow.waiting_list.written(id, outbox_id)
    return True
