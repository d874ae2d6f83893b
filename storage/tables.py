"""The tables. The only place that knows their Spanish names; attributes are those of `booking.models`.

Every moment is stored with its zone and comes from the caller: no column has a default of the database's clock.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    ForeignKey,
    Identity,
    Index,
    SmallInteger,
    UniqueConstraint,
    text,
)
from sqlalchemy.dialects.postgresql import TSTZMULTIRANGE, ExcludeConstraint
from sqlalchemy.dialects.postgresql.ranges import MultiRange
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import LIVE, ActorKind, Control, EventKind, IdentityKind, State, Status
from storage.base import Base

Key = Annotated[int, mapped_column(BigInteger, Identity(), primary_key=True)]
Reference = Annotated[int, mapped_column(BigInteger)]

DOCTOR_OVERLAP = "citas_medicas_doctor_sin_traslape"
PATIENT_OVERLAP = "citas_medicas_paciente_sin_traslape"


def _one_of(column: str, values: Iterable[StrEnum]) -> str:
    return f"{column} IN ({', '.join(repr(v.value) for v in values)})"


_LIVE = _one_of("estado", sorted(LIVE))


class PersonRow(Base):
    __tablename__ = "usuarios"

    id: Mapped[Key]
    name: Mapped[str | None] = mapped_column("nombre")
    phone: Mapped[str | None] = mapped_column("telefono", unique=True)  # canonical E.164
    notice_version: Mapped[str | None] = mapped_column("aviso_version")
    opted_out: Mapped[bool] = mapped_column("baja")
    created_at: Mapped[dt.datetime] = mapped_column("creado_en")
    seen_at: Mapped[dt.datetime | None] = mapped_column("visto_en")


class GrantRow(Base):
    """A right beyond a patient's. Without a row, or with one that lapsed, there is none."""

    __tablename__ = "roles_usuario"
    __table_args__ = (
        UniqueConstraint("usuario_id", "rol"),
        CheckConstraint("rol IN ('admin', 'doctor', 'staff')", name="rol"),
        CheckConstraint("(rol = 'doctor') = (doctor_id IS NOT NULL)", name="doctor"),
    )

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    role: Mapped[str] = mapped_column("rol")
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))
    until: Mapped[dt.datetime | None] = mapped_column("vence_en")
    granted_at: Mapped[dt.datetime] = mapped_column("otorgado_en")


class InvitationRow(Base):
    """A one-time code that gives a number a right. The code itself is not stored."""

    __tablename__ = "codigos_alta"
    __table_args__ = (
        CheckConstraint("rol IN ('admin', 'doctor', 'staff')", name="rol"),
        CheckConstraint("(rol = 'doctor') = (doctor_id IS NOT NULL)", name="doctor"),
    )

    id: Mapped[Key]
    phone: Mapped[str] = mapped_column("telefono", unique=True)  # canonical E.164; a new code replaces the one before
    role: Mapped[str] = mapped_column("rol")
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))
    until: Mapped[dt.datetime | None] = mapped_column("rol_vence_en")
    salt: Mapped[str] = mapped_column("sal")
    digest: Mapped[str] = mapped_column("huella")
    expires_at: Mapped[dt.datetime] = mapped_column("vence_en")
    tries: Mapped[int] = mapped_column("intentos")


class SessionRow(Base):
    """A stretch of writing with pauses under 24 hours."""

    __tablename__ = "user_sessions"
    __table_args__ = (Index(None, "user_id", "last_activity"), Index(None, "last_activity"))

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("user_id", ForeignKey("usuarios.id"))
    started_at: Mapped[dt.datetime]
    last_activity: Mapped[dt.datetime]
    messages: Mapped[int] = mapped_column("messages_count")


class StageRow(Base):
    """How long one stage of a turn or job took and what came of it."""

    __tablename__ = "metricas_nodos"
    __table_args__ = (Index(None, "nodo", "created_at"), Index(None, "created_at"))

    id: Mapped[Key]
    stage: Mapped[str] = mapped_column("nodo")
    conversation_id: Mapped[int | None] = mapped_column("conversacion_id", BigInteger)
    took_ms: Mapped[float] = mapped_column("duracion_ms")
    outcome: Mapped[str] = mapped_column("estado")
    error: Mapped[str | None]  # the kind of failure, never what was said
    at: Mapped[dt.datetime] = mapped_column("created_at")


class IdentityRow(Base):
    __tablename__ = "identidades"
    __table_args__ = (
        UniqueConstraint("tipo", "valor"),
        CheckConstraint(_one_of("tipo", IdentityKind), name="tipo"),
    )

    id: Mapped[Key]
    kind: Mapped[str] = mapped_column("tipo")
    value: Mapped[str] = mapped_column("valor")
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"), index=True)


class DoctorRow(Base):
    __tablename__ = "doctores"
    __table_args__ = (CheckConstraint("peso >= 1", name="peso"),)

    id: Mapped[Key]
    name: Mapped[str] = mapped_column("nombre")
    specialty: Mapped[str | None] = mapped_column("especialidad")
    weight: Mapped[int] = mapped_column("peso")
    active: Mapped[bool] = mapped_column("activo")


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
    kind: Mapped[str] = mapped_column("tipo")
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))
    minutes: Mapped[int | None] = mapped_column("minutos")
    buffer_before: Mapped[int] = mapped_column("minutos_antes")
    buffer_after: Mapped[int] = mapped_column("minutos_despues")


class PatientRow(Base):
    __tablename__ = "pacientes"
    __table_args__ = (UniqueConstraint("usuario_id", "nombre_clave"),)

    id: Mapped[Key]
    person_id: Mapped[Reference | None] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    name: Mapped[str] = mapped_column("nombre")
    name_key: Mapped[str] = mapped_column("nombre_clave")  # without accents and case
    phone: Mapped[str | None] = mapped_column("telefono")
    doctor_id: Mapped[Reference | None] = mapped_column(ForeignKey("doctores.id"))  # who entered them
    created_at: Mapped[dt.datetime] = mapped_column("creado_en")


class ConversationRow(Base):
    __tablename__ = "conversaciones"
    __table_args__ = (
        CheckConstraint(_one_of("estado", State), name="estado"),
        CheckConstraint(_one_of("control", Control), name="control"),
        CheckConstraint("(responder_tipo IS NULL) = (responder_valor IS NULL)", name="responder"),
        Index("ix_conversaciones_control_hasta", "control_hasta", postgresql_where=text("control = 'human'")),
    )

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"), unique=True)
    state: Mapped[str] = mapped_column("estado")
    control: Mapped[str]
    control_until: Mapped[dt.datetime | None] = mapped_column("control_hasta")
    draft: Mapped[dict[str, Any] | None] = mapped_column("borrador")
    offer: Mapped[dict[str, Any] | None] = mapped_column("oferta")
    misses: Mapped[int] = mapped_column("fallos")
    version: Mapped[int]
    draft_version: Mapped[int] = mapped_column("version_borrador")
    turns: Mapped[int] = mapped_column("turnos")
    reply_kind: Mapped[str | None] = mapped_column("responder_tipo")
    reply_value: Mapped[str | None] = mapped_column("responder_valor")
    updated_at: Mapped[dt.datetime] = mapped_column("actualizada_en", index=True)


class AppointmentRow(Base):
    """A hold or an appointment. That none overlap is decided here, whatever the code does."""

    __tablename__ = "citas_medicas"
    __table_args__ = (
        CheckConstraint(_one_of("estado", Status), name="estado"),
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
            where=text(f"{_LIVE} AND NOT sobrecupo"),
            name=DOCTOR_OVERLAP,
        ),
        ExcludeConstraint(
            (text("int8range(paciente_id, paciente_id, '[]')"), "&&"),
            (text("tstzrange(inicio, fin, '[)')"), "&&"),
            where=text(f"{_LIVE} AND paciente_id IS NOT NULL AND NOT sobrecupo"),
            name=PATIENT_OVERLAP,
        ),
        Index(None, "inicio"),
        Index(None, "doctor_id", "inicio"),
        Index(None, "paciente_id", "inicio"),
        Index("ix_citas_medicas_vivas", "doctor_id", postgresql_where=text(_LIVE)),
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
    kind: Mapped[str] = mapped_column("tipo")
    reason: Mapped[str | None] = mapped_column("motivo")
    cancel_reason: Mapped[str | None] = mapped_column("motivo_cancelacion")
    overbooked: Mapped[bool] = mapped_column("sobrecupo", server_default=text("false"))
    arrived_at: Mapped[dt.datetime | None] = mapped_column("llego_en")
    assigned: Mapped[dict[str, Any] | None] = mapped_column("asignacion")  # why this doctor
    version: Mapped[int]
    created_at: Mapped[dt.datetime] = mapped_column("creada_en")
    updated_at: Mapped[dt.datetime] = mapped_column("actualizada_en")


class AppointmentEventRow(Base):
    """A change of an appointment. Holds are no appointments yet and leave none."""

    __tablename__ = "eventos_cita"
    __table_args__ = (
        CheckConstraint(_one_of("tipo", EventKind), name="tipo"),
        CheckConstraint(_one_of("actor", ActorKind), name="actor"),
        Index(None, "cita_id", "id"),
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


class InboundRow(Base):
    """A message received. Without a conversation: addressed to another number, or damaged (then `raw`)."""

    __tablename__ = "mensajes_entrantes"
    __table_args__ = (
        Index(
            "ix_mensajes_entrantes_pendientes",
            "conversacion_id",
            "id",
            postgresql_where=text("turno_id IS NULL AND conversacion_id IS NOT NULL"),
        ),
    )

    id: Mapped[Key]
    wamid: Mapped[str] = mapped_column(unique=True)
    conversation_id: Mapped[Reference | None] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    turn_id: Mapped[Reference | None] = mapped_column("turno_id", ForeignKey("turnos_log.id"), index=True)
    sent_at: Mapped[dt.datetime | None] = mapped_column("enviado_en")
    received_at: Mapped[dt.datetime] = mapped_column("recibido_en")
    message: Mapped[dict[str, Any] | None] = mapped_column("mensaje")
    raw: Mapped[str | None] = mapped_column("crudo")
    attempts: Mapped[int] = mapped_column("intentos")
    last_error: Mapped[str | None] = mapped_column("ultimo_error")


class OutboundRow(Base):
    """A message of ours. `delivery` is the furthest WhatsApp told us of."""

    __tablename__ = "mensajes_salientes"
    __table_args__ = (
        CheckConstraint("estado IN ('pending', 'sent', 'failed')", name="estado"),
        Index(None, "conversacion_id", "id"),
        Index("ix_mensajes_salientes_pendientes", "conversacion_id", "id", postgresql_where=text("estado = 'pending'")),
    )

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    to_kind: Mapped[str] = mapped_column("para_tipo")
    to_value: Mapped[str] = mapped_column("para_valor")
    content: Mapped[dict[str, Any]] = mapped_column("contenido")
    reply_to: Mapped[str | None] = mapped_column("responde_a")
    created_at: Mapped[dt.datetime] = mapped_column("creado_en")
    state: Mapped[str] = mapped_column("estado")
    attempts: Mapped[int] = mapped_column("intentos")
    retry_at: Mapped[dt.datetime | None] = mapped_column("reintentar_en")
    wamid: Mapped[str | None] = mapped_column(unique=True)
    sent_at: Mapped[dt.datetime | None] = mapped_column("enviado_en")
    delivery: Mapped[str | None] = mapped_column("entrega")
    last_error: Mapped[str | None] = mapped_column("ultimo_error")


class TurnRow(Base):
    """The log: one `TurnRecord` a row, whole in `body`."""

    __tablename__ = "turnos_log"
    __table_args__ = (UniqueConstraint("conversacion_id", "numero"),)

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    number: Mapped[int] = mapped_column("numero")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    body: Mapped[dict[str, Any]] = mapped_column("cuerpo")


class NoticeRow(Base):
    __tablename__ = "avisos_personal"

    id: Mapped[Key]
    at: Mapped[dt.datetime] = mapped_column("creado_en")
    kind: Mapped[str] = mapped_column("tipo")
    conversation_id: Mapped[Reference | None] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    detail: Mapped[str] = mapped_column("detalle")


class ModelCallRow(Base):
    __tablename__ = "clasificaciones_llm"

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    at: Mapped[dt.datetime] = mapped_column("creado_en", index=True)
    model: Mapped[str] = mapped_column("modelo")
    classification: Mapped[str | None] = mapped_column("clasificacion")
    confidence: Mapped[float | None] = mapped_column("confianza")
    source: Mapped[str] = mapped_column("fuente")
    outcome: Mapped[str] = mapped_column("resultado")
    took_ms: Mapped[int] = mapped_column("tiempo_respuesta_ms")
    input_tokens: Mapped[int | None] = mapped_column("tokens_entrada")
    output_tokens: Mapped[int | None] = mapped_column("tokens_salida")
    text: Mapped[str | None] = mapped_column("texto")


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
    demo: Mapped[bool]
