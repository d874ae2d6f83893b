"""What doctors and staff ask for by chat, as it is read from their messages. Holds no expectation."""

from __future__ import annotations

from booking.intents import Fills, UseTool


def wanted(tool: str, **arguments: str) -> UseTool:
    """A request as it is read from a message: raw text by parameter."""
    return UseTool(tool=tool, arguments=tuple(arguments.items()))


def filling(fills: Fills, tool: str, **arguments: str) -> UseTool:
    """What is said in the middle of an order, as it is read."""
    return wanted(tool, **arguments).model_copy(update={"fills": fills})


REQUESTS: tuple[UseTool, ...] = (
    wanted("buscar_citas_por_periodo", cuando="hoy"),
    wanted("buscar_citas_por_periodo", siguiente="sí"),
    wanted("buscar_pacientes_doctor", busqueda="Ana"),
    wanted("find_next_available", doctor="Uno"),
    wanted("datetime", timezone="Tokio"),
    wanted("crear_paciente_medico", nombre="Pedro Páramo", telefono="664 111 2222"),
    wanted("agendar_cita_medica_completa", paciente_nombre="Ana", fecha_hora_inicio="mañana a las 9"),
    wanted("agendar_cita_medica_completa", paciente_nombre="Beto", fecha_hora_inicio="el viernes a las 10"),
    wanted("modificar_cita_medica", paciente="Ana", nueva_fecha_hora="mañana a las 10"),
    wanted("modificar_cita_medica", paciente="Beto", estado="llegó"),
    wanted("cancelar_cita_medica", paciente="Ana"),
    wanted("cancelar_cita_medica", paciente="Caro", cuando="hoy"),
    wanted("cambiar_dia_doctor", que="cancelar", cuando="mañana", doctor="Uno"),
    wanted("cambiar_dia_doctor", que="recorrer", recorrer="30 minutos", cuando="mañana", doctor="Uno"),
    wanted("actualizar_disponibilidad_doctor", cuando="mañana", doctor="Uno"),
    wanted("actualizar_disponibilidad_doctor", cuando="mañana", doctor="Uno", disponible="sí"),
    wanted("actualizar_disponibilidad_doctor", dias_semana="lunes a viernes", horario="de 8 a 2", doctor="Uno"),
    filling(Fills.ADDS, "agendar_cita_medica_completa", fecha_hora_inicio="a las 11"),
    filling(Fills.CHANGES, "cancelar_cita_medica", cuando="mañana"),
    wanted("cancelar_cita_medica", id="1"),
    wanted("borrar_todo", paciente="Ana"),
)
"""What doctors and staff ask for, and what nobody may. They bring nobody's whole name or number but a stranger's: what
one says oneself and is told back would look like a leak."""
