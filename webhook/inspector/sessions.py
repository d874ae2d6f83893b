"""What a browser keeps between two requests: a signed cookie, which says nothing that its owner may not know."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING, Any

from itsdangerous import BadSignature, URLSafeTimedSerializer
from starlette.requests import Request
from starlette.responses import Response

from booking.desk import page_access
from booking.desk.page_access import SignedIn

if TYPE_CHECKING:
    from webhook.inspector.backend import Backend

COOKIE = "turnero"
LASTS_SECONDS = 12 * 3600
"""A working day; then one signs in again."""


def kept(backend: Backend, request: Request) -> dict[str, Any]:
    """What the cookie says; nothing where there is none, or it was changed, or is too old."""
    made = getattr(request.state, "session", None)
    if made is None:
        try:
            made = dict(_signer(backend).loads(request.cookies.get(COOKIE, ""), max_age=LASTS_SECONDS))
        except (BadSignature, ValueError, TypeError):
            made = {}
        request.state.session = made
    return made


def token_of(backend: Backend, request: Request) -> str:
    """What every form of this session carries; made with it."""
    return str(kept(backend, request).setdefault("token", secrets.token_urlsafe(24)))


def keep(backend: Backend, request: Request, answer: Response, **values: Any) -> Response:
    """Have the browser keep the session, changed so."""
    session = kept(backend, request)
    session.update(values)
    answer.set_cookie(
        COOKIE,
        _signer(backend).dumps(session),
        max_age=LASTS_SECONDS,
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
    request.state.session = {}
    token = secrets.token_urlsafe(24)
    return keep(backend, request, answer, person=who.person_id, proof=who.proof, token=token)


def end(answer: Response) -> Response:
    """The browser keeps nothing."""
    answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
    return answer


def _signer(backend: Backend) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(backend.secret, salt="inspector")
