"""What happened to an appointment, as JSON and as lines of a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.dates_in_words import minute
from booking.desk.json_views import Json, iso
from booking.desk.masking import name_of
from booking.models import Actor, Situation
from booking.ports import UnitOfWork

COLUMNS = ("Cuándo", "Qué", "Quién", "De", "A", "Por qué")


def events_json(uow: UnitOfWork, appointment_id: int) -> list[Json]:
    """What happened to it, in order."""
    zone, events = ZoneInfo(find_people.clinic_of(uow).zone), uow.events.list(appointment_id)
    doctors = {doctor.id: doctor.name for doctor in uow.schedules.doctors()}
    people = find_people.names_of(uow, {event.by.person_id for event in events if event.by.person_id})

    def situation(found: Situation) -> Json:
        return {**_situation(found, zone), "doctor": doctors.get(found.doctor_id)}

    return [
        {
            "cuando": iso(event.at, zone),
            "que": event.kind.value,
            "quien": _by(event.by, people),
            "de": situation(event.before) if event.before else None,
            "a": situation(event.after),
            "por_que": event.why,
        }
        for event in events
    ]


def _by(actor: Actor, people: Mapping[int, str]) -> Json:
    name = people.get(actor.person_id) if actor.person_id else None
    return {"tipo": actor.kind.value, "persona_id": actor.person_id, "nombre": name, "cuenta": actor.name}


def _situation(situation: Situation, zone: ZoneInfo) -> Json:
    return {
        "estado": situation.status.value,
        "inicio": iso(situation.slot.start, zone),
        "fin": iso(situation.slot.end, zone),
        "doctor_id": situation.doctor_id,
    }


def rows(events: Sequence[Json], *, whole: bool = False) -> list[tuple[object, ...]]:
    """Lines of the table."""
    return [
        (
            minute(e["cuando"]),
            e["que"],
            _who(e["quien"], whole=whole),
            _short(e["de"]),
            _short(e["a"]),
            e["por_que"],
        )
        for e in events
    ]


def _who(who: Json, *, whole: bool) -> str:
    return f"{who['tipo']} {who['cuenta'] or name_of(who['nombre'], whole=whole) or ''}".strip()


def _short(situation: Json | None) -> str | None:
    if situation is None:
        return None
    start, doctor = minute(situation["inicio"]), situation["doctor"] or situation["doctor_id"]
    return f"{situation['estado']} {start} con {doctor}"
