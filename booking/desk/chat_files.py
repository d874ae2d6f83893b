"""Use cases about the pictures and documents that came in a chat: list them, have one, erase them. Who looks is
recorded, whatever is shown."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from booking.desk.desk_errors import DeskRefused
from booking.desk.export_record import record_change, record_export
from booking.desk.find_people import clinic_of, find_chat
from booking.desk.json_views import Json, iso
from booking.desk.masking import name_of, profile_name
from booking.models import Conversation, FileState, PatientFile
from booking.models.patient_files import KINDS
from booking.ports import UnitOfWork

COLUMNS = ("Archivo", "Llegó", "Qué es", "Tamaño", "Cómo está", "Se llama")

STATES = {
    FileState.EXPECTED: "por llegar",
    FileState.KEPT: "guardado",
    FileState.GONE: "ya no está en WhatsApp; se le pidió otra vez",
    FileState.TOO_LARGE: "demasiado grande",
    FileState.WRONG_KIND: "no es foto ni PDF",
    FileState.NOT_FETCHED: "no se pudo descargar; se le pidió otra vez",
}


@dataclass(frozen=True, slots=True)
class Files:
    """Those of a chat. `whose` is as staff see whoever writes there."""

    chat: Conversation
    whose: str | None
    files: Sequence[PatientFile]
    zone: dt.tzinfo

    @property
    def kept(self) -> list[PatientFile]:
        """Those that can be had."""
        return [file for file in self.files if file.state is FileState.KEPT]


def look(uow: UnitOfWork, chat: str, who: str, now: dt.datetime, *, whole: bool, taken: bool = False) -> Files:
    """All of a chat, by its number or the person's telephone. The caller commits that `who` looked, or took them away,
    before showing anything. Raises DeskRefused."""
    found = find_chat(uow, chat)
    profile = uow.conversations.profiles([found.id]).get(found.id)
    whose = name_of(found.person.name, whole=whole) or profile_name(profile, whole=whole)
    record_export(uow, f"chats archivos {found.id}{' --guardar' if taken else ''}", who, now)
    return Files(found, whose, uow.files.of(found.id), ZoneInfo(clinic_of(uow).zone))


def opened(uow: UnitOfWork, chat: str, file_id: int, who: str, now: dt.datetime) -> tuple[PatientFile, bytes]:
    """One that is kept, and what it holds. The caller commits that `who` looked before showing it. Raises
    DeskRefused."""
    found = find_chat(uow, chat)
    file = next((one for one in uow.files.of(found.id) if one.id == file_id), None)
    content = uow.files.content(file_id) if file else None
    if file is None or content is None:
        raise DeskRefused("Ese archivo no está guardado.")
    record_export(uow, f"chats archivos {found.id}", who, now)
    return file, content


def erase(uow: UnitOfWork, files: Files, who: str, now: dt.datetime) -> int:
    """Nothing of them is left here; how many there were. Who did it is recorded."""
    record_change(uow, f"chats archivos {files.chat.id} --borrar", who, now)
    return uow.files.erase(files.chat.id)


def saved_as(file: PatientFile, zone: dt.tzinfo) -> str:
    """What such a file is called outside: never as its sender called it."""
    return f"chat{file.conversation_id}-{file.id}-{file.at.astimezone(zone):%Y%m%d-%H%M}.{KINDS[file.kind or '']}"


def as_json(files: Files) -> list[Json]:
    """All there is to say of them, but what they hold."""
    return [
        {
            "id": file.id,
            "recibido": iso(file.at, files.zone),
            "estado": file.state.value,
            "tipo": file.kind,
            "bytes": file.size,
            "nombre": file.name,
            "guardado_en": iso(file.settled_at, files.zone) if file.settled_at else None,
        }
        for file in files.files
    ]


def lines(files: Files, *, whole: bool) -> list[tuple[object, ...]]:
    """Of the table. What a file is called may tell as much as a name."""
    return [
        (
            file.id,
            f"{file.at.astimezone(files.zone):%d/%m/%Y %H:%M}",
            KINDS[file.kind].upper() if file.kind else None,
            _size(file.size),
            STATES[file.state],
            file.name if whole else None,
        )
        for file in files.files
    ]


def _size(size: int | None) -> str | None:
    if size is None:
        return None
    return f"{size / 1_048_576:.1f} MB" if size >= 104_858 else f"{max(size // 1024, 1)} KB"
