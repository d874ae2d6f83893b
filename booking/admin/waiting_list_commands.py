"""`turnero lista-espera`: who waits for a time to become free."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.looks import shown_whole
from booking.admin.operating_user import name_at_the_desk

app = typer.Typer(
    name="lista-espera", no_args_is_help=True, help="Quién espera que se libere un horario, y qué se le ha ofrecido."
)

JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]


@app.command("listar")
def list_(
    context: typer.Context,
    everybody: Annotated[bool, typer.Option("--todos", help="También a quienes ya no esperan.")] = False,
    json: JSON = False,
) -> None:
    """Lista a quienes esperan, en el orden en que se les ofrece lo que se libera."""
    from booking.desk import waiting_entries

    with composition.opened(context) as wired, wired.begin() as uow:
        found = waiting_entries.listed(uow, everybody=everybody)
        whole = shown_whole(wired, uow, json, "lista-espera listar")
        if whole:
            uow.commit()
    if json:
        output.as_json(found)
        return
    caption = (
        "Lo que se libera se ofrece a quien se anotó primero y le sirve; si no lo quiere o no contesta, a quien sigue."
        if found
        else "Nadie espera. Para agregar a alguien: turnero lista-espera agregar --paciente …"
    )
    output.table(waiting_entries.COLUMNS, [waiting_entries.row(one, whole=whole) for one in found], caption)


@app.command("agregar")
def add(
    context: typer.Context,
    patient: Annotated[str | None, typer.Option("--paciente", help="Número, nombre o teléfono.")] = None,
    appointment: Annotated[int | None, typer.Option("--cita", help="La cita que se adelantaría.")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    weekdays: Annotated[
        list[str] | None, typer.Option("--dia", "--día", help="lun, lun-vie; se puede repetir.")
    ] = None,
    hours: Annotated[str | None, typer.Option("--horas", help="16:00-20:00.")] = None,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día que le sirve.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día que le sirve.")] = None,
    notice: Annotated[
        int, typer.Option("--aviso", min=0, max=20160, help="Con cuántos minutos de aviso le sirve.")
    ] = 0,
    visit: Annotated[str | None, typer.Option("--tipo", help="Tipo de consulta.")] = None,
    days: Annotated[int | None, typer.Option("--vence", min=1, max=366, help="Cuántos días espera.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Todos los datos.")] = False,
) -> None:
    """Pone a un paciente en la lista: se le escribe por WhatsApp cuando se libere un horario así. Con --cita, uno antes
    que el que ya tiene."""
    from booking.desk import waiting_entries
    from booking.desk.dates_in_words import date

    wanted = waiting_entries.Wanted(
        patient, appointment, doctor, tuple(weekdays or ()), hours, since, until, notice, visit, days
    )
    who = name_at_the_desk()
    with composition.opened(context) as wired, wired.begin() as uow:
        entry = waiting_entries.add(uow, wanted, wired.clock.now(), who)
        (shown,) = (one for one in waiting_entries.listed(uow) if one["id"] == entry.id)
        free = waiting_entries.free_now(uow, entry, wired.clock.now())
        uow.commit()
    if json:
        output.as_json({**shown, "hay_lugar": free})
        return
    output.say(f"Listo: espera {entry.id}, {waiting_entries.in_words(shown)}, hasta el {date(shown['hasta'])}.")
    if said := waiting_entries.free_in_words(free):
        output.say(said)


@app.command("quitar")
def remove(
    context: typer.Context,
    entry_id: Annotated[int, typer.Argument(metavar="ESPERA", help="Su número en la lista.")],
) -> None:
    """Quita a alguien de la lista. Si se le había ofrecido un horario, se le ofrece a quien sigue."""
    from booking.desk import waiting_entries

    with composition.opened(context) as wired, wired.begin() as uow:
        waiting_entries.remove(uow, entry_id, wired.clock.now())
        uow.commit()
    output.say(f"Listo: {entry_id} ya no está en la lista de espera.")
