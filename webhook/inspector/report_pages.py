"""The clinic's figures as pictures, each with its table as a file; and the service's own for Prometheus."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from starlette.responses import Response
from starlette.routing import Route

from booking.desk import reports, sheets
from booking.desk.json_views import Json
from webhook.inspector.backend import Backend
from webhook.inspector.charts import Chart, chart
from webhook.inspector.page_visits import Visit, page


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
    return visit.page("reports.html", {"dicho": told, "graficas": charts, "doctores": doctors, "pedido": asked})


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


def _counts(headings: Sequence[str], counts: dict[str, object]) -> Lines:
    return headings, [*counts.items()]


_TABLES: dict[str, Callable[[Json], Lines]] = {
    "semanas": lambda told: (reports.COLUMNS, reports.lines(told)),
    "mensajes": lambda told: _counts(("Clase", "Mensajes"), told["mensajes"]["por_clase"]),
    "personas": lambda told: (("Motivo", "Veces"), [(one["motivo"], one["veces"]) for one in told["personas"]]),
    "sin_respuesta": lambda told: (
        ("Tema", "Veces", "La última"),
        [(one["tema"], one["veces"], one["ultima"]) for one in told["sin_respuesta"]],
    ),
}


def _table(visit: Visit) -> Response:
    wanted = visit.asked("que", "semanas")
    made = _TABLES.get(wanted, _TABLES["semanas"])(_asked(visit))
    name = wanted if wanted in _TABLES else "semanas"
    return Response(
        sheets.written(*made),
        media_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}.csv"'},
    )
