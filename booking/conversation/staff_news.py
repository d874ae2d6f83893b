"""Use case: doctors and those on duty hear of what patients change in their agenda. What is to be told is read off the
events of appointments, each looked at once. Commits nothing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.access.on_duty import on_duty
from booking.conversation import outgoing
from booking.conversation.buttons import encode
from booking.conversation.replies import spanish, templates
from booking.conversation.replies.full_stops import one_point
from booking.conversation.replies.texts import WORDS
from booking.intents import Thank
from booking.models import (
    AppointmentEvent,
    Clinic,
    EventKind,
    MessageClass,
    NewsOf,
    OutText,
    Person,
    Situation,
    StaffNews,
    first_name,
)
from booking.ports import UnitOfWork

MOST: Final = 50
"""Changes that one run takes up."""

MOST_IN_A_PAUSE: Final = 1000
"""Changes of a day that are looked through for those that do not bear waiting."""

STILL_NEWS: Final = dt.timedelta(hours=24)
"""What is older stands in the agenda and in the summaries alone."""

_OF: Final = {
    EventKind.BOOKED: NewsOf.BOOKED,
    EventKind.MOVED: NewsOf.MOVED,
    EventKind.CANCELLED: NewsOf.CANCELLED,
}


class News(NamedTuple):
    """What somebody is told of a change: its words, and when what it changes lies."""

    line: str
    start: dt.datetime


def tell(uow: UnitOfWork, now: dt.datetime) -> int:
    """Tell of the changes that nobody has looked at; how many there were. While all is paused of those of today alone,
    which do not bear waiting: what is news still is told when it goes on."""
    untold = uow.events.untold(MOST)
    if not untold:
        return 0
    clinic = uow.schedules.clinic()
    if clinic.policy.paused:
        here = now.astimezone(ZoneInfo(clinic.zone))
        untold = [(id, one) for id, one in uow.events.untold(MOST_IN_A_PAUSE) if not _bears_waiting(one, here)]
    fresh = [event for _, event in untold if event.at > now - STILL_NEWS and event.kind in _OF]
    _tell_of(uow, clinic, fresh, now)
    uow.events.mark_told([id for id, _ in untold], now)
    return len(untold)


def _tell_of(uow: UnitOfWork, clinic: Clinic, events: Sequence[AppointmentEvent], now: dt.datetime) -> None:
    if not events:
        return
    staff = uow.staff.list()
    here = now.astimezone(ZoneInfo(clinic.zone))
    there = on_duty(staff, uow.at_work.duties(), here)
    names, doctors = _first_names(uow, events), {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    told: dict[int, list[News]] = {}
    for event in events:
        news = News(_line(event, names, doctors, here.tzinfo), min(_starts(event)))
        for person in _hear(event, clinic.policy.news, staff, there, here):
            told.setdefault(person.id, []).append(news)
    people = {person.id: person for person in staff}
    for id, lines in told.items():
        write(uow, clinic, people[id], WORDS["news"], [news.line for news in lines], now, _urgent(lines, here))


def concerns_doctor(event: AppointmentEvent, news: StaffNews, here: dt.datetime) -> frozenset[int]:
    """The doctors who hear of it. Pure."""
    if _OF.get(event.kind) not in news.doctor:
        return frozenset()
    last = here.date() + dt.timedelta(days=news.doctor_days)
    return frozenset(
        situation.doctor_id
        for situation in _situations(event)
        if here <= situation.slot.start and situation.slot.start.astimezone(here.tzinfo).date() <= last
    )


def concerns_reception(event: AppointmentEvent, news: StaffNews, here: dt.datetime) -> bool:
    """Whether those on duty hear of it. Pure."""
    if _OF.get(event.kind) not in news.reception:
        return False
    until = here + dt.timedelta(hours=news.reception_hours)
    return any(here <= start <= until for start in _starts(event))


def doctors_among(staff: Iterable[Person], doctor_ids: Iterable[int], now: dt.datetime) -> list[Person]:
    """Those of the staff who are these doctors."""
    wanted = frozenset(doctor_ids)
    return [person for person in staff if person.doctor_at(now) in wanted]


def write(
    uow: UnitOfWork,
    clinic: Clinic,
    person: Person,
    head: str,
    lines: Sequence[str],
    now: dt.datetime,
    urgent: bool = False,
    short: str | None = None,
) -> bool:
    """Put a message to somebody of the staff: a head and lines under it; as a template in one line, or what is `short`
    of it. False where they have no chat with the clinic or want no messages."""
    chat = uow.conversations.of_person(person.id)
    if chat is None or chat.person.opted_out:
        return False
    body = one_point("\n".join([head, *(f"• {line}" for line in lines)]))[:4096]
    payloads = [encode(Thank(), None) for _ in templates.TEMPLATES[templates.Name.TO_STAFF].buttons]
    said = one_point(short or "; ".join(lines))
    fallback = templates.filled(templates.Name.TO_STAFF, payloads, clinic=clinic.name, notice=said[:_LONGEST])
    put = outgoing.put(
        uow,
        chat,
        OutText(body=body),
        MessageClass.NOTICE,
        now,
        fallback=fallback,
        expires_at=now + STILL_NEWS,
        urgent=urgent,
    )
    return put is not None


_LONGEST: Final = 700
"""Characters of what a template tells; with the rest of its words it has to stay under WhatsApp's limit."""


def _hear(
    event: AppointmentEvent, news: StaffNews, staff: Sequence[Person], there: Sequence[Person], here: dt.datetime
) -> list[Person]:
    """Whoever hears of it, but for who did it."""
    hear = doctors_among(staff, concerns_doctor(event, news, here), here)
    if concerns_reception(event, news, here):
        hear += [person for person in there if person not in hear]
    return [person for person in hear if person.id != event.by.person_id]


def _line(event: AppointmentEvent, names: dict[int, str], doctors: dict[int, str], zone: dt.tzinfo | None) -> str:
    """ "Ana canceló su cita: martes 24 de noviembre, 10:00 a.m., con Dra. Laura Méndez": no more than a first name."""

    def said(situation: Situation) -> str:
        doctor = doctors.get(situation.doctor_id, WORDS["doctor"])
        return WORDS["news_when"].format(when=spanish.moment(situation.slot.start.astimezone(zone)), doctor=doctor)

    before = event.before or event.after
    stands = event.after if event.kind is not EventKind.CANCELLED else before
    who = names.get(event.appointment_id, WORDS["somebody"])
    return WORDS[f"news_{_OF[event.kind].value}"].format(who=who, when=said(stands), before=said(before))


def _first_names(uow: UnitOfWork, events: Sequence[AppointmentEvent]) -> dict[int, str]:
    """Of the patients, by appointment."""
    theirs = {id: uow.appointments.get(id).patient_id for id in dict.fromkeys(e.appointment_id for e in events)}
    people = uow.patients.get_many(sorted({id for id in theirs.values() if id is not None}))
    first = {patient.id: name for patient in people if (name := first_name(patient.name))}
    return {id: first[patient] for id, patient in theirs.items() if patient in first}


def _situations(event: AppointmentEvent) -> list[Situation]:
    return [event.after] if event.before is None else [event.before, event.after]


def _starts(event: AppointmentEvent) -> list[dt.datetime]:
    return [situation.slot.start for situation in _situations(event)]


def _bears_waiting(event: AppointmentEvent, here: dt.datetime) -> bool:
    """It is something to be told, still is news, and is not about today."""
    told = event.kind in _OF and event.at > here - STILL_NEWS
    return told and not _of_today(min(_starts(event)), here)


def _of_today(start: dt.datetime, here: dt.datetime) -> bool:
    return start.astimezone(here.tzinfo).date() == here.date()


def _urgent(lines: Sequence[News], here: dt.datetime) -> bool:
    """Whether it does not bear waiting for the end of quiet hours: it is about today."""
    return any(_of_today(news.start, here) for news in lines)
