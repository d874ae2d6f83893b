"""`turnero metricas`: how much is written, for how many appointments, and what WhatsApp charges for it."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output


def metrics(
    context: typer.Context,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día; si falta, el primero del mes.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día, incluido; si falta, hoy.")] = None,
    rate: Annotated[
        list[str] | None,
        typer.Option("--tarifa", metavar="CATEGORIA=PRECIO", help="Lo que cobra WhatsApp por mensaje; varias."),
    ] = None,
    free: Annotated[int, typer.Option("--gratis", min=0, help="Respuestas libres sin costo al mes.")] = 1000,
    json: Annotated[bool, typer.Option("--json", help="Todo, como JSON.")] = False,
) -> None:
    """Cuenta los mensajes enviados, por clase y categoría, y su costo con las tarifas dadas."""
    from booking.desk import message_metrics

    with composition.opened(context) as wired, wired.begin() as uow:
        rates = message_metrics.rates(rate or [])
        found = message_metrics.counted(uow, since, until, wired.clock.now(), rates, free)
    if json:
        output.as_json(found)
        return
    output.say(f"Del {found['desde']} al {found['hasta']}")
    output.say(f"Citas agendadas: {found['citas_agendadas']} · mensajes: {found['mensajes']}")
    if found["por_cita"] is not None:
        output.say(f"Mensajes por cita: {found['por_cita']}")
    output.table(("Por clase", "Mensajes"), message_metrics.class_lines(found))
    output.table(("Por categoría", "Mensajes"), list(found["por_categoria"].items()))
    billed = ", ".join(f"{number} de {category}" for category, number in found["se_cobran"].items()) or "ninguno"
    output.say(f"Se cobran: {billed}")
    if found["mensajes"]:
        output.say(f"WhatsApp dijo el precio de {found['precio_dicho_por_whatsapp']} de {found['mensajes']}")
    if found["repetidos"]:
        output.say(f"Salieron dos veces por una caída: {found['repetidos']}")
    if found["costo"] is not None:
        output.say(f"Costo: {found['costo']}")
    else:
        output.note("Para el costo, da las tarifas de tu país: --tarifa utility=0.0085 (las publica WhatsApp)")
