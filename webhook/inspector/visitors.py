"""Who looks at the pages. In the demo whoever sits at this machine, in the role they choose; elsewhere who has signed
in, with the rights that they have at this moment."""

from __future__ import annotations

from dataclasses import dataclass

from starlette.requests import Request

from booking.models import Role
from webhook.inspector import guarding, sessions
from webhook.inspector.backend import Backend


@dataclass(frozen=True, slots=True)
class Visitor:
    """`name` is whom a change names, `token` what each of their forms has to carry."""

    name: str
    role: Role
    token: str
    doctor_id: int | None = None


def visitor_of(backend: Backend, request: Request) -> Visitor | None:
    """None: they have to sign in, or are not at this machine."""
    if backend.demo:
        return _of_the_demo(backend, request) if guarding.is_at_this_machine(request) else None
    who = sessions.signed_in(backend, request)
    if who is None:
        return None
    return Visitor(who.name, who.role, sessions.token_of(backend, request), who.doctor_id)


def _of_the_demo(backend: Backend, request: Request) -> Visitor:
    kept = sessions.kept(backend, request)
    role = Role(kept.get("role", Role.ADMIN))
    doctor = kept.get("doctor_id")
    return Visitor(
        name=str(kept.get("name", "Recepción (demo)")),
        role=role,
        token=sessions.token_of(backend, request),
        doctor_id=doctor,
    )
