"""Use cases of the waiting list at the desk: who waits for what, and what they were offered; on it, and off it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field
from zoneinfo import ZoneInfo

from booking.appointments import joining, waiting_list
from booking.conversation.meaning.naming import same_name
from booking.desk import find_appointments, find_people, staff_dates, visit_types
from booking.desk.dates_in_words import date, minute
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.json_views import Json, doctor_json, iso, iso_or_none
from booking.desk.masking import name_of
from booking.intents import Reading, When
from booking.models import COMING, FIRST_VISIT, Doctor, Patient
from booking.models.who_waits import EntryState, OfferState, Waited, WaitingEntry, WaitingOffer, WaitingWish
from booking.ports import UnitOfWork
from booking.scheduling.waiting_match import in_place_of

COLUMNS = ("Espera", "Paciente", "Qué espera", "Desde", "Hasta", "Estado", "Ofertas")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody is to be told of, as staff write it. With `appointment` it is an earlier time for that one, unless
    days or hours are said."""

    patient: str | None = None
    appointment: int | None = None
    doctor: str | None = None
    weekdays: Sequence[str] = field(default_factory=tuple)
    hours: str | None = None
    since: str | None = None
    until: str | None = None
    notice: int = 0
    visit: str | None = None
    days: int | None = None


def add(uow: UnitOfWork, wanted: Wanted, now: dt.datetime, who: str) -> WaitingEntry:
    """Put somebody on the list. Raises BadValue, DeskRefused."""
    clinic = find_people.clinic_of(uow)
    here = now.astimezone(ZoneInfo(clinic.zone))
    mine = find_appointments.found_appointment(uow, wanted.appointment) if wanted.appointment else None
    if mine is not None and (mine.status not in COMING or mine.slot.start <= now or mine.patient_id is None):
        raise DeskRefused(f"La cita {mine.id} ya no está por venir: no hay qué adelantar.")
    if mine is None and not wanted.patient:
        raise BadValue(Field.PATIENT, "diga quién es, o qué cita se adelanta: --cita NÚMERO.")
    if mine is not None and mine.patient_id is not None:
        (patient,) = uow.patients.get_many([mine.patient_id])
    else:
        patient = find_people.find_patient(uow, wanted.patient or "")
    chat = uow.conversations.for_patient(patient, now)
    if chat is None or chat.reply_to is None:
        raise DeskRefused(f"De {name_of(patient.name, whole=False)} no hay teléfono: no se le podría avisar.")
    if chat.person.opted_out:
        raise DeskRefused("Pidió no recibir mensajes: no se le puede avisar por WhatsApp.")
    doctor_id = find_people.find_doctor(uow, wanted.doctor).id if wanted.doctor else mine.doctor_id if mine else None
    if wanted.visit:
        visit_types.must_be_known(uow, wanted.visit)
    when, weekdays = _when(wanted, here), staff_dates.weekdays(wanted.weekdays, Field.WEEKDAYS)
    earlier = mine is not None and when is None and not weekdays
    wish = WaitingWish(
        when=when,
        weekdays=tuple(weekdays),
        before=mine.slot.start if mine is not None and earlier else None,
        doctor_id=doctor_id,
        visit=wanted.visit or (mine.visit if mine else FIRST_VISIT),
        notice_minutes=wanted.notice,
    )
    if mine is not None:
        wish = in_place_of(mine, clinic, wish, now)
    if joining.is_in_vain(uow, clinic, wish, now):
        raise DeskRefused(
            "Entonces no hay consulta: no hay lugar que se libere. Diga otros días u horas, u otro doctor."
        )
    waited = Waited(
        wish=wish,
        appointment=mine,
        name=patient.name,
        for_other=patient.name != chat.person.name,
        until=joining.waits_until(wish, clinic, now, wanted.days),
    )
    (entry,) = joining.join(uow, clinic, chat, [waited], now, added_by=who)
    return entry


def free_now(uow: UnitOfWork, entry: WaitingEntry, now: dt.datetime) -> list[Json]:
    """What they wait for and could have at once. They hear only of what becomes free: of these, whoever put them on the
    list has to tell them."""
    clinic = find_people.clinic_of(uow)
    doctors, zone = {doctor.id: doctor for doctor in uow.schedules.doctors()}, ZoneInfo(clinic.zone)
    return [
        {
            "inicio": iso(one.slot.start, zone),
            "doctores": [doctor_json(doctors.get(id), id) for id in one.doctor_ids],
        }
        for one in joining.free_for(uow, clinic, entry.wish, now)
    ]


def free_in_words(free: Sequence[Json]) -> str | None:
    """«Hay lugar ya: 24/11/2026 09:00 (Dra. Ríos)…», with what to do; None: there is nothing."""
    if not free:
        return None
    times = "; ".join(
        f"{minute(one['inicio'])} ({', '.join(str(doctor['nombre']) for doctor in one['doctores'])})" for one in free
    )
    return f"Hay lugar ya: {times}. Si le sirve, agende o mueva su cita: se le avisará solo de lo que se libere."


def _when(wanted: Wanted, here: dt.datetime) -> Reading | None:
    since = staff_dates.day(wanted.since, here, Field.SINCE) if wanted.since else None
    until = staff_dates.day(wanted.until, here, Field.UNTIL) if wanted.until else None
    if since and until and until < since:
        raise BadValue(Field.UNTIL, "termina antes de --desde.")
    start, end = (None, None)
    if wanted.hours:
        ((start, end),) = staff_dates.clock_ranges([wanted.hours], Field.HOURS)
    if not (since or until or start or end):
        return None
    return Reading(when=When(date_from=since, date_to=until, time_from=start, time_to=end))


def remove(uow: UnitOfWork, entry_id: int, now: dt.datetime) -> WaitingEntry:
    """Take somebody off the list; what they were offered is given back. Raises DeskRefused."""
    entry = uow.waiting_list.get(entry_id)
    if entry is None:
        raise DeskRefused(f"No hay nadie con el número {entry_id} en la lista. Véala con: turnero lista-espera listar")
    if not entry.active:
        raise DeskRefused(f"El {entry_id} ya no espera: {_STATES[entry.state]}.")
    uow.conversations.lock(entry.conversation_id)
    waiting_list.close(uow, [entry], EntryState.REMOVED, now)
    return entry


def listed(uow: UnitOfWork, *, everybody: bool = False, conversation_id: int | None = None) -> list[Json]:
    """Those who wait, in the order in which they are asked; `everybody`: those too who wait no longer, newest first."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    found = uow.waiting_list.list() if everybody else uow.waiting_list.active(conversation_id)
    offers: dict[int, list[WaitingOffer]] = {}
    for offer in uow.waiting_list.offers([entry.id for entry in found]):
        offers.setdefault(offer.entry_id, []).append(offer)
    doctors = {doctor.id: doctor for doctor in uow.schedules.doctors()}
    return [_json(uow, entry, offers.get(entry.id, []), doctors, zone) for entry in found]


def _json(
    uow: UnitOfWork, entry: WaitingEntry, offers: Sequence[WaitingOffer], doctors: dict[int, Doctor], zone: ZoneInfo
) -> Json:
    wish, chat = entry.wish, uow.conversations.get(entry.conversation_id)
    name = entry.name or (None if entry.for_other else chat.person.name)
    if entry.appointment_id is not None and not name:
        mine = uow.appointments.get(entry.appointment_id)
        (patient,) = uow.patients.get_many([mine.patient_id or 0])
        name = patient.name
    return {
        "id": entry.id,
        "paciente": name,
        "chat": entry.conversation_id,
        "cita": entry.appointment_id,
        "antes_de": iso_or_none(wish.before, zone),
        "doctor": doctor_json(doctors.get(wish.doctor_id), wish.doctor_id) if wish.doctor_id else None,
        "sin_doctores": [doctor_json(doctors.get(id), id) for id in wish.not_with],
        "cuando": wish.when.model_dump(mode="json", exclude_defaults=True) if wish.when else None,
        "dias": [staff_dates.WEEKDAYS[day] for day in wish.weekdays],
        "aviso": wish.notice_minutes,
        "tipo": wish.visit,
        "desde": iso(entry.created_at, zone),
        "hasta": iso(entry.expires_at, zone),
        "estado": entry.state.value,
        "cerrada": iso_or_none(entry.closed_at, zone),
        "agregada_por": entry.added_by,
        "ofertas": [
            {
                "id": offer.id,
                "inicio": iso(offer.hold.slot.start, zone),
                "doctor": doctor_json(doctors.get(offer.hold.doctor_id), offer.hold.doctor_id),
                "hecha": iso(offer.made_at, zone),
                "apartado_hasta": iso(offer.hold.expires_at, zone),
                "estado": offer.state.value,
                "mensaje": offer.message,
            }
            for offer in offers
        ],
    }


def of_patient(uow: UnitOfWork, conversation_id: int, patient: Patient) -> list[Json]:
    """What this patient waits for: by their name, or for one of their appointments."""
    theirs = {one.id for one in uow.appointments.list(patient_id=patient.id)}
    return [
        one
        for one in listed(uow, conversation_id=conversation_id)
        if one["cita"] in theirs or (one["cita"] is None and same_name(one["paciente"] or "", patient.name))
    ]


def of_appointment(uow: UnitOfWork, appointment_id: int) -> list[Json]:
    """Who wants it to be earlier; of a time that is held, whom it was offered."""
    if not uow.waiting_list.any_active():
        return []
    offered = {
        offer.entry_id
        for offer in uow.waiting_list.offers([entry.id for entry in uow.waiting_list.active()])
        if offer.state is OfferState.OPEN and offer.hold.appointment_id == appointment_id
    }
    return [one for one in listed(uow) if one["cita"] == appointment_id or one["id"] in offered]


def account(entry: Json, *, whole: bool) -> list[str]:
    """It in lines: what is waited for, since when, and the offer that is out."""
    who = name_of(entry["paciente"], whole=whole) or "quien escribe"
    since = minute(entry["desde"])
    lines = [f"En lista de espera ({entry['id']}): {who}, {in_words(entry)}, desde {since}"]
    for offer in entry["ofertas"]:
        if offer["estado"] == OfferState.OPEN.value:
            start, until = (minute(offer[key]) for key in ("inicio", "apartado_hasta"))
            lines.append(
                f"Se le ofreció {start} con {offer['doctor']['nombre']}, apartado hasta {until}:"
                f" {_OFFERS[OfferState.OPEN]}"
            )
    return lines


_STATES = {
    EntryState.ACTIVE: "espera",
    EntryState.BOOKED: "ya tiene cita",
    EntryState.CANCELLED: "canceló su cita",
    EntryState.LEFT: "se salió",
    EntryState.REMOVED: "lo quitó el personal",
    EntryState.OPTED_OUT: "no quiere mensajes",
    EntryState.EXPIRED: "venció",
}
_OFFERS = {
    OfferState.OPEN: "sin respuesta aún",
    OfferState.TAKEN: "lo quiso",
    OfferState.DECLINED: "no lo quiso",
    OfferState.EXPIRED: "no contestó",
    OfferState.LATE: "contestó tarde",
    OfferState.WITHDRAWN: "no le llegó o ya no hacía falta",
}


def row(entry: Json, *, whole: bool) -> tuple[object, ...]:
    """A line of the table."""
    offers = [f"{minute(offer['inicio'])}: {_OFFERS[OfferState(offer['estado'])]}" for offer in entry["ofertas"]]
    return (
        entry["id"],
        name_of(entry["paciente"], whole=whole),
        in_words(entry),
        minute(entry["desde"]),
        date(entry["hasta"]),
        _STATES[EntryState(entry["estado"])],
        "; ".join(offers[-3:]) or None,
    )


def in_words(entry: Json) -> str:
    """«antes de la cita 12 (30/11/2026 10:00), con Dra. Ríos», «jue, desde 26/11/2026, 16:00–20:00»."""
    said = []
    if entry["antes_de"]:
        at = minute(entry["antes_de"])
        said.append(f"antes de la cita {entry['cita']} ({at})" if entry["cita"] is not None else f"antes del {at}")
    elif entry["cita"]:
        said.append(f"en lugar de la cita {entry['cita']}")
    said += [" ".join(entry["dias"])] if entry["dias"] else []
    reading = Reading.model_validate(entry["cuando"] or {})
    said.append(
        " o ".join(filter(None, (_said(when) for when in ((reading.when,) if reading.when else reading.candidates))))
    )
    if entry["doctor"]:
        said.append(f"con {entry['doctor']['nombre']}")
    if entry["sin_doctores"]:
        said.append("sin " + ", ".join(str(one["nombre"]) for one in entry["sin_doctores"]))
    if entry["aviso"]:
        said.append(f"con {entry['aviso']} min de aviso")
    return ", ".join(filter(None, said)) or "lo primero que se libere"


def _said(when: When) -> str:
    days = _day(when.date_from)
    if when.date_from is None or when.date_from != when.date_to:
        since, until = (
            f"{word} {_day(day)}" if day else "" for word, day in (("desde", when.date_from), ("hasta", when.date_to))
        )
        days = " ".join(filter(None, (since, until)))
    hours = f"a las {when.time_from:%H:%M}" if when.exact and when.time_from else _window(when)
    return " ".join(filter(None, (days, hours)))


def _day(day: dt.date | None) -> str:
    return date(day.isoformat()) if day else ""


def _window(when: When) -> str:
    start, end = when.time_from, when.time_to
    return f"{start or dt.time():%H:%M}–{end or dt.time():%H:%M}" if start or end else ""
