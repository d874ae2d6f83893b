"""`turnero doctores`: who works at the clinic, when, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import appointment_listing, composition, output
from booking.admin.looks import touched_whole
from booking.admin.operating_user import operating_user

if TYPE_CHECKING:
    import datetime as dt
    from collections.abc import Callable

    from booking.ports import UnitOfWork

app = typer.Typer(name="doctores", no_args_is_help=True, help="Ver a los doctores y cambiar sus horarios.")

JSON = Annotated[bool, typer.Option("--json", help="Todos los datos.")]
DOCTOR = Annotated[str, typer.Argument(metavar="DOCTOR", help="Número o parte del nombre.")]
DAYS = Annotated[list[str] | None, typer.Option("--dia", "--día", help="lun, mar, mié… Se puede repetir.")]
HOURS = Annotated[list[str] | None, typer.Option("--horas", help="09:00-14:00. Se puede repetir.")]
REMOVE = Annotated[str | None, typer.Option("--quitar", help="Quitar una regla: ausencia-3.")]


@app.command("listar")
def list_(context: typer.Context, json: JSON = False) -> None:
    """Lista a los doctores con sus horas de la semana."""
    from booking.desk import timetable

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = timetable.doctors(uow, wired.clock.now())
    if json:
        output.as_json(rows)
    else:
        columns = ("Doctor", "Nombre", "Especialidad", "Consultorio", "Horario", "Activo", "Pacientes")
        output.table(columns, [timetable.doctor_row(row) for row in rows])


@app.command("agregar")
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NOMBRE", help="Como lo lee el paciente: «Dra. Eva Luna».")],
    specialty: Annotated[str | None, typer.Option("--especialidad")] = None,
    weight: Annotated[int, typer.Option("--peso", min=1, help="2: recibe el doble de pacientes.")] = 1,
    by_turn: Annotated[
        bool | None, typer.Option("--reparto/--sin-reparto", help="Recibe a quien no pide doctor, o solo si lo piden.")
    ] = None,
    json: JSON = False,
) -> None:
    """Agrega a un doctor, todavía sin horario. Si es de medicina general o familiar, o no se dice su especialidad,
    entra al reparto de turnos desde hoy; un especialista, solo con --reparto."""
    from booking.desk import edit_doctors, turn_order

    name = " ".join(name.split())
    if not name:
        raise typer.BadParameter("falta el nombre.", param_hint="NOMBRE")
    with composition.opened(context) as wired, wired.begin() as uow:
        doctor = edit_doctors.add(uow, name, specialty, weight, by_turn, wired.clock.now())
        uow.commit()
    if json:
        output.as_json({"id": doctor.id, "nombre": doctor.name, "reparto": doctor.by_turn})
        return
    output.say(f"Doctor {doctor.id}: {doctor.name}. {turn_order.said(doctor)}")
    output.say(f"Su horario: turnero doctores horario {doctor.id} --dia lun --horas 09:00-14:00")


@app.command("editar")
def edit(
    context: typer.Context,
    doctor: DOCTOR,
    name: Annotated[str | None, typer.Option("--nombre", help="Como lo lee el paciente.")] = None,
    specialty: Annotated[str | None, typer.Option("--especialidad", help="«» la quita.")] = None,
    room: Annotated[str | None, typer.Option("--consultorio", help="Dónde atiende: 3, B…; «» lo quita.")] = None,
    weight: Annotated[int | None, typer.Option("--peso", min=1, help="2: recibe el doble de pacientes.")] = None,
    json: JSON = False,
) -> None:
    """Cambia el nombre, la especialidad, el consultorio o el peso de un doctor."""
    from booking.desk import edit_doctors

    if all(value is None for value in (name, specialty, room, weight)):
        raise typer.BadParameter("diga qué cambiar: --nombre, --especialidad, --consultorio o --peso.")
    with composition.opened(context) as wired, wired.begin() as uow:
        found = edit_doctors.edit(uow, doctor, name, specialty, room, weight, wired.clock.now())
        uow.commit()
    if json:
        said = {"id": found.id, "nombre": found.name, "especialidad": found.specialty}
        output.as_json({**said, "consultorio": found.room, "peso": found.weight})
        return
    details = ", ".join(filter(None, (found.specialty, found.room and f"consultorio {found.room}")))
    output.say(f"Doctor {found.id}: {found.name}" + (f" ({details})." if details else "."))


@app.command("reparto")
def share(
    context: typer.Context,
    doctor: DOCTOR,
    off: Annotated[bool, typer.Option("--no", help="Solo quien lo pide por su nombre o su especialidad.")] = False,
) -> None:
    """Mete a un doctor al reparto de quienes no piden doctor, o con --no lo saca. Sus citas no cambian."""
    from booking.desk import edit_doctors, turn_order

    with composition.opened(context) as wired, wired.begin() as uow:
        found, left = edit_doctors.set_by_turn(uow, doctor, not off, wired.clock.now())
        uow.commit()
    output.say(f"{found.name}: {turn_order.said(found)}")
    if not left:
        output.say("Nadie queda en el reparto: mientras tanto, quien no pide doctor puede tocarle a cualquiera.")


@app.command("activar")
def activate(
    context: typer.Context,
    doctor: DOCTOR,
    off: Annotated[bool, typer.Option("--no", help="Que ya no reciba pacientes.")] = False,
) -> None:
    """Activa a un doctor, o con --no lo desactiva. Al volver no recibe de golpe a todos los pacientes."""
    from booking.desk import edit_doctors

    with composition.opened(context) as wired, wired.begin() as uow:
        found, affected = edit_doctors.set_active(uow, doctor, not off, wired.clock.now())
        whole = touched_whole(wired, uow, affected, False, f"doctores activar {found.id}: citas afectadas")
        uow.commit()
    output.say(f"{found.name}: {'desactivado' if off else 'activo'}.")
    appointment_listing.show_touched(affected, whole=whole)


@app.command("horario")
def hours(
    context: typer.Context,
    doctor: DOCTOR,
    days: DAYS = None,
    ranges: HOURS = None,
    date: Annotated[str | None, typer.Option("--fecha", help="Solo ese día: 2026-12-24.")] = None,
    off: Annotated[bool, typer.Option("--sin-horas", help="No trabaja ese día.")] = False,
    minutes: Annotated[int | None, typer.Option("--minutos", min=5, max=480, help="Duración de un turno.")] = None,
    cap: Annotated[int | None, typer.Option("--tope", min=1, help="Citas por día, a lo más.")] = None,
    since: Annotated[str | None, typer.Option("--desde", help="Vigente desde.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Vigente hasta, incluido.")] = None,
    remove: REMOVE = None,
    json: JSON = False,
) -> None:
    """Muestra las reglas de un doctor; con --dia o --fecha cambia sus horas. --fecha sola vuelve a lo normal.

    Unas horas con --desde o --hasta toman el lugar de las de siempre en esas fechas; de varias, las más cortas.
    """
    from booking.desk import edit_rules

    if days and date:
        raise typer.BadParameter("no va junto con --dia.", param_hint="--fecha")
    if ranges and off:
        raise typer.BadParameter("no va junto con --horas.", param_hint="--sin-horas")
    if days and not ranges and not off:
        raise typer.BadParameter("diga las horas, o --sin-horas.", param_hint="--horas")
    weekly = {"--minutos": minutes, "--tope": cap, "--desde": since, "--hasta": until}
    if date and (given := next((option for option, value in weekly.items() if value is not None), None)):
        raise typer.BadParameter("va con --dia, no con --fecha.", param_hint=given)
    if not days and not date and (ranges or off or any(value is not None for value in weekly.values())):
        raise typer.BadParameter("diga qué días: --dia o --fecha.", param_hint="--dia")

    def edit(uow: UnitOfWork, now: dt.datetime) -> None:
        if remove:
            edit_rules.remove(uow, doctor, remove)
        if days:
            edit_rules.set_weekly(uow, doctor, edit_rules.Weekly(days, ranges or (), minutes, cap, since, until), now)
        elif date:
            edit_rules.set_date(uow, doctor, date, ranges or (), off, now)

    _edited(context, doctor, edit, json)


@app.command("bloquear")
def block(
    context: typer.Context,
    doctor: DOCTOR,
    since: Annotated[str | None, typer.Option("--desde", help="Día, o día y hora: 2026-12-20 10:00.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Día incluido, o día y hora.")] = None,
    days: DAYS = None,
    ranges: HOURS = None,
    reason: Annotated[str | None, typer.Option("--motivo", help="Por qué.")] = None,
    remove: REMOVE = None,
    json: JSON = False,
) -> None:
    """Bloquea una ausencia (--desde, --hasta) o unas horas cada semana (--dia, --horas). Dice qué citas toca.

    Con --quitar y lo demás, cambia una regla por otra.
    """
    from booking.desk import edit_rules

    if ranges and not days:
        raise typer.BadParameter("va con --dia; para una ausencia: --desde «2026-12-20 10:00».", param_hint="--horas")
    if not (days or since) and (until or reason or not remove):
        raise typer.BadParameter("diga desde cuándo, o qué días con --dia.", param_hint="--desde")

    def edit(uow: UnitOfWork, now: dt.datetime) -> None:
        if remove:
            edit_rules.remove(uow, doctor, remove)
        if days:
            edit_rules.add_block(
                uow, doctor, edit_rules.Weekly(days, ranges or (), since=since, until=until), reason, now
            )
        elif since:
            edit_rules.add_absence(uow, doctor, since, until, reason, now)

    _edited(context, doctor, edit, json)


@app.command("turnos")
def turns(
    context: typer.Context,
    explain: Annotated[bool, typer.Option("--explicar", help="La razón de cada asignación.")] = False,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    limit: Annotated[int, typer.Option("--ultimas", "--últimas", min=1, max=1000)] = 20,
    json: JSON = False,
) -> None:
    """Muestra a quién le toca el siguiente paciente, y por qué cada cita es de su doctor."""
    from booking.desk import turn_order

    if doctor and not explain:
        raise typer.BadParameter("va junto con --explicar.", param_hint="--doctor")
    with composition.opened(context) as wired, wired.begin() as uow:
        order = turn_order.order(uow, wired.clock.now())
        reasons = turn_order.explained(uow, doctor, limit) if explain else None
    if json:
        output.as_json({"orden": order, **({"asignaciones": reasons} if reasons is not None else {})})
        return
    output.table(turn_order.ORDER, [tuple(row.values()) for row in order], turn_order.CAPTION)
    if reasons is not None:
        caption = "" if reasons else "Ninguna cita se ha asignado todavía por chat o en recepción."
        output.table(turn_order.REASONS, [turn_order.reason_row(row) for row in reasons], caption)


def _edited(context: typer.Context, doctor: str, edit: Callable[[UnitOfWork, dt.datetime], None], json: bool) -> None:
    """Edit the doctor's rules; show them as they are now, and the appointments that the edit touches."""
    from booking.desk import away_list, find_people, rule_views, touched_appointments

    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        _, affected = touched_appointments.by(uow, now, lambda: edit(uow, now))
        whose = find_people.find_doctor(uow, doctor).id
        back = away_list.lifted(uow, whose, operating_user(), now)
        found = rule_views.listed(uow, whose)
        whole = touched_whole(wired, uow, affected, json, f"doctores {whose}: citas afectadas")
        uow.commit()
    if json:
        output.as_json({"reglas": found, "citas_afectadas": [row["id"] for row in affected]})
        return
    output.table(rule_views.COLUMNS, [rule_views.row(row) for row in found])
    appointment_listing.show_touched(affected, whole=whole)
    if back:
        output.say(f"Se les dice que siempre sí, en las citas: {', '.join(map(str, back))}")
