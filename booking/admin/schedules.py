"""`turnero horarios`: which times are free."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output


def free_times(
    context: typer.Context,
    date: Annotated[str | None, typer.Option("--fecha", help="Un solo día: 2026-11-30, hoy, mañana…")] = None,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día; si no se da, hoy.")] = None,
    days: Annotated[int, typer.Option("--dias", "--días", min=1, max=366, help="Cuántos días.")] = 7,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Cada horario con sus doctores.")] = False,
) -> None:
    """Muestra los horarios libres, los mismos que se ofrecen a los pacientes."""
    from booking.admin import timetable

    if date and since:
        raise typer.BadParameter("no va junto con --fecha.", param_hint="--desde")
    with composition.opened(context) as wired, wired.begin() as uow:
        span = timetable.Span(date or since, 1 if date else days, "--fecha" if date else "--desde")
        rows = timetable.free(uow, wired.clock.now(), span, doctor)
    if json:
        output.as_json(rows)
    else:
        caption = "" if rows else "Nada libre. Pruebe otros días: --desde y --dias"
        output.table(("Día", "Doctor", "Horas"), timetable.by_day(rows), caption)
