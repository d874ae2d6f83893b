"""`/espera`: who waits for a time to become free, what is held for whom; on the list, and off it."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import waiting_entries
from booking.desk.desk_errors import BadValue, Field
from booking.desk.visit_types import known
from booking.models.who_waits import EntryState
from webhook.inspector import shown_names
from webhook.inspector.after_changes import back_to, changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page

MOST = 300


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/espera", _list),
        page(backend, "/espera/agregar", changing(live, _add), post=True),
        page(backend, "/espera/{id:int}/quitar", changing(live, _remove), post=True),
    ]


def _list(visit: Visit, free: str | None = None) -> Response:
    """`free`: what whoever was put on the list just now could have at once."""
    everybody = visit.checked("todos")
    with visit.begin() as uow:
        found = waiting_entries.listed(uow, everybody=everybody)
        whole = shown_names.whole(visit, uow, "lista-espera listar")
        doctors = [(str(one.id), one.name) for one in uow.schedules.doctors() if one.active]
        kinds = known(uow)
    rows = [
        (waiting_entries.row(one, whole=whole), one["id"], one["estado"] == EntryState.ACTIVE) for one in found[:MOST]
    ]
    held = [line for one in found for line in waiting_entries.account(one, whole=whole)[1:]]
    return visit.page(
        "waiting.html",
        {
            "columnas": waiting_entries.COLUMNS,
            "esperan": rows,
            "apartado": held[:MOST],
            "hay_lugar": free,
            "todos": everybody,
            "hay_mas": len(found) > MOST,
            "completos": whole,
            "doctores": doctors,
            "tipos": kinds,
        },
    )


def _add(visit: Visit) -> Response:
    wanted = waiting_entries.Wanted(
        patient=visit.asked("paciente") or None,
        appointment=_count(visit, "cita", Field.PATIENT),
        doctor=visit.asked("doctor") or None,
        weekdays=tuple(str(day) for day in visit.form.getlist("dia")),
        hours=visit.asked("horas") or None,
        since=visit.asked("desde") or None,
        until=visit.asked("hasta") or None,
        notice=_count(visit, "aviso", Field.MINUTES) or 0,
        visit=visit.asked("tipo") or None,
        days=_count(visit, "vence", Field.UNTIL),
    )
    with visit.begin() as uow:
        entry = waiting_entries.add(uow, wanted, visit.now, visit.visitor.name)
        free = waiting_entries.free_in_words(waiting_entries.free_now(uow, entry, visit.now))
        uow.commit()
    return back_to(visit, "/espera", partial(_list, free=free))


def _count(visit: Visit, name: str, field: Field) -> int | None:
    said = visit.asked(name)
    if said and (not said.isdecimal() or len(said) > 9):
        raise BadValue(field, f"«{said}» no es un número.")
    return int(said) if said else None


def _remove(visit: Visit) -> Response:
    with visit.begin() as uow:
        waiting_entries.remove(uow, visit.number(), visit.now)
        uow.commit()
    return back_to(visit, "/espera", _list)
