"""`turnero agenda cancelar|recorrer|pasar|ofrecer|avisar`: a doctor's whole day, or a part of it, at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated
from zoneinfo import ZoneInfo

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused, options_named
from booking.admin.operating_user import at_the_desk, operating_user

if TYPE_CHECKING:
    import datetime as dt

    from booking.desk.change_days import Asked
    from booking.desk.json_views import Json
    from booking.models import DayPlan

DOCTOR = Annotated[str, typer.Option("--doctor", help="De quién: número o parte del nombre.")]
DATE = Annotated[str, typer.Option("--fecha", help="2026-11-30, hoy, mañana, el lunes…")]
HOURS = Annotated[str | None, typer.Option("--horas", help="Solo las que empiezan ahí: 16:00-19:00.")]
BUT = Annotated[list[int] | None, typer.Option("--menos", metavar="CITA", help="Esa no. Se puede repetir.")]
REASON = Annotated[str | None, typer.Option("--motivo", help="Por qué.")]
OVER = Annotated[bool, typer.Option("--sobrecupo", help="También donde no caben; queda registrado.")]
DRY = Annotated[bool, typer.Option("--simular", help="Solo mostrar qué se haría.")]
YES = Annotated[bool, typer.Option("--si", "--sí", help="No preguntar.")]
UNTOLD = Annotated[bool, typer.Option("--sin-avisar", help="Se les dijo de otro modo: no se les manda mensaje.")]
JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado. Con --si o --simular.")]


def add_to(app: typer.Typer) -> None:
    """Add them to the commands of the agenda."""
    app.command("cancelar")(cancel)
    app.command("recorrer")(shift)
    app.command("pasar")(hand_over)
    app.command("ofrecer")(offer)
    app.command("sin-respuesta")(unanswered)
    app.command("avisar")(tell_late)


def cancel(
    context: typer.Context,
    doctor: DOCTOR,
    date: DATE,
    hours: HOURS = None,
    but: BUT = None,
    reason: REASON = None,
    dry: DRY = False,
    yes: YES = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """Cancela las citas de un doctor en un día, o en unas horas: una lista y un solo sí. La agenda sigue abierta."""
    from booking.desk.change_days import Asked
    from booking.models import DayAct

    asked = Asked(DayAct.CANCEL, doctor, date, hours, but=tuple(but or ()))
    _changed(context, asked, reason, dry=dry, yes=yes, tell=not untold, json=json)


def shift(
    context: typer.Context,
    doctor: DOCTOR,
    minutes: Annotated[int, typer.Option("--minutos", help="Cuántos; con menos delante (-15), más temprano.")],
    date: DATE = "hoy",
    hours: HOURS = None,
    but: BUT = None,
    overbook: OVER = False,
    reason: REASON = None,
    dry: DRY = False,
    yes: YES = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """Recorre las citas de un doctor en un día: las que siguen, todas los mismos minutos. Lo que no cabe se dice."""
    from booking.desk import change_days
    from booking.models import DayAct

    with options_named(context):
        minutes = change_days.minutes_of(minutes)
    asked = change_days.Asked(
        DayAct.SHIFT, doctor, date, hours, minutes=minutes, but=tuple(but or ()), overbook=overbook
    )
    _changed(context, asked, reason, dry=dry, yes=yes, tell=not untold, json=json)


def hand_over(
    context: typer.Context,
    doctor: DOCTOR,
    to: Annotated[str, typer.Option("--a", help="A quién: número o parte del nombre.")],
    date: DATE,
    hours: HOURS = None,
    but: BUT = None,
    overbook: OVER = False,
    reason: REASON = None,
    dry: DRY = False,
    yes: YES = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """Pasa las citas de un doctor en un día a otro doctor, a la misma hora. Lo que no cabe se dice."""
    from booking.desk.change_days import Asked
    from booking.models import DayAct

    asked = Asked(DayAct.HAND_OVER, doctor, date, hours, to_doctor=to, but=tuple(but or ()), overbook=overbook)
    _changed(context, asked, reason, dry=dry, yes=yes, tell=not untold, json=json)


def offer(
    context: typer.Context,
    doctor: DOCTOR,
    date: DATE,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día, si son varios.")] = None,
    hours: HOURS = None,
    but: BUT = None,
    reason: REASON = None,
    dry: DRY = False,
    yes: YES = False,
    untold: UNTOLD = False,
    json: JSON = False,
) -> None:
    """El doctor no estará: cierra su agenda ese rato y ofrece a sus pacientes otro horario; conservan su cita mientras
    contestan."""
    from booking.desk.change_days import Asked
    from booking.models import DayAct

    asked = Asked(DayAct.OFFER, doctor, date, hours, but=tuple(but or ()), until=until)
    _changed(context, asked, reason, dry=dry, yes=yes, tell=not untold, json=json)


def unanswered(
    context: typer.Context,
    json: Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado.")] = False,
) -> None:
    """Lista las citas cuyo doctor no estará y que todavía nadie ha movido ni cancelado, con el plazo para contestar."""
    from booking.admin.looks import shown_whole
    from booking.desk import away_list

    with composition.opened(context) as wired, wired.begin() as uow:
        found = away_list.listed(uow)
        whole = shown_whole(wired, uow, json, "agenda sin-respuesta")
        if whole:
            uow.commit()
    if json:
        output.as_json(found)
        return
    caption = (
        "Para mover una: turnero citas mover CITA; para llamarle vea su teléfono: turnero citas ver CITA"
        if found
        else "Nadie tiene pendiente contestar."
    )
    output.table(away_list.COLUMNS, [away_list.row(one, whole=whole) for one in found], caption)


def tell_late(
    context: typer.Context,
    doctor: DOCTOR,
    minutes: Annotated[int, typer.Option("--minutos", min=1, max=720, help="Cuántos minutos va tarde.")],
    hours: HOURS = None,
    but: BUT = None,
    dry: DRY = False,
    yes: YES = False,
    json: JSON = False,
) -> None:
    """Avisa a los pacientes de hoy que su doctor va tarde. Ninguna cita se mueve."""
    from booking.desk.change_days import Asked
    from booking.models import DayAct

    asked = Asked(DayAct.LATE, doctor, "hoy", hours, minutes=minutes, but=tuple(but or ()))
    _changed(context, asked, None, dry=dry, yes=yes, tell=True, json=json)


def _changed(
    context: typer.Context, asked: Asked, reason: str | None, *, dry: bool, yes: bool, tell: bool, json: bool
) -> None:
    """Show what would be done, ask, and do just that."""
    from booking.desk import change_days
    from booking.desk.export_record import record_export

    if json and not (dry or yes):
        raise typer.BadParameter("va con --si o con --simular.", param_hint="--json")
    by = None if dry else at_the_desk()
    with composition.opened(context) as wired:
        with options_named(context), wired.begin() as uow:
            now = wired.clock.now()
            wish = change_days.wish_of(uow, asked, now)
            plan = change_days.planned(uow, wish, now)
            zone = ZoneInfo(uow.schedules.clinic().zone)
            if dry and json:
                found = change_days.as_json(uow, wish, plan, done=False)
                record_export(uow, f"agenda {asked.act.value}", operating_user(), now)
                uow.commit()
        if dry:
            if json:
                output.as_json(found)
            else:
                _show(plan, zone)
                output.say("Fue un simulacro: no se cambió nada.")
            return
        if not yes:
            _show(plan, zone)
        change_days.must_do_something(wish, plan)
        if by is None or not (yes or output.agreed(f"{change_days.QUESTIONS[asked.act]} (sí/no)")):
            raise CommandRefused("No se cambió nada. Para hacerlo sin preguntar, añada --si.")
        with wired.begin() as uow:
            now = wired.clock.now()
            done = change_days.carry_out(uow, wish, plan, now, by, reason, tell=tell)
            if not done.done:
                _show(done.plan, zone)
                raise CommandRefused("No se cambió nada: el día cambió mientras tanto, y ahora sería así. Repítalo.")
            found = change_days.as_json(uow, wish, done.plan, done=True) | {"avisos": change_days.told_json(done)}
            demo = uow.schedules.clinic().demo
            promise = change_days.promise(done, connected=wired.writes_to_patients, demo=demo)
            if json:
                record_export(uow, f"agenda {asked.act.value}", operating_user(), now)
            uow.commit()
    if json:
        output.as_json(found)
        return
    if yes:
        _show(plan, zone)
    _tell(asked, found, change_days.account(asked.act, done), promise)


def _show(plan: DayPlan, zone: dt.tzinfo) -> None:
    from booking.desk import change_days

    if plan.changes or plan.stays:
        output.table(change_days.COLUMNS, change_days.rows(plan, zone))


def _tell(asked: Asked, done: Json, said: str, promise: str) -> None:
    """What was done, and what is still to do."""
    if asked.act.value in ("avisar", "ofrecer"):
        output.say(f"{said} {promise}".rstrip())
        if asked.act.value == "ofrecer":
            output.say("Quién no ha contestado: turnero agenda sin-respuesta")
        return
    output.say(said)
    if promise:
        output.say(promise)
    if asked.act.value == "cancelar":
        start, end = (str(done[key])[:16].replace("T", " ") for key in ("desde", "hasta"))
        output.say(
            "La agenda sigue abierta ese rato. Para cerrarla:"
            f" turnero doctores bloquear {done['doctor']['id']} --desde «{start}» --hasta «{end}»"
        )
