"""The clinic's documents. Vectors of passages are not among the tables: see `storage/vectors`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from booking.models.documents import Area
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class DocumentRow(Base):
    """One document of each name; an earlier version of it leaves its number only."""

    __tablename__ = "documentos"
    __table_args__ = (CheckConstraint(one_of("area", Area), name="area"),)

    id: Mapped[Key]
    name: Mapped[str] = mapped_column("nombre", unique=True)
    area: Mapped[str]
    version: Mapped[int]
    file: Mapped[str] = mapped_column("archivo")
    digest: Mapped[str] = mapped_column("huella")
    at: Mapped[dt.datetime] = mapped_column("cargado_en")
    loaded_by: Mapped[str | None] = mapped_column("cargado_por")


class PassageRow(Base):
    """A passage. `folded` is its text with its headings and its document's name, folded; `titles` what full text makes
    of these headings alone, `searched` of all of it."""

    __tablename__ = "pasajes"
    __table_args__ = (
        UniqueConstraint("documento_id", "orden"),
        Index("ix_pasajes_busqueda", "busqueda", postgresql_using="gin"),
    )

    id: Mapped[Key]
    document_id: Mapped[Reference] = mapped_column("documento_id", ForeignKey("documentos.id", ondelete="CASCADE"))
    place: Mapped[int] = mapped_column("orden")
    heading: Mapped[str] = mapped_column("encabezado")
    text: Mapped[str] = mapped_column("texto")
    folded: Mapped[str] = mapped_column("palabras")
    titles: Mapped[Any] = mapped_column("titulos", TSVECTOR)
    searched: Mapped[Any] = mapped_column("busqueda", TSVECTOR)
