"""The levers of the demo: its clock, what goes wrong, and what is in it."""

from __future__ import annotations

import datetime as dt
from typing import Any

from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from booking.desk import busy_clinic, dates_in_words, staff_dates
from booking.desk.desk_errors import DeskRefused, Field
from booking.desk.masking import short_name
from webhook.inspector.after_changes import changing
from webhook.inspector.backend import Backend, Event, Levers
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page
from webhook.inspector.phone_views import day_label
from webhook.inspector.rendering import count

EVENTS = {"reminder": "recordatorio a {}", "hold": "vence el apartado de {}", "appointment": "cita de {}"}
_NOBODY_S = {"hold": "vence un apartado"}
FAULTS = {
    "sender_down": ("WhatsApp no responde", "Lo que la clínica escribe espera, y sale cuando vuelve."),
    "sender_slow": ("WhatsApp está lento", "Cada mensaje tarda cuatro segundos en salir."),
    "model_down": ("El modelo no responde", "Lo que las reglas no entienden seguras, lo preguntan ellas."),
    "model_slow": ("El modelo no contesta a tiempo", "Se le esperan cuatro segundos, y se sigue sin él."),
    "model_lying": ("El modelo miente", "Inventa síes, cancelaciones, nombres y fechas: nada de eso se hace solo."),
}


def routes(backend: Backend, live: Live) -> list[Route]:
    """Of the demo alone."""
    if backend.levers is None:
        return []

    return [
        page(backend, "/palancas", _levers),
        page(backend, "/palancas/barra", _bar),
        page(backend, "/palancas/reloj", changing(live, _forward), post=True),
        page(backend, "/palancas/falla", changing(live, _fault), post=True),
        page(backend, "/palancas/llenar", changing(live, _fill), post=True),
        page(backend, "/palancas/robar", changing(live, _steal), post=True),
        page(backend, "/palancas/otra-vez", changing(live, _reload), post=True),
    ]


def bar_values(visit: Visit) -> dict[str, Any]:
    """What the bar of levers shows; `palancas` is None where there are none."""
    levers = visit.backend.levers
    if levers is None:
        return {"palancas": None}
    zone = visit.backend.settings.zone
    now, event = visit.backend.clock.now().astimezone(zone), levers.next_event()
    at = event.at.astimezone(zone) if event else None
    return {
        "palancas": levers,
        "fecha": dates_in_words.day(now.date()),
        "reloj": now,
        "evento": f"{_said(event)}, {_when(at, now)}" if event and at else None,
        "fallas": [(name, *FAULTS[name], on) for name, on in levers.faults().items()],
        "empezando": levers.settling(),
        "dicho": "",
    }


def _said(event: Event) -> str:
    name = short_name(event.name)
    return EVENTS[event.kind].format(name) if name else _NOBODY_S.get(event.kind, event.kind)


def _when(at: dt.datetime, now: dt.datetime) -> str:
    days = (at.date() - now.date()).days
    day = {0: "hoy", 1: "mañana"}.get(days) or f"el {day_label(at.date(), now.date())}"
    return f"{day} a las {at:%H:%M}"


def _turned(visit: Visit, said: str) -> Response:
    """Back to where it was turned: the bar for htmx, with what was done."""
    if "hx-request" not in visit.request.headers:
        return RedirectResponse("/palancas", status_code=303)
    template = "levers.html" if visit.asked("desde") == "pagina" else "lever_bar.html"
    return visit.page(template, bar_values(visit) | {"dicho": said, "ahora": _now(visit)})


def _now(visit: Visit) -> dt.datetime:
    return visit.backend.clock.now().astimezone(visit.backend.settings.zone)


def _levers(visit: Visit) -> Response:
    return visit.page("levers.html", bar_values(visit))


def _bar(visit: Visit) -> Response:
    return visit.page("lever_bar.html", bar_values(visit) | {"ahora": _now(visit)})


def _of(visit: Visit) -> Levers:
    levers = visit.backend.levers
    assert levers is not None  # the routes are there with it alone
    return levers


def _forward(visit: Visit) -> Response:
    """An hour, to the next event, or to a moment that is written."""
    levers, now = _of(visit), visit.backend.clock.now()
    if not levers.movable:
        raise DeskRefused("Este reloj no se mueve: quite TURNERO_NOW y vuelva a iniciar.")
    match visit.asked("a", "hora"):
        case "hora":
            to = now + dt.timedelta(hours=1)
        case "dia":
            to = now + dt.timedelta(days=1)
        case "evento":
            event = levers.next_event()
            if event is None:
                raise DeskRefused("No hay nada pendiente a lo que adelantarse.")
            to = event.at
        case _:
            here = now.astimezone(visit.backend.settings.zone)
            to = staff_dates.moment(visit.asked("momento").replace("T", " "), here, Field.START)
    try:
        levers.forward(to)
    except ValueError:
        raise DeskRefused("El reloj solo avanza: ese momento ya pasó.") from None
    at = _now(visit)
    return _turned(visit, f"Ahora son las {at:%H:%M} del {dates_in_words.day(at.date())}.")


def _fault(visit: Visit) -> Response:
    name, on = visit.asked("falla"), visit.asked("si") == "si"
    if name not in _of(visit).faults():
        raise DeskRefused("Esa falla no se puede provocar aquí.")
    _of(visit).switch(name, on)
    return _turned(visit, f"{FAULTS[name][0]}." if on else "Ya no falla.")


def _fill(visit: Visit) -> Response:
    seed = visit.asked("semilla", "1")
    made = busy_clinic.fill(visit.backend.begin, visit.now, visit.actor, int(seed) if seed.isdecimal() else 1)
    return _turned(
        visit, f"Se {'agendó' if made == 1 else 'agendaron'} {count(made, 'cita')} en los próximos días hábiles."
    )


def _steal(visit: Visit) -> Response:
    with visit.begin() as uow:
        said = busy_clinic.steal(uow, visit.now, visit.actor)
        uow.commit()
    return _turned(visit, said)


def _reload(visit: Visit) -> Response:
    _of(visit).reload()
    return _turned(visit, "La demostración empieza otra vez: nadie ha escrito y su reloj es el de esta máquina.")
