"""The clinic's figures as pictures, each with its table as a file; and the service's own for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import message_metrics, reports, sheets
from booking.desk.json_views import Json
from webhook.inspector.backend import Backend
from webhook.inspector.charts import Chart, chart
from webhook.inspector.page_visits import Visit, page, refused


def routes(backend: Backend) -> list[Route]:
    """`/reportes`, and its tables under `/reportes.csv`."""
    return [page(backend, "/reportes", _reports), page(backend, "/reportes.csv", _table)]


def _asked(visit: Visit) -> Json:
    since, until, doctor = (visit.asked(name) or None for name in ("desde", "hasta", "doctor"))
    with visit.begin() as uow:
        return reports.report(uow, reports.period(uow, since, until, visit.now), visit.now, doctor)


def _reports(visit: Visit) -> Response:
    told = _asked(visit)
    with visit.begin() as uow:
        doctors = [(str(d.id), d.name) for d in uow.schedules.doctors()]
    asked = {name: visit.asked(name) for name in ("desde", "hasta", "doctor")}
    charts = [(doctor["nombre"], _charts(doctor)) for doctor in told["doctores"]]
    return visit.page(
        "reports.html",
        {
            "dicho": told,
            "graficas": charts,
            "doctores": doctors,
            "pedido": asked,
            "clases": message_metrics.class_lines(told["mensajes"]),
        },
    )


def _charts(doctor: Json) -> list[Chart]:
    weeks = doctor["semanas"]
    labels = [f"{week['semana'][8:]}/{week['semana'][5:7]}" for week in weeks]

    def of(name: str) -> list[Any]:
        return [week[name] for week in weeks]

    return [
        chart("Ocupación", labels, of("ocupacion"), " %", most=100),
        chart("Citas", labels, of("citas")),
        chart("Faltas", labels, of("faltas_por_ciento"), " %", most=100),
        chart("Días de anticipación", labels, of("anticipacion_dias")),
    ]


Lines = tuple[Sequence[str], Sequence[Sequence[object]]]


_TABLES: dict[str, Callable[[Json], Lines]] = {
    "semanas": lambda told: (reports.COLUMNS, reports.lines(told)),
    "mensajes": lambda told: (("Clase", "Mensajes"), message_metrics.class_lines(told["mensajes"])),
    "personas": lambda told: (("Motivo", "Veces"), [(one["motivo"], one["veces"]) for one in told["personas"]]),
    "sin_respuesta": lambda told: (
        ("Tema", "Veces", "La última"),
        [(one["tema"], one["veces"], one["ultima"]) for one in told["sin_respuesta"]],
    ),
}


def _table(visit: Visit) -> Response:
    name = visit.asked("que", "semanas")
    if name not in _TABLES:
        return refused(visit, 404, f"No hay una tabla «{name}». Hay: {', '.join(_TABLES)}.")
    return Response(
        sheets.written(*_TABLES[name](_asked(visit))),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
