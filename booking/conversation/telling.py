"""Use case: a patient is told how an appointment of theirs stands, now that staff have changed it, and of the doctor
who is late or will not be there."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Final
from zoneinfo import ZoneInfo

from booking.appointments.who_hears import News, hearer, news
from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.replies import appointment_texts, spanish, templates
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, WORDS
from booking.intents import AsTold
from booking.models import (
    Appointment,
    AppointmentVersion,
    Button,
    Conversation,
    MessageClass,
    OutboxItem,
    OutButtons,
    OutTemplate,
    Question,
    State,
    TellingState,
    TellPatient,
    Told,
    ToldOf,
)
from booking.models.messages import LONGEST_WITH_BUTTONS
from booking.models.notices import Concerns
from booking.ports import UnitOfWork

UNTOLD: Final = "untold"
"""Kind of the notice that a patient could not be told of an appointment."""

_TEMPLATES: Final = {
    ToldOf.BOOKED: templates.Name.BOOKED,
    ToldOf.MOVED: templates.Name.MOVED,
    ToldOf.CANCELLED: templates.Name.CANCELLED,
    ToldOf.LATE: templates.Name.DOCTOR_LATE,
    ToldOf.AWAY: templates.Name.DOCTOR_AWAY,
    ToldOf.BACK: templates.Name.DOCTOR_BACK,
}


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
        _withdraw(uow, instead, stands, now)
        values = _values(uow, new, stands, [appointment for _, appointment in series])
        approved = _approved(_TEMPLATES[new.what], None if series else newest.about, values)
        question = _question(new.what, newest.about, stands, who.chat, now)
        put = outgoing.put if question is None else partial(outgoing.ask, question=question)
        outbox_id = put(
            uow,
            who.chat,
            content=_freely(new.what, values, approved, several=bool(series)),
            message_class=MessageClass.NOTICE,
            now=now,
            fallback=approved,
            about=newest.about,
            expires_at=stands.slot.start,
        )
    state = TellingState.WRITTEN if outbox_id is not None else who.state
    uow.tellings.settle([newest.id, *(id for id, _ in series)], state, now, outbox_id=outbox_id)
    if state.not_reached:
        call_staff(uow, stands, who.chat.id if who.chat else None, now)
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
    withdrawn = [told.telling.outbox_id for told in instead if told.telling.outbox_id]
    uow.outbox.withdraw(withdrawn)
    for id in uow.tellings.again(withdrawn, stands.id) if withdrawn else ():
        uow.jobs.defer(TellPatient(appointment_id=id), now)


def call_staff(uow: UnitOfWork, untold: Appointment, conversation_id: int | None, now: dt.datetime) -> None:
    """Somebody of the clinic has to tell the patient."""
    uow.notices.add(UNTOLD, conversation_id, _concerns(untold).detail, now)


def call_for_message(
    uow: UnitOfWork, kind: str, item: OutboxItem, why: str, now: dt.datetime, *, others_wait: bool = False
) -> None:
    """A message did not get there, and nothing else will say what it said: of which appointment it spoke. Nobody hears
    of a time that was offered to somebody who waits, for the next one is asked, nor of a question how a visit was;
    unless what holds it up holds up others too."""
    asks_of_a_visit = item.fallback is not None and item.fallback.name == templates.Name.RATING
    if (item.message_class is MessageClass.OFFER or asks_of_a_visit) and not others_wait:
        return
    about = _concerns(uow.appointments.get(item.about.id), why).detail if item.about is not None else why
    uow.notices.add(kind, item.conversation_id, about, now)


def _concerns(one: Appointment, why: str | None = None) -> Concerns:
    return Concerns(appointment_id=one.id, start=one.slot.start, doctor_id=one.doctor_id, why=why)


def _question(
    what: ToldOf, about: AppointmentVersion, stands: Appointment, chat: Conversation, now: dt.datetime
) -> Question | None:
    """What the message leaves on screen: that the doctor will not be there asks what becomes of the appointment, but of
    who has just been shown something to say yes to."""
    if what is not ToldOf.AWAY or chat.state is State.CONFIRM:
        return None
    told = (AsTold(appointment_id=about.id, version=about.version),)
    key, begins = ReplyKey.DOCTOR_AWAY.value, stands.slot.start
    return Question(reply=key, version=chat.draft_version, at=now, asked_by=now, told=told, until=begins)


def _values(uow: UnitOfWork, new: News, stands: Appointment, series: Sequence[Appointment] = ()) -> dict[str, str]:
    """What either says: the template the first of them, the free message more. `series` are those that follow it."""
    clinic = uow.schedules.clinic()
    zone = ZoneInfo(clinic.zone)
    (patient,) = uow.patients.get_many([stands.patient_id or 0])
    doctor = next((one for one in uow.schedules.doctors() if one.id == stands.doctor_id), None)
    each = [(one.slot.start.astimezone(zone), one.slot.end.astimezone(zone)) for one in (stands, *series)]
    (start, end), *others = each
    when = "; ".join([spanish.moment(start), *(spanish.moment(other) for other, _ in others)])
    return {
        "count": str(len(each)),
        "spans": "\n".join(f"📅 {spanish.span(first, last)}" for first, last in each),
        "clinic": clinic.name,
        "patient": patient.name,
        "before": spanish.moment(new.knew.slot.start.astimezone(zone)) if new.knew else "",
        "when": when,
        "minutes": str(new.minutes),
        "doctor": doctor.name if doctor else WORDS["doctor"],
        "span": spanish.span(start, end),
        "room": appointment_texts.room(doctor.room if doctor else None),
        "place": appointment_texts.place({"address": clinic.address, "map_link": clinic.answers.map_link}),
    }


def _approved(which: templates.Name, about: AppointmentVersion | None, values: Mapping[str, str]) -> OutTemplate:
    named = {name: values[name] for name in templates.TEMPLATES[which].parameters}
    return templates.filled(which, _payloads(which, about), **named)


def _payloads(which: templates.Name, about: AppointmentVersion | None) -> list[str]:
    """What its buttons mean, of the appointment as it is told of; of several (None) it is asked which. Those that
    change none are the template's own."""
    told = AsTold(appointment_id=about.id, version=about.version) if about is not None else None
    return [
        encode(intent.model_copy(update={"told": told}) if "told" in type(intent).model_fields else intent, None)
        for intent in (button.intent for button in templates.TEMPLATES[which].buttons)
    ]


def _freely(what: ToldOf, values: Mapping[str, str], approved: OutTemplate, *, several: bool = False) -> OutButtons:
    """The same for who wrote lately: with where it is, and nothing of the privacy notice, which they were shown."""
    said = WORDS["told_agendadas" if several else f"told_{what.value}"] if what is not ToldOf.AWAY else None
    body = said or TEXTS[ReplyKey.DOCTOR_AWAY].body
    buttons = zip(approved.payloads, templates.TEMPLATES[_TEMPLATES[what]].buttons, strict=True)
    return OutButtons(
        body=body.format_map(values)[:LONGEST_WITH_BUTTONS],
        buttons=tuple(Button(id=payload, title=button.title) for payload, button in buttons),
    )
