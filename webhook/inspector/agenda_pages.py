"""`/agenda`: the day of every doctor, or the week of one, as a grid; the week of all in short; the waiting room."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import booking_horizon, day_grid, find_people
from booking.desk.dates_in_words import long_day, short_date
from booking.desk.day_grid import Room, Shown
from booking.desk.json_views import Json
from booking.desk.masking import name_of
from webhook.inspector import grid, shown_names
from webhook.inspector.backend import Backend
from webhook.inspector.grid import Column
from webhook.inspector.live import Live
from webhook.inspector.page_visits import EVERYONE, Visit, page
from webhook.inspector.rendering import count

DOCTORS, APPOINTMENTS = 8, 120
"""That a screen shows at once: columns, and appointments of a day in each."""

_SHEET = grid.sheet()
_A_DAY = dt.timedelta(days=1)


def routes(backend: Backend, live: Live) -> list[Route]:
    return [
        page(backend, "/agenda", _agenda, may=EVERYONE),
        page(backend, "/agenda/rejilla.css", _sheet, may=EVERYONE),
    ]


def _sheet(visit: Visit) -> Response:
    return Response(_SHEET, media_type="text/css", headers={"Cache-Control": "private, max-age=86400"})


def _agenda(visit: Visit) -> Response:
    week = visit.asked("vista") == "semana"
    doctor = visit.asked("doctor") or None
    first = int(said) if (said := visit.asked("desde")).isdecimal() and len(said) < 5 else 0
    with visit.begin() as uow:
        dates = day_grid.dates(uow, visit.now, visit.asked("fecha") or None, week)
        of_all = week and doctor is None and visit.own is None
        room = Room(1, APPOINTMENTS * 7) if week and not of_all else Room(DOCTORS, APPOINTMENTS, first)
        shown = day_grid.shown(uow, visit.now, dates, doctor, own=visit.own, room=room)
        everyone = [(str(d.id), d.name) for d in uow.schedules.doctors() if visit.own in (None, d.id)]
        here = visit.now.astimezone(ZoneInfo(find_people.clinic_of(uow).zone))
        far = booking_horizon.too_far(uow, dates[0], visit.now)
        whole = shown_names.whole(visit, uow, "agenda")
    view = {"vista": "semana"} if week else {}
    asked = (
        view | ({"doctor": doctor} if doctor else {}) | ({"completos": "1"} if visit.checked(shown_names.WHOLE) else {})
    )
    today = here.date()
    board = grid.board(shown.days, here, _titles(shown.days, by_doctor=of_all or not week), whole=whole)
    return visit.page(
        "agenda.html",
        {
            "titulo": _title(dates),
            "tablero": board,
            "sala": [] if week else _waiting_room(shown.days[0], whole=whole),
            "doctores": everyone,
            "doctor": doctor,
            "semana": week,
            "semana_de": _week_of_all(board.columns, dates) if of_all else None,
            "fechas": [(date.isoformat(), short_date(date)) for date in dates],
            "fecha": dates[0],
            "es_hoy": today in dates,
            "completos": whole,
            "cortados": shown.cut,
            "enlaces": _links(dates, today, asked, week=week),
            "paginas": _pages(shown, dates[0], asked, first) if doctor is None else [],
            "quienes": _whose(everyone, dates[0], asked) if len(everyone) <= DOCTORS else [],
            "lejos": far,
            "esta": _link(dates[0] if visit.asked("fecha") else None, asked | ({"desde": first} if first else {})),
        },
    )


def _week_of_all(columns: Sequence[Column], dates: list[dt.date]) -> list[tuple[str, list[Column | None]]]:
    """Each doctor with their days, of which some may not be there."""
    found: dict[int, dict[str, Column]] = {}
    for column in columns:
        found.setdefault(column.doctor, {})[column.date] = column
    return [
        (next(iter(days.values())).title, [days.get(date.isoformat()) for date in dates])
        for _, days in sorted(found.items())
    ]


def _whose(everyone: list[tuple[str, str]], date: dt.date, asked: dict[str, Any]) -> list[tuple[str | None, str, str]]:
    """(doctor, name, address) of each whose agenda may be looked at; first that of all of them."""
    other = {key: value for key, value in asked.items() if key != "doctor"}
    each = [(id, name, _link(date, other | {"doctor": id})) for id, name in everyone]
    return [(None, "Todos", _link(date, other)), *each] if len(each) > 1 else []


def _titles(days: list[Json], *, by_doctor: bool) -> list[tuple[str, str]]:
    found = []
    for day in days:
        for doctor in day["doctores"]:
            booked = sum("paciente" in cell and cell["paciente"] is not None for cell in doctor["horas"])
            free = sum(cell["estado"] == day_grid.FREE for cell in doctor["horas"])
            head = str(doctor["nombre"]) if by_doctor else short_date(dt.date.fromisoformat(day["fecha"]))
            found.append((head, f"{count(booked, 'cita')} · {count(free, 'libre')}"))
    return found


def _title(dates: list[dt.date]) -> str:
    if len(dates) == 1:
        return long_day(dates[0])
    return f"Semana del {short_date(dates[0])} al {short_date(dates[-1])}"


def _waiting_room(day: Json, *, whole: bool) -> list[dict[str, Any]]:
    return [
        {
            "id": cell["id"],
            "quien": name_of((cell["paciente"] or {}).get("nombre"), whole=whole),
            "doctor": cell["doctor"]["nombre"],
            "hora": cell["inicio"][11:16],
            "llego": cell["llego"][11:16],
            "minutos": cell["espera_min"],
        }
        for cell in day_grid.waiting_room(day)
    ]


def _link(date: dt.date | None, asked: dict[str, Any]) -> str:
    """Without a date: of whichever day it is when one looks."""
    return "/agenda?" + urlencode(({"fecha": date.isoformat()} if date else {}) | asked)


def _links(dates: list[dt.date], today: dt.date, asked: dict[str, Any], *, week: bool) -> dict[str, str]:
    by = _A_DAY * (7 if week else 1)
    other = {key: value for key, value in asked.items() if key != "vista"}
    masked = {key: value for key, value in asked.items() if key != shown_names.WHOLE}
    return {
        "antes": _link(dates[0] - by, asked),
        "hoy": _link(today, asked),
        "despues": _link(dates[0] + by, asked),
        "dia": _link(today if today in dates else dates[0], other),
        "semana": _link(dates[0], other | {"vista": "semana"}),
        "completos": _link(dates[0], masked | {shown_names.WHOLE: "1"}),
        "ocultar": _link(dates[0], masked),
    }


def _pages(shown: Shown, date: dt.date, asked: dict[str, Any], first: int) -> list[tuple[str, str, bool]]:
    """(words, address, whether it is this one) of every part, where there is more than one."""
    count = len(shown.there)
    if count <= DOCTORS:
        return []
    return [
        (f"{n + 1}–{min(n + DOCTORS, count)}", _link(date, asked | {"desde": n}), n == first)
        for n in range(0, count, DOCTORS)
    ]
