"""A request of somebody who may see a page: who they are, the moment, the form, and how they are answered."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Collection, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Any

from anyio import CapacityLimiter, to_thread
from starlette.datastructures import FormData
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from booking.desk.desk_errors import BadValue, DeskRefused
from booking.errors import ChangedMeanwhile, ConversationMoved, NotFound
from booking.models import Actor, ActorKind, Role
from booking.ports import UnitOfWork
from webhook.inspector import guarding, refusal_words
from webhook.inspector.backend import Backend
from webhook.inspector.rendering import render
from webhook.inspector.visitors import Visitor, visitor_of

DESK = frozenset({Role.STAFF, Role.ADMIN})
EVERYONE = frozenset({Role.STAFF, Role.ADMIN, Role.DOCTOR})

MOST_BYTES = 16 * 1024 * 1024
"""Of a form with a file."""

_LARGEST = 2**31 - 1

_THREADS = CapacityLimiter(4)
"""Pages are made in threads of their own number, so that WhatsApp's messages are acknowledged meanwhile."""


@dataclass(frozen=True)
class Visit:
    """One request. `form` is empty but for a POST whose token was checked."""

    request: Request
    backend: Backend
    visitor: Visitor
    now: dt.datetime
    form: FormData

    def begin(self) -> AbstractContextManager[UnitOfWork]:
        """A unit of work; what is to stay is committed by whoever asks for it."""
        return self.backend.begin()

    @property
    def own(self) -> int | None:
        """The doctor who looks and sees nothing of another's; None: whoever looks sees the whole clinic."""
        return (self.visitor.doctor_id or 0) if self.visitor.role is Role.DOCTOR else None

    @property
    def actor(self) -> Actor:
        """Whom a change names."""
        return Actor(kind=ActorKind.STAFF, name=self.visitor.name)

    def asked(self, name: str, default: str = "") -> str:
        """A value of the address or, of a POST, of its form; never a file."""
        found = self.form.get(name) if self.request.method == "POST" else self.request.query_params.get(name)
        return found.strip() if isinstance(found, str) else default

    def checked(self, name: str) -> bool:
        """Whether a box of the form, or a word of the address, is set."""
        return bool(self.asked(name))

    def number(self, name: str = "id") -> int:
        """A number of the path. Raises DeskRefused for one that nothing can have."""
        said = int(self.request.path_params[name])
        if said > _LARGEST:
            raise DeskRefused("Eso no existe.")
        return said

    def page(self, template: str, values: Mapping[str, Any] | None = None, status: int = 200) -> Response:
        """A template: the whole page, or the part of it that was asked for by htmx where the template knows one."""
        return render(self, template, dict(values or {}), status)


Handler = Callable[[Visit], Response]


def page(backend: Backend, path: str, handler: Handler, *, post: bool = False, may: Collection[Role] = DESK) -> Route:
    """A route that those with one of these roles may see. What the desk refuses is shown in its words."""

    async def endpoint(request: Request) -> Response:
        visitor = await to_thread.run_sync(visitor_of, backend, request, limiter=_THREADS)
        if visitor is None:
            return RedirectResponse("/entrar", status_code=303)
        form = FormData()
        if post:
            form = await request.form(max_files=1, max_fields=100, max_part_size=MOST_BYTES)
            if not guarding.token_fits(visitor.token, request, form):
                return refused(Visit(request, backend, visitor, backend.clock.now(), FormData()), _FORBIDDEN, _STALE)
        visit = Visit(request, backend, visitor, backend.clock.now(), form)
        if visitor.role not in may:
            return refused(visit, _FORBIDDEN, "Su cuenta no puede ver esto. Pídalo a quien administra la clínica.")
        return await to_thread.run_sync(_answered, visit, handler, limiter=_THREADS)

    return Route(path, endpoint, methods=["POST"] if post else ["GET"])


_FORBIDDEN = 403
_STALE = "La página estuvo abierta mucho tiempo. Vuelva a cargarla e inténtelo otra vez; no se cambió nada."


def _answered(visit: Visit, handler: Handler) -> Response:
    try:
        return handler(visit)
    except BadValue as error:
        return refused(visit, 422, refusal_words.bad_value(error))
    except DeskRefused as error:
        return refused(visit, 409, refusal_words.on_a_page(str(error)))
    except NotFound:
        return refused(visit, 404, "Eso no existe.")
    except (ChangedMeanwhile, ConversationMoved):
        return refused(visit, 409, "Cambió mientras tanto; no se hizo nada. Inténtelo otra vez.")


_SAID_ABOVE = {"HX-Retarget": "#dicho", "HX-Reswap": "innerHTML", "HX-Reselect": "unset"}
"""The answer goes into the line above the page, whatever part of it was to be new. https://htmx.org/reference/#response_headers"""


def refused(visit: Visit, status: int, why: str) -> Response:
    """A page that says why not. What htmx asked for is answered in the line above the page, and is no error there:
    browsers log each one, and what is refused in words is nothing to look into. Who may not is told so as anywhere."""
    in_line = "hx-request" in visit.request.headers and status != _FORBIDDEN
    answer = visit.page("refused.html", {"why": why}, 200 if in_line else status)
    if in_line:
        answer.headers.update(_SAID_ABOVE)
    return answer
