"""What patients are reminded of, whether it reached them and what they answered, as JSON and in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import NamedTuple
from zoneinfo import ZoneInfo

from booking.conversation import reminding
from booking.desk import find_people, staff_dates
from booking.desk.dates_in_words import minute
from booking.desk.desk_errors import Field
from booking.desk.json_views import Json, appointments_json, iso, iso_or_none
from booking.desk.why_not_sent import why_not_sent
from booking.models import Reminded, ReminderAnswer, ReminderState, Skipped, Status
from booking.ports import UnitOfWork
from booking.scheduling.quiet import end_of_quiet

COLUMNS = ("Toca", "Antes", "Cómo va")

_WHY = {
    Skipped.BOOKED_INSIDE: "no: se agendó con menos anticipación",
    Skipped.OVERTAKEN: "no: la cita cambió",
    Skipped.NEARER: "no: salió otro más cercano",
    Skipped.LATE: "no: ya faltaba muy poco",
    Skipped.CONFIRMED: "no: ya confirmó",
    Skipped.HERE: "no: ya llegó",
    Skipped.OPTED_OUT: "no: pidió no recibir mensajes; llámele",
    Skipped.NO_NUMBER: "no: no tiene teléfono para WhatsApp",
    Skipped.AWAY: "no: su doctor no estará",
    Skipped.NOT_WANTED: "no: la clínica ya no recuerda con esa anticipación",
    Skipped.RESTORED: "no: se restauró una copia, y pudo haber salido antes",
}
_ANSWERED = {
    ReminderAnswer.ATTENDS: "dijo que vendrá",
    ReminderAnswer.MOVED: "la cambió",
    ReminderAnswer.CANCELLED: "la canceló",
}
_DELIVERED = {"delivered": ", entregado", "read": ", leído"}


class Would(NamedTuple):
    """What would be said now, and until when nothing is (None: nothing is in the way)."""

    rows: list[Json]
    waits: str | None = None


def of(uow: UnitOfWork, appointment_ids: Collection[int]) -> list[Json]:
    """Those of these appointments, by when they are due."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    found = sorted(uow.reminders.of(appointment_ids), key=lambda told: (told.reminder.due_at, told.reminder.id))
    return [_json(told, zone) for told in found]


def due_on(uow: UnitOfWork, date: str, now: dt.datetime) -> list[Json]:
    """Those of a day, with whose they are. Raises BadValue."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    day = staff_dates.day(date, now.astimezone(zone), Field.DATE)
    start, end = (dt.datetime.combine(day + dt.timedelta(days=n), dt.time(), zone) for n in (0, 1))
    return _with_appointments(uow, uow.reminders.since(start, end), zone)


def to_call(uow: UnitOfWork, now: dt.datetime) -> list[Json]:
    """Appointments to come whose patients the last reminder did not reach. Nobody is cancelled for that."""
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    coming = [one.id for one in uow.appointments.list(start=now, statuses=(Status.BOOKED,))]
    last: dict[int, Reminded] = {}
    for told in uow.reminders.of(coming) if coming else ():
        if told.reminder.state is not ReminderState.WAITING and told.reminder.why is not Skipped.NEARER:
            last[told.reminder.about.id] = told
    return _with_appointments(uow, [told for told in last.values() if told.not_reached], zone)


def simulated(uow: UnitOfWork, now: dt.datetime) -> Would:
    """What would be said if it were looked for now; the caller commits nothing."""
    clinic = find_people.clinic_of(uow)
    zone = ZoneInfo(clinic.zone)
    if clinic.policy.paused:
        return Would([], "se reanuden: turnero recordatorios reanudar")
    if (ends := end_of_quiet(clinic, now)) is not None:
        return Would([], f"las {ends:%H:%M}, cuando termina el silencio")
    sent: list[Reminded] = []
    for job in reminding.find(uow, now):
        put = reminding.remind(uow, job.conversation_id, job.appointment_ids, now)
        sent += uow.reminders.said_by(put) if put is not None else ()
    return Would(_with_appointments(uow, sent, zone))


def rows(reminders: list[Json]) -> list[tuple[object, ...]]:
    """Lines of the table."""
    return [(minute(one["toca"]), ahead(one["minutos"]), in_words(one)) for one in reminders]


def in_words(told: Json) -> str:
    """«por enviar», «enviado 29/11/2026 10:32, leído; dijo que vendrá 29/11/2026 11:05», «no llegó: …»."""
    state = ReminderState(told["estado"])
    if state is ReminderState.WAITING:
        return "por enviar"
    if state is ReminderState.SKIPPED:
        return _WHY[Skipped(told["motivo"])]
    answered = f"; {_ANSWERED[ReminderAnswer(told['respuesta'])]}" if told["respuesta"] else ""
    answered += f" {minute(told['respondido'])}" if told["respondido"] else ""
    if told["mensaje"] == "sent":
        return f"enviado {minute(told['enviado'])}{_DELIVERED.get(told['entrega'] or '', '')}{answered}"
    if told["mensaje"] == "failed":
        return f"no llegó: {why_not_sent(told['error'] or '') or 'WhatsApp no dice por qué'}{answered}"
    return ("en camino" if told["mensaje"] == "pending" else "no salió a tiempo") + answered


def ahead(minutes: int) -> str:
    """«24 h», «90 min»."""
    return f"{minutes // 60} h" if minutes % 60 == 0 else f"{minutes} min"


def _json(told: Reminded, zone: dt.tzinfo) -> Json:
    one = told.reminder
    return {
        "cita": one.about.id,
        "version": one.about.version,
        "minutos": one.minutes,
        "toca": iso(one.due_at, zone),
        "estado": one.state.value,
        "motivo": one.why.value if one.why else None,
        "mensaje": told.message,
        "enviado": iso_or_none(told.sent_at, zone),
        "entrega": told.delivery,
        "error": told.error,
        "respuesta": one.answer.value if one.answer else None,
        "respondido": iso_or_none(one.answered_at, zone),
    }


def _with_appointments(uow: UnitOfWork, told: Sequence[Reminded], zone: dt.tzinfo) -> list[Json]:
    """Appointments, each with the reminder."""
    found = [uow.appointments.get(id) for id in sorted({one.reminder.about.id for one in told})]
    known = {row["id"]: row for row in appointments_json(uow, found, zone)}
    return [{**known[one.reminder.about.id], "recordatorio": _json(one, zone)} for one in told]
