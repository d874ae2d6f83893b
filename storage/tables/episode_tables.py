"""What is remembered of people. Vectors of episodes are not among the tables: see `storage/vectors`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from booking.models.episodes import LONGEST, EpisodeKind
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class EpisodeRow(Base):
    """One for each thing that ended in a turn; it goes with the turn. `session_id` is of a session that may be
    forgotten before it; `details` says the same as the columns, as whoever reads the table from outside wants it."""

    __tablename__ = "memoria_episodica"
    __table_args__ = (
        UniqueConstraint("turno_id", "tipo", name="uq_memoria_episodica_turno_id_tipo"),
        CheckConstraint(one_of("tipo", EpisodeKind), name="tipo"),
        CheckConstraint(f"char_length(resumen) <= {LONGEST}", name="resumen"),
        UniqueConstraint("usuario_id", "id"),
        Index(
            "ix_memoria_episodica_de_quien",
            "usuario_id",
            "ocurrido_en",
            "id",
            postgresql_include=["tipo", "resumen", "busqueda"],
        ),
        Index(None, "ocurrido_en"),
    )

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    turn_id: Mapped[Reference] = mapped_column("turno_id", ForeignKey("turnos_log.id", ondelete="CASCADE"))
    session_id: Mapped[int | None] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column("tipo")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    text: Mapped[str] = mapped_column("resumen")
    details: Mapped[dict[str, Any]] = mapped_column("metadata")
    searched: Mapped[Any] = mapped_column("busqueda", TSVECTOR)
