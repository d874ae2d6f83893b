"""What doctors and staff ask for by chat, as it is read from their messages. Holds no expectation."""

from __future__ import annotations

from booking.intents import UseTool


def wanted(tool: str, **arguments: str) -> UseTool:
    """A request as it is read from a message: raw text by parameter."""
    return UseTool(tool=tool, arguments=tuple(arguments.items()))


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
    wanted("actualizar_disponibilidad_doctor", cuando="mañana", doctor="Uno"),
    wanted("actualizar_disponibilidad_doctor", cuando="mañana", doctor="Uno", disponible="sí"),
    wanted("actualizar_disponibilidad_doctor", dias_semana="lunes a viernes", horario="de 8 a 2", doctor="Uno"),
    wanted("cancelar_cita_medica", id="1"),
    wanted("borrar_todo", paciente="Ana"),
)
"""What doctors and staff ask for, and what nobody may. They bring nobody's whole name or number but a stranger's: what
one says oneself and is told back would look like a leak."""
