"""Orders as versions before typed ones stored them: one bag of optional fields for every tool."""

from __future__ import annotations

from typing import Any

_ABOUT_APPOINTMENT = ("tool", "appointment", "patient", "doctor")
_ABOUT_AGENDA = ("tool", "doctor_id", "doctor", "affected")
_KEPT = {
    "book": ("tool", "doctor_id", "doctor", "patient_id", "patient", "phone", "slot", "kind", "reason"),
    "move": (*_ABOUT_APPOINTMENT, "slot", "doctor_id", "before", "reason"),
    "mark": (*_ABOUT_APPOINTMENT, "status"),
    "cancel": (*_ABOUT_APPOINTMENT, "reason"),
    "absence": (*_ABOUT_AGENDA, "slot", "reason"),
    "hours": (*_ABOUT_AGENDA, "weekdays", "hours"),
    "new_patient": ("tool", "patient", "phone"),
}
"""What each type of order keeps of them, as it is."""


def typed(value: Any) -> Any:
    """The values of a flat order by the fields of its type; whatever else it is given, as it is."""
    if not isinstance(value, dict) or "type" in value or "tool" not in value:
        return value
    kind = _type_of(value)
    if kind is None:
        return value
    order = {"type": kind, **{name: value[name] for name in _KEPT[kind] if name in value}}
    if kind == "absence":
        order["frees"] = value.get("status") is not None
    if kind == "new_patient":
        order["namesakes"] = value.get("affected", 0)
    return order


def _type_of(flat: dict[str, Any]) -> str | None:
    match flat["tool"]:
        case "agendar_cita_medica_completa":
            return "book"
        case "modificar_cita_medica":
            return "move" if flat.get("slot") else "mark"
        case "cancelar_cita_medica":
            return "cancel"
        case "actualizar_disponibilidad_doctor":
            return "hours" if flat.get("weekdays") else "absence"
        case "crear_paciente_medico":
            return "new_patient"
    return None
