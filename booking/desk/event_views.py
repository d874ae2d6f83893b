"""What happened to an appointment, as JSON and as lines of a table."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from booking.desk import find_people
from booking.desk.json_views import Json, iso
from booking.models import AppointmentEvent, Situation
from booking.ports import UnitOfWork

COLUMNS = ("Cuándo", "Qué", "Quién", "De", "A", "Por qué")


def events_json(uow: UnitOfWork, appointment_id: int) -> list[Json]:
    """What happened to it, in order."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return [_event(event, zone) for event in uow.events.list(appointment_id)]


def _event(event: AppointmentEvent, zone: ZoneInfo) -> Json:
    who = {"tipo": event.by.kind.value, "persona_id": event.by.person_id, "cuenta": event.by.name}
    return {
        "cuando": iso(event.at, zone),
        "que": event.kind.value,
        "quien": who,
        "de": _situation(event.before, zone) if event.before else None,
        "a": _situation(event.after, zone),
        "por_que": event.why,
    }


def _situation(situation: Situation, zone: ZoneInfo) -> Json:
    return {
        "estado": situation.status.value,
        "inicio": iso(situation.slot.start, zone),
        "fin": iso(situation.slot.end, zone),
        "doctor_id": situation.doctor_id,
    }


def rows(events: Sequence[Json]) -> list[tuple[object, ...]]:
    """Lines of the table."""
    return [
        (e["cuando"][:16].replace("T", " "), e["que"], _who(e["quien"]), _short(e["de"]), _short(e["a"]), e["por_que"])
        for e in events
    ]


def _who(who: Json) -> str:
    detail = who["cuenta"] or (f"persona {who['persona_id']}" if who["persona_id"] else "")
    return f"{who['tipo']} {detail}".strip()


def _short(situation: Json | None) -> str | None:
    if situation is None:
        return None
    return f"{situation['estado']} {situation['inicio'][:16].replace('T', ' ')} con {situation['doctor_id']}"
