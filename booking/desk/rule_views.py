"""The rules of time as staff see them: as JSON, as lines of a table, and the clinic's policy in words."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

from booking.desk import find_people, staff_dates
from booking.desk.json_views import Json, iso
from booking.models import Absence, Block, DateOverride, Opening, Rule, SpecialDay, VisitLength
from booking.ports import UnitOfWork
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


def listed(uow: UnitOfWork, doctor_id: int | None = None) -> list[Json]:
    """Every rule of a doctor, or all of them."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    found = []
    for id, rule in uow.rules.list(doctor_id):
        values = rule.model_dump(mode="json")
        if isinstance(rule, Absence):
            values |= {"start": iso(rule.start, zone), "end": iso(rule.end, zone)}
        if "weekday" in values:
            values["weekday"] = staff_dates.WEEKDAYS[values["weekday"]]
        found.append({"regla": f"{NAMES[type(rule)]}-{id}", **{_SPANISH.get(k, k): v for k, v in values.items()}})
    return found


def special_days(uow: UnitOfWork, now: dt.datetime) -> list[Json]:
    """The dates to come on which the clinic closes, or opens although it is a holiday, with who said so; in order."""
    clinic = find_people.clinic_of(uow)
    today, country = now.astimezone(ZoneInfo(clinic.zone)).date(), clinic.policy.holidays
    found: dict[dt.date, Json] = {}
    for year in (today.year, today.year + 1) if country else ():
        for date, name in holidays_of(country or "", year).items():
            found[date] = {"fecha": date.isoformat(), "abre": False, "motivo": name, "por": "día inhábil"}
    for _, rule in uow.rules.list():
        if isinstance(rule, SpecialDay):
            motive = rule.reason or (found.get(rule.date) or {}).get("motivo")
            by_us = {"fecha": rule.date.isoformat(), "abre": rule.open, "motivo": motive, "por": "la clínica"}
            found[rule.date] = by_us
    return [found[date] for date in sorted(found) if today <= date <= today + dt.timedelta(days=366)]


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
    "visit": "tipo",
    "buffer_before": "minutos_antes",
    "buffer_after": "minutos_despues",
}


_POLICY = {
    "aviso": "{} min antes, cuando menos",
    "plazo": "{} días hacia adelante",
    "entre": "{} min libres entre citas",
    "apartado": "{} min se aparta un horario",
    "espera_apartado": "{} min se aparta lo que se ofrece a quien espera, más si faltan días",
    "espera_dias": "{} días en la lista de espera",
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
