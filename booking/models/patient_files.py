"""Pictures and documents that patients send, kept for the staff."""

from __future__ import annotations

from enum import StrEnum
from types import MappingProxyType

from pydantic import Field

from booking.intents import Frozen
from booking.models.persons import Moment

KINDS = MappingProxyType({"image/jpeg": "jpg", "image/png": "png", "application/pdf": "pdf"})
"""What is kept, with how such a file's name ends."""

MEGABYTE = 1024 * 1024
LARGEST_IMAGE = 5 * MEGABYTE
"""Bytes that WhatsApp allows a picture."""
LARGEST_DOCUMENT = 100 * MEGABYTE
"""And a document. https://developers.facebook.com/documentation/business-messaging/whatsapp/business-phone-numbers/media"""

_PDF_BEGINS_WITHIN = 1024


class FileState(StrEnum):
    """What became of a file. All but the first is for good."""

    EXPECTED = "por_traer"
    KEPT = "guardado"
    GONE = "vencido"  # WhatsApp has it no more
    TOO_LARGE = "muy_grande"
    WRONG_KIND = "otro_tipo"
    NOT_FETCHED = "no_se_pudo"


class PatientFile(Frozen):
    """One that a message of a conversation brought, without its content. `media` is WhatsApp's id of it, `name` what
    the sender's telephone calls it; `kind` is what the content is, whatever was said, `size` in bytes. `retry_at`: it
    is not asked for again before. `told_at`: since then its sender knows, or staff in their place."""

    id: int
    conversation_id: int
    message_id: int
    media: str = Field(repr=False)
    name: str | None = Field(default=None, repr=False)
    at: Moment
    state: FileState = FileState.EXPECTED
    attempts: int = 0
    retry_at: Moment | None = None
    kind: str | None = None
    size: int | None = None
    settled_at: Moment | None = None
    told_at: Moment | None = None


def may_be_kept(declared: str | None) -> bool:
    """Whether a file that is said to be of this MIME type is worth asking for; what it is, its content says."""
    return declared is None or declared.partition(";")[0].strip().lower() in KINDS


def kind_of(content: bytes) -> str | None:
    """The MIME type that the content itself tells, of those that are kept; None for another."""
    if content.startswith(b"\xff\xd8\xff"):
        return "image/jpeg"
    if content.startswith(b"\x89PNG\r\n\x1a\n"):
        return "image/png"
    return "application/pdf" if b"%PDF-" in content[:_PDF_BEGINS_WITHIN] else None
