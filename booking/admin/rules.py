"""Use cases that edit the rules of time: hours, exceptions, absences, blocks, closed days, lengths, policy.

They run inside of `touched.by`, which locks the fair turn first, as whoever takes a time does: an appointment lands
before the new rule, and is reported, or after it, and keeps it.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

import typer

from booking.admin import dates, people
from booking.admin.failures import Refused
from booking.admin.views import Json, iso
from booking.models import (
    Absence,
    Block,
    DateOverride,
    Opening,
    Policy,
    Rule,
    SpecialDay,
    VisitLength,
)
from booking.ports import UnitOfWork
from booking.scheduling import working_hours
from booking.scheduling.rulebook import holidays_of

NAMES: dict[type[Rule], str] = {
    Opening: "horario",
    DateOverride: "excepcion",
    Absence: "ausencia",
    Block: "bloqueo",
    SpecialDay: "dia",
    VisitLength: "consulta",
}
COLUMNS = ("Regla", "Doctor", "Cuándo", "Detalle")


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
    doctor_id, here = people.find_doctor(uow, doctor).id, _here(uow, now)
    since, until = dates.validity(wanted.since, wanted.until, here)
    ranges = dates.clock_ranges(wanted.ranges, "--horas")
    if not ranges and (since or until):
        days = " ".join(f"--dia {day}" for day in wanted.days)
        raise typer.BadParameter(
            f"con fechas no va; para esos días: turnero doctores bloquear {doctor_id} {days} --horas 00:00-24:00"
            " --desde … --hasta …",
            param_hint="--sin-horas",
        )
    weekdays = dates.weekdays(wanted.days, "--dia")
    new = working_hours.NewHours(doctor_id, weekdays, ranges, wanted.minutes, wanted.cap, since, until)
    working_hours.write(uow, new)


def set_date(uow: UnitOfWork, doctor: str, date: str, ranges: Sequence[str], off: bool, now: dt.datetime) -> None:
    """Give one date hours of its own, or none (`off`), or with neither the weekly ones again."""
    doctor_id = people.find_doctor(uow, doctor).id
    day = dates.day(date, _here(uow, now), "--fecha")
    theirs = uow.rules.of(DateOverride, doctor_id)
    uow.rules.remove(DateOverride, *(id for id, override in theirs if override.date == day))
    if off:
        uow.rules.add(DateOverride(doctor_id=doctor_id, date=day))
    hours = dates.clock_ranges(ranges, "--horas")
    uow.rules.add_all([DateOverride(doctor_id=doctor_id, date=day, start=start, end=end) for start, end in hours])


def add_absence(
    uow: UnitOfWork, doctor: str, since: str, until: str | None, reason: str | None, now: dt.datetime
) -> None:
    """The doctor is away: whole days, or from one instant to another."""
    doctor_id, here = people.find_doctor(uow, doctor).id, _here(uow, now)
    start, _ = _edges(since, here, "--desde")
    _, end = _edges(until or since, here, "--hasta")
    if end <= start:
        raise typer.BadParameter("termina antes de --desde.", param_hint="--hasta")
    uow.rules.add(Absence(doctor_id=doctor_id, start=start, end=end, reason=reason))


def add_block(uow: UnitOfWork, doctor: str, wanted: Weekly, reason: str | None, now: dt.datetime) -> None:
    """The doctor takes nobody at those hours of those weekdays."""
    doctor_id, here = people.find_doctor(uow, doctor).id, _here(uow, now)
    since, until = dates.validity(wanted.since, wanted.until, here)
    if not wanted.ranges:
        raise typer.BadParameter("falta decir a qué horas.", param_hint="--horas")
    of_all = {"doctor_id": doctor_id, "valid_from": since, "valid_to": until, "reason": reason}
    hours = dates.clock_ranges(wanted.ranges, "--horas")
    uow.rules.add_all(
        [
            Block(weekday=day, start=start, end=end, **of_all)
            for day in dates.weekdays(wanted.days, "--dia")
            for start, end in hours
        ]
    )


def remove(uow: UnitOfWork, doctor: str, name: str) -> None:
    """Remove a rule of that doctor by its name: ausencia-3. Raises Refused."""
    doctor_id = people.find_doctor(uow, doctor).id
    word, _, number = name.partition("-")
    kind = next((kind for kind, known in NAMES.items() if known == word), None)
    rules = uow.rules.list(doctor_id)
    theirs = {(type(rule), id) for id, rule in rules if getattr(rule, "doctor_id", None) == doctor_id}
    if kind is None or not number.isdigit() or (kind, int(number)) not in theirs:
        raise Refused(f"No hay ninguna regla «{name}» de ese doctor. Véalas con: turnero doctores horario DOCTOR")
    uow.rules.remove(kind, int(number))


def set_day(uow: UnitOfWork, date: str, opens: bool, reason: str | None, now: dt.datetime) -> SpecialDay:
    """Close the clinic on a date, or open it although it is a holiday."""
    day = SpecialDay(date=dates.day(date, _here(uow, now), "FECHA"), open=opens, reason=reason)
    uow.rules.add(day)
    return day


def set_policy(uow: UnitOfWork, changes: dict[str, int | str | None]) -> Policy:
    """Change those fields of the clinic's policy; "no" holidays are none. Raises typer.BadParameter."""
    given = {name: value for name, value in changes.items() if value is not None}
    if country := given.get("holidays"):
        given["holidays"] = None if country == "no" else str(country).upper()  # type: ignore[assignment]
        try:
            holidays_of(str(country).upper(), 2026) if country != "no" else None
        except ValueError:
            raise typer.BadParameter(f"no se conocen los feriados de «{country}».", param_hint="--feriados") from None
    policy = people.clinic_of(uow).policy.model_copy(update=given)
    if given:
        uow.rules.set_policy(policy)
    return policy


def set_visit(uow: UnitOfWork, visit: VisitLength, doctor: str | None) -> VisitLength:
    """Say how long a type of visit lasts, with one doctor or with all."""
    uow.appointments.lock_turn()
    if doctor:
        visit = visit.model_copy(update={"doctor_id": people.find_doctor(uow, doctor).id})
    uow.rules.add(visit)
    return visit


def listed(uow: UnitOfWork, doctor_id: int | None = None) -> list[Json]:
    """Every rule of a doctor, or all of them."""
    zone = ZoneInfo(people.clinic_of(uow).zone)
    found = []
    for id, rule in uow.rules.list(doctor_id):
        values = rule.model_dump(mode="json")
        if isinstance(rule, Absence):
            values |= {"start": iso(rule.start, zone), "end": iso(rule.end, zone)}
        if "weekday" in values:
            values["weekday"] = dates.WEEKDAYS[values["weekday"]]
        found.append({"regla": f"{NAMES[type(rule)]}-{id}", **{_SPANISH.get(k, k): v for k, v in values.items()}})
    return found


_SPANISH = {
    "weekday": "dia",
    "start": "inicio",
    "end": "fin",
    "slot_minutes": "minutos",
    "minutes": "minutos",
    "daily_cap": "tope_diario",
    "valid_from": "vigente_desde",
    "valid_to": "vigente_hasta",
    "date": "fecha",
    "reason": "motivo",
    "open": "abre",
    "kind": "tipo",
    "buffer_before": "minutos_antes",
    "buffer_after": "minutos_despues",
}


_POLICY = {
    "aviso": "{} min antes, cuando menos",
    "plazo": "{} días hacia adelante",
    "entre": "{} min libres entre citas",
    "apartado": "{} min se aparta un horario",
    "cancelar": "por chat, hasta {} h antes",
}


def policy_value(name: str, value: int | str | None) -> str:
    """A rule of the clinic in words."""
    if isinstance(value, bool):
        return "sí" if value else "no"
    return _POLICY.get(name, "{}").format("no" if value is None else value)


_SAID = {
    "tipo": "{}",
    "minutos": "{} min",
    "tope_diario": "a lo más {} al día",
    "minutos_antes": "{} min libres antes",
    "minutos_despues": "{} min libres después",
    "vigente_desde": "desde el {}",
    "vigente_hasta": "hasta el {}",
    "motivo": "{}",
}


def row(rule: Json) -> tuple[object, ...]:
    """A line of the table of rules: lun 09:00–14:00, 30 min, desde el 2026-12-01."""
    hours = "–".join(_at(rule[k]) for k in ("inicio", "fin") if rule.get(k))
    off = "sin horas" if "inicio" in rule and not hours else hours
    when = " ".join(str(part) for part in (rule.get("dia"), rule.get("fecha"), off) if part)
    detail = [said.format(rule[k]) for k, said in _SAID.items() if rule.get(k) not in (None, 0)]
    return rule["regla"], rule.get("doctor_id"), when, ", ".join(detail)


def _at(text: str) -> str:
    """A time of the day, or a day and time, without seconds."""
    return text[:16].replace("T", " ") if "T" in text else text[:5]


def _here(uow: UnitOfWork, now: dt.datetime) -> dt.datetime:
    return now.astimezone(ZoneInfo(people.clinic_of(uow).zone))


def _edges(text: str, here: dt.datetime, option: str) -> tuple[dt.datetime, dt.datetime]:
    """An instant twice, or the beginning and the end of a day."""
    if ":" in text:
        at = dates.moment(text, here, option)
        return at, at
    day = dates.day(text, here, option)
    return dates.midnight(day, here), dates.midnight(day + dt.timedelta(days=1), here)
