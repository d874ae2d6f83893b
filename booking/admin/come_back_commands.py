"""`turnero pacientes volver|por-volver`: who is to come back after so long, and is then invited to book."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import options_named
from booking.admin.looks import shown_whole
from booking.admin.operating_user import name_at_the_desk


def add_to(app: typer.Typer) -> None:
    """Add them to the commands of patients."""
    app.command("volver")(come_back)
    app.command("por-volver")(list_)


def come_back(
    context: typer.Context,
    number: Annotated[int, typer.Argument(metavar="ID", help="Número del paciente; con --quitar, el de la lista.")],
    when: Annotated[
        str | None, typer.Option("--fecha", "--en", help="Cuándo se le escribe: «6 meses», «2 semanas», 2027-05-26…")
    ] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Con quién: número o parte del nombre.")] = None,
    remove: Annotated[bool, typer.Option("--quitar", help="Ya no se le escribe.")] = False,
) -> None:
    """Anota que un paciente ha de volver: ese día se le invita a agendar, si no tiene ya una cita por venir."""
    from booking.desk import come_back_list

    if remove == (when is not None):
        raise typer.BadParameter("diga cuándo, por ejemplo «6 meses»; o --quitar.", param_hint="--en")
    by = name_at_the_desk()
    with composition.opened(context) as wired, options_named(context), wired.begin() as uow:
        now = wired.clock.now()
        if when is None:
            come_back_list.remove(uow, number, now)
            said = "Ya no se le escribe."
        else:
            date = come_back_list.add(uow, number, when, doctor, by, now)
            said = f"El {date} se le invita a agendar. Los que faltan: turnero pacientes por-volver"
        uow.commit()
    output.say(said)


def list_(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado.")] = False,
) -> None:
    """Lista a quién se le va a invitar a agendar, y por qué: no llegó a su cita, o le toca volver."""
    from booking.desk import come_back_list

    with composition.opened(context) as wired, wired.begin() as uow:
        found = come_back_list.listed(uow)
        whole = shown_whole(wired, uow, json, "pacientes por-volver")
        if whole:
            uow.commit()
    if json:
        output.as_json(found)
        return
    caption = "Para quitar uno: turnero pacientes volver NÚMERO --quitar" if found else "A nadie."
    output.table(come_back_list.COLUMNS, [come_back_list.row(one, whole=whole) for one in found], caption)
