"""The telephones of the demo, side by side: what is on them, and what their owners do."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlencode

from starlette.datastructures import UploadFile
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from booking.desk import find_people
from booking.desk.desk_errors import DeskRefused
from webhook.inspector.backend import Backend, Handset, Phones
from webhook.inspector.lever_pages import bar_values
from webhook.inspector.live import Live
from webhook.inspector.page_visits import Visit, page
from webhook.inspector.phone_views import ROLES, chat_of

MOST_OPEN = 4
LONGEST_TEXT = 4096
"""Characters of a message, at WhatsApp."""

_KINDS = {"image/jpeg": "image", "image/png": "image", "application/pdf": "document"}
_SHOWN_AS = {b"\xff\xd8\xff": "image/jpeg", b"\x89PNG": "image/png", b"%PDF": "application/pdf", b"OggS": "audio/ogg"}
"""What a browser may be given back, by how it begins; anything else is downloaded."""


def routes(backend: Backend, live: Live) -> list[Route]:
    """The page that everybody sees first, and the telephones on it."""
    if backend.phones is not None:
        backend.phones.on_news(live.touch)
    return [
        page(backend, "/", _home),
        page(backend, "/telefonos", _add, post=True),
        page(backend, "/telefonos/{number:int}/hilo", _thread),
        page(backend, "/telefonos/{number:int}/lista", _list),
        page(backend, "/telefonos/{number:int}/archivos/{file:int}", _file),
        page(backend, "/telefonos/{number:int}/escribir", _write, post=True),
        page(backend, "/telefonos/{number:int}/tocar", _tap, post=True),
        page(backend, "/telefonos/{number:int}/archivos", _send_file, post=True),
    ]


def _home(visit: Visit) -> Response:
    phones = visit.backend.phones
    if phones is None:
        return visit.page("home.html", {"telefonos": (), "abiertos": (), **bar_values(visit)})
    handsets = phones.handsets()
    asked = visit.request.query_params.getlist("tel")
    known = {one.number: one for one in handsets}
    opened = [known[number] for number in dict.fromkeys(asked) if number in known][-MOST_OPEN:]
    opened = opened or _to_begin_with(handsets)
    with visit.begin() as uow:
        clinic = find_people.clinic_of(uow).name.partition(" (")[0]
    return visit.page(
        "home.html",
        {
            "telefonos": [(one, _with(opened, one)) for one in handsets],
            "abiertos": [(_chat(visit, phones, one), _without(opened, one)) for one in opened],
            "clinica": clinic,
            "foco": opened[-1].number if len(asked) else opened[0].number,
            "papeles": ROLES,
            **bar_values(visit),
        },
    )


def _to_begin_with(handsets: Sequence[Handset]) -> list[Handset]:
    """A patient, and beside them who works there."""
    first: dict[str, Handset] = {}
    for one in handsets:
        first.setdefault(one.role, one)
    return [first[role] for role in ("patient", "staff") if role in first]


def _chat(visit: Visit, phones: Phones, handset: Handset) -> object:
    return chat_of(phones, handset, visit.now, visit.backend.settings.zone)


def _with(opened: Sequence[Handset], one: Handset) -> str:
    """The address with this phone open too, as the one that is used."""
    numbers = [other.number for other in opened if other.number != one.number]
    return "/?" + urlencode([("tel", number) for number in [*numbers, one.number]])


def _without(opened: Sequence[Handset], one: Handset) -> str | None:
    """The address with this phone closed; None: it is the only one."""
    numbers = [other.number for other in opened if other.number != one.number]
    return "/?" + urlencode([("tel", number) for number in numbers]) if numbers else None


def _phones(visit: Visit) -> tuple[Phones, Handset]:
    """The phone that is asked for. Raises DeskRefused."""
    phones, number = visit.backend.phones, str(visit.request.path_params["number"])
    found = next((one for one in phones.handsets() if one.number == number), None) if phones else None
    if phones is None or found is None:
        raise DeskRefused("Ese teléfono ya no está. Vuelva a cargar la página.")
    return phones, found


def _thread(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    if visit.asked("visto"):
        phones.looked_at(handset.number)
    chat = chat_of(phones, handset, visit.now, visit.backend.settings.zone)
    if visit.asked("v") == chat.version:
        return Response(status_code=204)
    return visit.page("phone_thread.html", {"chat": chat})


def _list(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    asked = visit.asked("mensaje")
    message = next((one for one in phones.bubbles(handset.number) if one.id == asked and one.menu), None)
    if message is None:
        raise DeskRefused("Esa lista ya no está.")
    return visit.page("phone_list.html", {"telefono": handset, "mensaje": message})


def _done(visit: Visit, phones: Phones, handset: Handset) -> Response:
    """The chat as it is now; without htmx, the page."""
    if "hx-request" not in visit.request.headers:
        return RedirectResponse(f"/?tel={handset.number}", status_code=303)
    chat = chat_of(phones, handset, visit.now, visit.backend.settings.zone)
    return visit.page("phone_thread.html", {"chat": chat})


def _write(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    text = visit.asked("texto")
    if not text:
        return Response(status_code=204)
    if len(text) > LONGEST_TEXT:
        raise DeskRefused(f"WhatsApp no manda más de {LONGEST_TEXT} letras en un mensaje.")
    phones.write(handset.number, text)
    return _done(visit, phones, handset)


def _tap(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    try:
        phones.tap(handset.number, visit.asked("mensaje"), visit.asked("opcion"))
    except KeyError:
        raise DeskRefused("Esa opción ya no está en el teléfono.") from None
    return _done(visit, phones, handset)


def _send_file(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    file = visit.form.get("archivo")
    if not isinstance(file, UploadFile) or not file.filename:
        return Response(status_code=204)
    said = (file.content_type or "").partition(";")[0]
    kind = "audio" if said.startswith(("audio/", "video/")) else _KINDS.get(said)
    if kind is None:
        raise DeskRefused("Se pueden mandar fotos (JPG o PNG), PDF y audios.")
    phones.send_file(handset.number, kind, file.filename, file.file.read())
    return _done(visit, phones, handset)


def _file(visit: Visit) -> Response:
    phones, handset = _phones(visit)
    try:
        content = phones.file(handset.number, str(visit.request.path_params["file"]))
    except KeyError:
        raise DeskRefused("Ese archivo ya no está en el teléfono.") from None
    shown = next((kind for start, kind in _SHOWN_AS.items() if content.startswith(start)), None)
    headers = {} if shown else {"Content-Disposition": "attachment"}
    return Response(content, media_type=shown or "application/octet-stream", headers=headers)


def _add(visit: Visit) -> Response:
    phones = visit.backend.phones
    name, role = visit.asked("nombre")[:60], visit.asked("papel", "patient")
    if phones is None or not name or role not in ROLES:
        raise DeskRefused("Falta el nombre de quien escribe.")
    made = phones.add(name, role)
    numbers = [*visit.form.getlist("tel"), made.number]
    address = "/?" + urlencode([("tel", str(number)) for number in numbers])
    if "hx-request" in visit.request.headers:
        return Response(status_code=204, headers={"HX-Redirect": address})
    return RedirectResponse(address, status_code=303)
