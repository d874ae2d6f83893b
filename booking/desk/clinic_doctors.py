"""The doctors of a clinic that is written down: who they are, their weekly hours, and how long visits take."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any

from booking.desk import staff_dates, turn_order
from booking.desk.clinic_file import DoctorTable, HoursTable, VisitTable
from booking.desk.desk_errors import Field
from booking.models import Doctor, Opening, VisitLength
from booking.models.folded_text import folded
from booking.ports import UnitOfWork


def write(uow: UnitOfWork, table: DoctorTable, here: dt.datetime) -> list[str]:
    """Enter a doctor, or change what is said of the one of that name; what changed. `here` is now in the clinic's zone.
    Raises BadValue."""
    name = " ".join(table.nombre.split())
    known = next((d for d in uow.schedules.doctors() if folded(d.name) == folded(name)), None)
    changed = []
    if known is None:
        by_turn = turn_order.usually(table.especialidad) if table.reparto is None else table.reparto
        known = uow.rules.add_doctor(name, table.especialidad or None, table.peso or 1, here, by_turn=by_turn)
        changed.append(f"Doctor nuevo: {name}")
    given = {"name": name, "weight": table.peso, "by_turn": table.reparto, "active": table.activo}
    doctor = known.model_copy(
        update={
            **{field: value for field, value in given.items() if value is not None},
            "specialty": text(table.especialidad, known.specialty),
            "room": text(table.consultorio, known.room),
        }
    )
    if doctor != known:
        uow.rules.set_doctor(doctor, here)
        changed.append(f"{name}: {_difference(known, doctor)}")
    changed += _hours(uow, doctor, table.horarios, here)
    return changed + lengths(uow, doctor, table.consultas)


_OF_DOCTOR = {
    "name": "nombre",
    "specialty": "especialidad",
    "weight": "peso",
    "active": "activo",
    "by_turn": "en el reparto",
    "room": "consultorio",
}


def _difference(before: Doctor, now: Doctor) -> str:
    old, new = before.model_dump(), now.model_dump()
    return ", ".join(f"{said} {shown(new[field])}" for field, said in _OF_DOCTOR.items() if old[field] != new[field])


def _hours(uow: UnitOfWork, doctor: Doctor, tables: Sequence[HoursTable] | None, here: dt.datetime) -> list[str]:
    """The weekly hours, all of them replaced where they are others."""
    if tables is None:
        return []
    wanted = [opening for table in tables for opening in _openings(doctor, table, here)]
    stored = uow.rules.of(Opening, doctor.id)
    if sorted(map(_key, wanted)) == sorted(_key(opening) for _, opening in stored):
        return []
    uow.rules.remove(Opening, *(id for id, _ in stored))
    uow.rules.add_all(wanted)
    return [f"{doctor.name}: horario nuevo, {len(wanted)} ratos por semana"]


def _openings(doctor: Doctor, table: HoursTable, here: dt.datetime) -> list[Opening]:
    since, until = staff_dates.validity(table.desde, table.hasta, here)
    return [
        Opening(
            doctor_id=doctor.id,
            weekday=day,
            start=start,
            end=end,
            slot_minutes=table.minutos,
            daily_cap=table.tope,
            valid_from=since,
            valid_to=until,
        )
        for day in staff_dates.weekdays(table.dias, Field.WEEKDAYS)
        for start, end in staff_dates.clock_ranges(table.horas, Field.HOURS)
    ]


def _key(opening: Opening) -> str:
    return opening.model_dump_json()


def lengths(uow: UnitOfWork, doctor: Doctor | None, tables: Sequence[VisitTable] | None) -> list[str]:
    """How long each type of visit takes, with that doctor or with any, all of them replaced where they are others."""
    if tables is None:
        return []
    id, whose = (doctor.id, doctor.name) if doctor else (None, "Todos")
    wanted = {
        table.tipo: VisitLength(
            visit=table.tipo, doctor_id=id, minutes=table.minutos, buffer_before=table.antes, buffer_after=table.despues
        )
        for table in tables
    }
    stored = [(key, rule) for key, rule in uow.rules.list() if isinstance(rule, VisitLength) and rule.doctor_id == id]
    gone = [(key, rule) for key, rule in stored if wanted.get(rule.visit) != rule]
    new = [rule for rule in wanted.values() if rule not in [old for _, old in stored]]
    uow.rules.remove(VisitLength, *(key for key, _ in gone))
    for rule in new:
        uow.rules.add(rule)
    left_out = {rule.visit for _, rule in gone} - set(wanted)
    return [f"{whose}: consulta {rule.visit}, {rule.minutes or 'los del horario'} min" for rule in new] + [
        f"{whose}: ya no hay duración de {visit}" for visit in sorted(left_out)
    ]


def shown(value: Any) -> str:
    """A value in words."""
    if isinstance(value, list):
        return ", ".join(map(shown, value)) or "nada"
    if isinstance(value, dict):
        return " ".join(str(part) for part in value.values() if part)
    if isinstance(value, bool):
        return "sí" if value else "no"
    return "nada" if value is None else str(value)


def text(said: str | None, old: str | None) -> str | None:
    """Not said: as it was; empty: none."""
    return old if said is None else said or None
