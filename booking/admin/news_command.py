"""`turnero personal avisos`: of what doctors and who is on duty are told by message without asking."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import options_named

_KINDS = "agendada, movida, cancelada o retraso; se puede repetir. «no» sola: de nada."


def news(
    context: typer.Context,
    doctor: Annotated[list[str] | None, typer.Option("--doctor", help=f"De qué sabe cada doctor: {_KINDS}")] = None,
    days: Annotated[
        int | None, typer.Option("--doctor-dias", min=0, max=60, help="De citas hasta cuántos días adelante; 0 es hoy.")
    ] = None,
    reception: Annotated[
        list[str] | None,
        typer.Option("--recepcion", "--recepción", help=f"De qué sabe la guardia: {_KINDS}"),
    ] = None,
    hours: Annotated[
        int | None, typer.Option("--recepcion-horas", min=1, max=720, help="De citas hasta cuántas horas adelante.")
    ] = None,
    morning: Annotated[
        str | None, typer.Option("--manana", "--mañana", help="Hora del resumen de la mañana; no, si no se manda.")
    ] = None,
    evening: Annotated[
        str | None, typer.Option("--tarde", help="Hora del resumen del fin del día; no, si no se manda.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Todos los datos.")] = False,
) -> None:
    """Muestra de qué se avisa al personal sin que pregunte, o lo cambia: qué hacen los pacientes y los resúmenes."""
    from booking.desk import edit_news
    from booking.desk.clinic_file import NewsTable

    said = NewsTable(
        doctor=None if doctor is None else tuple(doctor),
        doctor_dias=days,
        recepcion=None if reception is None else tuple(reception),
        recepcion_horas=hours,
        manana=morning,
        tarde=evening,
    )
    with composition.opened(context) as wired, options_named(context), wired.begin() as uow:
        told = edit_news.as_json(edit_news.change(uow, said))
        uow.commit()
    if json:
        output.as_json(told)
    else:
        output.table(
            ("Opción", "Valor"), edit_news.rows(told), "Para cambiar una: turnero personal avisos --tarde 18:00"
        )
