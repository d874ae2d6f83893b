"""Use case: a patient is told how an appointment of theirs stands, now that staff have changed it, and of the doctor
who is late or will not be there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from functools import partial
from typing import Final

from booking.appointments.who_hears import hearer, is_so_still, news
from booking.conversation import outgoing, told_texts
from booking.conversation.replies import templates
from booking.models import (
    Appointment,
    AppointmentVersion,
    MessageClass,
    OutboxItem,
    TellingState,
    TellPatient,
    Told,
    ToldOf,
)
from booking.models.notices import Concerns
from booking.ports import UnitOfWork

UNTOLD: Final = "untold"
"""Kind of the notice that a patient could not be told of an appointment."""


def tell(uow: UnitOfWork, appointment_id: int, now: dt.datetime) -> TellingState | None:
    """Put into the outbox what they have not heard of yet: one message that tells how the appointment stands now, one
    that the doctor is late, and one that the doctor will not be there. None: there is nothing they are to be told.
    Commits nothing."""
    tellings = uow.tellings.lock(appointment_id)
    state = _tell(uow, [told for told in tellings if told.telling.track == "change"], tellings, now)
    for track in ("delay", "absence"):
        of_it = [told for told in tellings if told.telling.track == track]
        state = _tell(uow, of_it, of_it, now) or state
    return state


def _tell(uow: UnitOfWork, tellings: Sequence[Told], instead: Sequence[Told], now: dt.datetime) -> TellingState | None:
    """Tell the newest of these that wait; of those `instead` of which it goes out, none is sent any more."""
    waiting = [told.telling for told in tellings if told.telling.state is TellingState.WAITING]
    if not waiting:
        return None
    *earlier, newest = waiting
    uow.tellings.settle([telling.id for telling in earlier], TellingState.OVERTAKEN, now)
    stands = uow.appointments.get(newest.about.id)
    new = news(tellings, stands)
    if new is None:
        uow.tellings.settle([newest.id], TellingState.OVERTAKEN, now)
        return TellingState.OVERTAKEN
    made = uow.tellings.together(newest) if new.what is ToldOf.BOOKED and newest.before is None else ()
    if made and made[0] < newest.about.id:
        return None  # a series is told of with the first of it
    series = _series(uow, made, now)
    who = hearer(uow, stands, newest.person_id, now)
    outbox_id = None
    if who.state is TellingState.WAITING and who.chat is not None:
        chat = uow.conversations.lock(who.chat.id)
        _withdraw(uow, instead, stands, now)
        these = [stands, *(appointment for _, appointment in series)]
        said = told_texts.saying(uow, new, these, chat, now)
        put = outgoing.put if said.question is None else partial(outgoing.ask, question=said.question)
        outbox_id = put(
            uow,
            chat,
            content=said.freely,
            message_class=MessageClass.NOTICE,
            now=now,
            fallback=said.approved,
            about=newest.about,
            expires_at=stands.slot.start,
        )
    state = TellingState.WRITTEN if outbox_id is not None else who.state
    uow.tellings.settle([newest.id, *(id for id, _ in series)], state, now, outbox_id=outbox_id)
    if state.not_reached:
        call_staff(uow, stands, who.chat.id if who.chat else None, now, count=1 + len(series))
    return state


def _series(uow: UnitOfWork, made: Sequence[int], now: dt.datetime) -> list[tuple[int, Appointment]]:
    """Of appointments that were made with one which is being told of, the tellings that say no more than that, each
    with its appointment, by start. `made` are in the order in which they are locked."""
    found = []
    for id in made:
        tellings = [told for told in uow.tellings.lock(id) if told.telling.track == "change"]
        stands = uow.appointments.get(id)
        new = news(tellings, stands) if len(tellings) == 1 else None
        if new is not None and new.what is ToldOf.BOOKED and stands.slot.start > now:
            found.append((tellings[0].telling.id, stands))
    return sorted(found, key=lambda one: one[1].slot.start)


def _withdraw(uow: UnitOfWork, instead: Sequence[Told], stands: Appointment, now: dt.datetime) -> None:
    """What waits and is not so any more is not sent; what it would have said of others of its series still is."""
    _take_back(uow, [told.telling.outbox_id for told in instead if told.telling.outbox_id], [stands.id], now)


def withdraw_untrue(uow: UnitOfWork, item: OutboxItem, now: dt.datetime) -> bool:
    """Whether a message that waits tells of an appointment which is not so any more, and is therefore not sent. Who
    changed it knows, or is the clinic, which has what is so now told by itself; what else the message would have said
    still is. Commits nothing."""
    said = [told.telling.about for told in uow.tellings.said_by(item.id)]
    untrue = [about.id for about in said if not is_so_still(uow, about)]
    if untrue:
        _take_back(uow, [item.id], untrue, now)
    return bool(untrue)


def _take_back(uow: UnitOfWork, outbox_ids: Sequence[int], changed: Sequence[int], now: dt.datetime) -> None:
    """Have these messages not sent, for these appointments have changed."""
    uow.outbox.withdraw(outbox_ids)
    for id in uow.tellings.again(outbox_ids, changed) if outbox_ids else ():
        uow.jobs.defer(TellPatient(appointment_id=id), now)


def call_staff(
    uow: UnitOfWork, untold: Appointment, conversation_id: int | None, now: dt.datetime, *, count: int
) -> None:
    """Somebody of the clinic has to tell the patient of so many appointments, of which this is the first."""
    uow.notices.add(UNTOLD, conversation_id, _concerns(untold, count).detail, now)


def call_untold(uow: UnitOfWork, item: OutboxItem, about: AppointmentVersion, now: dt.datetime) -> None:
    """The same of what a message would have told, `about` an appointment and perhaps others, and may not."""
    call_staff(uow, uow.appointments.get(about.id), item.conversation_id, now, count=_said_by(uow, item))


def call_for_message(
    uow: UnitOfWork, kind: str, item: OutboxItem, why: str, now: dt.datetime, *, others_wait: bool = False
) -> None:
    """A message did not get there, and nothing else will say what it said: of which appointments it spoke. Nobody hears
    of a time that was offered to somebody who waits, for the next one is asked, nor of a question how a visit was;
    unless what holds it up holds up others too."""
    asks_of_a_visit = item.fallback is not None and item.fallback.name == templates.Name.RATING
    if (item.message_class is MessageClass.OFFER or asks_of_a_visit) and not others_wait:
        return
    about = why
    if item.about is not None:
        about = _concerns(uow.appointments.get(item.about.id), _said_by(uow, item), why).detail
    uow.notices.add(kind, item.conversation_id, about, now)


def _said_by(uow: UnitOfWork, item: OutboxItem) -> int:
    """Of how many appointments it tells or reminds; of one, where it is neither."""
    told = {one.telling.about.id for one in uow.tellings.said_by(item.id)}
    return len(told or {one.reminder.about.id for one in uow.reminders.said_by(item.id)}) or 1


def _concerns(first: Appointment, count: int, why: str | None = None) -> Concerns:
    several = count if count > 1 else None
    return Concerns(appointment_id=first.id, start=first.slot.start, doctor_id=first.doctor_id, why=why, count=several)
