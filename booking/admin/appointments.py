"""`turnero citas`: what is booked, for the clinic's staff."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

app = typer.Typer(name="citas", no_args_is_help=True, help="Ver y cancelar citas.")

JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]
ID = Annotated[int, typer.Argument(metavar="ID", help="Número de la cita.")]


@app.command("listar")
def list_(
    context: typer.Context,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día: 2026-11-30, hoy, mañana…")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día, incluido.")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    status: Annotated[list[str] | None, typer.Option("--estado", help="Se puede repetir.")] = None,
    patient: Annotated[str | None, typer.Option("--paciente", help="Número, nombre o teléfono.")] = None,
    json: JSON = False,
) -> None:
    """Lista las citas, por hora. La tabla empieza hoy si no se da --desde; --json las trae todas."""
    from booking.admin import agenda

    wanted = agenda.Wanted(since, until, doctor, tuple(status or ()), patient, from_today=not json)
    with composition.opened(context) as wired, wired.begin() as uow:
        rows = agenda.listed(uow, wired.clock.now(), wanted)
        if json:
            output.record_export(uow, "citas listar", wired.clock.now())
            uow.commit()
    if json:
        output.as_json(rows)
    else:
        output.table(agenda.COLUMNS, [agenda.masked(row) for row in rows], agenda.caption(rows))


@app.command("ver")
def show(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Muestra una cita."""
    from booking.admin import agenda

    with composition.opened(context) as wired, wired.begin() as uow:
        row = agenda.one(uow, appointment_id)
        if json:
            output.record_export(uow, f"citas ver {appointment_id}", wired.clock.now())
            uow.commit()
    if json:
        output.as_json(row)
    else:
        output.table(agenda.COLUMNS, [agenda.masked(row)])


@app.command("cancelar")
def cancel(
    context: typer.Context,
    appointment_id: ID,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué se cancela.")] = None,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")] = False,
) -> None:
    """Cancela una cita, después de preguntar."""
    from booking.admin import agenda

    with composition.opened(context) as wired:
        with wired.begin() as uow:
            row = agenda.to_cancel(uow, appointment_id)
        output.table(agenda.COLUMNS, [agenda.masked(row)])
        if not yes and not _agreed():
            raise Refused("No se canceló nada. Para cancelarla sin preguntar, añada --si.")
        with wired.begin() as uow:
            agenda.cancel(uow, row, reason, wired.clock.now())
            uow.commit()
    output.say(f"Cita {appointment_id} cancelada; el horario quedó libre. Avise al paciente si no lo sabe.")


def _agreed() -> bool:
    """A yes in Spanish; the end of the input is none."""
    try:
        answer = typer.prompt("¿Cancelar esta cita? (sí/no)", default="no", show_default=False)
    except typer.Abort:
        output.note("")
        return False
    return str(answer).strip().casefold() in ("s", "si", "sí")
