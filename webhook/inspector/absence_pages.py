"""A doctor's whole day, or a part of it: the doctor will not be there, or runs late; moved, handed over or cancelled.
Shown with everybody it touches, agreed to once, and done as it was shown."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import away_list, change_days, find_people
from booking.desk.change_days import Asked
from booking.desk.desk_errors import DeskRefused
from booking.models import DayAct
from booking.ports import UnitOfWork
from webhook.inspector import refusal_words, shown_names
from webhook.inspector.after_changes import changing
from webhook.inspector.backend import Backend
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page

_ACTS = (
    (DayAct.OFFER, "No estará: cerrar su agenda y ofrecer otro horario"),
    (DayAct.LATE, "Va tarde: solo avisar a los de hoy"),
    (DayAct.SHIFT, "Recorrer las citas unos minutos"),
    (DayAct.HAND_OVER, "Pasar las citas a otro doctor"),
    (DayAct.CANCEL, "Cancelar las citas"),
)


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/agenda/ausencia", _form),
        page(backend, "/agenda/ausencia", changing(live, _done), post=True),
    ]


def _asked(visit: Visit) -> Asked:
    """What the form says. Raises BadValue and DeskRefused."""
    act, minutes = DayAct(visit.asked("que")) if visit.asked("que") in [*DayAct] else DayAct.OFFER, 0
    if act in (DayAct.SHIFT, DayAct.LATE):
        said = visit.asked("minutos")
        minutes = change_days.minutes_of(int(said) if said.lstrip("-").isdecimal() and len(said) < 6 else 0)
    values = visit.form if visit.request.method == "POST" else visit.request.query_params
    kept = [str(one) for one in values.getlist("menos")]
    return Asked(
        act,
        visit.asked("doctor"),
        "hoy" if act is DayAct.LATE else visit.asked("fecha") or "hoy",
        visit.asked("horas") or None,
        minutes=minutes,
        to_doctor=(visit.asked("a") or None) if act is DayAct.HAND_OVER else None,
        but=tuple(int(one) for one in kept if one.isdecimal() and len(one) < 10),
        overbook=visit.checked("sobrecupo") and act in (DayAct.SHIFT, DayAct.HAND_OVER),
        until=(visit.asked("hasta") or None) if act is DayAct.OFFER else None,
    )


_FIELDS = {
    DayAct.OFFER: ("fecha", "hasta", "horas", "motivo"),
    DayAct.LATE: ("horas", "minutos"),
    DayAct.SHIFT: ("fecha", "horas", "minutos", "motivo", "sobrecupo"),
    DayAct.HAND_OVER: ("fecha", "horas", "a", "motivo", "sobrecupo"),
    DayAct.CANCEL: ("fecha", "horas", "motivo"),
}
"""What each needs to know, besides whose day it is; its form shows no other."""

_KINDS = {
    name: " ".join(act.value for act, fields in _FIELDS.items() if name in fields)
    for name in dict.fromkeys(name for fields in _FIELDS.values() for name in fields)
}
"""The same by field, as classes of the form's sheet."""


def _form(visit: Visit, said: str | None = None) -> Response:
    """The form; with what it would do, where it says of whom."""
    with visit.begin() as uow:
        whole = shown_names.whole(visit, uow, "agenda sin-respuesta")
        zone = ZoneInfo(find_people.clinic_of(uow).zone)
        values = {
            "actos": [(act.value, text) for act, text in _ACTS],
            "para": _KINDS,
            "doctores": [(str(one.id), one.name) for one in uow.schedules.doctors() if one.active],
            "hoy": visit.now.astimezone(zone).date().isoformat(),
            "pedido": {
                name: visit.asked(name)
                for name in ("que", "doctor", "fecha", "hasta", "horas", "minutos", "a", "motivo")
            },
            "sobrecupo": visit.checked("sobrecupo"),
            "dicho": said,
            "plan": None,
        }
        if said is None and visit.asked("doctor"):
            values["plan"] = _plan(visit, uow, _asked(visit), zone, whole=whole)
        away = away_list.listed(uow)
        pending = [(away_list.row(one, whole=whole), one["id"]) for one in away]
    return visit.page(
        "absence.html", values | {"pendientes": pending, "columnas": away_list.COLUMNS, "completos": whole}
    )


def _plan(visit: Visit, uow: UnitOfWork, asked: Asked, zone: ZoneInfo, *, whole: bool) -> dict[str, object]:
    wish = change_days.wish_of(uow, asked, visit.now)
    plan = change_days.planned(uow, wish, visit.now)
    change_days.must_do_something(wish, plan)
    return {
        "sello": change_days.seal(plan),
        "pregunta": change_days.QUESTIONS[asked.act],
        "columnas": change_days.COLUMNS,
        "citas": change_days.rows(plan, zone, whole=whole),
        "cambian": [one.appointment_id for one in plan.changes],
        "menos": list(asked.but),
    }


def _done(visit: Visit) -> Response:
    asked = _asked(visit)
    with visit.begin() as uow:
        wish = change_days.wish_of(uow, asked, visit.now)
        plan = change_days.planned(uow, wish, visit.now)
        if visit.asked("sello") != change_days.seal(plan):
            raise DeskRefused("No se cambió nada: el día cambió mientras tanto. Vuelva a ver qué se haría.")
        change_days.must_do_something(wish, plan)
        reason, tell = visit.asked("motivo") or None, not visit.checked("sin_avisar")
        done = change_days.carry_out(uow, wish, plan, visit.now, visit.actor, reason, tell=tell)
        if not done.done:
            raise DeskRefused("No se cambió nada: el día cambió mientras tanto. Vuelva a ver qué se haría.")
        uow.commit()
        whole = shown_names.whole(visit, uow, "agenda sin-respuesta")
    promise = change_days.promise(done, connected=visit.backend.connected, whole=whole)
    return _form(visit, f"{change_days.account(asked.act, done)} {refusal_words.on_a_page(promise)}".strip())
