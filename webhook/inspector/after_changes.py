"""What every page that changes something does afterwards: other open pages are told, and this one's other parts."""

from __future__ import annotations

from starlette.responses import RedirectResponse, Response

from webhook.inspector.live import Live
from webhook.inspector.page_visits import Handler, Visit


def changing(live: Live, handler: Handler) -> Handler:
    """The same handler, of a POST that commits."""

    def changed(visit: Visit) -> Response:
        answer = handler(visit)
        live.touch()
        answer.headers["HX-Trigger"] = "cambio"
        return answer

    return changed


def back_to(visit: Visit, path: str, shown: Handler) -> Response:
    """The page at that path as it is now: for htmx at once, else asked for anew."""
    if "hx-request" in visit.request.headers:
        return shown(visit)
    return RedirectResponse(path, status_code=303)
