"""Templates into pages. Everything is escaped; a name that a template does not have is an error."""

from __future__ import annotations

import datetime as dt
import re
import zlib
from functools import cache
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from jinja2 import Environment, PackageLoader, StrictUndefined
from markupsafe import Markup, escape
from starlette.responses import HTMLResponse, Response

from booking.desk.dates_in_words import date, minute
from booking.models import Role
from webhook.inspector import sessions
from webhook.inspector.guarding import TOKEN_FIELD, TOKEN_HEADER

if TYPE_CHECKING:
    from webhook.inspector.page_visits import Visit

PLACES = (
    ("/", "Probar", frozenset({Role.STAFF, Role.ADMIN})),
    ("/agenda", "Agenda", frozenset({Role.STAFF, Role.ADMIN, Role.DOCTOR})),
    ("/chats", "Chats", frozenset({Role.STAFF, Role.ADMIN})),
    ("/avisos", "Avisos", frozenset({Role.STAFF, Role.ADMIN})),
    ("/espera", "Espera", frozenset({Role.STAFF, Role.ADMIN})),
    ("/recordatorios", "Recordatorios", frozenset({Role.STAFF, Role.ADMIN})),
    ("/maquina", "Máquina", frozenset({Role.STAFF, Role.ADMIN})),
    ("/reportes", "Reportes", frozenset({Role.STAFF, Role.ADMIN})),
    ("/palancas", "Palancas", frozenset({Role.STAFF, Role.ADMIN})),
)
"""What there is to go to, and who may."""


@cache
def environment() -> Environment:
    """Loaded once."""
    made = Environment(
        loader=PackageLoader("webhook.inspector"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {
        "hora": _hour,
        "iniciales": _initials,
        "negritas": _bold,
        "corto": _short,
        "minuto": minute,
        "fecha": date,
        "cuantos": count,
    }
    return made


def render(visit: Visit, template: str, values: dict[str, Any], status: int) -> Response:
    """`parcial` tells a template that htmx asked for a part of the page: then it leaves out the frame around it."""
    shown = {
        "parcial": "hx-request" in visit.request.headers and "hx-boosted" not in visit.request.headers,
        "visitante": visit.visitor,
        "demo": visit.backend.demo,
        "ahora": visit.now.astimezone(_zone(visit)),
        "aqui": visit.request.url.path,
        "zona": _zone(visit),
        "lugares": [(path, name) for path, name, may in PLACES if visit.visitor.role in may and _is_there(visit, path)],
        "campo": TOKEN_FIELD,
        "cabecera": TOKEN_HEADER,
        **values,
    }
    answer = HTMLResponse(environment().get_template(template).render(shown), status_code=status)
    return sessions.keep(visit.backend, visit.request, answer)


def _is_there(visit: Visit, path: str) -> bool:
    """The levers are the demo's alone."""
    return path != "/palancas" or visit.backend.levers is not None


def _zone(visit: Visit) -> ZoneInfo:
    return visit.backend.settings.zone


def _hour(at: dt.datetime | str, zone: ZoneInfo | None = None) -> str:
    """ "10:30" of an instant, or of one as the desk writes it down."""
    moment = dt.datetime.fromisoformat(at) if isinstance(at, str) else at
    return f"{moment.astimezone(zone) if zone else moment:%H:%M}"


def _initials(name: str) -> str:
    """ "LM" of "Dra. Laura Méndez"."""
    words = [word for word in name.split() if not word.endswith(".") and word[0].isupper()]
    return "".join(word[0] for word in words[:2])


_STARS = re.compile(r"\*(\S(?:[^*\n]*\S)?)\*")


def _bold(text: str) -> Markup:
    """As WhatsApp shows what stands between stars."""
    return Markup(_STARS.sub(r"<b>\1</b>", str(escape(text))))


def count(number: int, one: str, several: str = "") -> str:
    """ "1 cita", "12 citas"."""
    return f"{number} {one if number == 1 else several or f'{one}s'}"


def _short(text: str) -> str:
    """A name for an element, of an id that has signs."""
    return f"{zlib.crc32(text.encode()):08x}"
