"""Files that patients send: where they come from, and where they are kept."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from enum import StrEnum
from typing import Protocol

from booking.models import FileState, PatientFile


class NoMedia(StrEnum):
    """Why a file cannot be had."""

    GONE = "gone"  # WhatsApp has none of this id, or has it no more
    TOO_LARGE = "too_large"
    LATER = "later"  # it may be had later: WhatsApp or the way to it has trouble, or what came was not whole


class MediaSource(Protocol):
    """Where the files are that people send."""

    def fetch(self, media: str, most: int) -> bytes | NoMedia:
        """The file with WhatsApp's id, of so many bytes at most. Never raises."""
        ...


class PatientFiles(Protocol):
    """`archivos`."""

    def expect(self, conversation_id: int, message_id: int, media: str, name: str | None, now: dt.datetime) -> None:
        """A message brought a file, which is still to be fetched. Nothing where that is known of the message."""
        ...

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[PatientFile]:
        """Those that are to be asked for now, oldest first, locked until the end of the transaction."""
        ...

    def count_attempt(self, file_id: int, retry_at: dt.datetime) -> None:
        """It is asked for once more, and not again before then."""
        ...

    def keep(self, file_id: int, content: bytes, kind: str, now: dt.datetime) -> None:
        """Store what it holds. Nothing where it is settled already."""
        ...

    def give_up(self, file_id: int, state: FileState, now: dt.datetime) -> None:
        """It is not kept, for good. Nothing where it is settled already."""
        ...

    def untold(self, conversation_id: int) -> Sequence[PatientFile]:
        """Those that are settled and nobody has heard of, oldest first, locked until the end of the transaction."""
        ...

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None: ...

    def waiting(self, now: dt.datetime, before: dt.datetime) -> Sequence[int]:
        """Conversations with files to be asked for again by `now`, or of which nothing was done since `before`: for
        recovery."""
        ...

    def of(self, conversation_id: int) -> Sequence[PatientFile]:
        """All of a conversation, oldest first."""
        ...

    def content(self, file_id: int) -> bytes | None:
        """None: it is not kept."""
        ...

    def erase(self, conversation_id: int) -> int:
        """Nothing of the files of a conversation is left; how many there were."""
        ...

    def forget(self, before: dt.datetime) -> int:
        """Nothing is left of those that came before; how many there were."""
        ...
