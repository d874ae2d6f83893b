"""A conversation as people read one: what each side wrote, in order, how far it got, and who had the chat when."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from operator import itemgetter

from booking.desk import spanish_for_staff
from booking.desk.chat_account import BY_HAND, Veil
from booking.desk.chat_views import Seen, choices, words
from booking.desk.json_views import Json, iso
from booking.desk.spanish_for_staff import in_words
from booking.desk.why_not_sent import why_not_sent
from booking.models import ByHand, ByHandKind, Content, OutboxItem, Tap, Text, TurnRecord
from booking.ports import UnitOfWork

WORDLESS = "(un mensaje sin texto)"
PATIENT, CLINIC, NOTE = "persona", "clinica", "nota"
"""Whose a line is; a note tells who took the chat."""


def lines(uow: UnitOfWork, seen: Seen, last: int, *, whole: bool) -> list[Json]:
    """The newest so many, oldest first; names and numbers in them shortened unless they are shown `whole`."""
    by_whom = {done.outbox_id: done.by for done in seen.by_hand if done.outbox_id}
    told = [(turn.at, 0, _wrote(text, turn.at, seen.zone)) for turn in seen.turns for text in _texts(turn)]
    for one in uow.inbox.pending(seen.conversation.id):
        told.append((one.received_at, 0, _wrote(_said(one.content), one.received_at, seen.zone)))
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
    veil = Veil(seen)
    return [line | {"texto": veil.over(line["texto"])} for line in shown]


def _texts(turn: TurnRecord) -> tuple[str, ...]:
    return turn.texts or ((WORDLESS,) if turn.message_ids else ())


def _said(content: Content) -> str:
    match content:
        case Text(body=body):
            return body
        case Tap(payload=payload, title=title):
            return title or payload
    return content.caption or WORDLESS


def _wrote(text: str, at: dt.datetime, zone: dt.tzinfo) -> Json:
    return {"de": PATIENT, "hora": iso(at, zone), "texto": text}


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
        "como_va": in_words(spanish_for_staff.DELIVERY, item.state),
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
