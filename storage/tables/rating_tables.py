"""How patients say that their visits were."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import RatingState
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class RatingRow(Base):
    """One of an appointment at most; `mensaje_id` is the message that asks."""

    __tablename__ = "calificaciones"
    __table_args__ = (
        CheckConstraint(one_of("estado", RatingState), name="estado"),
        CheckConstraint("nota BETWEEN 1 AND 5", name="nota"),
        CheckConstraint("(estado = 'contestada') = (nota IS NOT NULL)", name="contestada"),
        CheckConstraint("(nota IS NULL) = (contestada_en IS NULL)", name="cuando"),
        CheckConstraint("(estado IN ('preguntada', 'contestada')) = (mensaje_id IS NOT NULL)", name="mensaje"),
        CheckConstraint("(mensaje_id IS NULL) = (cita_version IS NULL)", name="version"),
        CheckConstraint("(estado = 'por_preguntar') = (hecho_en IS NULL)", name="hecho"),
        Index("ix_calificaciones_por_preguntar", "para", postgresql_where=text("estado = 'por_preguntar'")),
        Index(None, "hecho_en"),
    )

    id: Mapped[Key]
    appointment_id: Mapped[Reference] = mapped_column("cita_id", ForeignKey("citas_medicas.id"), unique=True)
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    due: Mapped[dt.datetime] = mapped_column("para")
    state: Mapped[str] = mapped_column("estado")
    version: Mapped[int | None] = mapped_column("cita_version")
    done_at: Mapped[dt.datetime | None] = mapped_column("hecho_en")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))
    mark: Mapped[int | None] = mapped_column("nota")
    answered_at: Mapped[dt.datetime | None] = mapped_column("contestada_en")
