"""`turnero plantillas`: the messages that WhatsApp has to approve, and whether it did."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused

app = typer.Typer(name="plantillas", no_args_is_help=True, help="Los mensajes que WhatsApp debe aprobar.")

JSON = Annotated[bool, typer.Option("--json", help="Todo, como JSON.")]


@app.command("listar")
def list_(context: typer.Context, json: JSON = False) -> None:
    """El texto de cada plantilla, para darlo de alta en WhatsApp Manager, y lo último que WhatsApp dijo de ella."""
    from booking.desk import template_check

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = template_check.listed(uow)
    if json:
        output.as_json(rows)
        return
    for row in rows:
        output.say(f"{row['nombre']} · {row['idioma']} · {row['categoria']} · {row['estado'] or 'sin noticias'}")
        output.say(str(row["texto"]))
        output.say(f"Ejemplos: {' | '.join(row['ejemplos'])}")
        if row["botones"]:
            output.say(f"Botones: {' | '.join(row['botones'])}")
        output.say()
    output.note("Para compararlas con las de tu cuenta: turnero plantillas comprobar")


@app.command("comprobar")
def check(context: typer.Context, json: JSON = False) -> None:
    """Compara las plantillas con las que tiene WhatsApp y dice qué hacer. Sale con 1 si algo difiere."""
    from booking.desk import template_check

    with composition.opened(context) as wired:
        remote = wired.approved_templates()
        with wired.begin() as uow:
            rows = template_check.compared(uow, remote, wired.clock.now())
            uow.commit()
    if json:
        output.as_json(rows)
    elif rows:
        columns = ("Plantilla", "Diferencia", "Qué hacer")
        output.table(columns, [(row["plantilla"], row["diferencia"], row["que_hacer"]) for row in rows])
    else:
        output.say("Todas están aprobadas y dicen lo mismo.")
    if rows:
        raise CommandRefused(f"Hay {len(rows)} por atender; lo que no está aprobado no se puede enviar.")
