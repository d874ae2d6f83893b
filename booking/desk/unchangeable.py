"""Why an appointment cannot be marked or moved as it stands, and what can be done instead."""

from __future__ import annotations

from booking.appointments.attendance import NotNow
from booking.desk.desk_errors import DeskRefused
from booking.models import COMING, Appointment, Status

NOT_NOW = {
    NotNow.HELD: "es un horario apartado, no una cita: lo será cuando el paciente confirme, o se libera solo",
    NotNow.OVER: "ya terminó: está {estado}. Vea qué pasó: turnero citas ver {id}",
    NotNow.STARTED: "ya está en curso; al terminar: turnero citas completa {id}",
    NotNow.NOT_STARTED: "no se ha iniciado; primero: turnero citas inicia {id}",
    NotNow.ARRIVED: "ya tiene registrada la llegada del paciente; al empezar: turnero citas inicia {id}",
    NotNow.TOO_EARLY: "todavía no empieza: es el {cuando}. Si será antes, muévala primero: turnero citas mover {id}"
    " --inicio «día hora»",
    NotNow.NOT_MARKED: "no tiene esa marca como lo último que pasó. Vea qué pasó: turnero citas ver {id}",
    NotNow.CHANGED: "cambió mientras tanto; véala: turnero citas ver {id}",
}


def must_be_movable(found: Appointment) -> None:
    """Raises DeskRefused for what is no appointment to come, with what can be done instead."""
    if found.status in COMING:
        return
    again = "no se mueve. Para darle otra: turnero citas agendar"
    if found.patient_id is not None:
        again += f" --doctor {found.doctor_id} --paciente {found.patient_id} --inicio «día hora»"
    said = {
        Status.HELD: "es un horario apartado, no una cita: no se mueve. Se libera solo en unos minutos.",
        Status.CANCELLED: f"está cancelada: {again}",
        Status.COMPLETED: f"ya terminó: {again}",
        Status.NO_SHOW: f"está como que no asistió: {again}",
        Status.IN_PROGRESS: "ya está en curso: no se mueve. Si se marcó por error: turnero citas inicia"
        f" {found.id} --deshacer",
    }[found.status]
    raise DeskRefused(f"La cita {found.id} {said}")
