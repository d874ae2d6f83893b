"""What staff are called for, when they are on duty, and what they do in chats by hand."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import ByHandKind, Summary
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class NoticeRow(Base):
    """Something that staff must look at; seen, and done, by somebody."""

    __tablename__ = "avisos_personal"
    __table_args__ = (
        CheckConstraint("(visto_en IS NULL) = (visto_por IS NULL)", name="visto"),
        CheckConstraint("(atendido_en IS NULL) = (atendido_por IS NULL)", name="atendido"),
        Index("ix_avisos_personal_abiertos", "id", postgresql_where=text("atendido_en IS NULL")),
    )

    id: Mapped[Key]
    at: Mapped[dt.datetime] = mapped_column("creado_en")
    kind: Mapped[str] = mapped_column("tipo")
    conversation_id: Mapped[Reference | None] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    detail: Mapped[str] = mapped_column("detalle")
    seen_at: Mapped[dt.datetime | None] = mapped_column("visto_en")
    seen_by: Mapped[str | None] = mapped_column("visto_por")
    done_at: Mapped[dt.datetime | None] = mapped_column("atendido_en")
    done_by: Mapped[str | None] = mapped_column("atendido_por")
    pushed: Mapped[int] = mapped_column("mandado", SmallInteger, server_default=text("0"))
    pushed_at: Mapped[dt.datetime | None] = mapped_column("mandado_en")


class DutyRow(Base):
    """Hours of the week in which somebody is told of notices."""

    __tablename__ = "guardias"
    __table_args__ = (
        CheckConstraint("dia_semana BETWEEN 0 AND 6", name="dia_semana"),
        CheckConstraint("fin > inicio OR fin = '00:00'", name="horario"),
        Index(None, "usuario_id"),
    )

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    weekday: Mapped[int] = mapped_column("dia_semana", SmallInteger)  # 0 is Monday
    start: Mapped[dt.time] = mapped_column("inicio")
    end: Mapped[dt.time] = mapped_column("fin")


class SummaryRow(Base):
    """Somebody of the staff was told what a day brings, or brought; at most once each."""

    __tablename__ = "resumenes_personal"
    __table_args__ = (CheckConstraint(one_of("cual", Summary), name="cual"),)

    person_id: Mapped[Reference] = mapped_column(
        "usuario_id", ForeignKey("usuarios.id"), primary_key=True, autoincrement=False
    )
    date: Mapped[dt.date] = mapped_column("fecha", primary_key=True)
    which: Mapped[str] = mapped_column("cual", primary_key=True)
    at: Mapped[dt.datetime] = mapped_column("hecho_en")


class ByHandRow(Base):
    """What somebody of the clinic did in a chat in place of the bot."""

    __tablename__ = "chats_a_mano"
    __table_args__ = (CheckConstraint(one_of("tipo", ByHandKind), name="tipo"), Index(None, "conversacion_id", "id"))

    id: Mapped[Key]
    conversation_id: Mapped[Reference] = mapped_column("conversacion_id", ForeignKey("conversaciones.id"))
    kind: Mapped[str] = mapped_column("tipo")
    at: Mapped[dt.datetime] = mapped_column("ocurrido_en")
    by: Mapped[str] = mapped_column("quien")
    outbox_id: Mapped[Reference | None] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"))
    text: Mapped[str | None] = mapped_column("texto")
    wamid: Mapped[str | None] = mapped_column(unique=True)  # of what was typed on the clinic's telephone
