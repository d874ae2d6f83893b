"""Reads: what a row asks of the database before its guards. Answers go to `turn.found`, once per trigger."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import Any

from pydantic import TypeAdapter

from booking.appointments.appointment_changes import may_change
from booking.appointments.away import awaits_move
from booking.conversation.fsm.appointments_meant import those_meant, time_of_the_one_meant, told_of
from booking.conversation.fsm.consent_facts import could_be_done, may_be_told_again, works_here
from booking.conversation.meaning.naming import is_first_name, said_name, same_name
from booking.conversation.meaning.on_screen import meant
from booking.conversation.meaning.reference_times import doubtful_days
from booking.conversation.meaning.wished_times import (
    being_moved,
    effective_wish,
    refused_doctors,
    searched_after,
    seen_already,
    soonest,
    that_fit,
    wished_doctor,
    wished_visit,
)
from booking.conversation.turn import Turn
from booking.intents import (
    AskQuestion,
    Attend,
    HumanReason,
    ListAppointments,
    RequestHuman,
    Topic,
)
from booking.models import FIRST_VISIT, LIVE_APPOINTMENTS, Appointment, ByHandKind, Doctor, Patient, as_told
from booking.scheduling import offers
from booking.scheduling.doctors_hours import Attends, doctors_hours
from booking.scheduling.open_hours import OpenHours, closed_days, next_open, open_hours
from booking.scheduling.search import SearchResult

_OPEN = TypeAdapter(OpenHours)
_ATTENDS: TypeAdapter[Sequence[Attends]] = TypeAdapter(Sequence[Attends])
_YES_OR_NO: TypeAdapter[bool] = TypeAdapter(bool)
_NEXT_OPEN: TypeAdapter[OpenHours | None] = TypeAdapter(OpenHours | None)
_DATES: TypeAdapter[Sequence[dt.date]] = TypeAdapter(Sequence[dt.date])
_SEARCH = TypeAdapter(SearchResult)
_DOCTORS: TypeAdapter[Sequence[Doctor]] = TypeAdapter(Sequence[Doctor])
_APPOINTMENTS: TypeAdapter[Sequence[Appointment]] = TypeAdapter(Sequence[Appointment])
_IDS: TypeAdapter[Collection[int]] = TypeAdapter(tuple[int, ...])
_PATIENTS: TypeAdapter[Sequence[Patient]] = TypeAdapter(Sequence[Patient])

_MOST = 30
"""So many of a person's appointments are looked at: families and series have more than a list can show."""
_MOST_TO_PICK = 9
_BEGUN = dt.timedelta(hours=2)
"""An appointment that began so long ago may still be waited for."""


def find_doctors(turn: Turn) -> None:
    """find the doctors"""
    if turn.found.doctors is None:
        turn.found.doctors = turn.journal.ask("doctors", _DOCTORS, lambda: turn.uow.schedules.doctors())


def find_brought(turn: Turn) -> None:
    """find the patients brought before, where a first name alone is said"""
    said = said_name(turn)
    if said and is_first_name(said) and turn.found.brought_before is None:
        id = turn.conversation.person.id
        turn.found.brought_before = turn.journal.ask(
            "patients", _PATIENTS, lambda: turn.uow.patients.list_of(id), person_id=id
        )


def find_hours(turn: Turn) -> None:
    """find the hours of the day asked about"""
    intent = turn.intent
    if not isinstance(intent, AskQuestion) or (turn.found.open or turn.found.attends) is not None:
        return
    of_doctors = (
        intent.topic is Topic.DURATION
        or (intent.doctor and intent.topic is Topic.HOURS)
        or (intent.topic is Topic.DOCTORS and intent.when and not intent.specialty)
    )
    if of_doctors:
        return _find_doctors_hours(turn, intent)
    if intent.topic is not Topic.HOURS:
        return
    when, weekly = intent.when.when if intent.when else None, intent.weekly
    if when and when.date_from and when.date_from == when.date_to:
        date = when.date_from
        turn.found.open = turn.journal.ask(
            "open",
            _OPEN,
            lambda: open_hours(turn.uow.schedules, turn.clinic, date, turn.now, weekly=weekly),
            date=date,
            weekly=weekly,
        )


def _find_doctors_hours(turn: Turn, intent: AskQuestion) -> None:
    when = intent.when.when if intent.when else None
    asked: dict[str, Any] = {
        "doctor": intent.doctor,
        "date": when.date_from if when else None,
        "weekly": intent.weekly,
    }
    turn.found.attends = turn.journal.ask(
        "attends", _ATTENDS, lambda: doctors_hours(turn.uow.schedules, turn.clinic, turn.now, **asked), **asked
    )


def find_next_open(turn: Turn) -> None:
    """find when somebody is at the desk"""
    turn.found.open = turn.journal.ask("desk", _NEXT_OPEN, lambda: next_open(turn.uow.schedules, turn.clinic, turn.now))


def find_who_came(turn: Turn) -> None:
    """see whether anybody of the clinic has come to the chat since it was handed over"""
    chat = turn.conversation
    if chat.control_until is None or not could_be_done(turn):
        return
    since = chat.control_until - turn.services.handoff
    turn.found.came = turn.journal.ask(
        "came",
        _YES_OR_NO,
        lambda: any(
            done.at >= since and done.kind is not ByHandKind.GIVEN_BACK for done in turn.uow.at_work.list(chat.id)
        ),
        since=since,
    )


def find_today(turn: Turn) -> None:
    """see whether who is late has an appointment of that day, today's where none is named, that may have begun"""
    asked, id = turn.intent, turn.conversation.person.id
    if not isinstance(asked, RequestHuman) or asked.reason is not HumanReason.LATE or works_here(turn):
        return
    turn.found.today = turn.journal.ask(
        "today", _YES_OR_NO, lambda: any(is_that_day(turn, one) for one in not_over(turn)), person_id=id, day=asked.day
    )


def not_over(turn: Turn) -> list[Appointment]:
    """The person's next appointments, with those that have begun and are not over."""
    id = turn.conversation.person.id
    coming = turn.uow.appointments.list(start=turn.now - _BEGUN, person_id=id, statuses=LIVE_APPOINTMENTS, limit=9)
    return [one for one in coming if one.slot.end > turn.now]


def is_that_day(turn: Turn, one: Appointment) -> bool:
    """Whether it is on the day that somebody says they will be late; that of now, where none is named."""
    named = turn.intent.day if isinstance(turn.intent, RequestHuman) else None
    return one.slot.start.astimezone(turn.zone).date() == (named or turn.now.astimezone(turn.zone).date())


def find_emergency(turn: Turn) -> None:
    """see whether nobody has dealt yet with an emergency that was told of in this chat"""
    id = turn.conversation.id
    turn.found.emergency = turn.journal.ask(
        "emergency", _YES_OR_NO, lambda: any(one.kind == "urgent" for one in turn.uow.notices.open_in(id)), chat=id
    )


def find_emergency_to_repeat(turn: Turn) -> None:
    """the same, where the number to call was not said again lately"""
    if may_be_told_again(turn):
        find_emergency(turn)


def find_closed(turn: Turn) -> None:
    """see which of the days that may be meant have no consultation"""
    days = doubtful_days(turn) if turn.found.closed is None else frozenset()
    if days:
        doctor = wished_doctor(turn)
        turn.found.closed = turn.journal.ask(
            "closed",
            _DATES,
            lambda: closed_days(turn.uow.schedules, turn.clinic, days, turn.now, doctor=doctor),
            days=sorted(days),
            doctor=doctor,
        )


def find_slots(turn: Turn) -> None:
    """find free times as wished, or the nearest"""
    if turn.found.search is not None:
        return
    moving, chat_id = being_moved(turn.draft), turn.conversation.id
    wanted: dict[str, Any] = {
        "wish": effective_wish(turn),
        "doctor": wished_doctor(turn),
        "without": refused_doctors(turn),
        "after": searched_after(turn),
        "but": seen_already(turn),
        "spread": not soonest(turn),
    }
    visit = moving.visit if moving else wished_visit(turn) or FIRST_VISIT

    def search() -> SearchResult:
        world = turn.uow.schedules, turn.clinic
        return offers.find(*world, now=turn.now, moving=moving, visit=visit, conversation_id=chat_id, **wanted)

    turn.found.search = turn.journal.ask("search", _SEARCH, search, **wanted, kind=visit, moving=moving and moving.id)


def find_appointments(turn: Turn) -> None:
    """find the person's coming appointments, those that fit what was said, or all if none does"""
    if turn.found.appointments is None:
        said, id = time_of_the_one_meant(turn.intent), turn.conversation.person.id
        if turn.found.coming is None:
            turn.found.coming = turn.journal.ask(
                "appointments",
                _APPOINTMENTS,
                lambda: turn.uow.appointments.list(
                    start=turn.now, person_id=id, statuses=LIVE_APPOINTMENTS, limit=_MOST
                ),
                person_id=id,
            )
        mine: Sequence[Appointment] = turn.found.coming
        patients = patients_called(turn, {a.patient_id for a in mine if a.patient_id is not None})
        if getattr(turn.intent, "of_doctor", None) is not None:
            find_doctors(turn)
        fitting = those_meant(turn, mine if said is None else that_fit(mine, said, turn.zone), patients)
        if told := told_of(turn.intent):
            fitting = [one for one in fitting if any(as_told(one, each) for each in told)]
            fitting = fitting if len(fitting) == len(told) else []
            since = [one for one in mine if any(one.id == each.appointment_id for each in told)]
            turn.found.not_theirs = not since
            if not isinstance(turn.intent, Attend):
                mine = since or mine  # what a button asks for it never asks of another appointment
        found, listed = fitting or mine, isinstance(turn.intent, ListAppointments)
        turn.found.appointments, turn.found.none_fits = found if listed else found[:_MOST_TO_PICK], not fitting
        # Where all are the person's own that needs no telling, unless somebody else's was meant.
        turn.found.patients = () if fitting and _all_own(turn, patients) else patients


def find_away(turn: Turn) -> None:
    """see whether the doctor of an appointment that is near will not be there"""
    mine = meant(turn)
    if mine is None or turn.found.away or may_change(turn.clinic, mine, turn.now):
        return
    turn.found.away = turn.journal.ask(
        "away", _IDS, lambda: tuple(awaits_move(turn.uow, [mine.id])), appointment_id=mine.id
    )


def find_absent(turn: Turn) -> None:
    """see of which of those they come to the doctor will not be there"""
    said, found = turn.intent, turn.found
    if not isinstance(said, Attend) or not said.coming or found.absent is not None:
        return
    told = [one for one in found.appointments or () if any(as_told(one, each) for each in said.those)]
    found.absent = ()
    if not told:
        return
    ids = sorted(one.id for one in told)
    away = turn.journal.ask("absent", _IDS, lambda: tuple(awaits_move(turn.uow, ids)), appointments=ids)
    if any(one.id in away for one in told):
        found.absent = away
        found.appointments = tuple(one for one in told if one.id in away)


def _all_own(turn: Turn, patients: Sequence[Patient]) -> bool:
    return len(patients) == 1 and same_name(patients[0].name, turn.conversation.person.name or "")


def patients_called(turn: Turn, ids: set[int]) -> Sequence[Patient]:
    """These patients."""
    if not ids:
        return ()
    sought = sorted(ids)
    found: Sequence[Patient] = turn.journal.ask(
        "whose", _PATIENTS, lambda: turn.uow.patients.get_many(sought), patients=sought
    )
    return found
