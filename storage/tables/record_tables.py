"""What doctors wrote down of visits. Vectors are not among the tables: see `storage/vectors`."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import TSVECTOR
from sqlalchemy.orm import Mapped, mapped_column

from storage.base import Base
from storage.tables.columns import Key, Reference


class MedicalRecordRow(Base):
    """One of a visit: whose, by whom, what was found."""

    __tablename__ = "historiales_medicos"
    __table_args__ = (
        CheckConstraint("diagnostico_principal <> ''", name="diagnostico"),
        UniqueConstraint("doctor_id", "id"),
        Index("ix_historiales_medicos_doctor_id_fecha", "doctor_id", "fecha"),
        Index(None, "paciente_id"),
        Index("ix_historiales_medicos_cita_id", "cita_id", postgresql_where=text("cita_id IS NOT NULL")),
    )

    id: Mapped[Key]
    patient_id: Mapped[Reference] = mapped_column("paciente_id", ForeignKey("pacientes.id"))
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    appointment_id: Mapped[Reference | None] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    at: Mapped[dt.datetime] = mapped_column("fecha")
    diagnosis: Mapped[str] = mapped_column("diagnostico_principal")
    symptoms: Mapped[str] = mapped_column("sintomas")
    searched: Mapped[Any] = mapped_column("busqueda", TSVECTOR)
