"""Use cases that edit the rules of time: hours, exceptions, absences, blocks, closed days, lengths, policy.

They run inside of `touched_appointments.by`, which locks the fair turn first, as whoever takes a time does: an
appointment lands before the new rule, and is reported, or after it, and keeps it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates, visit_types
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.rule_views import NAMES
from booking.models import Absence, Block, DateOverride, Policy, SpecialDay, VisitLength
from booking.ports import UnitOfWork
from booking.scheduling import working_hours
from booking.scheduling.rulebook import holidays_of


class Weekly(NamedTuple):
    """Hours as staff give them: days, ranges (none: no work), slot length in minutes, daily cap, validity."""

    days: Sequence[str]
    ranges: Sequence[str]
    minutes: int | None = None
    cap: int | None = None
    since: str | None = None
    until: str | None = None


def set_weekly(uow: UnitOfWork, doctor: str, wanted: Weekly, now: dt.datetime) -> None:
    """Replace the hours of those weekdays that have the same validity."""
    doctor_id, here = find_people.find_doctor(uow, doctor).id, _here(uow, now)
    since, until = staff_dates.validity(wanted.since, wanted.until, here)
    ranges = staff_dates.clock_ranges(wanted.ranges, Field.HOURS)
    if not ranges and (since or until):
        days = " ".join(f"--dia {day}" for day in wanted.days)
        raise BadValue(
            Field.NO_HOURS,
            f"con fechas no va; para esos días: turnero doctores bloquear {doctor_id} {days} --horas 00:00-24:00"
            " --desde … --hasta …",
        )
    weekdays = staff_dates.weekdays(wanted.days, Field.WEEKDAYS)
    new = working_hours.NewHours(doctor_id, weekdays, ranges, wanted.minutes, wanted.cap, since, until)
    working_hours.write(uow, new)


def set_date(uow: UnitOfWork, doctor: str, date: str, ranges: Sequence[str], off: bool, now: dt.datetime) -> None:
    """Give one date hours of its own, or none (`off`), or with neither the weekly ones again."""
    doctor_id = find_people.find_doctor(uow, doctor).id
    day = staff_dates.day(date, _here(uow, now), Field.DATE)
    theirs = uow.rules.of(DateOverride, doctor_id)
    uow.rules.remove(DateOverride, *(id for id, override in theirs if override.date == day))
    if off:
        uow.rules.add(DateOverride(doctor_id=doctor_id, date=day))
    hours = staff_dates.clock_ranges(ranges, Field.HOURS)
    uow.rules.add_all([DateOverride(doctor_id=doctor_id, date=day, start=start, end=end) for start, end in hours])


def add_absence(
    uow: UnitOfWork, doctor: str, since: str, until: str | None, reason: str | None, now: dt.datetime
) -> None:
    """The doctor is away: whole days, or from one instant to another."""
    doctor_id, here = find_people.find_doctor(uow, doctor).id, _here(uow, now)
    start, _ = _edges(since, here, Field.SINCE)
    _, end = _edges(until or since, here, Field.UNTIL)
    if end <= start:
        raise BadValue(Field.UNTIL, "termina antes de --desde.")
    uow.rules.add(Absence(doctor_id=doctor_id, start=start, end=end, reason=reason))


def add_block(uow: UnitOfWork, doctor: str, wanted: Weekly, reason: str | None, now: dt.datetime) -> None:
    """The doctor takes nobody at those hours of those weekdays."""
    doctor_id, here = find_people.find_doctor(uow, doctor).id, _here(uow, now)
    since, until = staff_dates.validity(wanted.since, wanted.until, here)
    if not wanted.ranges:
        raise BadValue(Field.HOURS, "falta decir a qué horas.")
    of_all = {"doctor_id": doctor_id, "valid_from": since, "valid_to": until, "reason": reason}
    hours = staff_dates.clock_ranges(wanted.ranges, Field.HOURS)
    uow.rules.add_all(
        [
            Block(weekday=day, start=start, end=end, **of_all)
            for day in staff_dates.weekdays(wanted.days, Field.WEEKDAYS)
            for start, end in hours
        ]
    )


def remove(uow: UnitOfWork, doctor: str, name: str) -> None:
    """Remove a rule of that doctor by its name: ausencia-3. Raises DeskRefused."""
    doctor_id = find_people.find_doctor(uow, doctor).id
    word, _, number = name.partition("-")
    kind = next((kind for kind, known in NAMES.items() if known == word), None)
    rules = uow.rules.list(doctor_id)
    theirs = {(type(rule), id) for id, rule in rules if getattr(rule, "doctor_id", None) == doctor_id}
    if kind is None or not number.isdecimal() or (kind, int(number)) not in theirs:
        raise DeskRefused(f"No hay ninguna regla «{name}» de ese doctor. Véalas con: turnero doctores horario DOCTOR")
    uow.rules.remove(kind, int(number))


def set_day(uow: UnitOfWork, date: str, opens: bool, reason: str | None, now: dt.datetime) -> SpecialDay:
    """Close the clinic on a date, or open it although it is a holiday."""
    day = SpecialDay(date=staff_dates.day(date, _here(uow, now), Field.SPECIAL_DATE), open=opens, reason=reason)
    uow.rules.add(day)
    return day


def set_policy(uow: UnitOfWork, changes: dict[str, int | str | None]) -> Policy:
    """Change those fields of the clinic's policy; "no" holidays are none, and so is "no" parking. Raises BadValue."""
    given = {name: value for name, value in changes.items() if value is not None}
    if country := given.get("holidays"):
        given["holidays"] = holidays(str(country))  # type: ignore[assignment]
    if given.get("parking") == "no":
        given["parking"] = None  # type: ignore[assignment]
    given |= quiet_hours({name: str(given[name]) for name in QUIET if name in given})  # type: ignore[arg-type]
    policy = find_people.clinic_of(uow).policy.model_copy(update=given)
    if given:
        uow.rules.set_policy(policy)
    return policy


QUIET: Final = {"quiet_from": Field.QUIET_FROM, "quiet_until": Field.QUIET_UNTIL}


def quiet_hours(said: Mapping[str, str]) -> dict[str, dt.time]:
    """From when and until when the clinic writes to nobody by itself, as staff write a time. Raises BadValue."""
    return {name: staff_dates.clock(text, QUIET[name]) for name, text in said.items()}


def holidays(country: str) -> str | None:
    """The country as its holidays are kept; "no" is none. Raises BadValue."""
    if country == "no":
        return None
    try:
        holidays_of(country.upper(), 2026)
    except ValueError:
        raise BadValue(Field.HOLIDAYS, f"no se conocen los feriados de «{country}».") from None
    return country.upper()


def set_visit(uow: UnitOfWork, length: VisitLength, doctor: str | None, *, new: bool = False) -> VisitLength:
    """Say how long a type of visit lasts, with one doctor or with all. A type that there is not is made only where it
    is said to be new. Raises BadValue."""
    if not new:
        visit_types.must_be_known(uow, length.visit, Field.VISIT_TO_CHANGE)
    uow.appointments.lock_turn()
    if doctor:
        length = length.model_copy(update={"doctor_id": find_people.find_doctor(uow, doctor).id})
    uow.rules.add(length)
    return length


def _here(uow: UnitOfWork, now: dt.datetime) -> dt.datetime:
    return now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))


def _edges(text: str, here: dt.datetime, field: Field) -> tuple[dt.datetime, dt.datetime]:
    """An instant twice, or the beginning and the end of a day."""
    if ":" in text:
        at = staff_dates.moment(text, here, field)
        return at, at
    day = staff_dates.day(text, here, field)
    return staff_dates.midnight(day, here), staff_dates.midnight(day + dt.timedelta(days=1), here)
