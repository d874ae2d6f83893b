"""What staff were called for: the emergencies that nobody has dealt with, then the others, newest first."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from zoneinfo import ZoneInfo

from booking.desk.export_record import CHANGE, EXPORT, RECORDS
from booking.desk.json_views import Json
from booking.desk.machine_words import INTENTS, in_words
from booking.desk.masking import profile_name, short_name
from booking.desk.why_not_sent import of_a_template, why_not_sent
from booking.errors import NotFound
from booking.models import Handled
from booking.models.notices import EMERGENCIES, Concerns
from booking.ports import UnitOfWork

COLUMNS = ("Aviso", "Cuándo", "Qué", "Chat", "Persona", "Detalle", "Visto", "Atendido")

WORDS = {
    "human": "pide una persona",
    "urgent": "posible urgencia médica",
    "wrote": "escribió en un chat que atiende una persona",
    "late": "avisa que llega tarde",
    "not_coming": "avisa que no vendrá: su cita sigue en pie, cancélela o llámele",
    "rated_low": "calificó bajo su consulta",
    "privacy": "pide sobre sus datos",
    "turn_failed": "un mensaje no se pudo atender",
    "not_sent": "un mensaje no se pudo enviar",
    "template": "WhatsApp cambió una plantilla: turnero plantillas comprobar",
    "undelivered": "un mensaje no le llegó",
    "untold": "no se le pudo avisar de su cita: llámele",
    "unanswered": "no han dicho qué hacer con su cita: turnero agenda sin-respuesta",
    "reminder_held": "no se les recordó su cita, su doctor no estará: ofrézcales otro horario o libere ese rato",
    "restored": "se restauró una copia: vea qué quedó pendiente con esta persona",
    "file": "mandó archivos: turnero chats archivos",
    "file_lost": "mandó archivos que no se pudieron recibir",
    "restored_all": "se restauró una copia: hay avisos de lo que quedó pendiente",
    EXPORT: "alguien sacó datos completos",
    CHANGE: "alguien cambió los datos de pacientes",
}


_WAITED = {"in": "un mensaje suyo sin contestar", "out": "un mensaje sin mandar", "told": "sin avisarle de la cita"}

_OF_KIND: dict[str, Callable[[str], str]] = {
    "not_sent": why_not_sent,
    "undelivered": why_not_sent,
    "template": of_a_template,
    "restored": lambda waited: " y ".join(_waited(what) for what in waited.split()),
    "restored_all": lambda count: f"{count} avisos",
    "turn_failed": lambda error: f"falla del sistema ({error})",
}
"""How the detail of a kind reads, where it is not the kind of what was said."""


def _waited(what: str) -> str:
    kind, _, appointment = what.partition(":")
    return f"{_WAITED[kind]} {appointment}".strip()


def listed(uow: UnitOfWork, limit: int, *, exports: bool = False, open_only: bool = False) -> list[Json]:
    """Emergencies that nobody has dealt with, then newest first; who had whole data only with `exports`."""
    zone = ZoneInfo(uow.schedules.clinic().zone)
    doctors = {d.id: d.name for d in uow.schedules.doctors()}
    found = uow.notices.list(limit, but=() if exports else RECORDS, open_only=open_only, first=EMERGENCIES)
    people = _people(uow, {notice.conversation_id for notice in found if notice.conversation_id is not None})
    return [
        {
            "id": notice.id,
            "cuando": f"{notice.at.astimezone(zone):%d/%m/%Y %H:%M}",
            "que": WORDS.get(notice.kind, notice.kind),
            "urgente": notice.kind in EMERGENCIES and notice.done is None,
            "chat": notice.conversation_id,
            "persona": people.get(notice.conversation_id or 0),
            "detalle": _detail(notice.kind, notice.detail, doctors, zone),
            "visto": _who(notice.seen, zone),
            "atendido": _who(notice.done, zone),
            "mandado": notice.pushed,
        }
        for notice in found
    ]


def _people(uow: UnitOfWork, chats: Collection[int]) -> dict[int, str]:
    """Who writes there, by chat: the name as staff see it, or how WhatsApp shows them."""
    people: dict[int, str] = {}
    profiles = uow.conversations.profiles(chats) if chats else {}
    for chat in chats:
        with suppress(NotFound):
            name = short_name(uow.conversations.get(chat).person.name) or profile_name(profiles.get(chat), whole=False)
            people |= {chat: name} if name else {}
    return people


def line(row: Json) -> tuple[object, ...]:
    """A line of the table."""
    what = f"¡URGENTE! {row['que']}" if row["urgente"] else row["que"]
    told = (row[name] for name in ("chat", "persona", "detalle", "visto", "atendido"))
    return (row["id"], row["cuando"], what, *told)


def _who(handled: Handled | None, zone: dt.tzinfo) -> str | None:
    return f"{handled.by}, {handled.at.astimezone(zone):%d/%m %H:%M}" if handled else None


def _detail(kind: str, detail: str, doctors: Mapping[int, str], zone: ZoneInfo) -> str | None:
    """The appointment as it was when staff were told, why no message of it got there, the minutes that were said; else
    the word that is stored."""
    concerns = Concerns.of(kind, detail)
    if concerns is None:
        return (_OF_KIND[kind](detail) if kind in _OF_KIND else in_words(INTENTS, detail)) or None
    said = []
    if concerns.appointment_id is not None and concerns.start is not None:
        doctor = doctors.get(concerns.doctor_id or 0, "su doctor")
        more = "" if concerns.count is None else f" y {concerns.count - 1} más"
        at = f"{concerns.start.astimezone(zone):%d/%m %H:%M}"
        said.append(f"cita {concerns.appointment_id}, {at}, con {doctor}{more}")
    elif concerns.count is not None and concerns.start is not None:
        doctor = doctors.get(concerns.doctor_id or 0, "su doctor")
        patients = "1 paciente" if concerns.count == 1 else f"{concerns.count} pacientes"
        said.append(f"{patients} de {doctor}, desde {concerns.start.astimezone(zone):%d/%m %H:%M}")
    if concerns.why is not None and (why := why_not_sent(concerns.why)):
        said.append(why)
    if concerns.mark is not None:
        said.append(f"{concerns.mark} de 5")
    if concerns.minutes:
        said.append(f"dijo {concerns.minutes} min")
    return " · ".join(said) or "sin cita próxima"
