"""`turnero reportes`: what the clinic did, week by week and doctor by doctor."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output


def reports(
    context: typer.Context,
    since: Annotated[str | None, typer.Option("--desde", help="Un día de la primera semana.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Un día de la última; si falta, hoy.")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Solo de uno: número o parte del nombre.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Todo, como JSON.")] = False,
) -> None:
    """Cuenta por semana y doctor las citas, la ocupación, las faltas y con cuánto tiempo se agenda."""
    from booking.desk import reports as desk_reports

    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        told = desk_reports.report(uow, desk_reports.period(uow, since, until, now), now, doctor)
    if json:
        output.as_json(told)
        return
    output.table(desk_reports.COLUMNS, desk_reports.lines(told))
    back = told["liberados"]
    output.say(f"Horarios que se liberaron: {back['liberados']}; ocupados otra vez: {back['ocupados_otra_vez']}")
