"""Use case: a patient asks that their data be erased (cancellation, of the rights that the Mexican law calls ARCO)."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from booking.desk import patient_records
from booking.desk.desk_errors import DeskRefused
from booking.desk.patient_records import Shown
from booking.models import FORGOTTEN, LIVE
from booking.ports import UnitOfWork


@dataclass(frozen=True, slots=True)
class Leaving:
    """Whose data goes; `with_chat`: what was written in their chat too, for nobody else is treated through it."""

    shown: Shown
    with_chat: bool


def to_forget(uow: UnitOfWork, patient_id: int, now: dt.datetime) -> Leaving:
    """What would go. Raises DeskRefused: nobody, erased already, or an appointment lies ahead."""
    shown = patient_records.look(uow, patient_id)
    patient = shown.patient
    if patient.name == FORGOTTEN and patient.person_id is None and patient.phone is None:
        raise DeskRefused(f"Los datos del paciente {patient_id} ya se borraron.")
    theirs = uow.appointments.list(patient_id=patient_id, statuses=sorted(LIVE))
    ahead = [str(one.id) for one in theirs if one.slot.end > now]
    if ahead:
        raise DeskRefused(
            f"No se borró nada: tiene citas por venir ({', '.join(ahead)}). Cancélelas primero: turnero citas cancelar"
            f" {ahead[0]}"
        )
    works_here = any(one.id == patient.person_id and one.grants for one in uow.staff.list())
    return Leaving(shown, with_chat=patient.person_id is not None and not shown.others and not works_here)


def forget(uow: UnitOfWork, patient_id: int, now: dt.datetime) -> Leaving:
    """Erase it. Under the locks that a turn takes, in their order: no appointment lands meanwhile. Raises DeskRefused
    as `to_forget`."""
    chat_id = patient_records.look(uow, patient_id).chat_id
    if chat_id is not None:
        uow.conversations.lock(chat_id)
    uow.appointments.lock_turn()
    leaving = to_forget(uow, patient_id, now)
    uow.patients.forget(leaving.shown.patient, chat=leaving.with_chat, now=now)
    return leaving


def account(leaving: Leaving) -> list[str]:
    """What goes and what stays, for whoever decides."""
    shown = leaving.shown
    lines = ["Se borran: su nombre, sus teléfonos y correo, y los motivos y notas de sus citas."]
    if shown.appointments:
        lines.append(f"Se quedan sin nombre {len(shown.appointments)} citas: día, hora, doctor y estado.")
    if leaving.with_chat:
        lines.append("También se borra todo lo escrito en su chat; lo que aún no se le haya mandado ya no se manda.")
    elif shown.chat_id is not None:
        lines.append(
            f"El chat {shown.chat_id} se queda como está: también es de otras personas, o de alguien del personal."
        )
    lines.append(
        "Aparte quedan, y no se tocan: las copias (db backup) y archivos exportados que ya haya, y lo que el personal"
        " escribió de esta persona en sus propios chats."
    )
    return lines
