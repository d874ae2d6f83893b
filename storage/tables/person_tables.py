"""Who writes, with which rights, and who is treated."""

from __future__ import annotations

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from booking.models import IdentityKind
from storage.base import Base
from storage.tables.columns import Key, Reference, one_of


class PersonRow(Base):
    __tablename__ = "usuarios"

    id: Mapped[Key]
    name: Mapped[str | None] = mapped_column("nombre")
    phone: Mapped[str | None] = mapped_column("telefono", unique=True)  # canonical E.164
    notice_version: Mapped[str | None] = mapped_column("aviso_version")
    opted_out: Mapped[bool] = mapped_column("baja")
    way_back_told_at: Mapped[dt.datetime | None] = mapped_column("regreso_dicho_en")
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


class PasswordRow(Base):
    """The digest of what one of the staff signs in to the pages with."""

    __tablename__ = "claves_personal"

    person_id: Mapped[int] = mapped_column("usuario_id", ForeignKey("usuarios.id"), primary_key=True)
    digest: Mapped[str] = mapped_column("clave")
    set_at: Mapped[dt.datetime] = mapped_column("puesta_en")


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


class IdentityRow(Base):
    __tablename__ = "identidades"
    __table_args__ = (
        UniqueConstraint("tipo", "valor"),
        CheckConstraint(one_of("tipo", IdentityKind), name="tipo"),
    )

    id: Mapped[Key]
    kind: Mapped[str] = mapped_column("tipo")
    value: Mapped[str] = mapped_column("valor")
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"), index=True)


class NoticeGivenRow(Base):
    """Somebody who never wrote was sent the privacy notice, in these very words."""

    __tablename__ = "consentimientos"

    id: Mapped[Key]
    person_id: Mapped[Reference] = mapped_column("usuario_id", ForeignKey("usuarios.id"), index=True)
    outbox_id: Mapped[Reference] = mapped_column("mensaje_id", ForeignKey("mensajes_salientes.id"), unique=True)
    wamid: Mapped[str]
    at: Mapped[dt.datetime] = mapped_column("enviado_en")
    version: Mapped[str] = mapped_column("aviso_version")
    sha256: Mapped[str] = mapped_column("texto_sha256")


class PatientRow(Base):
    __tablename__ = "pacientes"
    __table_args__ = (UniqueConstraint("usuario_id", "nombre_clave"),)

    id: Mapped[Key]
    person_id: Mapped[Reference | None] = mapped_column("usuario_id", ForeignKey("usuarios.id"))
    name: Mapped[str] = mapped_column("nombre")
    name_key: Mapped[str] = mapped_column("nombre_clave")  # without accents and case
    phone: Mapped[str | None] = mapped_column("telefono")
    email: Mapped[str | None] = mapped_column("correo")
    created_at: Mapped[dt.datetime] = mapped_column("creado_en")


class RegisteredRow(Base):
    """A doctor entered a patient, whom others may have entered too."""

    __tablename__ = "pacientes_doctores"

    doctor_id: Mapped[Reference] = mapped_column(ForeignKey("doctores.id"), primary_key=True)
    patient_id: Mapped[Reference] = mapped_column("paciente_id", ForeignKey("pacientes.id"), primary_key=True)
    created_at: Mapped[dt.datetime] = mapped_column("registrado_en")
