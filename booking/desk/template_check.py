"""Our templates beside those that WhatsApp has: what differs, and what to do about it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator, Sequence

from booking.conversation.replies.templates import TEMPLATES, Template
from booking.conversation.template_news import learn
from booking.desk.json_views import Json
from booking.models import RemoteTemplate, TemplateNews, TemplateState
from booking.models.template_states import USABLE
from booking.ports import UnitOfWork

_NEXT = {
    "PENDING": "espere a que WhatsApp la apruebe (hasta 24 h)",
    "REJECTED": "corríjala en WhatsApp Manager con el texto de turnero plantillas listar, o apele",
    "PAUSED": "WhatsApp la pausó por quejas: revise a quién se le manda; vuelve sola, o edítela",
    "DISABLED": "ya no volverá: cree otra con el mismo nombre pasados 30 días, o pida ayuda a WhatsApp",
}


def listed(uow: UnitOfWork) -> list[Json]:
    """Each of ours, with what WhatsApp said of it last."""
    known = {(state.name, state.language): state for state in uow.templates.list()}
    return [_json(name, template, known.get((name, template.language))) for name, template in TEMPLATES.items()]


def _json(name: str, template: Template, state: TemplateState | None) -> Json:
    return {
        "nombre": name,
        "idioma": template.language,
        "categoria": template.category.value,
        "texto": template.body,
        "ejemplos": list(template.parameters.values()),
        "botones": [button.title for button in template.buttons],
        "estado": state.status if state else None,
        "calidad": state.quality if state else None,
        "motivo": state.reason if state else None,
    }


def compared(uow: UnitOfWork, remote: Sequence[RemoteTemplate], now: dt.datetime) -> list[Json]:
    """What differs, with the next step; what WhatsApp says is kept, so that delivery goes by it."""
    theirs = {(one.name, one.language): one for one in remote}
    rows: list[Json] = []
    for name, ours in TEMPLATES.items():
        found = theirs.get((name, ours.language))
        if found is not None:
            news = TemplateNews(name=name, language=ours.language, at=now, **_said(found))
            learn(uow, news, now)
        rows += [{"plantilla": name, "diferencia": what, "que_hacer": step} for what, step in _differences(ours, found)]
    return rows


def _said(found: RemoteTemplate) -> dict[str, str | None]:
    return found.model_dump(include={"status", "category", "quality", "reason"})


def _differences(ours: Template, found: RemoteTemplate | None) -> Iterator[tuple[str, str]]:
    if found is None:
        yield "no existe en WhatsApp", "créela en WhatsApp Manager con el texto de: turnero plantillas listar"
        return
    if found.status not in USABLE:
        said = f"está {found.status}" + (f" ({found.reason})" if found.reason else "")
        yield said, _NEXT.get(found.status, "revísela en WhatsApp Manager")
    if found.category != ours.category.value.upper():
        wanted = ours.category.value.upper()
        yield f"es {found.category} y no {wanted}", "pida la revisión en WhatsApp Manager antes de 60 días: cuesta más"
    if found.body.split() != ours.body.split():
        yield "su texto es otro", "edítela con el texto de: turnero plantillas listar"
    titles = tuple(button.title for button in ours.buttons)
    if found.buttons != titles:
        wanted = ", ".join(titles) or "ninguno"
        yield "sus botones son otros", f"edítela; van en este orden, como respuesta rápida: {wanted}"
