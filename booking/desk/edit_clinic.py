"""Use case that enters a clinic, or changes what it says of itself: the record, its doctors, their hours and visits.

What is written is told, line by line, and nothing is written that already is so: the same file again changes nothing.
"""

from __future__ import annotations

import datetime as dt
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

from pydantic import ValidationError

from booking.desk import (
    clinic_doctors,
    clinic_file,
    edit_news,
    edit_reminders,
    edit_rules,
    staff_dates,
    touched_appointments,
)
from booking.desk.clinic_doctors import shown, text
from booking.desk.clinic_file import ClinicFile
from booking.desk.desk_errors import BadValue, Field
from booking.desk.json_views import Json
from booking.errors import NotFound
from booking.models import Answers, Clinic, Opening, OwnAnswer, Policy, Price
from booking.ports import UnitOfWork

_RULES = {
    "aviso": "min_notice_minutes",
    "plazo": "horizon_days",
    "entre": "buffer_minutes",
    "apartado": "hold_minutes",
    "cancelar": "cancel_hours",
    "contestar": "answer_hours",
    "lista_espera": "waiting_list",
    "espera_apartado": "waiting_hold_minutes",
    "espera_dias": "waiting_days",
    "reinvitar": "invite_missed",
    "preguntar_tipo": "ask_visit",
}
_SAID = {
    "name": "nombre",
    "address": "dirección",
    "phone": "teléfono",
    "zone": "zona horaria",
    "opens": "abre",
    "closes": "cierra",
    **{field: name for name, field in _RULES.items()},
    "ask_rating": "calificar",
    "quiet_from": "silencio_desde",
    "quiet_until": "silencio_hasta",
    "holidays": "feriados",
    "parking": "estacionamiento",
    "map_link": "mapa",
    "specialties": "especialidades",
    "prices": "precios",
    "insurances": "seguros",
    "cards": "tarjetas",
    "bring": "que_llevar",
    "fasting": "ayuno",
    "emergency_words": "palabras de emergencia",
    "emergency_text": "texto de emergencia",
    "others": "preguntas",
}


def entered(uow: UnitOfWork) -> Clinic | None:
    """The clinic; None: none has been entered."""
    try:
        return uow.schedules.clinic()
    except NotFound:
        return None


def write(uow: UnitOfWork, file: ClinicFile, now: dt.datetime, zone: str) -> tuple[list[str], list[Json]]:
    """Make it so; what changed, and the appointments that it touches. `zone` is that of a clinic that says none.
    Raises BadValue, DeskRefused."""
    if entered(uow) is None:
        return _write(uow, file, now, zone), []
    return touched_appointments.by(uow, now, lambda: _write(uow, file, now, zone))


def _write(uow: UnitOfWork, file: ClinicFile, now: dt.datetime, zone: str) -> list[str]:
    uow.appointments.lock_turn()
    before = entered(uow)
    clinic = _clinic(before, file, zone)
    clinic = clinic.model_copy(update={"policy": _reminders(uow, clinic.policy, file)})
    changed = _changes(before, clinic)
    if changed:
        uow.rules.set_clinic(clinic)
    here = now.astimezone(ZoneInfo(clinic.zone))
    changed += clinic_doctors.lengths(uow, None, file.consultas)
    for table in file.doctores:
        changed += clinic_doctors.write(uow, table, here)
    return changed


def _clinic(before: Clinic | None, file: ClinicFile, zone: str) -> Clinic:
    """The record with what the file says in the place of what was there."""
    said, name = file.clinica, file.clinica.nombre or (before.name if before else None)
    if not name:
        raise BadValue(Field.CLINIC_NAME, "falta el nombre de la clínica, como lo lee el paciente.")
    old = before or Clinic(name=name, zone=zone)
    opens, closes = _time(said.abre, old.opens, Field.OPENS), _time(said.cierra, old.closes, Field.CLOSES)
    if closes <= opens:
        raise BadValue(Field.CLOSES, f"{closes:%H:%M} no es después de {opens:%H:%M}, a la que abre.")
    return old.model_copy(
        update={
            "name": name,
            "zone": zone_named(said.zona or old.zone),
            "address": text(said.direccion, old.address),
            "phone": text(said.telefono, old.phone),
            "opens": opens,
            "closes": closes,
            "policy": _policy(old.policy, file),
            "answers": _answers(old.answers, file),
        }
    )


def _time(said: str | None, old: dt.time, field: Field) -> dt.time:
    return staff_dates.clock(said[:5] if said.count(":") == 2 else said, field) if said else old


def zone_named(zone: str) -> str:
    """Raises BadValue for what is no zone of the IANA list."""
    if zone not in available_timezones():
        raise BadValue(Field.ZONE, f"«{zone}» no es una zona; por ejemplo: America/Tijuana, America/Mexico_City.")
    return zone


def link(said: str | None) -> str | None:
    """Raises BadValue for what nobody could open."""
    if said and not said.startswith(("https://", "http://")):
        raise BadValue(Field.MAP, f"«{said}» no es una liga; empieza con https://.")
    return said


def _policy(old: Policy, file: ClinicFile) -> Policy:
    given: dict[str, Any] = {_RULES[name]: value for name, value in file.reglas if name in _RULES and value is not None}
    quiet = {"quiet_from": file.reglas.silencio_desde, "quiet_until": file.reglas.silencio_hasta}
    given |= edit_rules.quiet_hours({name: said for name, said in quiet.items() if said})
    if file.reglas.feriados is not None:
        given["holidays"] = edit_rules.holidays(file.reglas.feriados or "no")
    given["parking"] = text(file.respuestas.estacionamiento, old.parking)
    given["news"] = edit_news.changed(old.news, file.avisos).model_dump()
    try:
        return Policy.model_validate(old.model_dump() | given)
    except ValidationError as error:
        raise BadValue(Field.FILE, "reglas: " + clinic_file.wrong(error)) from None


def _reminders(uow: UnitOfWork, old: Policy, file: ClinicFile) -> Policy:
    tables = [*(file.consultas or ()), *(visit for doctor in file.doctores for visit in doctor.consultas or ())]
    return edit_reminders.changed(uow, old, file.recordatorios, {visit.tipo for visit in tables})


def _answers(old: Answers, file: ClinicFile) -> Answers:
    said, urgent = file.respuestas, file.emergencias
    given: dict[str, Any] = {
        "map_link": link(text(file.clinica.mapa, old.map_link)),
        "cards": text(said.tarjetas, old.cards),
        "bring": text(said.que_llevar, old.bring),
        "fasting": text(said.ayuno, old.fasting),
        "emergency_text": text(urgent.texto, old.emergency_text),
    }
    lists: dict[str, Any] = {
        "specialties": file.clinica.especialidades,
        "insurances": said.seguros,
        "emergency_words": urgent.palabras,
        "prices": None if file.precios is None else [_price(p.de, p.precio, p.doctor) for p in file.precios],
        "others": None if file.preguntas is None else [_own(q.palabras, q.respuesta) for q in file.preguntas],
    }
    given |= {name: value for name, value in lists.items() if value is not None}
    try:
        return Answers.model_validate(old.model_dump() | given)
    except ValidationError as error:
        raise BadValue(Field.FILE, "respuestas: " + clinic_file.wrong(error)) from None


def _price(what: str, said: str, doctor: str | None) -> Price:
    try:
        return Price(what=what, said=said, doctor=doctor or None)
    except ValidationError:
        raise BadValue(Field.PRICE, f"«{what}»: va qué cuesta y cuánto, en pocas palabras.") from None


def _own(words: str, says: str) -> OwnAnswer:
    try:
        return OwnAnswer(words=words, says=says)
    except ValidationError:
        raise BadValue(Field.QUESTION, f"«{words}»: van las palabras de la pregunta y su respuesta.") from None


def _changes(before: Clinic | None, now: Clinic) -> list[str]:
    """What is another than it was, in words."""
    if before is None:
        return [f"Clínica nueva: {now.name}"]
    old, new = _flat(before), _flat(now)
    return [f"{name}: {shown(old[name])} → {shown(new[name])}" for name in new if old[name] != new[name]]


def _flat(clinic: Clinic) -> dict[str, Any]:
    """What a clinic says, by the names that staff know."""
    values = clinic.model_dump(mode="json")
    policy, answers = values.pop("policy"), values.pop("answers")
    for apart in ("news", "reminders", "visit_reminders"):
        policy.pop(apart)
    any_visit, *types = edit_reminders.lines(edit_reminders.as_file(clinic.policy))
    by_type = ["; ".join(filter(None, line)) for line in types]
    reminders = {"recordatorios": any_visit[1], "recordatorios por tipo": by_type}
    news = {f"avisos, {name}": value for name, value in edit_news.as_json(clinic.policy.news).items()}
    own = {**values, **policy, **answers}
    return news | reminders | {_SAID.get(field, field): value for field, value in own.items()}


def nothing(zone: str) -> Json:
    """What is proposed where no clinic has been entered, under the names of a file."""
    return {"clinica": {"zona": zone, "abre": "08:00", "cierra": "20:00"}, "respuestas": {}, "emergencias": {}}


def lacking(uow: UnitOfWork) -> list[str]:
    """What still keeps patients from booking, with the next step; else how to begin."""
    doctors = [doctor for doctor in uow.schedules.doctors() if doctor.active]
    if not doctors:
        return ["Falta quien atienda: turnero doctores agregar «Dra. Eva Luna» --especialidad «Medicina general»"]
    idle = [doctor for doctor in doctors if not uow.rules.of(Opening, doctor.id)]
    return [
        f"{doctor.name} no tiene horario: turnero doctores horario {doctor.id} --dia lun --horas 09:00-14:00"
        for doctor in idle
    ]
