"""Who waits for a time to become free, and what they were offered."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models.who_waits import EntryState, OfferState
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class WaitingRow(Base):
    """Somebody who waits. What they wish is read when times are looked for, and by nobody in SQL."""

    __tablename__ = "lista_espera"
    __table_args__ = (
        CheckConstraint(one_of("estado", EntryState), name="estado"),
        CheckConstraint("(estado = 'espera') = (cerrada_en IS NULL)", name="cerrada"),
        Index(None, "conversacion_id"),
        Index("ix_lista_espera_cita_id", "cita_id", postgresql_where=text("cita_id IS NOT NULL")),
        Index("ix_lista_espera_activas", "creada_en", "id", postgresql_where=text("estado = 'espera'")),
    )

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    appointment_id: Mapped[Reference | None] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    name: Mapped[str | None] = mapped_column("nombre")
    for_other: Mapped[bool] = mapped_column("para_otro")
    wish: Mapped[dict[str, Any]] = mapped_column("deseo")
    known: Mapped[dict[str, Any]] = mapped_column("sabido")  # what they had, and what was free, when they joined
    created_at: Mapped[dt.datetime] = mapped_column("creada_en")
    expires_at: Mapped[dt.datetime] = mapped_column("vence_en")
    state: Mapped[str] = mapped_column("estado")
    closed_at: Mapped[dt.datetime | None] = mapped_column("cerrada_en")
    added_by: Mapped[str | None] = mapped_column("agregada_por")


class WaitingOfferRow(Base):
    """A time that somebody who waits was offered. The hold is a row of `citas_medicas` while it is held: none is named
    for good, for it is deleted when it is given back."""

    __tablename__ = "ofertas_espera"
    __table_args__ = (
        CheckConstraint(one_of("estado", OfferState), name="estado"),
        CheckConstraint("(estado = 'abierta') = (resuelta_en IS NULL)", name="resuelta"),
        Index(None, "espera_id", "id"),
        Index("ix_ofertas_espera_una_abierta", "espera_id", unique=True, postgresql_where=text("estado = 'abierta'")),
    )

    id: Mapped[Key]
    entry_id: Mapped[Reference] = mapped_column("espera_id", ForeignKey("lista_espera.id"))
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    start: Mapped[dt.datetime] = mapped_column("inicio")
    hold: Mapped[dict[str, Any]] = mapped_column("apartado")
    made_at: Mapped[dt.datetime] = mapped_column("hecha_en")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))
    state: Mapped[str] = mapped_column("estado")
    done_at: Mapped[dt.datetime | None] = mapped_column("resuelta_en")
