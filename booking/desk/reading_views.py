"""What today's rules read in the message of a recorded turn, word by word: which field each came into, and what is left
over."""

from __future__ import annotations

from booking.conversation.bursts import context_of
from booking.desk.chat_views import Seen
from booking.desk.json_views import Json
from booking.models import PendingMessage, Text, TurnRecord
from nlu.parsed import Parse

FIELDS = {
    "kind": "lo que pide",
    "when": "cuándo",
    "doctor": "con quién",
    "name": "nombre",
    "visit": "tipo de visita",
}


def read_today(read: Parse | None) -> Json | None:
    """A reading (`by_rules`) as it is shown."""
    if read is None:
        return None
    return {
        "segura": read.certain,
        "lleva": [(FIELDS.get(field, field), words) for field, words in read.carried],
        "sobra": list(read.unread or read.leftovers),
    }


def by_rules(turn: TurnRecord, seen: Seen) -> Parse | None:
    """What rules read in it today. None where nothing was written: a tap, or a turn of the system's own."""
    if not turn.texts or turn.message is None or turn.message.tap:
        return None
    from nlu.shortcuts import likely  # takes a second to load, and a server whose pages nobody opens never needs it

    text = "\n".join(turn.texts)
    message = PendingMessage(
        id=0,
        wamid="",
        sent_at=turn.message.sent_at,
        received_at=turn.message.received_at,
        content=Text(body=text),
    )
    return likely(text, context_of(turn.before, turn.clinic, list(seen.doctors.values()), turn.at, [message]))
