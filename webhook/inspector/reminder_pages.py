"""`/recordatorios`: those of a day, whom to call, and the switch that pauses all that the clinic says by itself."""

from __future__ import annotations

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import edit_reminders, find_people, reminder_views
from booking.desk.dates_in_words import minute
from booking.desk.json_views import Json
from booking.desk.masking import name_of, number_of
from webhook.inspector import shown_names
from webhook.inspector.after_changes import back_to, changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page

MOST = 300


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/recordatorios", _list),
        page(backend, "/recordatorios/pausa", changing(live, _switch), post=True),
    ]


def _list(visit: Visit) -> Response:
    call = visit.checked("por_llamar")
    with visit.begin() as uow:
        clinic = find_people.clinic_of(uow)
        date = visit.asked("fecha") or visit.now.astimezone(ZoneInfo(clinic.zone)).date().isoformat()
        found = reminder_views.to_call(uow, visit.now) if call else reminder_views.due_on(uow, date, visit.now)
        whole = shown_names.whole(visit, uow, "citas recordatorios")
    shown = edit_reminders.settings(clinic.policy)
    return visit.page(
        "reminders.html",
        {
            "filas": _rows(found[:MOST], whole=whole),
            "hay_mas": len(found) > MOST,
            "por_llamar": call,
            "fecha": date,
            "otro_dia": bool(visit.asked("fecha")),
            "en_pausa": shown["en_pausa"],
            "cuando": edit_reminders.lines(shown),
            "completos": whole,
        },
    )


def _rows(found: Sequence[Json], *, whole: bool) -> list[Json]:
    rows = []
    for row in found:
        patient = row["paciente"] or {}
        due, ahead, how = reminder_views.rows([row["recordatorio"]])[0]
        rows.append(
            {
                "id": row["id"],
                "cita": minute(row["inicio"]),
                "doctor": row["doctor"]["nombre"],
                "quien": name_of(patient.get("nombre"), whole=whole),
                "telefono": number_of(patient.get("telefono"), whole=whole),
                "toca": due,
                "antes": ahead,
                "como": how,
            }
        )
    return rows


def _switch(visit: Visit) -> Response:
    with visit.begin() as uow:
        edit_reminders.pause(uow, paused=visit.checked("pausar"))
        uow.commit()
    return back_to(visit, "/recordatorios", _list)
