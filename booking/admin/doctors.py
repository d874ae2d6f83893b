"""`turnero doctores`: who works at the clinic, when, and whose turn it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output

if TYPE_CHECKING:
    from collections.abc import Sequence

    from booking.admin.views import Json
    from booking.models import Appointment

app = typer.Typer(name="doctores", no_args_is_help=True, help="Ver a los doctores y cambiar sus horarios.")

JSON = Annotated[bool, typer.Option("--json", help="Todos los datos.")]
DOCTOR = Annotated[str, typer.Argument(metavar="DOCTOR", help="Número o parte del nombre.")]
DAYS = Annotated[list[str] | None, typer.Option("--dia", "--día", help="lun, mar, mié… Se puede repetir.")]
HOURS = Annotated[list[str] | None, typer.Option("--horas", help="09:00-14:00. Se puede repetir.")]
REMOVE = Annotated[str | None, typer.Option("--quitar", help="Quitar una regla: ausencia-3.")]


@app.command("listar")
def list_(context: typer.Context, json: JSON = False) -> None:
    """Lista a los doctores con sus horas de la semana."""
    from booking.admin import timetable

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = timetable.doctors(uow, wired.clock.now())
    if json:
        output.as_json(rows)
    else:
        columns = ("Doctor", "Nombre", "Especialidad", "Horario", "Activo")
        output.table(columns, [timetable.doctor_row(row) for row in rows])


@app.command("agregar")
def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NOMBRE", help="Como lo lee el paciente: «Dra. Eva Luna».")],
    specialty: Annotated[str | None, typer.Option("--especialidad")] = None,
    weight: Annotated[int, typer.Option("--peso", min=1, help="2: recibe el doble de pacientes.")] = 1,
    json: JSON = False,
) -> None:
    """Agrega a un doctor, todavía sin horario. Entra al reparto de turnos desde hoy."""
    with composition.opened(context) as wired, wired.begin() as uow:
        doctor = uow.rules.add_doctor(name, specialty, weight, wired.clock.now())
        uow.commit()
    if json:
        output.as_json({"id": doctor.id, "nombre": doctor.name})
    else:
        output.say(f"Doctor {doctor.id}: {doctor.name}. Su horario: turnero doctores horario {doctor.id} --dia lun …")


@app.command("activar")
def activate(
    context: typer.Context,
    doctor: DOCTOR,
    off: Annotated[bool, typer.Option("--no", help="Que ya no reciba pacientes.")] = False,
) -> None:
    """Activa a un doctor, o con --no lo desactiva. Al volver no recibe de golpe a todos los pacientes."""
    from booking.admin import people

    with composition.opened(context) as wired, wired.begin() as uow:
        found = people.find_doctor(uow, doctor)
        uow.rules.set_active(found.id, not off, wired.clock.now())
        uow.commit()
    output.say(f"{found.name}: {'desactivado' if off else 'activo'}.")


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
    """Muestra las reglas de un doctor; con --dia o --fecha cambia sus horas. --fecha sola vuelve a lo normal."""
    from booking.admin import people, rules

    if days and date:
        raise typer.BadParameter("no va junto con --dia.", param_hint="--fecha")
    if days and bool(ranges) == off:
        raise typer.BadParameter("diga las horas, o --sin-horas.", param_hint="--horas")
    if not days and not date and (ranges or off or minutes or cap or since or until):
        raise typer.BadParameter("diga qué días: --dia o --fecha.", param_hint="--dia")
    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        if remove:
            rules.remove(uow, doctor, remove)
        if days:
            wanted = rules.Weekly(days, ranges or (), minutes, cap, since, until)
            found = rules.set_weekly(uow, doctor, wanted, now)
        elif date:
            found = rules.set_date(uow, doctor, date, ranges or (), off, now)
        else:
            found = rules.listed(uow, people.find_doctor(uow, doctor).id)
        uow.commit()
    _show(found, (), json)


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
    """Bloquea una ausencia (--desde, --hasta) o unas horas cada semana (--dia, --horas). Dice qué citas toca."""
    from booking.admin import people, rules

    with composition.opened(context) as wired, wired.begin() as uow:
        now = wired.clock.now()
        touched: Sequence[Appointment] = ()
        if remove:
            rules.remove(uow, doctor, remove)
            found = rules.listed(uow, people.find_doctor(uow, doctor).id)
        elif days:
            wanted = rules.Weekly(days, ranges or (), since=since, until=until)
            found, touched = rules.add_block(uow, doctor, wanted, reason, now)
        elif since:
            if ranges:
                raise typer.BadParameter(
                    "va con --dia; para una ausencia: --desde «2026-12-20 10:00».", param_hint="--horas"
                )
            found, touched = rules.add_absence(uow, doctor, since, until, reason, now)
        else:
            raise typer.BadParameter("diga desde cuándo, o qué días con --dia.", param_hint="--desde")
        uow.commit()
    _show(found, [a.id for a in touched], json)


@app.command("turnos")
def turns(
    context: typer.Context,
    explain: Annotated[bool, typer.Option("--explicar", help="La razón de cada asignación.")] = False,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Número o parte del nombre.")] = None,
    limit: Annotated[int, typer.Option("--ultimas", "--últimas", min=1, max=1000)] = 20,
    json: JSON = False,
) -> None:
    """Muestra a quién le toca el siguiente paciente, y por qué cada cita es de su doctor."""
    from booking.admin import turns as use

    with composition.opened(context) as wired, wired.begin() as uow:
        order = use.order(uow, wired.clock.now())
        reasons = use.explained(uow, doctor, limit) if explain else None
    if json:
        output.as_json({"orden": order, **({"asignaciones": reasons} if reasons is not None else {})})
        return
    output.table(use.ORDER, [tuple(row.values()) for row in order], "Le toca a quien tiene menos puntos.")
    if reasons is not None:
        output.table(use.REASONS, [use.reason_row(row) for row in reasons])


def _show(rows: Sequence[Json], touched: Sequence[int], json: bool) -> None:
    from booking.admin import rules

    if json:
        output.as_json({"reglas": list(rows), "citas_afectadas": list(touched)})
        return
    output.table(rules.COLUMNS, [rules.row(row) for row in rows])
    if touched:
        output.say(f"Citas que caen ahí y siguen en pie: {', '.join(map(str, touched))}. Muévalas o cancélelas.")
