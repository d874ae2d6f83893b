"""An appointment's card: what is known of it, what happened; its marks, moving and cancelling it."""

from __future__ import annotations

import zlib
from zoneinfo import ZoneInfo

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import (
    ask_first,
    booking_horizon,
    change_appointments,
    event_views,
    find_appointments,
    find_people,
    reminder_views,
    staff_dates,
    timetable,
    told_views,
    waiting_entries,
)
from booking.desk.ask_first import Asked, MoveWish
from booking.desk.desk_errors import Field
from booking.desk.masking import name_of, number_of
from booking.desk.timetable import Span
from booking.models import COMING, Status
from booking.ports import UnitOfWork
from webhook.inspector import refusal_words, shown_names
from webhook.inspector.after_changes import changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import EVERYONE, Visit, page

_MARKS = (("llego", "Llegó"), ("inicia", "Inicia"), ("completa", "Completa"), ("no-asistio", "No asistió"))
_MARKED_BY = {"llego": "llego", "iniciada": "inicia", "completada": "completa", "no_asistio": "no-asistio"}
"""By the event that a mark leaves."""


def routes(backend: Backend, live: Live) -> list[Route]:
    at = "/agenda/citas/{id:int}"
    return [
        page(backend, at, _card, may=EVERYONE),
        page(backend, f"{at}/marcar", changing(live, _mark), post=True, may=EVERYONE),
        page(backend, f"{at}/mover", _to_move),
        page(backend, f"{at}/mover", changing(live, _move), post=True),
        page(backend, f"{at}/cancelar", _to_cancel),
        page(backend, f"{at}/cancelar", changing(live, _cancel), post=True),
    ]


def _card(visit: Visit) -> Response:
    return shown_card(visit, visit.number())


def shown_card(visit: Visit, id: int, said: str | None = None) -> Response:
    """The card of an appointment, below what was just done; nothing where it is the one that `v` names."""
    with visit.begin() as uow:
        row = find_appointments.one(uow, id, own=visit.own)
        events = event_views.events_json(uow, id)
        told = told_views.of_one(uow, id)
        reminders = reminder_views.of(uow, [id])
        waits = waiting_entries.of_appointment(uow, id) if visit.own is None else []
        whole = shown_names.whole(visit, uow, f"citas ver {id}")
    patient = row["paciente"] or {}
    last = events[-1]["que"] if events else None
    shown = {
        "cita": row,
        "quien": name_of(patient.get("nombre"), whole=whole),
        "telefono": number_of(patient.get("telefono"), whole=whole),
        "llego": find_appointments.arrival(row, visit.now),
        "apartada": row["estado"] == Status.HELD,
        "por_venir": row["estado"] in COMING,
        "puede": visit.own is None,
        "marcas": _MARKS if row["estado"] in (*COMING, Status.IN_PROGRESS) else (),
        "deshacer": _MARKED_BY.get(last or ""),
        "eventos": (event_views.COLUMNS, event_views.rows(events, whole=whole)),
        "avisos": (told_views.COLUMNS, told_views.rows(told)),
        "recordatorios": (reminder_views.COLUMNS, reminder_views.rows(reminders)),
        "espera": [line for one in waits for line in waiting_entries.account(one, whole=whole)],
        "completos": whole,
    }
    version = f"{zlib.crc32(repr(shown).encode()):08x}"
    if visit.asked("v") == version:  # as it is on the screen already
        return Response(status_code=204)
    return visit.page("card.html", shown | {"dicho": said, "version": version})


def _done(visit: Visit, uow: UnitOfWork, id: int, said: str) -> str:
    """What was done, and what becomes of telling the patient; committed."""
    promise = told_views.promise(uow, id, visit.now, connected=visit.backend.connected)
    uow.commit()
    return " ".join(filter(None, (said, promise and refusal_words.on_a_page(promise))))


def _mark(visit: Visit) -> Response:
    id, what = visit.number(), visit.asked("marca")
    undo = visit.checked("deshacer")
    with visit.begin() as uow:
        change_appointments.mark(uow, id, what, visit.now, visit.actor, undo=undo, own=visit.own)
        uow.commit()
    return shown_card(visit, id, "Se quitó la marca." if undo else "Marcada.")


def _to_move(visit: Visit) -> Response:
    """Asks: where to, while no time is said; then whether it is to go there."""
    id, start = visit.number(), visit.asked("inicio")
    if start:
        wish = MoveWish(start, visit.asked("doctor") or None)
        with visit.begin() as uow:  # what is tried there is not kept
            whole = visit.checked(shown_names.WHOLE) or visit.backend.settings.nombres_completos
            asked = ask_first.to_move(uow, id, wish, visit.now, visit.actor, whole=whole)
        return _ask(visit, asked, "mover", {"inicio": start, "doctor": wish.doctor or ""}, whole=whole)
    with visit.begin() as uow:
        row = find_appointments.one(uow, id)
        doctors = [(one.id, one.name) for one in uow.schedules.doctors() if one.active]
        doctor = visit.asked("doctor") or str(row["doctor"]["id"])
        date = visit.asked("fecha") or max(row["inicio"][:10], _today(visit, uow))
        free = timetable.free(uow, visit.now, Span(date, 1, Field.DATE), doctor, row["tipo"])
        here = visit.now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
        far = booking_horizon.too_far(uow, staff_dates.day(date, here, Field.DATE), visit.now)
    hours = [one["inicio"][:16].replace("T", " ") for one in free]
    return visit.page(
        "move.html",
        {"cita": row, "doctores": doctors, "doctor": doctor, "fecha": date, "horas": hours, "lejos": far},
    )


def _today(visit: Visit, uow: UnitOfWork) -> str:
    zone = ZoneInfo(find_people.clinic_of(uow).zone)
    return visit.now.astimezone(zone).date().isoformat()


def _ask(visit: Visit, asked: Asked, what: str, kept: dict[str, str], *, whole: bool) -> Response:
    if whole:
        with visit.begin() as uow:
            shown_names.whole(visit, uow, f"citas {what} {asked.row['id']}")
    against = refusal_words.on_a_page(asked.against) if asked.against else None
    return visit.page(
        "ask.html",
        {"cita": asked.row, "pregunta": asked.question, "contra": against, "sobrecupo": asked.overbook, "que": what,
         "guardado": kept},
    )  # fmt: skip


def _move(visit: Visit) -> Response:
    id = visit.number()
    with visit.begin() as uow:
        change_appointments.move(
            uow,
            id,
            visit.asked("inicio"),
            visit.asked("doctor") or None,
            visit.asked("motivo") or None,
            visit.now,
            visit.actor,
            overbook=visit.checked("sobrecupo"),
            tell=not visit.checked("sin_avisar"),
            version=_version(visit),
        )
        said = _done(visit, uow, id, "Movida.")
    return shown_card(visit, id, said)


def _to_cancel(visit: Visit) -> Response:
    with visit.begin() as uow:
        whole = shown_names.whole(visit, uow, f"citas cancelar {visit.number()}")
        asked = ask_first.to_cancel(uow, visit.number(), whole=whole)
    return _ask(visit, asked, "cancelar", {}, whole=False)


def _cancel(visit: Visit) -> Response:
    id = visit.number()
    with visit.begin() as uow:
        row = change_appointments.to_cancel(uow, id) | {"version": _version(visit)}
        reason = visit.asked("motivo") or None
        change_appointments.cancel(uow, row, reason, visit.now, visit.actor, tell=not visit.checked("sin_avisar"))
        said = _done(visit, uow, id, "Cancelada; el horario quedó libre.")
    return shown_card(visit, id, said)


def _version(visit: Visit) -> int:
    """As it was when that was asked about; one that it never had where the form does not say."""
    said = visit.asked("version")
    return int(said) if said.isdecimal() and len(said) < 10 else 0
