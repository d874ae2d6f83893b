"""Use case: the pictures and documents that somebody sent are fetched, kept, and only then said to be here.

No turn waits for it: WhatsApp may be slow, and gives a file for some days. Several of a row are told in one message.
"""

from __future__ import annotations

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from booking.conversation import outgoing
from booking.conversation.replies.texts import WORDS
from booking.models import Control, FileState, MessageClass, OutText, PatientFile
from booking.models.patient_files import LARGEST_DOCUMENT, LARGEST_IMAGE, kind_of
from booking.ports import Clock, MediaSource, NoMedia, UnitOfWork, UnitOfWorkFactory

KEPT: Final = "file"
"""Kind of the notice that somebody sent files."""

LOST: Final = "file_lost"
"""And that they sent some which could not be had, and have not been asked for them again."""

AGAIN: Final = tuple(dt.timedelta(seconds=after) for after in (15, 60, 300, 900, 1800))
"""How long after each attempt WhatsApp is asked again."""

STILL_NEWS: Final = dt.timedelta(hours=24)
LOST_SIGHT: Final = dt.timedelta(seconds=30)
"""Where nothing was done for so long, no job is at it."""

_ENDS = {
    NoMedia.GONE: FileState.GONE,
    NoMedia.TOO_LARGE: FileState.TOO_LARGE,
    NoMedia.LATER: FileState.NOT_FETCHED,
}


@dataclass(frozen=True, slots=True)
class FileKeeper:
    """`most` bytes are kept of a document; of a picture what WhatsApp allows."""

    begin: UnitOfWorkFactory
    clock: Clock
    media: MediaSource
    most: int = LARGEST_DOCUMENT

    def keep(self, conversation_id: int) -> None:
        """All that are due; then whoever sent them is told, and those on duty."""
        while files := self._taken(conversation_id):
            for file in files:
                self._settle(file, self.media.fetch(file.media, self.most))
        self._tell(conversation_id)

    def _taken(self, conversation_id: int) -> Sequence[PatientFile]:
        """Those to be asked for now, each counted as asked for."""
        now = self.clock.now()
        with self.begin() as uow:
            files = uow.files.due(conversation_id, now)
            for file in files:
                uow.files.count_attempt(file.id, now + AGAIN[min(file.attempts, len(AGAIN) - 1)])
            uow.commit()
        return files

    def _settle(self, file: PatientFile, found: bytes | NoMedia) -> None:
        if found is NoMedia.LATER and file.attempts < len(AGAIN):
            return  # `retry_at` is set
        with self.begin() as uow:
            now = self.clock.now()
            if isinstance(found, NoMedia):
                uow.files.give_up(file.id, _ENDS[found], now)
            elif (kind := kind_of(found)) is None:
                uow.files.give_up(file.id, FileState.WRONG_KIND, now)
            elif kind.startswith("image/") and len(found) > LARGEST_IMAGE:
                uow.files.give_up(file.id, FileState.TOO_LARGE, now)
            else:
                uow.files.keep(file.id, found, kind, now)
            uow.commit()

    def _tell(self, conversation_id: int) -> None:
        now = self.clock.now()
        with self.begin() as uow:
            files = uow.files.untold(conversation_id)
            if not files:
                return
            self._say(uow, conversation_id, files, now)
            uow.files.mark_told([file.id for file in files], now)
            uow.commit()

    def _say(self, uow: UnitOfWork, conversation_id: int, files: Sequence[PatientFile], now: dt.datetime) -> None:
        states = Counter(file.state for file in files)
        if states[FileState.KEPT]:
            uow.notices.add(KEPT, conversation_id, "", now)
        chat = uow.conversations.get(conversation_id)
        put = None
        if chat.control is Control.BOT and not chat.person.opted_out:
            text = OutText(body=said(states))
            put = outgoing.put(uow, chat, text, MessageClass.REPLY, now, expires_at=now + STILL_NEWS)
        if put is None and len(files) > states[FileState.KEPT]:
            uow.notices.add(LOST, conversation_id, "", now)


def said(states: Counter[FileState]) -> str:
    """What became of so many files, to whoever sent them."""
    told = [
        WORDS[f"{state.name.casefold()}_file{'' if states[state] == 1 else 's'}"].format(count=states[state])
        for state in FileState
        if states[state]
    ]
    again = any(states[state] for state in (FileState.GONE, FileState.NOT_FETCHED))
    return " ".join([*told, WORDS["send_file_again"]] if again else told)
