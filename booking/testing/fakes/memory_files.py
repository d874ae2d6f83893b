"""Files that patients send, in memory."""

from __future__ import annotations

import datetime as dt
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, NamedTuple

from booking.models import FileState, PatientFile

if TYPE_CHECKING:
    from booking.testing.fakes.memory import MemoryUnitOfWork


class FileRow(NamedTuple):
    """A file, and what it holds once it is kept."""

    file: PatientFile
    content: bytes | None = None


class MemoryPatientFiles:
    """Implements `PatientFiles`."""

    def __init__(self, uow: MemoryUnitOfWork) -> None:
        self._uow = uow

    def expect(self, conversation_id: int, message_id: int, media: str, name: str | None, now: dt.datetime) -> None:
        if any(row.file.message_id == message_id for row in self._uow.file_rows.values()):
            return
        id = self._uow.next_id("files")
        new = PatientFile(id=id, conversation_id=conversation_id, message_id=message_id, media=media, name=name, at=now)
        self._uow.file_rows.put(id, FileRow(new))

    def due(self, conversation_id: int, now: dt.datetime) -> Sequence[PatientFile]:
        self._uow.lock("files", conversation_id)
        return [
            file
            for file in self.of(conversation_id)
            if file.state is FileState.EXPECTED and (file.retry_at is None or file.retry_at <= now)
        ]

    def count_attempt(self, file_id: int, retry_at: dt.datetime) -> None:
        if row := self._uow.file_rows.get(file_id):
            self._change(row, attempts=row.file.attempts + 1, retry_at=retry_at)

    def keep(self, file_id: int, content: bytes, kind: str, now: dt.datetime) -> None:
        row = self._uow.file_rows.get(file_id)
        if row and row.file.state is FileState.EXPECTED:
            row = row._replace(content=content)
            self._change(row, state=FileState.KEPT, kind=kind, size=len(content), settled_at=now, retry_at=None)

    def give_up(self, file_id: int, state: FileState, now: dt.datetime) -> None:
        row = self._uow.file_rows.get(file_id)
        if row and row.file.state is FileState.EXPECTED:
            self._change(row, state=state, settled_at=now, retry_at=None)

    def untold(self, conversation_id: int) -> Sequence[PatientFile]:
        self._uow.lock("files", conversation_id)
        files = self.of(conversation_id)
        return [file for file in files if file.state is not FileState.EXPECTED and file.told_at is None]

    def mark_told(self, ids: Collection[int], now: dt.datetime) -> None:
        for id in ids:
            if row := self._uow.file_rows.get(id):
                self._change(row, told_at=now)

    def waiting(self, now: dt.datetime, before: dt.datetime) -> Sequence[int]:
        def left(file: PatientFile) -> bool:
            again = file.retry_at is not None and file.retry_at <= now
            settled = file.settled_at is not None and file.settled_at < before
            return file.told_at is None and (again or settled or (file.attempts == 0 and file.at < before))

        return sorted({row.file.conversation_id for row in self._uow.file_rows.values() if left(row.file)})

    def of(self, conversation_id: int) -> Sequence[PatientFile]:
        mine = [row.file for row in self._uow.file_rows.values() if row.file.conversation_id == conversation_id]
        return sorted(mine, key=lambda file: file.id)

    def content(self, file_id: int) -> bytes | None:
        row = self._uow.file_rows.get(file_id)
        return row.content if row else None

    def erase(self, conversation_id: int) -> int:
        return self._remove(self.of(conversation_id))

    def forget(self, before: dt.datetime) -> int:
        return self._remove([row.file for row in self._uow.file_rows.values() if row.file.at < before])

    def _remove(self, files: Sequence[PatientFile]) -> int:
        for file in files:
            self._uow.file_rows.remove(file.id)
        return len(files)

    def _change(self, row: FileRow, **values: object) -> None:
        self._uow.file_rows.put(row.file.id, row._replace(file=row.file.model_copy(update=values)))
