"""Every tool, once: its request and result, who may use it, whether it writes, the function that does it, and how
staff ask for it.

The model's schema, the check of rights, `turnero tools` and docs/tools.md are made from this. Patients have none:
they book by the conversation. What it answers in Spanish is `[tools.NAME]` of `es.toml`. A tool that is not whole stops
the import, or where the tools are wired, with what is missing (`replies/tool_texts`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args, get_type_hints

from booking.access.rights import Caller
from booking.errors import InvalidTool
from booking.intents import Frozen, Reading
from booking.models import AnyOrder, DayOrder, Role, StaffOrder
from booking.models.tool_answers import TIMES, Proposed
from tools import (
    absences,
    agenda_tools,
    bookings,
    cancellations,
    clock_tools,
    days,
    document_search,
    finder,
    medical_context,
    moves_and_marks,
    newcomers,
    unanswered_absences,
    waiting_orders,
    waiting_tools,
)
from tools.access import Access
from tools.appointment_orders import AppointmentDone

DESK = frozenset({Role.DOCTOR, Role.STAFF, Role.ADMIN})
"""Those who work with appointments: doctors with their own, staff and administrators with all."""


@dataclass(frozen=True, slots=True)
class Tool:
    """`read` answers; a tool that writes instead has `prepare`, which resolves everything into an order and writes
    nothing, and `perform`, which carries out an order that was confirmed. `samples` are sentences of staff's that are
    read as this tool without a model; the first says all that it needs. `by_meaning` is the parameter that a read looks
    for by its meaning."""

    name: str
    says: str
    request: type[Frozen]
    result: type[Frozen]
    roles: frozenset[Role]
    samples: tuple[str, ...]
    read: Callable[[Access, Any], Frozen] | None = None
    by_meaning: str | None = None
    prepare: Callable[[Access, Any], AnyOrder | Proposed] | None = None
    perform: Callable[[Access, Any], Frozen] | None = None

    def __post_init__(self) -> None:
        """Raises InvalidTool for one that is not whole."""
        if wrong := [*self._wrong()]:
            raise InvalidTool(f"{self.name}: {'; '.join(wrong)}")

    def _wrong(self) -> Iterator[str]:
        if (self.read is None) == (self.prepare is None) or (self.prepare is None) != (self.perform is None):
            yield "it needs a read, or a prepare and a perform"
        if self.read is not None:
            yield from _unlike("read", self.read, self.request, (self.result,))
        if self.prepare is not None:
            yield from _unlike("prepare", self.prepare, self.request, (*self.orders, Proposed))
        if self.perform is not None:
            yield from _unlike("perform", self.perform, StaffOrder, (self.result,))
        if not self.roles:
            yield "nobody may use it"
        if not any(sample.strip() for sample in self.samples):
            yield "no sample of what staff write for it"
        for name, says in self.fields.items():
            if not says:
                yield f"its parameter {name} has no description"
        if self.by_meaning is not None and (self.by_meaning not in self.request.model_fields or self.writes):
            yield f"it does not read by its parameter {self.by_meaning}"
        if unknown := self.times() - TIMES:
            yield f"{', '.join(sorted(unknown))} is words about time, and TIMES of models/tool_answers has it not"

    @property
    def writes(self) -> bool:
        return self.perform is not None

    @property
    def orders(self) -> tuple[type[StaffOrder], ...]:
        """The types of the orders that it prepares and carries out; none of a read."""
        return _orders_of(self.perform) if self.perform is not None else ()

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
        shown = {"citas", "esperan", "nombre", "paciente", "pacientes"}
        return not self.result.model_fields.keys().isdisjoint(shown) or DayOrder in self.orders

    def times(self) -> frozenset[str]:
        """The parameters that are words about time."""
        fields = self.request.model_fields.items()
        return frozenset(name for name, info in fields if info.annotation in (Reading, Reading | None))


def _unlike(part: str, function: Callable[..., Any], takes: type, gives: tuple[Any, ...]) -> Iterator[str]:
    """What a function's own types say that the record does not."""
    *taken, given = get_type_hints(function).values()
    if len(taken) != 2 or not all(issubclass(one, takes) for one in _each(taken[1])):
        yield f"{part} does not take {takes.__name__}"
    if not {*_each(given)} <= {*gives}:
        yield f"{part} gives {getattr(given, '__name__', given)}, and not {gives[0].__name__}"


def _each(kind: Any) -> tuple[Any, ...]:
    """The members of a union; any other type by itself."""
    return get_args(kind) or (kind,)


@cache
def _orders_of(perform: Callable[..., Any]) -> tuple[type[StaffOrder], ...]:
    return _each([*get_type_hints(perform).values()][1])


CATALOG: tuple[Tool, ...] = (
    Tool(
        "buscar_citas_por_periodo", "citas de un día o un periodo, o la que sigue",
        finder.AppointmentsWanted, finder.AppointmentsFound, DESK,
        ("qué citas hay mañana", "¿quién sigue?"),
        read=finder.appointments,
    ),
    Tool(
        "contar_inasistencias", "cuántas citas hubo a las que el paciente no llegó, en un periodo",
        finder.NoShowsWanted, finder.NoShows, DESK,
        ("cuántas inasistencias hubo este mes", "¿cuántas inasistencias tuvo la doctora Laura la semana pasada?"),
        read=finder.no_shows,
    ),
    Tool(
        "buscar_pacientes_doctor", "pacientes por nombre o teléfono; un doctor, solo los suyos",
        finder.PatientsWanted, finder.PatientsFound, DESK,
        ("busca a Ana", "¿me das el teléfono de Ana Ruiz?"),
        read=finder.patients,
    ),
    Tool(
        "consultar_slots_disponibles", "horarios libres de los próximos días",
        agenda_tools.DaysAhead, agenda_tools.FreeTimes, DESK,
        ("mis horarios libres",),
        read=agenda_tools.coming_days,
    ),
    Tool(
        "check_availability", "horarios libres en una fecha",
        agenda_tools.OnDate, agenda_tools.FreeTimes, DESK,
        ("¿qué huecos hay el jueves por la tarde?",),
        read=agenda_tools.on_date,
    ),
    Tool(
        "find_next_available", "los primeros horarios libres",
        agenda_tools.Next, agenda_tools.FreeTimes, DESK,
        ("¿cuándo hay lugar?", "próximo horario libre"),
        read=agenda_tools.first_free,
    ),
    Tool(
        "datetime", "fecha y hora aquí o en una ciudad del mundo",
        clock_tools.Place, clock_tools.LocalTime, DESK,
        ("¿qué hora es en Tokio?", "qué hora es"),
        read=clock_tools.local_time,
    ),
    Tool(
        "search_documents", "lo que dicen los documentos de la clínica: precios, preparación, seguros, cómo llegar",
        document_search.DocumentsWanted, document_search.DocumentsFound, DESK,
        ("¿qué dicen los documentos sobre el ayuno?", "busca en los documentos el precio del ultrasonido"),
        read=document_search.search, by_meaning="query",
    ),
    Tool(
        "contexto_medico", "los últimos pacientes de un doctor, sus cifras, o sus historiales parecidos",
        medical_context.ContextWanted, medical_context.ContextFound, frozenset({Role.DOCTOR}),
        ("mis últimos pacientes", "¿cómo voy esta semana?", "mis historiales parecidos a migraña con aura"),
        read=medical_context.context, by_meaning="busqueda",
    ),
    Tool(
        "consultar_lista_espera", "quién espera que se libere un horario, y qué se le ha ofrecido",
        waiting_tools.WaitingWanted, waiting_tools.WaitersFound, DESK,
        ("¿quién está en la lista de espera?", "la lista de espera de la doctora Laura"),
        read=waiting_tools.waiting,
    ),
    Tool(
        "consultar_sin_respuesta", "quién no ha contestado qué hace con su cita, porque su doctor no estará",
        unanswered_absences.UnansweredWanted, unanswered_absences.UnansweredFound, DESK,
        ("¿quiénes no han contestado?", "quién falta por contestar de la doctora Laura"),
        read=unanswered_absences.unanswered,
    ),
    Tool(
        "anotar_lista_espera", "anota a un paciente en la lista de espera, para ofrecerle lo que se libere",
        waiting_orders.ToWait, waiting_orders.Waits, DESK,
        ("pon a Norma Galindo en lista de espera para el jueves con la doctora Laura",
         "anota a Ana en la lista de espera"),
        prepare=waiting_orders.prepare_waiting, perform=waiting_orders.wait,
    ),
    Tool(
        "quitar_lista_espera", "quita a un paciente de la lista de espera",
        waiting_orders.NotToWait, waiting_orders.WaitsNoMore, DESK,
        ("quita a Norma Galindo de la lista de espera", "saca a Ana de la lista"),
        prepare=waiting_orders.prepare_not_waiting, perform=waiting_orders.not_wait,
    ),
    Tool(
        "crear_paciente_medico", "registra a un paciente",
        newcomers.NewPatient, newcomers.PatientMade, DESK,
        ("registra a Iris Luna 664 123 4567",),
        prepare=newcomers.prepare_patient, perform=newcomers.create_patient,
    ),
    Tool(
        "agendar_cita_medica_completa",
        "agenda una cita, o una serie, para un paciente registrado, o nuevo con su teléfono",
        bookings.NewAppointment, bookings.Booked, DESK,
        ("agenda a Ana el jueves a las 4 de la tarde con la doctora Laura", "agenda a Ana Ruiz mañana a las 10",
         "agenda a Norma Ayón, tel 664 555 1717, mañana a las 10", "sobrecupo mañana a las 10 para Ana",
         "cada quince días, cuatro veces para Ana con la doctora Laura"),
        prepare=bookings.prepare_booking, perform=bookings.book,
    ),
    Tool(
        "modificar_cita_medica", "mueve una cita, o marca que llegó, inició, terminó o no asistió",
        moves_and_marks.Change, AppointmentDone, DESK,
        ("no llegó Leo", "mueve la de las 4 a las 5", "ya llegó Ana Ruiz"),
        prepare=moves_and_marks.prepare_change, perform=moves_and_marks.change,
    ),
    Tool(
        "cancelar_cita_medica", "cancela una cita",
        cancellations.Cancellation, AppointmentDone, DESK,
        ("cancela la cita de Ana de mañana",),
        prepare=cancellations.prepare_cancel, perform=cancellations.cancel,
    ),
    Tool(
        "actualizar_disponibilidad_doctor",
        "bloquea o libera un rato o unos días de un doctor, cambia su horario de cada semana, o cierra la clínica",
        absences.Availability, absences.AvailabilityDone, DESK,
        ("bloquea el viernes por la tarde a la doctora Laura", "los lunes trabajo de 9 a 2",
         "el 24 de diciembre no abrimos"),
        prepare=absences.prepare_availability, perform=absences.change_availability,
    ),
    Tool(
        days.TOOL,
        "cancela, recorre unos minutos o pasa a otro doctor todas las citas de un doctor en un día o en unas horas, o"
        " avisa a sus pacientes de hoy que va tarde",
        days.DayWanted, days.DayDone, DESK,
        ("cancela todas las citas de la doctora Laura de mañana", "recorre las citas de la doctora Laura 15 minutos",
         "pásale las citas de mañana de la doctora Laura al Dr. Salas",
         "avísales a los pacientes de la doctora Laura que va 20 minutos tarde"),
        prepare=days.prepare_day, perform=days.change_day,
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
