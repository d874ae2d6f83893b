"""Invitations to book again."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import ComeBackState, ComeBackWhy
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class ComeBackRow(Base):
    """To who did not come, once for an appointment, and to who is to come back."""

    __tablename__ = "regresos"
    __table_args__ = (
        CheckConstraint(one_of("que", ComeBackWhy), name="que"),
        CheckConstraint(one_of("estado", ComeBackState), name="estado"),
        CheckConstraint("(estado = 'mensaje') = (mensaje_id IS NOT NULL)", name="mensaje"),
        CheckConstraint("(estado = 'por_mandar') = (hecho_en IS NULL)", name="hecho"),
        CheckConstraint("(que = 'falta') = (cita_id IS NOT NULL)", name="cita"),
        Index("ix_regresos_por_mandar", "para", postgresql_where=text("estado = 'por_mandar'")),
        Index(None, "paciente_id"),
    )

    id: Mapped[Key]
    patient_id: Mapped[Reference] = mapped_column("paciente_id", ForeignKey("pacientes.id"))
    why: Mapped[str] = mapped_column("que")
    due: Mapped[dt.datetime] = mapped_column("para")
    made_at: Mapped[dt.datetime] = mapped_column("creada_en")
    appointment_id: Mapped[Reference | None] = mapped_column("cita_id", ForeignKey("citas_medicas.id"), unique=True)
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))
    made_by: Mapped[str | None] = mapped_column("por")
    state: Mapped[str] = mapped_column("estado")
    done_at: Mapped[dt.datetime | None] = mapped_column("hecho_en")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))
