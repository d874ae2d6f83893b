"""`turnero citas calificaciones`: how patients say that their visits were, in figures."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output


def add_to(app: typer.Typer) -> None:
    """Add it to the commands of appointments."""
    app.command("calificaciones")(list_)


def list_(
    context: typer.Context,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día; si falta, hace 30 días.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día, incluido; si falta, hoy.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Como JSON, con cuántas hubo de cada una.")] = False,
) -> None:
    """Cómo califican los pacientes su consulta, por doctor, y cuáles consultas recibieron 1 o 2. Para que se pregunte:
    turnero recordatorios ajustar --calificar."""
    from booking.desk import rating_views

    with composition.opened(context) as wired, wired.begin() as uow:
        found = rating_views.figures(uow, since, until, wired.clock.now())
    if json:
        output.as_json(found)
        return
    output.say(f"Del {found['desde']} al {found['hasta']}")
    output.table(rating_views.COLUMNS, rating_views.rows(found))
    if found["bajas"]:
        output.table(rating_views.LOW_COLUMNS, rating_views.low_rows(found), "Vea una con: turnero citas ver NÚMERO")
