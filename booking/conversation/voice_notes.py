"""Voice notes: what was said in them, written down before anything is understood, and shown back above the answer."""

from __future__ import annotations

from collections.abc import Sequence

from booking.conversation.replies.keys import ReplyKey
from booking.models import PendingMessage, Reply, Unsupported
from booking.ports import Listener


def heard(messages: Sequence[PendingMessage], listener: Listener) -> tuple[PendingMessage, ...]:
    """The messages with what was said in voice notes written under them."""

    def written(message: PendingMessage) -> PendingMessage:
        note = message.content
        if not isinstance(note, Unsupported) or not note.is_voice or note.caption is not None:
            return message
        said = " ".join((listener.hear(note.media or "") or "").split())
        return message.model_copy(update={"content": note.model_copy(update={"caption": said or None})})

    return tuple(map(written, messages))


def said_aloud(messages: Sequence[PendingMessage]) -> str | None:
    """What was heard in voice notes; None where there are none, or nobody listens."""
    notes = (m.content for m in messages)
    said = [note.caption for note in notes if isinstance(note, Unsupported) and note.is_voice and note.caption]
    return " ".join(said) or None


def shown_back(said: str) -> Reply:
    """Shows back what was heard, above the answer."""
    return Reply(key=ReplyKey.SAID_ALOUD, params={"draft_version": 0, "said_aloud": said})
