"""Use case: what the day brings, and what it brought, is told to each doctor and to who is on duty, once each, as the
agenda is when it is sent. Commits nothing."""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.access.on_duty import sees_every_chat
from booking.appointments import away
from booking.conversation.replies import spanish
from booking.conversation.replies.texts import WORDS
from booking.conversation.staff_news import write
from booking.models import COMING, Appointment, Clinic, Duty, Person, Status, Summary, first_name
from booking.ports import UnitOfWork
from booking.scheduling.quiet import end_of_quiet
from booking.scheduling.schedule import day_range

LINES: Final = 15
"""Appointments that one message lists."""


class Agenda(NamedTuple):
    """What there is of a day and of the next, of some doctors, by start."""

    today: Sequence[Appointment]
    tomorrow: Sequence[Appointment]

    def of(self, doctor_id: int) -> Agenda:
        return Agenda(*([one for one in day if one.doctor_id == doctor_id] for day in self))


def send(uow: UnitOfWork, now: dt.datetime) -> int:
    """Put those that are due and that nobody has been sent; how many."""
    clinic = uow.schedules.clinic()
    here = now.astimezone(ZoneInfo(clinic.zone))
    which = due(clinic, here)
    if which is None:
        return 0
    done = uow.at_work.summarised(here.date(), which)
    hearers = [one for one in _hearers(uow, which, here) if one[0].id not in done]
    if not hearers:
        return 0
    agenda = _agenda(uow, here.date(), ZoneInfo(clinic.zone))
    sent = 0
    for person, doctor_id in hearers:
        if not uow.at_work.summarise(person.id, here.date(), which, now):
            continue  # another process was faster
        head, lines = _said(uow, which, agenda, doctor_id, here)
        if head:
            sent += write(uow, clinic, person, head, lines, now, short=" ".join(head.split()))
    return sent


def due(clinic: Clinic, here: dt.datetime) -> Summary | None:
    """Which is to be sent at a moment of the clinic's day: that of the morning until the evening's comes, and none in
    quiet hours, nor while all is paused. Pure."""
    if clinic.policy.paused or end_of_quiet(clinic, here) is not None:
        return None
    morning, evening = clinic.policy.news.morning, clinic.policy.news.evening
    if evening is not None and here.time() >= evening:
        return Summary.EVENING
    return Summary.MORNING if morning is not None and here.time() >= morning else None


def _hearers(uow: UnitOfWork, which: Summary, here: dt.datetime) -> list[tuple[Person, int | None]]:
    """Each doctor, and of who sees every chat those who are on duty, or were today; once each. A doctor's number, or
    None: they hear of the whole clinic."""
    staff = uow.staff.list()
    duties = [duty for duty in uow.at_work.duties() if duty.weekday == here.weekday()]
    found = list[tuple[Person, int | None]]()
    for person in staff:
        if sees_every_chat(person, here) and any(_counts(d, which, here) for d in duties if d.person_id == person.id):
            found.append((person, None))
        elif (own := person.doctor_at(here)) is not None:
            found.append((person, own))
    return found


def _counts(duty: Duty, which: Summary, here: dt.datetime) -> bool:
    """In the morning once it has begun; in the evening if it was today."""
    return which is Summary.EVENING or duty.covers(here)


def _agenda(uow: UnitOfWork, date: dt.date, zone: ZoneInfo) -> Agenda:
    today, tomorrow = day_range(date, zone), day_range(date + dt.timedelta(days=1), zone)
    every = [status for status in Status if status is not Status.HELD]
    return Agenda(
        uow.appointments.list(start=today[0], end=today[1], statuses=sorted(every)),
        uow.appointments.list(start=tomorrow[0], end=tomorrow[1], statuses=sorted(COMING)),
    )


def _said(
    uow: UnitOfWork, which: Summary, agenda: Agenda, doctor_id: int | None, here: dt.datetime
) -> tuple[str, list[str]]:
    """The head and the lines; no head: there is nothing to tell."""
    theirs = agenda if doctor_id is None else agenda.of(doctor_id)
    waiting = len(uow.notices.list(100, open_only=True)) if doctor_id is None else 0
    rest = WORDS["summary_notices"].format(count=waiting) if waiting else ""
    if which is Summary.MORNING:
        coming = [one for one in theirs.today if one.status in COMING and one.slot.start >= here]
        if not coming:
            return (WORDS["summary_none"].format(rest=rest) if rest else ""), []
        there, to_move = _with_doctor(uow, coming)
        if not there:
            return WORDS["summary_none"].format(rest=rest) + to_move, []
        head = WORDS["summary_morning"].format(
            day=spanish.day(here.date()), count=_count(len(there)), hours=_hours(there, here), rest=rest
        )
        return head + to_move, _lines(uow, there, here, doctor_id)
    if not theirs.today and not theirs.tomorrow and not rest:
        return "", []
    kinds = Counter(one.status for one in theirs.today)
    counted = {
        "seen": kinds[Status.COMPLETED] + kinds[Status.IN_PROGRESS],
        "missed": kinds[Status.NO_SHOW],
        "cancelled": kinds[Status.CANCELLED],
        "unmarked": sum(one.status in COMING for one in theirs.today),
    }
    parts = [WORDS[f"summary_{name}"].format(count=count) for name, count in counted.items() if count]
    head = WORDS["summary_evening"].format(
        day=spanish.day(here.date()), parts=spanish.listed(parts) or WORDS["summary_no_visits"], rest=rest
    )
    there, to_move = _with_doctor(uow, theirs.tomorrow)
    if there:
        first = spanish.clock(there[0].slot.start.astimezone(here.tzinfo).time())
        head += WORDS["summary_tomorrow"].format(count=_count(len(there)), first=first)
    else:
        head += WORDS["summary_tomorrow_none"]
    return head + to_move, []


def _count(number: int) -> str:
    return WORDS["one_appointment"] if number == 1 else WORDS["appointments"].format(count=number)


def _hours(these: Sequence[Appointment], here: dt.datetime) -> str:
    first, last = (one.slot.start.astimezone(here.tzinfo).time() for one in (these[0], these[-1]))
    if first == last:
        return WORDS["summary_at"].format(first=spanish.clock(first))
    return WORDS["summary_hours"].format(first=spanish.clock(first), last=spanish.clock(last))


def _with_doctor(uow: UnitOfWork, coming: Sequence[Appointment]) -> tuple[list[Appointment], str]:
    """Those of which the doctor will be there, and how many there are of the others."""
    without = away.without_doctor(uow, coming)
    to_move = WORDS["summary_to_move"].format(count=len(without)) if without else ""
    return [one for one in coming if one.id not in without], to_move


def _lines(uow: UnitOfWork, coming: Sequence[Appointment], here: dt.datetime, doctor_id: int | None) -> list[str]:
    """Each with no more than a first name; of the whole clinic how many each doctor has."""
    if doctor_id is None:
        doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
        counts = Counter(one.doctor_id for one in coming)
        return [f"{doctors.get(id, WORDS['doctor'])}: {_count(count)}" for id, count in sorted(counts.items())]
    people = uow.patients.get_many(sorted({one.patient_id for one in coming if one.patient_id is not None}))
    names = {patient.id: name for patient in people if (name := first_name(patient.name))}
    at = [spanish.clock(one.slot.start.astimezone(here.tzinfo).time()) for one in coming]
    whose = [names.get(one.patient_id or 0, WORDS["patient"]) for one in coming]
    lines = [f"{time} {name}" for time, name in zip(at, whose, strict=True)]
    more = [WORDS["summary_more"].format(count=len(lines) - LINES)] if len(lines) > LINES else []
    return lines[:LINES] + more
