"""`turnero citas`: what is booked, for the clinic's staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from booking.models import Appointment
    from booking.ports import UnitOfWork
    from booking.runtime.composition_root import App

app = typer.Typer(name="citas", no_args_is_help=True, help="Ver, agendar, mover, marcar y cancelar citas.")

JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]
UNTOLD = "Turnero no le avisa al paciente: avísele si no lo sabe."
ID = Annotated[int, typer.Argument(metavar="ID", help="Número de la cita.")]


@app.command("listar")
def list_(
    context: typer.Context,
    date: Annotated[str | None, typer.Option("--fecha", help="Un solo día: 2026-11-30, hoy, mañana…")] = None,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día, incluido.")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    status: Annotated[list[str] | None, typer.Option("--estado", help="Se puede repetir.")] = None,
    patient: Annotated[str | None, typer.Option("--paciente", help="Número, nombre o teléfono.")] = None,
    json: JSON = False,
) -> None:
    """Lista las citas, por hora. La tabla empieza hoy si no se da --desde; --json las trae todas."""
    from booking.admin import agenda

    if date and (since or until):
        raise typer.BadParameter("no va junto con --desde ni --hasta.", param_hint="--fecha")
    wanted = agenda.Wanted(since, until, doctor, tuple(status or ()), patient, from_today=not json, date=date)
    with composition.opened(context) as wired, wired.begin() as uow:
        rows = agenda.listed(uow, wired.clock.now(), wanted)
        if json:
            output.record_export(uow, "citas listar", wired.clock.now())
            uow.commit()
    if json:
        output.as_json(rows)
    else:
        output.table(agenda.COLUMNS, [agenda.masked(row) for row in rows], agenda.caption(rows))


@app.command("ver")
def show(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Muestra una cita y lo que ha pasado con ella."""
    from booking.admin import agenda, desk

    with composition.opened(context) as wired, wired.begin() as uow:
        row = agenda.one(uow, appointment_id)
        events = desk.events_json(uow, appointment_id)
        if json:
            output.record_export(uow, f"citas ver {appointment_id}", wired.clock.now())
            uow.commit()
    if json:
        output.as_json({**row, "eventos": events})
    else:
        output.table(agenda.COLUMNS, [agenda.masked(row)])
        if row["motivo"]:
            output.say(f"Para el doctor: {row['motivo']}\n")
        if events:
            output.table(desk.EVENT_COLUMNS, desk.event_rows(events))


@app.command("agendar")
def enter(
    context: typer.Context,
    doctor: Annotated[str, typer.Option("--doctor", help="Número o parte del nombre.")],
    start: Annotated[str, typer.Option("--inicio", help="2026-11-30 16:00, «mañana 16:00»…")],
    patient: Annotated[str | None, typer.Option("--paciente", help="Número, nombre o teléfono.")] = None,
    new: Annotated[str | None, typer.Option("--nuevo", help="Nombre de un paciente que aún no está.")] = None,
    phone: Annotated[str | None, typer.Option("--telefono", "--teléfono", help="Con --nuevo: el suyo.")] = None,
    kind: Annotated[str, typer.Option("--tipo", help="Tipo de consulta.")] = "primera_vez",
    reason: Annotated[str | None, typer.Option("--motivo", help="Motivo de la consulta.")] = None,
    overbook: Annotated[bool, typer.Option("--sobrecupo", help="Aunque no esté libre; queda registrado.")] = False,
    json: JSON = False,
) -> None:
    """Agenda una cita, para un paciente que ya está (--paciente) o uno nuevo (--nuevo, --telefono)."""
    from booking.admin import desk

    if (patient is None) == (new is None):
        raise typer.BadParameter("diga quién es: --paciente, o --nuevo si aún no está.", param_hint="--paciente")
    if phone and not new:
        raise typer.BadParameter("va con --nuevo.", param_hint="--telefono")
    if new is not None and not new.split():
        raise typer.BadParameter("falta el nombre.", param_hint="--nuevo")
    with composition.opened(context) as wired:
        number = wired.tools.number(phone) if phone else None
        if phone and number is None:
            raise typer.BadParameter(f"«{phone}» no es un teléfono: diez cifras, o con lada.", param_hint="--telefono")
        given = desk.NewPatient(" ".join(new.split()), number) if new else None
        wish = desk.Wish(doctor, patient, given, start, kind, reason, overbook)
        _change(wired, json, "agendar", lambda uow, now: desk.enter(uow, wish, now))


@app.command("mover")
def move(
    context: typer.Context,
    appointment_id: ID,
    start: Annotated[str, typer.Option("--inicio", help="Nuevo inicio: 2026-11-30 16:00, «mañana 16:00»…")],
    doctor: Annotated[str | None, typer.Option("--doctor", help="Otro doctor; si no, el mismo.")] = None,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué se mueve.")] = None,
    json: JSON = False,
) -> None:
    """Mueve una cita a otra hora, con el mismo doctor si no se dice otro."""
    from booking.admin import desk

    _changed(context, json, "mover", lambda uow, now: desk.move(uow, appointment_id, start, doctor, reason, now))
    if not json:
        output.say(f"Cita {appointment_id} cambiada. {UNTOLD}")


@app.command("llego")
def arrived(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Registra que el paciente llegó."""
    _mark(context, json, "llego", appointment_id)


@app.command("inicia")
def started(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Registra que la consulta empezó."""
    _mark(context, json, "inicia", appointment_id)


@app.command("completa")
def completed(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Registra que la consulta terminó."""
    _mark(context, json, "completa", appointment_id)


@app.command("no-asistio")
def no_show(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Registra que el paciente no asistió."""
    _mark(context, json, "no-asistio", appointment_id)


def _mark(context: typer.Context, json: bool, what: str, appointment_id: int) -> None:
    from booking.admin import desk

    _changed(context, json, what, lambda uow, now: desk.mark(uow, appointment_id, what, now))


def _changed(
    context: typer.Context, json: bool, what: str, change: Callable[[UnitOfWork, dt.datetime], Appointment]
) -> None:
    """Make the change, commit it and show the appointment."""
    with composition.opened(context) as wired:
        _change(wired, json, what, change)


def _change(wired: App, json: bool, what: str, change: Callable[[UnitOfWork, dt.datetime], Appointment]) -> None:
    from booking.admin import agenda

    with wired.begin() as uow:
        now = wired.clock.now()
        row = agenda.one(uow, change(uow, now).id)
        if json:
            output.record_export(uow, f"citas {what} {row['id']}", now)
        uow.commit()
    if json:
        output.as_json(row)
    else:
        output.table(agenda.COLUMNS, [agenda.masked(row)])


@app.command("cancelar")
def cancel(
    context: typer.Context,
    appointment_id: ID,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué se cancela.")] = None,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")] = False,
) -> None:
    """Cancela una cita, después de preguntar."""
    from booking.admin import agenda, desk

    with composition.opened(context) as wired:
        with wired.begin() as uow:
            row = agenda.to_cancel(uow, appointment_id)
        if not yes:
            output.table(agenda.COLUMNS, [agenda.masked(row)])
            if not output.agreed("¿Cancelar esta cita? (sí/no)"):
                raise Refused("No se canceló nada. Para cancelarla sin preguntar, añada --si.")
        with wired.begin() as uow:
            agenda.cancel(uow, row, reason, wired.clock.now(), desk.at_the_desk())
            row = agenda.one(uow, appointment_id)
            uow.commit()
    output.table(agenda.COLUMNS, [agenda.masked(row)])
    output.say(f"Cita {appointment_id} cancelada; el horario quedó libre. {UNTOLD}")
