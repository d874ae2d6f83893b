"""A free time is booked for a patient on file or a new one, with the questions of `turnero citas agendar`."""

from __future__ import annotations

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import change_appointments, change_series, find_appointments, find_people, patient_records, told_views
from booking.desk.change_appointments import NewPatient, Wish
from booking.desk.dates_in_words import minute
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.desk.visit_types import known
from booking.ports import UnitOfWork
from webhook.inspector import refusal_words, shown_names
from webhook.inspector.after_changes import changing
from webhook.inspector.appointment_pages import shown_card
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page
from webhook.inspector.rendering import count

_MOST_FOUND = 12


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/agenda/nueva", _form),
        page(backend, "/agenda/nueva", changing(live, _enter), post=True),
        page(backend, "/agenda/pacientes", _patients),
    ]


def _form(visit: Visit, tried: dict[str, object] | None = None) -> Response:
    with visit.begin() as uow:
        doctors = [(str(one.id), one.name) for one in uow.schedules.doctors() if one.active]
        kinds = known(uow)
    start = _in_our_way(visit.asked("inicio"))
    values = {"doctores": doctors, "tipos": kinds, "doctor": visit.asked("doctor"), "inicio": start}
    said = {name: visit.asked(name) for name in ("nuevo", "telefono", "correo", "tipo", "motivo", "cada", "veces")}
    return visit.page("book.html", {**values, "dicho": said, "serie": tried, "paciente": visit.asked("paciente")})


def _in_our_way(start: str) -> str:
    """A day and hour as pages show them; what staff wrote in words stays."""
    try:
        return minute(start)
    except ValueError:
        return start


def _patients(visit: Visit) -> Response:
    """Those found, to pick one."""
    said = visit.asked("buscar")
    with visit.begin() as uow:
        found = list(find_people.patients_called(uow, said))[:_MOST_FOUND] if len(said) > 1 or said.isdecimal() else []
        whole = shown_names.whole(visit, uow, "pacientes buscar")
        rows = patient_records.rows(uow, found, visit.now, whole=whole)
    return visit.page("patients.html", {"buscar": said, "hallados": rows, "columnas": patient_records.COLUMNS})


def _wish(visit: Visit) -> Wish:
    """What the form says. Raises BadValue."""
    patient, new = visit.asked("paciente") or None, None
    if patient is None:
        if not visit.asked("nuevo"):
            raise BadValue(Field.PATIENT, "elija a quién, o escriba el nombre de alguien nuevo.")
        new = _new(visit)
    return Wish(
        visit.asked("doctor"),
        patient,
        new,
        visit.asked("inicio"),
        visit.asked("tipo"),
        visit.asked("motivo") or None,
        visit.checked("sobrecupo"),
        not visit.checked("sin_avisar"),
    )


def _new(visit: Visit) -> NewPatient:
    said = (visit.asked("nuevo"), visit.asked("telefono") or None, visit.asked("correo") or None)
    return change_appointments.new_patient(*said, visit.backend.number)


def _enter(visit: Visit) -> Response:
    wish = _wish(visit)
    if visit.asked("cada") or visit.asked("veces"):
        return _enter_series(visit, wish)
    with visit.begin() as uow:
        made = change_appointments.enter(uow, wish, visit.now, visit.actor)
        promise = told_views.promise(uow, made.id, visit.now, connected=visit.backend.connected)
        uow.commit()
    return shown_card(
        visit, made.id, " ".join(filter(None, ("Agendada.", promise and refusal_words.on_a_page(promise))))
    )


def _enter_series(visit: Visit, wish: Wish) -> Response:
    """Shown whole first; entered as it was shown, or not at all."""
    every, times = _count(visit, "cada"), _count(visit, "veces")
    with visit.begin() as uow:
        made = change_series.enter(uow, wish, every, times, visit.now, visit.actor)
        shown = change_series.seal(made)
        if visit.asked("serie") != shown:  # nothing of it is kept while somebody thinks
            return _form(
                visit, {"sello": shown, "citas": _lines(uow, made), "notas": change_series.remarks(uow, made.others)}
            )
        promise = told_views.promise(uow, made.made[0].id, visit.now, connected=visit.backend.connected)
        uow.commit()
    said = f"Agendadas: {count(len(made.made), 'cita')}."
    return shown_card(
        visit, made.made[0].id, " ".join(filter(None, (said, promise and refusal_words.on_a_page(promise))))
    )


def _lines(uow: UnitOfWork, made: change_series.Entered) -> list[str]:
    return [minute(find_appointments.one(uow, one.id)["inicio"]) for one in made.made]


def _count(visit: Visit, name: str) -> int:
    said = visit.asked(name)
    if not said.isdecimal() or len(said) > 4:
        raise DeskRefused("No se agendó: para varias citas diga cada cuántos días y cuántas veces.")
    return int(said)
