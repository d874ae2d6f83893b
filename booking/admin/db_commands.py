"""`turnero db`: the database's tables, copies of it, and the demo clinic."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused

if TYPE_CHECKING:
    from booking.runtime.backups import Restoring
    from storage.demo import Contents
    from storage.restore import Dropped

app = typer.Typer(name="db", no_args_is_help=True, help="Migrate the database, copy it and put it back, load the demo.")


@app.command()
def upgrade(
    context: typer.Context,
    role: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="On a server of your own: the role that Turnero works as; it must exist."),
    ] = None,
) -> None:
    """Bring the tables up to this version, as their owner. Repeatable."""
    composition.root(context).upgrade(composition.read_settings(), role)
    output.say("The database is up to date.")


@app.command()
def backup(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A new file; it is for its owner alone.")],
    json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Copy the whole database into FILE while Turnero is at work: everything as of one moment.

    FILE holds patients' data. The secrets of TURNERO_HOME are not in it: whatsapp.env, passwords and .env; keep those
    apart.
    """
    from booking.runtime import backups

    with composition.opened(context) as wired:
        made = backups.back_up(wired, file)
    if json:
        output.as_json(made.model_dump(mode="json"))
        return
    output.say(f"{file}: {made.clinic or 'todavía sin clínica'}, {sum(made.rows.values())} filas.")
    output.say(f"No van en ella: whatsapp.env, .env ni claves. Para restaurarla: turnero db restore {file}")


@app.command()
def restore(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="What turnero db backup wrote.")],
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Replace what is there without asking.")] = False,
    moved: Annotated[
        bool, typer.Option("--moved", help="Nothing has run since the copy was made: what waited is still sent.")
    ] = False,
) -> None:
    """Put a copy in place of what is in TURNERO_HOME, which nothing may use meanwhile. Whole, or not at all.

    What is there is copied first. Messages that waited in the copy have gone out since, so they are not sent, and staff
    get notices; with --moved they are sent, until each expires. A copy of older code is migrated.
    """
    from booking.runtime import backups

    with backups.restoring(composition.read_settings(), file) as restoring:
        if restoring.there is not None and not yes:
            _ask_to_replace(restoring)
        safe, dropped = restoring.run(moved=moved)
    made = restoring.manifest
    output.say(
        f"Restaurado: {made.clinic or 'una base sin clínica'}, como estaba el {made.made_at:%d/%m/%Y %H:%M} UTC."
    )
    if safe is not None:
        output.say(f"Lo que había antes: {safe}")
    _tell(dropped, moved=moved)


def _ask_to_replace(restoring: Restoring) -> None:
    made = restoring.manifest
    if sys.stdin.isatty():
        output.note(
            f"Hay datos: {restoring.there}. Se guarda una copia de ellos, y después queda en su lugar"
            f" {made.clinic or 'una base sin clínica'}, como estaba el {made.made_at:%d/%m/%Y %H:%M} UTC."
        )
        if output.agreed("¿Reemplazarlos? (sí/no)", "y", "yes"):
            return
    raise CommandRefused(
        f"No se restauró nada: hay datos ({restoring.there}). Para reemplazarlos sin preguntar, añada --si."
    )


def _tell(dropped: Dropped, *, moved: bool) -> None:
    if dropped.notices:
        from booking.desk.message_metrics import in_classes

        classes = ", ".join(f"{name}: {count}" for name, count in in_classes(dropped.outgoing)) or "nada"
        output.say(f"No se mandó lo que esperaba en la copia ({classes}). Sin contestar: {dropped.incoming}.")
        output.say(f"Recepción tiene avisos de ello ({dropped.notices}): turnero chats avisos")
    if not moved:
        output.say(
            "Los códigos de un solo uso ya no valen. Lo que pasó después de la copia no está: citas, quién pidió"
        )
        output.say("no recibir mensajes (BAJA) y permisos quitados; revíselos con: turnero personal listar")
        output.say("A quien se le borraron sus datos después, los tiene otra vez: turnero pacientes borrar")


@app.command()
def demo(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Erase what is there without asking, for scripts.")] = False,
) -> None:
    """Load the demo clinic: three doctors and their schedules, from today on. Repeatable.

    It takes the place of everything that is there. Asks first where somebody has been at work, and never takes the
    place of a real clinic.
    """
    with composition.opened(context) as wired:
        there = composition.root(context).demo_erases(wired)
        if there is not None and not there.demo:
            raise CommandRefused(
                f"No se cargó nada: {there.clinic} es una clínica de verdad ({there}), y la demostración la borraría."
                " Para una demostración aparte, use otra carpeta: TURNERO_HOME=~/demo turnero db demo"
            )
        if there is not None and not (there.untouched or yes):
            _ask(there)
        composition.root(context).load_demo(wired)
    output.say("La clínica de demostración está cargada. Pruébela con: turnero chat")


def _ask(there: Contents) -> None:
    """Raises CommandRefused unless whoever is at the terminal says yes."""
    if sys.stdin.isatty():
        output.note(f"Al cargar la demostración se borra todo lo de {there.clinic}: {there}.")
        if output.agreed("¿Borrarlo todo? (sí/no)", "y", "yes"):
            return
    raise CommandRefused(
        f"No se cargó ni se borró nada: {there.clinic} tiene {there}. Para borrarlo todo sin preguntar, añada --si."
    )
