"""`turnero horarios`: which times are free, why others are not, and the clinic's rules."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import typer

from booking.admin import appointment_listing, composition, output
from booking.admin.looks import touched_whole

app = typer.Typer(name="horarios", invoke_without_command=True)

JSON = Annotated[bool, typer.Option("--json", help="Todos los datos.")]


@app.callback()
def free_times(
    context: typer.Context,
    date: Annotated[str | None, typer.Option("--fecha", help="Un solo día: 2026-11-30, hoy, mañana…")] = None,
    since: Annotated[str | None, typer.Option("--desde", help="Primer día; si no se da, hoy.")] = None,
    days: Annotated[int, typer.Option("--dias", "--días", min=1, max=366, help="Cuántos días.")] = 7,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    visit: Annotated[str, typer.Option("--tipo", help="Tipo de consulta.")] = "primera_vez",
    why: Annotated[bool, typer.Option("--por-que", "--por-qué", help="Los que no están libres, y por qué.")] = False,
    hour: Annotated[str | None, typer.Option("--hora", help="Con --por-que: solo esa hora, 16:00.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Cada horario con sus doctores.")] = False,
) -> None:
    """Muestra los horarios libres, los mismos que se ofrecen a los pacientes; con --por-que, los demás."""
    from booking.desk import timetable
    from booking.desk.desk_errors import Field

    if context.invoked_subcommand is not None:
        return
    if date and since:
        raise typer.BadParameter("no va junto con --fecha.", param_hint="--desde")
    if hour and not why:
        raise typer.BadParameter("va junto con --por-que.", param_hint="--hora")
    with composition.opened(context) as wired, wired.begin() as uow:
        span = timetable.Span(date or since, 1 if date else days, Field.DATE if date else Field.SINCE)
        if why:
            rows = timetable.not_free(uow, wired.clock.now(), span, doctor, visit, hour)
        else:
            rows = timetable.free(uow, wired.clock.now(), span, doctor, visit)
    if json:
        output.as_json(rows)
    elif why:
        caption = "" if rows else "Nada que explicar: todo está libre, o nadie trabaja esos días."
        output.table(("Día", "Hora", "Doctor", "Por qué"), [timetable.why_row(row) for row in rows], caption)
    else:
        caption = "" if rows else "Nada libre. Pruebe otros días: --desde y --dias. Para saber por qué: --por-que"
        output.table(("Día", "Doctor", "Horas"), timetable.by_day(rows), caption)


@app.command("reglas")
def policy(
    context: typer.Context,
    notice: Annotated[int | None, typer.Option("--aviso", min=0, max=20160, help="Minutos de aviso mínimo.")] = None,
    horizon: Annotated[int | None, typer.Option("--plazo", min=1, max=366, help="Días hacia adelante.")] = None,
    buffer: Annotated[int | None, typer.Option("--entre", min=0, max=240, help="Minutos libres entre citas.")] = None,
    hold: Annotated[
        int | None, typer.Option("--apartado", min=1, max=1440, help="Minutos que se aparta un horario.")
    ] = None,
    cancel: Annotated[
        int | None,
        typer.Option("--cancelar", min=0, max=720, help="Horas antes de la cita para cancelar o mover por chat."),
    ] = None,
    answer: Annotated[
        int | None,
        typer.Option("--contestar", min=1, max=336, help="Horas para que el paciente de un doctor ausente conteste."),
    ] = None,
    waiting: Annotated[
        bool | None, typer.Option("--lista-espera/--sin-lista-espera", help="Ofrecer lo que se libera a quien espera.")
    ] = None,
    waiting_hold: Annotated[
        int | None,
        typer.Option(
            "--espera-apartado",
            min=5,
            max=1440,
            help="Minutos que se aparta lo que se ofrece; el doble a más de un día, el cuádruple a más de tres.",
        ),
    ] = None,
    waiting_days: Annotated[
        int | None, typer.Option("--espera-dias", min=1, max=366, help="Días que se espera en la lista.")
    ] = None,
    invite: Annotated[
        bool | None, typer.Option("--reinvitar/--sin-reinvitar", help="Ofrecer otra fecha a quien no llegó.")
    ] = None,
    ask: Annotated[
        bool | None, typer.Option("--preguntar-tipo/--sin-preguntar-tipo", help="Preguntar si es primera vez.")
    ] = None,
    quiet_from: Annotated[
        str | None, typer.Option("--silencio-desde", help="Hora desde la que no se escribe a nadie, salvo contestar.")
    ] = None,
    quiet_until: Annotated[
        str | None, typer.Option("--silencio-hasta", help="Hora hasta la que no se escribe; la misma: sin silencio.")
    ] = None,
    holidays: Annotated[str | None, typer.Option("--feriados", help="País cuyos feriados se cierra: MX, o no.")] = None,
    parking: Annotated[
        str | None, typer.Option("--estacionamiento", help="Qué se dice del estacionamiento; no, si nada.")
    ] = None,
    json: JSON = False,
) -> None:
    """Muestra las reglas de la clínica, o las cambia."""
    from booking.desk import edit_rules, rule_views, touched_appointments

    changes = {
        "min_notice_minutes": notice,
        "horizon_days": horizon,
        "buffer_minutes": buffer,
        "hold_minutes": hold,
        "cancel_hours": cancel,
        "answer_hours": answer,
        "waiting_list": waiting,
        "waiting_hold_minutes": waiting_hold,
        "waiting_days": waiting_days,
        "invite_missed": invite,
        "ask_visit": ask,
        "quiet_from": quiet_from,
        "quiet_until": quiet_until,
        "holidays": holidays,
        "parking": parking,
    }
    with composition.opened(context) as wired, wired.begin() as uow:
        now, affected = touched_appointments.by(uow, wired.clock.now(), lambda: edit_rules.set_policy(uow, changes))
        whole = touched_whole(wired, uow, affected, json, "horarios reglas: citas afectadas")
        uow.commit()
    shown: dict[str, int | str | None] = {
        "aviso": now.min_notice_minutes,
        "plazo": now.horizon_days,
        "entre": now.buffer_minutes,
        "apartado": now.hold_minutes,
        "cancelar": now.cancel_hours,
        "contestar": now.answer_hours,
        "lista_espera": now.waiting_list,
        "espera_apartado": now.waiting_hold_minutes,
        "espera_dias": now.waiting_days,
        "reinvitar": now.invite_missed,
        "preguntar_tipo": now.ask_visit,
        "silencio_desde": now.quiet_from.isoformat("minutes"),
        "silencio_hasta": now.quiet_until.isoformat("minutes"),
        "feriados": now.holidays,
        "estacionamiento": now.parking,
    }
    if json:
        output.as_json(shown)
    else:
        rows = [(f"--{name.replace('_', '-')}", rule_views.policy_value(name, value)) for name, value in shown.items()]
        output.table(("Regla", "Valor"), rows, "Para cambiar una: turnero horarios reglas --aviso 120")
        appointment_listing.show_touched(affected, whole=whole)


@app.command("cerrar")
def close(
    context: typer.Context,
    date: Annotated[str, typer.Argument(metavar="FECHA")],
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué.")] = None,
) -> None:
    """Cierra la clínica un día."""
    _special(context, date, False, reason)


@app.command("abrir")
def open_(
    context: typer.Context,
    date: Annotated[str, typer.Argument(metavar="FECHA")],
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué.")] = None,
) -> None:
    """Abre la clínica un día, aunque sea feriado."""
    _special(context, date, True, reason)


@app.command("cerrados")
def closed(context: typer.Context, json: JSON = False) -> None:
    """Lista los días por venir en que no se abre, o se abre aunque sea feriado."""
    from booking.conversation.replies.spanish import short_day
    from booking.desk import rule_views

    with composition.opened(context) as wired, wired.begin() as uow:
        found = rule_views.special_days(uow, wired.clock.now())
    if json:
        output.as_json(found)
        return
    rows = []
    for row in found:
        date = dt.date.fromisoformat(row["fecha"])
        state = "abierto" if row["abre"] else "cerrado"
        rows.append((f"{short_day(date)} {date.year}", state, row["motivo"], row["por"]))
    caption = "Para cerrar uno: turnero horarios cerrar FECHA; para abrirlo: turnero horarios abrir FECHA"
    output.table(("Día", "Clínica", "Motivo", "Lo dice"), rows, caption)


def _special(context: typer.Context, date: str, opens: bool, reason: str | None) -> None:
    from booking.desk import edit_rules, touched_appointments

    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        day, affected = touched_appointments.by(uow, now, lambda: edit_rules.set_day(uow, date, opens, reason, now))
        done = f"horarios {'abrir' if opens else 'cerrar'}"
        whole = touched_whole(wired, uow, affected, False, f"{done}: citas afectadas")
        uow.commit()
    output.say(f"{day.date}: {'abierto' if opens else 'cerrado'}.")
    appointment_listing.show_touched(affected, whole=whole)


@app.command("consultas")
def visits(
    context: typer.Context,
    visit: Annotated[str | None, typer.Argument(metavar="TIPO", help="primera_vez, seguimiento…")] = None,
    minutes: Annotated[int | None, typer.Option("--minutos", min=5, max=480, help="Si no, los del horario.")] = None,
    before: Annotated[int, typer.Option("--antes", min=0, help="Minutos libres antes.")] = 0,
    after: Annotated[int, typer.Option("--despues", "--después", min=0, help="Minutos libres después.")] = 0,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Solo con ese doctor.")] = None,
    new: Annotated[bool, typer.Option("--nuevo", help="TIPO es uno que todavía no existe.")] = False,
    json: JSON = False,
) -> None:
    """Muestra cuánto dura cada tipo de consulta; con TIPO lo cambia, y con --nuevo lo crea."""
    from booking.desk import edit_rules, rule_views
    from booking.models import VisitLength

    with composition.opened(context) as wired, wired.begin() as uow:
        if visit:
            length = VisitLength(visit=visit, minutes=minutes, buffer_before=before, buffer_after=after)
            edit_rules.set_visit(uow, length, doctor, new=new)
            uow.commit()
        found = [rule for rule in rule_views.listed(uow) if rule["regla"].startswith("consulta-")]
    if json:
        output.as_json(found)
    else:
        caption = "" if found else "Todas duran lo que un turno del doctor. Para otra: turnero horarios consultas TIPO"
        output.table(rule_views.COLUMNS, [rule_views.row(rule) for rule in found], caption)
