"""Appointments, held and booked, and what happened to them."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import ExcludeConstraint
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import (
    LIVE,
    ActorKind,
    EventKind,
    ReminderAnswer,
    ReminderState,
    Skipped,
    Status,
    TellingState,
    ToldOf,
)
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of

DOCTOR_OVERLAP = "citas_medicas_doctor_sin_traslape"


PATIENT_OVERLAP = "citas_medicas_paciente_sin_traslape"


IS_LIVE = one_of("estado", sorted(LIVE))


class AppointmentRow(Base):
    """A hold or an appointment. That none overlap is decided here, whatever the code does."""

    __tablename__ = "citas_medicas"
    __table_args__ = (
        CheckConstraint(one_of("estado", Status), name="estado"),
        CheckConstraint("fin > inicio", name="horario"),
        CheckConstraint(
            "CASE WHEN estado = 'apartada'"
            " THEN paciente_id IS NULL AND vence_en IS NOT NULL AND conversacion_id IS NOT NULL"
            " ELSE paciente_id IS NOT NULL AND vence_en IS NULL END",
            name="apartado",
        ),
        # Degenerate ranges stand for equality: the plain operator would need an extension (btree_gist).
        ExcludeConstraint(
            (text("int8range(doctor_id, doctor_id, '[]')"), "&&"),
            (text("tstzrange(inicio, fin, '[)')"), "&&"),
            where=text(f"{IS_LIVE} AND NOT sobrecupo"),
            name=DOCTOR_OVERLAP,
        ),
        ExcludeConstraint(
            (text("int8range(paciente_id, paciente_id, '[]')"), "&&"),
            (text("tstzrange(inicio, fin, '[)')"), "&&"),
            where=text(f"{IS_LIVE} AND paciente_id IS NOT NULL AND NOT sobrecupo"),
            name=PATIENT_OVERLAP,
        ),
        Index(None, "inicio"),
        Index(None, "doctor_id", "inicio"),
        Index(None, "paciente_id", "inicio"),
        Index("ix_citas_medicas_vivas", "doctor_id", "inicio", postgresql_where=text(IS_LIVE)),
        # When anybody is taken, without the rows themselves: every offer reads it, of all doctors.
        Index(
            "ix_citas_medicas_ocupado",
            *("inicio", "fin", "tipo", "doctor_id"),
            postgresql_include=["vence_en", "conversacion_id", "id"],
            postgresql_where=text(IS_LIVE),
        ),
        Index("ix_citas_medicas_apartadas", "conversacion_id", postgresql_where=text("estado = 'apartada'")),
    )

    id: Mapped[Key]
    status: Mapped[str] = mapped_column("estado")
    start: Mapped[dt.datetime] = mapped_column("inicio")
    end: Mapped[dt.datetime] = mapped_column("fin")
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    patient_id: Mapped[Reference | None] = mapped_column("paciente_id", ForeignKey("pacientes.id"))
    conversation_id: Mapped[Reference | None] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    expires_at: Mapped[dt.datetime | None] = mapped_column("vence_en")
    visit: Mapped[str] = mapped_column("tipo")
    reason: Mapped[str | None] = mapped_column("motivo")
    cancel_reason: Mapped[str | None] = mapped_column("motivo_cancelacion")
    overbooked: Mapped[bool] = mapped_column("sobrecupo", server_default=text("false"))
    arrived_at: Mapped[dt.datetime | None] = mapped_column("llego_en")
    assigned: Mapped[dict[str, Any] | None] = mapped_column("asignacion")  # why this doctor
    version: Mapped[int]
    created_at: Mapped[dt.datetime] = mapped_column("creada_en")
    updated_at: Mapped[dt.datetime] = mapped_column("actualizada_en")


NOT_TOLD = "avisado_en IS NULL AND actor = 'paciente' AND tipo IN ('agendada', 'movida', 'cancelada')"
"""Events that staff are to hear of, and have not."""


class AppointmentEventRow(Base):
    """A change of an appointment. Holds are no appointments yet and leave none."""

    __tablename__ = "eventos_cita"
    __table_args__ = (
        CheckConstraint(one_of("tipo", EventKind), name="tipo"),
        CheckConstraint(one_of("actor", ActorKind), name="actor"),
        Index(None, "cita_id", "id"),
        Index("ix_eventos_cita_por_avisar", "id", postgresql_where=text(NOT_TOLD)),
    )

    id: Mapped[Key]
    appointment_id: Mapped[Reference] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    kind: Mapped[str] = mapped_column("tipo")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    actor: Mapped[str]
    actor_person_id: Mapped[Reference | None] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    actor_name: Mapped[str | None] = mapped_column("actor_nombre")
    before: Mapped[dict[str, Any] | None] = mapped_column("antes")
    after: Mapped[dict[str, Any]] = mapped_column("despues")
    why: Mapped[str | None] = mapped_column("motivo")
    told_at: Mapped[dt.datetime | None] = mapped_column("avisado_en")  # to staff


class TellingRow(Base):
    """A change of an appointment by staff that its patient is to hear of; `mensaje_id` is the message that tells it."""

    __tablename__ = "avisos_cita"
    __table_args__ = (
        CheckConstraint(one_of("que", ToldOf), name="que"),
        CheckConstraint(one_of("estado", TellingState), name="estado"),
        CheckConstraint("(estado = 'mensaje') = (mensaje_id IS NOT NULL)", name="mensaje"),
        CheckConstraint("(estado = 'por_avisar') = (hecho_en IS NULL)", name="hecho"),
        CheckConstraint("(que = 'retraso') = (minutos IS NOT NULL)", name="minutos"),
        Index(
            "ix_avisos_cita_una_vez",
            *("cita_id", "cita_version", "que"),
            unique=True,
            postgresql_where=text("que NOT IN ('retraso', 'ausencia', 'regreso')"),
        ),
        Index(None, "mensaje_id"),
        Index("ix_avisos_cita_por_avisar", "cita_id", postgresql_where=text("estado = 'por_avisar'")),
    )

    id: Mapped[Key]
    appointment_id: Mapped[Reference] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    version: Mapped[int] = mapped_column("cita_version")
    what: Mapped[str] = mapped_column("que")
    before: Mapped[dict[str, Any] | None] = mapped_column("antes")
    minutes: Mapped[int | None] = mapped_column("minutos")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    person_id: Mapped[Reference | None] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    state: Mapped[str] = mapped_column("estado")
    done_at: Mapped[dt.datetime | None] = mapped_column("hecho_en")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))


class AskedToMoveRow(Base):
    """The patient of an appointment whose doctor will not be there was offered another time; doctor and start as they
    were then."""

    __tablename__ = "citas_por_mover"
    __table_args__ = (Index("ix_citas_por_mover_limite", "limite", postgresql_where=text("avisado_en IS NULL")),)

    appointment_id: Mapped[Reference] = mapped_column(
        "cita_id", ForeignKey("citas_medicas.id"), primary_key=True, autoincrement=False
    )
    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"))
    start: Mapped[dt.datetime] = mapped_column("inicio")
    asked_at: Mapped[dt.datetime] = mapped_column("pedido_en")
    answer_by: Mapped[dt.datetime] = mapped_column("limite")
    called_at: Mapped[dt.datetime | None] = mapped_column("avisado_en")


class ReminderRow(Base):
    """A reminder of an appointment as it was in that version; `mensaje_id` is the message that says it."""

    __tablename__ = "recordatorios"
    __table_args__ = (
        CheckConstraint(one_of("estado", ReminderState), name="estado"),
        CheckConstraint(one_of("motivo", Skipped), name="motivo"),
        CheckConstraint(one_of("respuesta", ReminderAnswer), name="respuesta"),
        CheckConstraint("(estado = 'omitido') = (motivo IS NOT NULL)", name="omitido"),
        CheckConstraint("(estado IN ('mensaje', 'respondido')) = (mensaje_id IS NOT NULL)", name="mensaje"),
        CheckConstraint("(estado = 'respondido') = (respuesta IS NOT NULL)", name="respondido"),
        CheckConstraint("(estado = 'por_enviar') = (hecho_en IS NULL)", name="hecho"),
        UniqueConstraint("cita_id", "cita_version", "minutos"),
        Index(None, "mensaje_id"),
        Index(None, "toca_en"),
        Index("ix_recordatorios_por_enviar", "toca_en", postgresql_where=text("estado = 'por_enviar'")),
    )

    id: Mapped[Key]
    appointment_id: Mapped[Reference] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    version: Mapped[int] = mapped_column("cita_version")
    minutes: Mapped[int] = mapped_column("minutos")
    due_at: Mapped[dt.datetime] = mapped_column("toca_en")
    state: Mapped[str] = mapped_column("estado")
    why: Mapped[str | None] = mapped_column("motivo")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))
    answer: Mapped[str | None] = mapped_column("respuesta")
    answered_at: Mapped[dt.datetime | None] = mapped_column("respondido_en")
    done_at: Mapped[dt.datetime | None] = mapped_column("hecho_en")
