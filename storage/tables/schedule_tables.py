"""The clinic, its doctors and when they work."""

from __future__ import annotations

import datetime as dt
from typing import Any
from uuid import UUID

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, func
from sqlalchemy.dialects.postgresql import TSTZMULTIRANGE
from sqlalchemy.dialects.postgresql.ranges import MultiRange
from sqlalchemy.orm import Mapped, mapped_column

from storage.base import Base
from storage.tables.columns import Key, Reference


class DoctorRow(Base):
    __tablename__ = "doctores"
    __table_args__ = (CheckConstraint("peso >= 1", name="peso"),)

    id: Mapped[Key]
    name: Mapped[str] = mapped_column("nombre")
    specialty: Mapped[str | None] = mapped_column("especialidad")
    weight: Mapped[int] = mapped_column("peso")
    active: Mapped[bool] = mapped_column("activo")
    by_turn: Mapped[bool] = mapped_column("turno_general")
    room: Mapped[str | None] = mapped_column("consultorio")


class FairTurnRow(Base):
    """One row to lock per doctor: whoever assigns takes it first, so two assignments never count the same."""

    __tablename__ = "control_turnos"

    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"), primary_key=True, autoincrement=False)
    outside: Mapped[MultiRange[dt.datetime]] = mapped_column("fuera", TSTZMULTIRANGE, server_default="{}")
    """When they took no part: before they joined, and while they were not active."""


class OpeningRow(Base):
    __tablename__ = "disponibilidad_medica"
    __table_args__ = (
        CheckConstraint("dia_semana BETWEEN 0 AND 6", name="dia_semana"),
        CheckConstraint("minutos > 0", name="minutos"),
    )

    id: Mapped[Key]
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"), index=True)
    weekday: Mapped[int] = mapped_column("dia_semana", SmallInteger)  # 0 is Monday
    start: Mapped[dt.time] = mapped_column("inicio")
    end: Mapped[dt.time] = mapped_column("fin")
    slot_minutes: Mapped[int] = mapped_column("minutos")
    daily_cap: Mapped[int | None] = mapped_column("tope_diario")
    valid_from: Mapped[dt.date | None] = mapped_column("vigente_desde")
    valid_to: Mapped[dt.date | None] = mapped_column("vigente_hasta")


class OverrideRow(Base):
    __tablename__ = "excepciones_agenda"
    __table_args__ = (Index(None, "doctor_id", "fecha"),)

    id: Mapped[Key]
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    date: Mapped[dt.date] = mapped_column("fecha")
    start: Mapped[dt.time | None] = mapped_column("inicio")
    end: Mapped[dt.time | None] = mapped_column("fin")


class AbsenceRow(Base):
    __tablename__ = "ausencias"
    __table_args__ = (CheckConstraint("fin > inicio", name="horario"), Index(None, "doctor_id", "fin"))

    id: Mapped[Key]
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    start: Mapped[dt.datetime] = mapped_column("inicio")
    end: Mapped[dt.datetime] = mapped_column("fin")
    reason: Mapped[str | None] = mapped_column("motivo")


class BlockRow(Base):
    __tablename__ = "bloqueos_recurrentes"
    __table_args__ = (CheckConstraint("dia_semana BETWEEN 0 AND 6", name="dia_semana"),)

    id: Mapped[Key]
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"), index=True)
    weekday: Mapped[int] = mapped_column("dia_semana", SmallInteger)  # 0 is Monday
    start: Mapped[dt.time] = mapped_column("inicio")
    end: Mapped[dt.time] = mapped_column("fin")
    valid_from: Mapped[dt.date | None] = mapped_column("vigente_desde")
    valid_to: Mapped[dt.date | None] = mapped_column("vigente_hasta")
    reason: Mapped[str | None] = mapped_column("motivo")


class SpecialDayRow(Base):
    """The whole clinic closed on a date, or open on a holiday."""

    __tablename__ = "dias_especiales"

    id: Mapped[Key]
    date: Mapped[dt.date] = mapped_column("fecha", unique=True)
    open: Mapped[bool] = mapped_column("abre")
    reason: Mapped[str | None] = mapped_column("motivo")


class VisitLengthRow(Base):
    """Length of a type of visit and what is kept free around it; without a doctor, with any."""

    __tablename__ = "duraciones_visita"
    __table_args__ = (
        Index(
            "ix_duraciones_visita_tipo_doctor_id", "tipo", "doctor_id", unique=True, postgresql_nulls_not_distinct=True
        ),
        CheckConstraint("minutos > 0", name="minutos"),
        CheckConstraint("minutos_antes >= 0 AND minutos_despues >= 0", name="alrededor"),
    )

    id: Mapped[Key]
    visit: Mapped[str] = mapped_column("tipo")
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))
    minutes: Mapped[int | None] = mapped_column("minutos")
    buffer_before: Mapped[int] = mapped_column("minutos_antes")
    buffer_after: Mapped[int] = mapped_column("minutos_despues")


class ClinicRow(Base):
    """One row."""

    __tablename__ = "clinica"
    __table_args__ = (CheckConstraint("id = 1", name="unica"),)

    id: Mapped[int] = mapped_column(SmallInteger, primary_key=True, autoincrement=False)
    name: Mapped[str] = mapped_column("nombre")
    zone: Mapped[str] = mapped_column("zona")
    address: Mapped[str | None] = mapped_column("direccion")
    phone: Mapped[str | None] = mapped_column("telefono")
    opens: Mapped[dt.time] = mapped_column("abre")
    closes: Mapped[dt.time] = mapped_column("cierra")
    policy: Mapped[dict[str, Any]] = mapped_column("politica")
    rules_version: Mapped[UUID] = mapped_column("version_agenda", server_default=func.gen_random_uuid())
    """Another one with every change of doctors, weekly hours, recurring blocks and lengths of visits."""
    demo: Mapped[bool]
    answers: Mapped[dict[str, Any]] = mapped_column("respuestas", server_default="{}")
    """What it answers to the usual questions."""
