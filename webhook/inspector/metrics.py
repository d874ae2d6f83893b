"""`/metrics`: the service's figures as Prometheus reads them, for this machine alone.
https://prometheus.io/docs/instrumenting/exposition_formats/"""

from __future__ import annotations

from collections.abc import Sequence

from anyio import CapacityLimiter, to_thread
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from booking.desk import service_figures
from booking.desk.service_figures import Figure
from webhook.inspector.backend import Backend
from webhook.inspector.guarding import METRICS


def route(backend: Backend) -> Route:
    """Counted anew at each look."""
    one_at_a_time = CapacityLimiter(1)

    async def answer(request: Request) -> Response:
        return await to_thread.run_sync(_told, backend, limiter=one_at_a_time)

    return Route(METRICS, answer, methods=["GET"])


def _told(backend: Backend) -> Response:
    from prometheus_client import CONTENT_TYPE_LATEST

    condition = backend.checks()
    with backend.begin() as uow:
        found = service_figures.figures(uow, condition, backend.clock.now())
    return Response(exposed(found), media_type=CONTENT_TYPE_LATEST)


def exposed(figures: Sequence[Figure]) -> bytes:
    """As Prometheus reads them; one without a value is left out."""
    from prometheus_client import CollectorRegistry, Gauge, generate_latest

    registry = CollectorRegistry()
    for figure in figures:
        if figure.values:
            gauge = Gauge(figure.name, figure.told, figure.labels, registry=registry)
            for labels, value in figure.values:
                (gauge.labels(*labels) if labels else gauge).set(value)
    return generate_latest(registry)
