"""A conversation as people read one: what each side wrote, in order, how far it got, and who had the chat when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from operator import itemgetter

from booking.desk.chat_account import BY_HAND, DELIVERY
from booking.desk.chat_files import STATES as FILE_STATES
from booking.desk.chat_views import Seen, choices, words
from booking.desk.json_views import Json, iso
from booking.desk.veil import texts_in, veil
from booking.desk.why_not_sent import why_not_sent
from booking.models import (
    ByHand,
    ByHandKind,
    Content,
    FileState,
    OutboxItem,
    PatientFile,
    Tap,
    Text,
    Unsupported,
)
from booking.ports import UnitOfWork

WORDLESS = "(un mensaje que ya no está)"
CAME = {
    "image": "Foto",
    "document": "Documento",
    "audio": "Nota de voz",
    "voice": "Nota de voz",
    "video": "Video",
    "sticker": "Sticker",
    "location": "Ubicación",
    "contacts": "Contacto",
}
"""What came beside words, by WhatsApp's name of it."""
UNNAMED = "Algo que no es texto"
PATIENT, CLINIC, NOTE = "persona", "clinica", "nota"
"""Whose a line is; a note tells who took the chat."""


def lines(uow: UnitOfWork, seen: Seen, last: int, *, whole: bool) -> list[Json]:
    """The newest so many, oldest first; names and numbers in them shortened unless they are shown `whole`."""
    by_whom = {done.outbox_id: done.by for done in seen.by_hand if done.outbox_id}
    told = [(at, 0, line) for at, line in _wrote(uow, seen, whole=whole)]
    told += [(item.created_at, 2, _sent(item, by_whom.get(item.id), seen)) for item in seen.outbox.values()]
    told += [
        (done.at, 3 if done.kind is ByHandKind.GIVEN_BACK else 1, note)
        for done in seen.by_hand
        for note in _note(done, seen)
    ]
    found = [line for _, _, line in sorted(told, key=itemgetter(0, 1))][-last:]
    far = uow.outbox.how_far([line["id"] for line in found if line["de"] == CLINIC])
    shown = [line | {"entrega": far.get(line["id"])} if line["de"] == CLINIC else line for line in found]
    if whole:
        return shown
    written: list[Json] = [{name: line[name] for name in ("texto", "opciones") if name in line} for line in shown]
    veiled = veil(uow, seen, texts_in(written))
    return [line | veiled.over_all(said) for line, said in zip(shown, written, strict=True)]


def _wrote(uow: UnitOfWork, seen: Seen, *, whole: bool) -> Iterator[tuple[dt.datetime, Json]]:
    """What the person sent: what turns have handled, and what waits."""
    files = {file.message_id: file for file in uow.files.of(seen.conversation.id)}
    came = uow.inbox.contents([id for turn in seen.turns for id in turn.message_ids])
    found = [(turn.at, id, came.get(id)) for turn in seen.turns for id in turn.message_ids]
    found += [(one.received_at, one.id, one.content) for one in uow.inbox.pending(seen.conversation.id)]
    for at, id, content in found:
        line: Json = {"de": PATIENT, "hora": iso(at, seen.zone), "texto": _said(content)}
        if isinstance(content, Unsupported):
            line["adjunto"] = _beside_words(content, files.get(id), whole=whole)
        yield at, line


def _said(content: Content | None) -> str:
    match content:
        case Text(body=body):
            return body
        case Tap(payload=payload, title=title):
            return title or payload
        case Unsupported(caption=caption):
            return caption or ""
    return WORDLESS


def _beside_words(content: Unsupported, file: PatientFile | None, *, whole: bool) -> Json:
    """What came, where it is kept, what became of it else; what it is called may tell as much as a name."""
    kept = file is not None and file.state is FileState.KEPT
    return {
        "que": CAME.get(content.what, UNNAMED),
        "archivo": file.id if file and kept else None,
        "nombre": file.name if file and whole else None,
        "nota": FILE_STATES[file.state] if file and not kept else None,
    }


def _sent(item: OutboxItem, by: str | None, seen: Seen) -> Json:
    waits = item.state == "pending" and item.last_error
    return {
        "de": CLINIC,
        "id": item.id,
        "hora": iso(item.sent_at or item.created_at, seen.zone),
        "texto": words(item.went_out),
        "opciones": [title for _, title in choices(item.went_out)],
        "quien": by,
        "estado": item.state,
        "como_va": DELIVERY[item.state],
        "por_que": why_not_sent(item.last_error or "") if item.state == "failed" or waits else None,
    }


def _note(done: ByHand, seen: Seen) -> Iterator[Json]:
    """Who took the chat or gave it back; and what was typed on the clinic's telephone."""
    if done.kind is ByHandKind.TYPED:
        yield {
            "de": CLINIC,
            "id": 0,
            "hora": iso(done.at, seen.zone),
            "texto": done.text or "",
            "opciones": [],
            "quien": done.by,
            "estado": "sent",
            "como_va": BY_HAND[done.kind],
            "por_que": None,
        }
    elif done.kind is not ByHandKind.ANSWERED:
        yield {"de": NOTE, "hora": iso(done.at, seen.zone), "texto": f"{BY_HAND[done.kind]}: {done.by}"}
