"""Whether patients were told of what was done to their appointments, as JSON and in words."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection
from zoneinfo import ZoneInfo

from booking.appointments.who_hears import outlook
from booking.desk import find_people
from booking.desk.dates_in_words import minute
from booking.desk.json_views import Json, iso_or_none
from booking.desk.why_not_sent import why_not_sent
from booking.models import TellingState, Told, ToldOf
from booking.models.messages import WITHDRAWN
from booking.ports import UnitOfWork

COLUMNS = ("Cuándo", "Al paciente", "Cómo va")

_WHAT = {
    ToldOf.BOOKED: "que se agendó",
    ToldOf.MOVED: "que se movió",
    ToldOf.CANCELLED: "que se canceló",
    ToldOf.LATE: "que el doctor va tarde",
    ToldOf.AWAY: "que el doctor no estará",
    ToldOf.BACK: "que el doctor siempre sí estará",
}
_SAID = {
    TellingState.WAITING: "por avisar",
    TellingState.SPOKEN: "sin avisar (por teléfono)",
    TellingState.KNOWN: "lo hizo la misma persona",
    TellingState.OVERTAKEN: "cambió antes de avisarle",
    TellingState.LATE: "no se le avisó: ya había pasado",
    TellingState.NO_NUMBER: "sin avisar: no tiene teléfono",
    TellingState.OPTED_OUT: "sin avisar: pidió no recibir mensajes",
}
_DELIVERED = {"delivered": ", entregado", "read": ", leído"}

_PROMISED = {
    TellingState.WAITING: "Se le avisa al paciente por WhatsApp.",
    TellingState.SPOKEN: "No se le avisa al paciente: dígaselo usted.",
    TellingState.OVERTAKEN: "No se le manda nada al paciente: no había sabido de lo anterior.",
    TellingState.NO_NUMBER: "No se le puede avisar al paciente: no tiene teléfono registrado. Dígaselo usted.",
    TellingState.OPTED_OUT: "No se le puede avisar al paciente: pidió no recibir mensajes. Llámele.",
}
NOT_CONNECTED = "Se le avisará al paciente cuando WhatsApp esté conectado: turnero whatsapp conectar. Si urge, llámele."

IN_DEMO = "Esto es una demo: le llega al teléfono de la página que abre make run, mientras corre."
"""What goes out from another process than the one that has the demo's telephones."""


def told_json(uow: UnitOfWork, appointment_ids: Collection[int], zone: dt.tzinfo | None) -> dict[int, list[Json]]:
    """What their patients were to be told of each of these, oldest first."""
    found: dict[int, list[Json]] = {}
    for told in uow.tellings.of(appointment_ids) if appointment_ids else ():
        found.setdefault(told.telling.about.id, []).append(_json(told, zone))
    return found


def with_told(uow: UnitOfWork, rows: list[Json], zone: dt.tzinfo | None) -> list[Json]:
    """The same appointments; those that staff changed last, with whether the patient was told."""
    told = told_json(uow, [row["id"] for row in rows], zone)
    newest = {id: tellings[-1] for id, tellings in told.items()}
    return [
        {**row, "aviso": in_words(last)}
        if (last := newest.get(row["id"])) and last["version"] == row["version"]
        else row
        for row in rows
    ]


def _json(told: Told, zone: dt.tzinfo | None) -> Json:
    return {
        "version": told.telling.about.version,
        "que": told.telling.what.value,
        "cuando": iso_or_none(told.telling.at, zone),
        "estado": told.telling.state.value,
        "mensaje": told.message,
        "enviado": iso_or_none(told.sent_at, zone),
        "entrega": told.delivery,
        "error": told.error,
    }


def in_words(told: Json) -> str:
    """«avisado 10:32, leído», «no llegó: …», «sin avisar (por teléfono)»."""
    state = TellingState(told["estado"])
    if state is not TellingState.WRITTEN:
        return _SAID[state]
    if told["mensaje"] == "sent":
        sent = dt.datetime.fromisoformat(told["enviado"])
        same_day = told["enviado"][:10] == told["cuando"][:10]
        return f"avisado {sent:%H:%M}{_DELIVERED.get(told['entrega'], '')}" if same_day else _on_another_day(told, sent)
    if told["mensaje"] == "pending":
        return "aviso en camino"
    if told["mensaje"] == "failed":
        return f"no llegó: {why_not_sent(told['error'] or '') or 'WhatsApp no dice por qué'}"
    if told["error"] == WITHDRAWN:
        return _SAID[TellingState.OVERTAKEN]
    return _SAID[TellingState.OPTED_OUT] if told["error"] == "opted_out" else "no salió a tiempo"


def why_to_call(told: Json) -> str | None:
    """Why somebody has to call the patient, whom no message told of it; None where one did, or may yet."""
    state = TellingState(told["estado"])
    if state is TellingState.WRITTEN:
        return {"failed": "no le llegó", "expired": "no salió a tiempo"}.get(told["mensaje"] or "")
    return {TellingState.NO_NUMBER: "no tiene teléfono", TellingState.OPTED_OUT: "pidió no recibir mensajes"}.get(state)


def _on_another_day(told: Json, sent: dt.datetime) -> str:
    return f"avisado el {sent:%d/%m %H:%M}{_DELIVERED.get(told['entrega'], '')}"


def rows(tellings: list[Json]) -> list[tuple[object, ...]]:
    """Lines of the table."""
    return [(minute(told["cuando"]), _WHAT[ToldOf(told["que"])], in_words(told)) for told in tellings]


def promise(uow: UnitOfWork, appointment_id: int, now: dt.datetime, *, connected: bool) -> str | None:
    """What becomes of telling the patient of what was just done; None where there is nothing to tell."""
    state = outlook(uow, uow.appointments.get(appointment_id), now)
    if state is TellingState.WAITING and not connected:
        return IN_DEMO if uow.schedules.clinic().demo else NOT_CONNECTED
    return _PROMISED.get(state) if state else None


def of_one(uow: UnitOfWork, appointment_id: int) -> list[Json]:
    """All that the patient of an appointment was to be told."""
    return told_json(uow, [appointment_id], ZoneInfo(find_people.clinic_of(uow).zone)).get(appointment_id, [])
