"""`turnero agenda`: the day of every doctor side by side."""

from __future__ import annotations

import os
import shutil
import sys
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, day_commands, output
from booking.admin.looks import shown_whole

if TYPE_CHECKING:
    import datetime as dt

    from booking.desk.json_views import Json

app = typer.Typer(name="agenda", invoke_without_command=True)
_TIME, _DOCTOR = 9, 22
"""Columns of the screen that a time and a doctor take at least."""


@app.callback()
def agenda(
    context: typer.Context,
    date: Annotated[str | None, typer.Option("--fecha", help="2026-11-30, mañana, el lunes… Si no, hoy.")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre; si no, todos.")] = None,
    week: Annotated[bool, typer.Option("--semana", help="La semana entera de ese día.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado.")] = False,
) -> None:
    """Muestra el día: por hora y por doctor, lo agendado, quién llegó y cuánto espera, lo libre y las ausencias."""
    from booking.desk import day_grid

    if context.invoked_subcommand is not None:
        return
    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        days = day_grid.days(uow, now, day_grid.dates(uow, now, date, week), doctor)
        whole = shown_whole(wired, uow, json, "agenda")
        if whole:
            uow.commit()
    if json:
        output.as_json(days if week else days[0])
        return
    for day in days:
        if day["doctores"] or not week:
            _show(day, now, whole=whole)


def _show(day: Json, now: dt.datetime, *, whole: bool) -> None:
    import datetime as dt

    from booking.conversation.replies.spanish import short_day
    from booking.desk import day_grid

    date = dt.date.fromisoformat(day["fecha"])
    output.say(f"\n{short_day(date)} {date.year}")
    if not day["doctores"]:
        output.say("Nadie atiende ese día, ni hay citas.")
    elif _width() >= _TIME + _DOCTOR * len(day["doctores"]):
        output.table(("Hora", *(doctor["nombre"] for doctor in day["doctores"])), day_grid.grid(day, now, whole=whole))
    else:
        for doctor in day["doctores"]:
            output.say(f"\n{doctor['nombre']}")
            for line in day_grid.lines(doctor, now, whole=whole):
                output.say(f"  {line}")


def _width() -> int:
    return shutil.get_terminal_size().columns if sys.stdout.isatty() or "COLUMNS" in os.environ else output.PIPE_WIDTH


day_commands.add_to(app)
