"""`turnero recordatorios` and `turnero citas recordatorios`: what patients are reminded of, whom it did not reach."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import appointment_commands, composition, output
from booking.admin.looks import shown_whole

app = typer.Typer(
    name="recordatorios", no_args_is_help=True, help="Con cuánta anticipación se recuerdan las citas; pausarlos."
)

JSON = Annotated[bool, typer.Option("--json", help="Como JSON.")]
_COLUMNS = ("Cita", "Cuándo", "Doctor", "Paciente", "Teléfono", "Toca", "Antes", "Cómo va")


@appointment_commands.app.command("recordatorios")
def list_(
    context: typer.Context,
    date: Annotated[str, typer.Option("--fecha", help="El día en que tocan.")] = "hoy",
    simulate: Annotated[bool, typer.Option("--simular", help="Qué se mandaría ahora; no manda nada.")] = False,
    to_call: Annotated[
        bool, typer.Option("--por-llamar", help="A quiénes no les llegó y su cita sigue en pie: llámeles.")
    ] = False,
    json: appointment_commands.JSON = False,
) -> None:
    """Los recordatorios de un día: cuáles faltan, cuáles salieron y qué contestaron. A nadie se le cancela por no
    contestar, ni porque no le llegó."""
    from booking.desk import masking, reminder_views
    from booking.desk.dates_in_words import minute

    if simulate and to_call:
        raise typer.BadParameter("no va junto con --por-llamar.", param_hint="--simular")
    with composition.opened(context) as wired:
        now, waits = wired.clock.now(), None
        if simulate:
            with wired.begin() as uow:  # nothing of it is committed
                rows, waits = reminder_views.simulated(uow, now)
        with wired.begin() as uow:
            if not simulate:
                rows = reminder_views.to_call(uow, now) if to_call else reminder_views.due_on(uow, date, now)
            whole = shown_whole(wired, uow, json, "citas recordatorios")
            if whole:
                uow.commit()
    if json:
        output.as_json(rows)
        return
    if waits is not None:
        output.say(f"Ahora no se manda nada, hasta {waits}.")
    elif not rows:
        output.say("No hay a quién llamar." if to_call else "No hay ninguno.")
    else:
        lines = []
        for row in rows:
            patient, told = row["paciente"] or {}, row["recordatorio"]
            name = masking.name_of(patient.get("nombre"), whole=whole)
            number = masking.number_of(patient.get("telefono"), whole=whole)
            when, *said = (minute(row["inicio"]), *reminder_views.rows([told])[0])
            lines.append((row["id"], when, row["doctor"]["nombre"], name, number or masking.NONE, *said))
        output.table(_COLUMNS, lines)


@app.command("pausar")
def pause(context: typer.Context, json: JSON = False) -> None:
    """Deja de mandar todo lo que la clínica dice por sí sola: a pacientes, recordatorios, horarios que se abren,
    invitaciones y cómo les fue; al personal, los cambios que no son de hoy y los resúmenes. Sigue lo que contesta, lo
    urgente, los avisos de quien espera a una persona y lo que el personal hace: que una cita se movió o se canceló."""
    _switch(context, json, paused=True)


@app.command("reanudar")
def resume(context: typer.Context, json: JSON = False) -> None:
    """Los vuelve a mandar: lo que tocaba mientras tanto sale si todavía sirve."""
    _switch(context, json, paused=False)


def _switch(context: typer.Context, json: bool, *, paused: bool) -> None:
    from booking.desk import edit_reminders

    with composition.opened(context) as wired, wired.begin() as uow:
        changed = edit_reminders.pause(uow, paused=paused)
        uow.commit()
    if json:
        output.as_json({"en_pausa": paused, "cambio": changed})
        return
    state = "En pausa: no se manda nada por sí solo." if paused else "Los recordatorios se mandan."
    output.say(state if changed else f"Ya estaba así. {state}")
    if paused:
        output.note("Para volver a mandarlos: turnero recordatorios reanudar")


@app.command("ajustar")
def adjust(
    context: typer.Context,
    hours: Annotated[str | None, typer.Option("--horas", help="Horas antes de la cita: 72,24,2; no: ninguno.")] = None,
    visit: Annotated[str | None, typer.Option("--tipo", help="Solo de este tipo de consulta.")] = None,
    preparation: Annotated[
        str | None, typer.Option("--preparacion", help="Cómo venir a ese tipo: «en ayunas»; no, si nada.")
    ] = None,
    rating: Annotated[
        bool | None,
        typer.Option("--calificar/--sin-calificar", help="Preguntar una vez, tras cada consulta, cómo estuvo (1 a 5)."),
    ] = None,
    json: JSON = False,
) -> None:
    """Muestra con cuántas horas de anticipación se recuerda una cita y si después se pregunta cómo estuvo, o lo
    cambia."""
    from booking.desk import edit_reminders

    with composition.opened(context) as wired, wired.begin() as uow:
        policy = edit_reminders.adjust(uow, hours, visit, preparation, rating)
        uow.commit()
    shown = edit_reminders.settings(policy)
    if json:
        output.as_json(shown)
        return

    paused = "En pausa" if shown["en_pausa"] else None
    output.table(("Consulta", "Se recuerda", "Preparación"), edit_reminders.lines(shown), paused)
    output.say(f"Después de cada consulta se pregunta cómo estuvo: {'sí' if shown['calificar'] else 'no'}")
