"""What a browser keeps between two requests: a signed cookie, which says nothing that its owner may not know. It is
given once, at signing in, and never again: no answer that is still under way brings back a session that was ended."""

from __future__ import annotations

import datetime as dt
import secrets
from typing import TYPE_CHECKING, Any

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.requests import Request
from starlette.responses import Response

from booking.desk import page_access
from booking.desk.page_access import SignedIn

if TYPE_CHECKING:
    from webhook.inspector.backend import Backend

COOKIE = "turnero"
LASTS = dt.timedelta(hours=12)
"""A working day, from signing in on, whatever is open or looked at meanwhile; then one signs in again."""


def kept(backend: Backend, request: Request) -> dict[str, Any]:
    """What the cookie says; nothing where there is none, or it was changed, or its time is over."""
    made = getattr(request.state, "session", None)
    if made is None:
        try:
            said = dict(_signer(backend).loads(request.cookies.get(COOKIE, "")))
        except (BadSignature, ValueError, TypeError):
            said = {}
        made = said if backend.demo or _holds(said.get("since"), backend.clock.now()) else {}
        request.state.session, request.state.given = made, dict(made)
    return made


def _holds(since: object, now: dt.datetime) -> bool:
    """In the demo nobody signs in, and its clock is moved: nothing ends by it."""
    if not isinstance(since, int):
        return False
    return dt.timedelta(0) <= now - dt.datetime.fromtimestamp(since, dt.UTC) < LASTS


def token_of(backend: Backend, request: Request) -> str:
    """What every form of this session carries; made with it."""
    return str(kept(backend, request).setdefault("token", secrets.token_urlsafe(24)))


def keep(backend: Backend, request: Request, answer: Response, **values: Any) -> Response:
    """Have the browser keep the session, changed so; where it has it already it is given nothing."""
    session = kept(backend, request)
    session.update(values)
    if session != request.state.given:
        answer.set_cookie(
            COOKIE,
            _signer(backend).dumps(session),
            max_age=int(LASTS.total_seconds()) if "since" in session else None,
            httponly=True,
            samesite="strict",
            secure=request.url.scheme == "https",
        )
    return answer


def signed_in(backend: Backend, request: Request) -> SignedIn | None:
    """Who has signed in, with the rights they have now. None: nobody, or whose right or password is another since."""
    session = kept(backend, request)
    person, proof = session.get("person"), session.get("proof")
    if not isinstance(person, int) or not isinstance(proof, str):
        return None
    with backend.begin() as uow:
        return page_access.still(uow, person, proof, backend.clock.now())


def begin(backend: Backend, request: Request, answer: Response, who: SignedIn) -> Response:
    """A new session of somebody who signed in: nothing of the one before stays."""
    request.state.session, request.state.given = {}, {}
    token, since = secrets.token_urlsafe(24), int(backend.clock.now().timestamp())
    return keep(backend, request, answer, person=who.person_id, proof=who.proof, token=token, since=since)


def end(answer: Response) -> Response:
    """The browser keeps nothing."""
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


def _signer(backend: Backend) -> URLSafeSerializer:
    return URLSafeSerializer(backend.secret, salt="inspector")
