"""`turnero doctores`: who works at the clinic, and when."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output

app = typer.Typer(name="doctores", no_args_is_help=True, help="Ver a los doctores.")


@app.command("listar")
def list_(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Todos los datos.")] = False,
) -> None:
    """Lista a los doctores con sus horas de la semana."""
    from booking.admin import timetable

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = timetable.doctors(uow, wired.clock.now())
    if json:
        output.as_json(rows)
    else:
        columns = ("Doctor", "Nombre", "Especialidad", "Horario", "Activo")
        output.table(columns, [timetable.doctor_row(row) for row in rows])
