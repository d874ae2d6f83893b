"""Files that patients send."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, LargeBinary, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import FileState
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class PatientFileRow(Base):
    """A file, with its content once it is here. The content is a column, not a large object nor a file of the home: it
    is stored, copied and erased with its row in one transaction, by whoever may change rows. It is kept out of line
    and not compressed, for pictures and PDF are."""

    __tablename__ = "archivos"
    __table_args__ = (
        CheckConstraint(one_of("estado", FileState), name="estado"),
        CheckConstraint("(estado = 'guardado') = (contenido IS NOT NULL)", name="contenido"),
        CheckConstraint("(contenido IS NULL) = (tipo IS NULL)", name="tipo"),
        CheckConstraint("(estado = 'por_traer') = (resuelto_en IS NULL)", name="resuelto"),
        Index(None, "conversacion_id", "id"),
        Index(None, "recibido_en"),
        Index("ix_archivos_por_ver", "conversacion_id", postgresql_where=text("avisado_en IS NULL")),
    )

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    message_id: Mapped[Reference] = mapped_column("mensaje_id", ForeignKey("mensajes_entrantes.id"), unique=True)
    media: Mapped[str] = mapped_column("medio")
    name: Mapped[str | None] = mapped_column("nombre")
    at: Mapped[dt.datetime] = mapped_column("recibido_en")
    state: Mapped[str] = mapped_column("estado")
    attempts: Mapped[int] = mapped_column("intentos", server_default=text("0"))
    retry_at: Mapped[dt.datetime | None] = mapped_column("reintentar_en")
    kind: Mapped[str | None] = mapped_column("tipo")
    content: Mapped[bytes | None] = mapped_column("contenido", LargeBinary)
    settled_at: Mapped[dt.datetime | None] = mapped_column("resuelto_en")
    told_at: Mapped[dt.datetime | None] = mapped_column("avisado_en")
