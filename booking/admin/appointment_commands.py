"""`turnero citas`: what is booked, for the clinic's staff."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import appointment_listing, composition, output, rating_commands, series_entry
from booking.admin.failures import CommandRefused, options_named
from booking.admin.looks import shown_whole
from booking.admin.operating_user import at_the_desk

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from booking.models import Actor, Appointment
    from booking.ports import UnitOfWork
    from booking.runtime.composition_root import App

    Change = Callable[[UnitOfWork, dt.datetime, Actor], Appointment]

app = typer.Typer(name="citas", no_args_is_help=True, help="Ver, agendar, mover, marcar y cancelar citas.")
rating_commands.add_to(app)

JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]
ID = Annotated[int, typer.Argument(metavar="ID", help="Número de la cita.")]
UNDO = Annotated[bool, typer.Option("--deshacer", help="Se marcó por error: quita la marca.")]
UNTOLD = Annotated[bool, typer.Option("--sin-avisar", help="Se le dijo de otro modo: no se le manda mensaje.")]
OVERBOOK = Annotated[bool, typer.Option("--sobrecupo", help="Aunque no esté libre; queda registrado.")]


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
    from booking.desk import find_appointments

    if date and (since or until):
        raise typer.BadParameter("no va junto con --desde ni --hasta.", param_hint="--fecha")
    wanted = find_appointments.Wanted(
        since, until, doctor, tuple(status or ()), patient, from_today=not json, date=date
    )
    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        rows = find_appointments.listed(uow, now, wanted)
        caption = find_appointments.caption(uow, rows, wanted)
        whole = shown_whole(wired, uow, json, "citas listar")
        if whole:
            uow.commit()
    if json:
        output.as_json(rows)
    else:
        appointment_listing.show(rows, caption, now, whole=whole)


@app.command("ver")
def show(context: typer.Context, appointment_id: ID, json: JSON = False) -> None:
    """Muestra una cita y lo que ha pasado con ella."""
    from booking.desk import (
        away_list,
        come_back_list,
        event_views,
        find_appointments,
        rating_views,
        reminder_views,
        told_views,
        waiting_entries,
    )

    with composition.opened(context) as wired, wired.begin() as uow:
        row = find_appointments.one(uow, appointment_id)
        away = next(iter(away_list.listed(uow, [appointment_id])), None)
        invited = come_back_list.of_appointment(uow, appointment_id)
        events = event_views.events_json(uow, appointment_id)
        told = told_views.of_one(uow, appointment_id)
        reminders = reminder_views.of(uow, [appointment_id])
        rating = rating_views.of_appointment(uow, appointment_id)
        waits = waiting_entries.of_appointment(uow, appointment_id)
        whole = shown_whole(wired, uow, json, f"citas ver {appointment_id}")
        if whole:
            uow.commit()
    if json:
        output.as_json(
            {**row, "eventos": events}
            | ({"avisos": told} if told else {})
            | ({"recordatorios": reminders} if reminders else {})
            | ({"calificacion": rating} if rating else {})
            | ({"lista_espera": waits} if waits else {})
            | ({"por_mover": away} if away else {})
            | ({"invitacion": invited} if invited else {})
        )
    else:
        appointment_listing.show([row], whole=whole)
        if row["motivo"]:
            output.say(f"Para el doctor: {row['motivo']}\n")
        for line in (line for one in waits for line in waiting_entries.account(one, whole=whole)):
            output.say(line)
        if away:
            output.say(f"Por moverse: {away_list.in_words(away)}\n")
        if events:
            output.table(event_views.COLUMNS, event_views.rows(events, whole=whole))
        if told:
            output.table(told_views.COLUMNS, told_views.rows(told))
        if reminders:
            output.table(reminder_views.COLUMNS, reminder_views.rows(reminders))
        if rating:
            output.say(f"Calificación: {rating_views.in_words(rating)}")
        if invited:
            output.say(f"Invitación a otra cita: {come_back_list.in_words(invited)}")


@app.command("agendar")
def enter(
    context: typer.Context,
    doctor: Annotated[str, typer.Option("--doctor", help="Número o parte del nombre.")],
    start: Annotated[str, typer.Option("--inicio", help="2026-11-30 16:00, «mañana 16:00»…")],
    patient: Annotated[str | None, typer.Option("--paciente", help="Número, nombre o teléfono.")] = None,
    new: Annotated[str | None, typer.Option("--nuevo", help="Nombre de un paciente que aún no está.")] = None,
    phone: Annotated[str | None, typer.Option("--telefono", "--teléfono", help="Con --nuevo: el suyo.")] = None,
    email: Annotated[str | None, typer.Option("--correo", help="Con --nuevo: el suyo.")] = None,
    visit: Annotated[str, typer.Option("--tipo", help="Tipo de consulta.")] = "primera_vez",
    reason: Annotated[str | None, typer.Option("--motivo", help="Motivo de la consulta.")] = None,
    overbook: OVERBOOK = False,
    every: Annotated[int | None, typer.Option("--cada", help="Varias citas: cada cuántos días.")] = None,
    times: Annotated[int | None, typer.Option("--veces", help="Con --cada: cuántas en total.")] = None,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Con --cada: no preguntar.")] = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """Agenda una cita, para un paciente que ya está (--paciente) o uno nuevo (--nuevo, --telefono, --correo).

    Con --cada y --veces, varias: se muestran todas antes, y se agendan juntas o ninguna."""
    from booking.desk import change_appointments

    if (patient is None) == (new is None):
        raise typer.BadParameter("diga quién es: --paciente, o --nuevo si aún no está.", param_hint="--paciente")
    if (every is None) != (times is None):
        raise typer.BadParameter("--cada y --veces van juntos.", param_hint="--cada")
    if json and every is not None and not yes:
        raise typer.BadParameter("con --cada va junto con --si.", param_hint="--json")
    if phone and not new:
        raise typer.BadParameter("va con --nuevo.", param_hint="--telefono")
    if email and not new:
        raise typer.BadParameter("va con --nuevo.", param_hint="--correo")
    with composition.opened(context) as wired:
        with options_named(context):
            given = None if new is None else change_appointments.new_patient(new, phone, email, wired.number)
        wish = change_appointments.Wish(doctor, patient, given, start, visit, reason, overbook, not untold)
        if every is not None and times is not None:
            series_entry.enter(wired, json, wish, every, times, yes=yes)
            return
        _change(wired, json, "agendar", lambda uow, now, by: change_appointments.enter(uow, wish, now, by))


@app.command("mover")
def move(
    context: typer.Context,
    appointment_id: ID,
    start: Annotated[str, typer.Option("--inicio", help="Nuevo inicio: 2026-11-30 16:00, «mañana 16:00»…")],
    doctor: Annotated[str | None, typer.Option("--doctor", help="Otro doctor; si no, el mismo.")] = None,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué se mueve.")] = None,
    overbook: OVERBOOK = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """Mueve una cita a otra hora, con el mismo doctor si no se dice otro."""
    from booking.desk import change_appointments

    _changed(
        context,
        json,
        "mover",
        lambda uow, now, by: change_appointments.move(
            uow, appointment_id, start, doctor, reason, now, by, overbook=overbook, tell=not untold
        ),
    )


@app.command("llego")
def arrived(context: typer.Context, appointment_id: ID, undo: UNDO = False, json: JSON = False) -> None:
    """Registra que el paciente llegó."""
    _mark(context, json, "llego", appointment_id, undo)


@app.command("inicia")
def started(context: typer.Context, appointment_id: ID, undo: UNDO = False, json: JSON = False) -> None:
    """Registra que la consulta empezó."""
    _mark(context, json, "inicia", appointment_id, undo)


@app.command("completa")
def completed(context: typer.Context, appointment_id: ID, undo: UNDO = False, json: JSON = False) -> None:
    """Registra que la consulta terminó."""
    _mark(context, json, "completa", appointment_id, undo)


@app.command("no-asistio")
def no_show(context: typer.Context, appointment_id: ID, undo: UNDO = False, json: JSON = False) -> None:
    """Registra que el paciente no asistió."""
    _mark(context, json, "no-asistio", appointment_id, undo)


def _mark(context: typer.Context, json: bool, what: str, appointment_id: int, undo: bool) -> None:
    from booking.desk import change_appointments

    _changed(
        context,
        json,
        what,
        lambda uow, now, by: change_appointments.mark(uow, appointment_id, what, now, by, undo=undo),
    )


def _changed(context: typer.Context, json: bool, what: str, change: Change) -> None:
    """Make the change, commit it and show the appointment."""
    with composition.opened(context) as wired:
        _change(wired, json, what, change)


def _change(wired: App, json: bool, what: str, change: Change) -> None:
    from booking.desk import find_appointments, told_views

    by = at_the_desk()
    with wired.begin() as uow:
        now = wired.clock.now()
        row = find_appointments.one(uow, change(uow, now, by).id)
        promise = told_views.promise(uow, row["id"], now, connected=wired.writes_to_patients)
        whole = shown_whole(wired, uow, json, f"citas {what} {row['id']}")
        uow.commit()
    if json:
        output.as_json(row)
        return
    appointment_listing.show([row], whole=whole)
    if promise:
        output.say(promise)


@app.command("cancelar")
def cancel(
    context: typer.Context,
    appointment_id: ID,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué se cancela.")] = None,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")] = False,
    untold: UNTOLD = False,
) -> None:
    """Cancela una cita, después de preguntar."""
    from booking.desk import change_appointments, find_appointments, told_views

    by = at_the_desk()
    with composition.opened(context) as wired:
        with wired.begin() as uow:
            row = change_appointments.to_cancel(uow, appointment_id)
            whole = shown_whole(wired, uow, False, f"citas cancelar {appointment_id}")
            if whole:
                uow.commit()
        if not yes:
            appointment_listing.show([row], whole=whole)
            if not output.agreed("¿Cancelar esta cita? (sí/no)"):
                raise CommandRefused("No se canceló nada. Para cancelarla sin preguntar, añada --si.")
        with wired.begin() as uow:
            now = wired.clock.now()
            change_appointments.cancel(uow, row, reason, now, by, tell=not untold)
            row = find_appointments.one(uow, appointment_id)
            promise = told_views.promise(uow, appointment_id, now, connected=wired.writes_to_patients)
            uow.commit()
    appointment_listing.show([row], whole=whole)
    output.say(f"Cita {appointment_id} cancelada; el horario quedó libre. {promise or ''}".rstrip())
