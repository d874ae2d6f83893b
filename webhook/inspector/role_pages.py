"""The demo can be looked at as anybody who works there: reception, who runs it, or one of its doctors."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from booking.desk.desk_errors import DeskRefused
from booking.models import Role
from webhook.inspector import sessions
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import EVERYONE, Visit, page

_NAMES = {Role.STAFF: "Recepción (demo)", Role.ADMIN: "Administración (demo)"}


def routes(backend: Backend, live: Live) -> list[Route]:
    """Only of the demo: elsewhere people are who they signed in as."""
    if not backend.demo:
        return []
    return [
        page(backend, "/rol", _choose, may=EVERYONE),
        page(backend, "/rol", _chosen, post=True, may=EVERYONE),
    ]


def _choose(visit: Visit) -> Response:
    with visit.begin() as uow:
        doctors = [(str(doctor.id), doctor.name) for doctor in uow.schedules.doctors() if doctor.active]
    desk = [(role.value, name) for role, name in _NAMES.items()]
    return visit.page("role.html", {"papeles": desk, "doctores": doctors})


def _chosen(visit: Visit) -> Response:
    said, doctor = visit.asked("rol"), visit.asked("doctor")
    kept: dict[str, object]
    if said in _NAMES:
        kept = {"role": said, "doctor_id": None, "name": _NAMES[Role(said)]}
    elif said == Role.DOCTOR:
        with visit.begin() as uow:
            found = next((one for one in uow.schedules.doctors() if str(one.id) == doctor), None)
        if found is None:
            raise DeskRefused("No hay tal doctor.")
        kept = {"role": said, "doctor_id": found.id, "name": found.name}
    else:
        raise DeskRefused("No hay tal papel.")
    return sessions.keep(visit.backend, visit.request, RedirectResponse("/agenda", status_code=303), **kept)
