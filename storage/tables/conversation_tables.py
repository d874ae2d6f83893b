"""Conversations, their messages and what is kept of each turn."""

from __future__ import annotations

import datetime as dt
from typing import Any

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import Control, MessageClass, State
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


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


class PeriodicRunRow(Base):
    """When a periodic job last came to its end, by the database's clock: the clinic's may be moved."""

    __tablename__ = "trabajos_periodicos"

    name: Mapped[str] = mapped_column("nombre", primary_key=True)
    ended_at: Mapped[dt.datetime] = mapped_column("terminado_en")


class ConversationRow(Base):
    __tablename__ = "conversaciones"
    __table_args__ = (
        CheckConstraint(one_of("estado", State), name="estado"),
        CheckConstraint(one_of("control", Control), name="control"),
        CheckConstraint("(responder_tipo IS NULL) = (responder_valor IS NULL)", name="responder"),
        Index("ix_conversaciones_control_hasta", "control_hasta", postgresql_where=text("control = 'human'")),
        Index("ix_conversaciones_a_medias", "actualizada_en", postgresql_where=text("estado <> 'IDLE'")),
    )

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"), unique=True)
    state: Mapped[str] = mapped_column("estado")
    control: Mapped[str]
    control_until: Mapped[dt.datetime | None] = mapped_column("control_hasta")
    draft: Mapped[dict[str, Any] | None] = mapped_column("borrador")
    offer: Mapped[dict[str, Any] | None] = mapped_column("oferta")
    made: Mapped[dict[str, Any] | None] = mapped_column("hecha")
    question: Mapped[dict[str, Any] | None] = mapped_column("pregunta")
    unfinished: Mapped[dict[str, Any] | None] = mapped_column("busqueda_dejada")
    misses: Mapped[int] = mapped_column("fallos")
    version: Mapped[int]
    draft_version: Mapped[int] = mapped_column("version_borrador")
    turns: Mapped[int] = mapped_column("turnos")
    reply_kind: Mapped[str | None] = mapped_column("responder_tipo")
    reply_value: Mapped[str | None] = mapped_column("responder_valor")
    profile: Mapped[str | None] = mapped_column("nombre_perfil")  # as WhatsApp shows whoever writes, while unknown
    updated_at: Mapped[dt.datetime] = mapped_column("actualizada_en", index=True)


class WebhookBodyRow(Base):
    """What WhatsApp delivered, byte for byte, until it is taken apart."""

    __tablename__ = "entregas_webhook"

    id: Mapped[Key]
    received_at: Mapped[dt.datetime] = mapped_column("recibida_en")
    body: Mapped[bytes] = mapped_column("cuerpo")
    attempts: Mapped[int] = mapped_column("intentos", server_default=text("0"))


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
        Index(None, "conversacion_id", "enviado_en"),
        Index("ix_mensajes_entrantes_turno_id", "turno_id", postgresql_where=text("turno_id IS NOT NULL")),
    )

    id: Mapped[Key]
    wamid: Mapped[str] = mapped_column(unique=True)
    conversation_id: Mapped[Reference | None] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    turn_id: Mapped[Reference | None] = mapped_column("turno_id", ForeignKey("turnos_log.id"))
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
        CheckConstraint("estado IN ('pending', 'sent', 'failed', 'expired')", name="estado"),
        CheckConstraint(one_of("clase", MessageClass), name="clase"),
        Index(None, "conversacion_id", "id"),
        Index(
            "ix_mensajes_salientes_pendientes",
            "conversacion_id",
            "clase",
            "id",
            postgresql_where=text("estado = 'pending'"),
        ),
        CheckConstraint("(cita_id IS NULL) = (cita_version IS NULL)", name="cita"),
        Index("ix_mensajes_salientes_cita_id", "cita_id", postgresql_where=text("cita_id IS NOT NULL")),
    )

    id: Mapped[Key]
    token: Mapped[str] = mapped_column("seguimiento", unique=True)
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    to_kind: Mapped[str] = mapped_column("para_tipo")
    to_value: Mapped[str] = mapped_column("para_valor")
    content: Mapped[dict[str, Any]] = mapped_column("contenido")
    fallback: Mapped[dict[str, Any] | None] = mapped_column("respaldo")  # the template that says the same
    fell_back: Mapped[bool] = mapped_column("como_respaldo", server_default=text("false"))  # and went out instead
    message_class: Mapped[str] = mapped_column("clase")
    appointment_id: Mapped[Reference | None] = mapped_column("cita_id", ForeignKey("citas_medicas.id"))
    appointment_version: Mapped[int | None] = mapped_column("cita_version")
    expires_at: Mapped[dt.datetime | None] = mapped_column("vence_en")
    urgent: Mapped[bool] = mapped_column("urgente", server_default=text("false"))
    not_before: Mapped[dt.datetime | None] = mapped_column("no_antes")  # it waits for the end of quiet hours
    reply_to: Mapped[str | None] = mapped_column("responde_a")
    created_at: Mapped[dt.datetime] = mapped_column("creado_en")
    state: Mapped[str] = mapped_column("estado")
    attempts: Mapped[int] = mapped_column("intentos")
    retry_at: Mapped[dt.datetime | None] = mapped_column("reintentar_en")
    wamid: Mapped[str | None] = mapped_column(unique=True)
    sent_at: Mapped[dt.datetime | None] = mapped_column("enviado_en")
    repeated_wamid: Mapped[str | None] = mapped_column("wamid_repetido")
    pricing: Mapped[dict[str, Any] | None] = mapped_column("cobro")
    delivery: Mapped[str | None] = mapped_column("entrega")
    last_error: Mapped[str | None] = mapped_column("ultimo_error")


class HoldBackRow(Base):
    """A class of messages of which nothing is sent for a while, for our number or account sends too much."""

    __tablename__ = "envios_detenidos"

    message_class: Mapped[str] = mapped_column("clase", primary_key=True)
    until: Mapped[dt.datetime] = mapped_column("hasta")


class TemplateRow(Base):
    """What WhatsApp said last of a template of ours."""

    __tablename__ = "plantillas"

    name: Mapped[str] = mapped_column("nombre", primary_key=True)
    language: Mapped[str] = mapped_column("idioma", primary_key=True)
    at: Mapped[dt.datetime] = mapped_column("estado_en")
    status: Mapped[str | None] = mapped_column("estado")
    category: Mapped[str | None] = mapped_column("categoria")
    quality: Mapped[str | None] = mapped_column("calidad")
    reason: Mapped[str | None] = mapped_column("motivo")


class TurnRow(Base):
    """The log: one `TurnRecord` a row, in `body` but for the answers that tell of patients, which are forgotten."""

    __tablename__ = "turnos_log"
    __table_args__ = (
        UniqueConstraint("conversacion_id", "numero"),
        Index("ix_turnos_log_por_olvidar", "ocurrido_en", postgresql_where=text("efectos_clinicos IS NOT NULL")),
        Index("ix_turnos_log_por_recordar", "id", postgresql_where=text("por_recordar")),
    )

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    number: Mapped[int] = mapped_column("numero")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    body: Mapped[dict[str, Any]] = mapped_column("cuerpo")
    clinical: Mapped[dict[str, Any] | None] = mapped_column("efectos_clinicos")
    to_remember: Mapped[bool] = mapped_column("por_recordar", server_default=text("false"))  # and not written yet
    statements: Mapped[int | None] = mapped_column("sentencias")


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
