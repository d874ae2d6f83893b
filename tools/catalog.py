"""Every tool, once: its request and result, who may use it, whether it writes, and the function that does it.

The model's schema, the check of rights, `turnero tools` and docs/tools.md are made from this. Patients have none:
they book by the conversation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from booking.access.rights import Caller
from booking.intents import Frozen, Reading
from booking.models import Order, Role
from booking.models.tool_answers import Proposed
from tools import absences, agenda_tools, clock_tools, desk_tools, finder, newcomers
from tools.access import Access

DESK = frozenset({Role.DOCTOR, Role.STAFF, Role.ADMIN})
"""Those who work with appointments: doctors with their own, staff and administrators with all."""


@dataclass(frozen=True, slots=True)
class Tool:
    """`read` answers; a tool that writes instead has `prepare`, which resolves everything into an order and writes
    nothing, and `perform`, which carries out an order that was confirmed."""

    name: str
    says: str
    request: type[Frozen]
    result: type[Frozen]
    roles: frozenset[Role]
    read: Callable[[Access, Any], Frozen] | None = None
    prepare: Callable[[Access, Any], Order | Proposed] | None = None
    perform: Callable[[Access, Order], Frozen] | None = None

    @property
    def writes(self) -> bool:
        return self.perform is not None

    @property
    def fields(self) -> dict[str, str]:
        """What each parameter is, by name."""
        return {name: info.description or "" for name, info in self.request.model_fields.items()}

    @property
    def required(self) -> tuple[str, ...]:
        return tuple(name for name, info in self.request.model_fields.items() if info.is_required())

    @property
    def shows_patients(self) -> bool:
        """Its answers and orders may hold patients' data."""
        return not self.result.model_fields.keys().isdisjoint({"citas", "nombre", "paciente", "pacientes"})

    def times(self) -> frozenset[str]:
        """The parameters that are words about time."""
        fields = self.request.model_fields.items()
        return frozenset(name for name, info in fields if info.annotation in (Reading, Reading | None))


CATALOG: tuple[Tool, ...] = (
    Tool(
        "buscar_citas_por_periodo", "citas de un día o un periodo, o la que sigue",
        finder.AppointmentsWanted, finder.AppointmentsFound, DESK, read=finder.appointments,
    ),
    Tool(
        "buscar_pacientes_doctor", "pacientes por nombre o teléfono; un doctor, solo los suyos",
        finder.PatientsWanted, finder.PatientsFound, DESK, read=finder.patients,
    ),
    Tool(
        "consultar_slots_disponibles", "horarios libres de los próximos días",
        agenda_tools.DaysAhead, agenda_tools.FreeTimes, DESK, read=agenda_tools.coming_days,
    ),
    Tool(
        "check_availability", "horarios libres en una fecha",
        agenda_tools.OnDate, agenda_tools.FreeTimes, DESK, read=agenda_tools.on_date,
    ),
    Tool(
        "find_next_available", "los primeros horarios libres",
        agenda_tools.Next, agenda_tools.FreeTimes, DESK, read=agenda_tools.first_free,
    ),
    Tool(
        "datetime", "fecha y hora aquí o en una ciudad del mundo",
        clock_tools.Place, clock_tools.LocalTime, DESK, read=clock_tools.local_time,
    ),
    Tool(
        "crear_paciente_medico", "registra a un paciente",
        newcomers.NewPatient, newcomers.PatientMade, DESK,
        prepare=newcomers.prepare_patient, perform=newcomers.create_patient,
    ),
    Tool(
        "agendar_cita_medica_completa", "agenda una cita para un paciente registrado",
        desk_tools.NewAppointment, desk_tools.AppointmentDone, DESK,
        prepare=desk_tools.prepare_booking, perform=desk_tools.book,
    ),
    Tool(
        "modificar_cita_medica", "mueve una cita, o marca que llegó, inició, terminó o no asistió",
        desk_tools.Change, desk_tools.AppointmentDone, DESK,
        prepare=desk_tools.prepare_change, perform=desk_tools.change,
    ),
    Tool(
        "cancelar_cita_medica", "cancela una cita",
        desk_tools.Cancellation, desk_tools.AppointmentDone, DESK,
        prepare=desk_tools.prepare_cancel, perform=desk_tools.cancel,
    ),
    Tool(
        "actualizar_disponibilidad_doctor",
        "bloquea o libera un rato o unos días en la agenda de un doctor, o cambia su horario de cada semana",
        absences.Availability, absences.AvailabilityDone, DESK,
        prepare=absences.prepare_availability, perform=absences.change_availability,
    ),
)  # fmt: skip


def allowed(caller: Caller, catalog: Sequence[Tool] = CATALOG) -> tuple[Tool, ...]:
    """The tools whoever asks may use. A doctor's role without a doctor gives none."""
    roles = caller.roles - ({Role.DOCTOR} if caller.doctor_id is None else set())
    return tuple(tool for tool in catalog if tool.roles & roles)


def for_role(role: Role) -> tuple[Tool, ...]:
    """The tools that somebody of this role may be told of."""
    return tuple(tool for tool in CATALOG if role in tool.roles)


def _property(tool: Tool, name: str) -> dict[str, Any]:
    """Words of the text, or one of the few values that there are."""
    info = tool.request.model_fields[name]
    extra = info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}
    values = ["sí", "no"] if info.annotation is bool else extra.get("enum")
    return {"type": "string", "description": info.description or "", **({"enum": values} if values else {})}


def schema(tools: Iterable[Tool]) -> list[dict[str, Any]]:
    """What a model is told of these tools. A parameter is a span of the text or one of a few values; code gives it
    its type."""
    return [
        {
            "name": tool.name,
            "description": tool.says,
            "parameters": {
                "type": "object",
                "properties": {name: _property(tool, name) for name in tool.fields},
                "required": list(tool.required),
                "additionalProperties": False,
            },
        }
        for tool in tools
    ]
