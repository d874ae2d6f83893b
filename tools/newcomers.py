"""Registering patients."""

from __future__ import annotations

from pydantic import Field

from booking.intents import Frozen
from booking.models import NewPatientOrder
from booking.models.folded_text import folded
from booking.models.tool_answers import Why
from tools.access import Access


class NewPatient(Frozen):
    nombre: str = Field(min_length=2, max_length=120, description="nombre completo")
    telefono: str | None = Field(default=None, description="teléfono con lada")


class PatientMade(Frozen):
    id: int
    nombre: str
    telefono: str | None


def prepare_patient(access: Access, wanted: NewPatient) -> NewPatientOrder:
    """Somebody whom the caller knows by that name is told of: the same number, or none to tell them apart by, is the
    same patient."""
    phone = access.phone(wanted.telefono) if wanted.telefono else None
    name = " ".join(wanted.nombre.split())
    known = [p for p in access.patients(name) if folded(p.name) == folded(name)]
    if any(phone is None or p.phone == phone for p in known):
        raise access.no(Why.KNOWN)
    return NewPatientOrder(tool=access.tool, patient=name, phone=phone, namesakes=len(known))


def create_patient(access: Access, order: NewPatientOrder) -> PatientMade:
    made = access.uow.patients.enter(order.patient, order.phone, access.caller.doctor_id, access.now)
    return PatientMade(id=made.id, nombre=made.name, telefono=made.phone)
