"""`turnero personal`: who may do what from which number. A right is bound by a one-time code written from it."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, news_command, output
from booking.admin.failures import options_named

app = typer.Typer(name="personal", no_args_is_help=True, help="Dar de alta y de baja al personal en WhatsApp.")


@app.command("alta")
def invite(
    context: typer.Context,
    role: Annotated[str, typer.Argument(metavar="ROL", help="admin, personal o doctor.")],
    phone: Annotated[
        str | None, typer.Option("--telefono", help="Con lada del país; para admin, si no, ADMIN_PHONE_NUMBER.")
    ] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Qué doctor es: número o parte del nombre.")] = None,
    until: Annotated[str | None, typer.Option("--hasta", help="Último día del permiso; si no, sin fin.")] = None,
) -> None:
    """Crea un código de un solo uso; quien lo escriba desde ese número tendrá el permiso."""
    import secrets

    from booking.access.identification import CODE_DIGITS, CODE_LIFE
    from booking.desk import staff_rights

    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
    with options_named(context):
        staff_rights.role_of(role)
    with composition.opened(context) as wired, wired.begin() as uow:
        given = phone or (wired.settings.admin_phone_number if role == "admin" else None)
        number = wired.number(given) if given else None
        right = staff_rights.NewRight(role, number, doctor, until)
        staff_rights.invite(uow, right, staff_rights.OneTimeCode(code, secrets.token_hex(8)), wired.clock.now())
        uow.commit()
    hours = int(CODE_LIFE.total_seconds() // 3600)
    output.say(f"Desde {number}, en las próximas {hours} horas, debe escribirse a la clínica por WhatsApp:")
    output.say(f"  alta {code}")


@app.command("listar")
def list_(context: typer.Context) -> None:
    """Muestra quién tiene permisos, y qué códigos faltan por escribirse."""
    from booking.desk import staff_rights

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = staff_rights.rows(uow, wired.clock.now())
    output.table(staff_rights.COLUMNS, rows)


@app.command("baja")
def revoke(
    context: typer.Context,
    role: Annotated[str, typer.Argument(metavar="ROL", help="admin, personal o doctor.")],
    phone: Annotated[str, typer.Option("--telefono", help="Con lada del país.")],
) -> None:
    """Quita un permiso, y el código que lo daría."""
    from booking.desk import staff_rights

    with options_named(context):
        staff_rights.role_of(role)
    with composition.opened(context) as wired, wired.begin() as uow:
        staff_rights.revoke(uow, role, wired.number(phone))
        uow.commit()
    output.say("Listo: ya no lo tiene.")


@app.command("clave")
def password(
    context: typer.Context,
    phone: Annotated[str, typer.Option("--telefono", help="Con lada del país.")],
    off: Annotated[bool, typer.Option("--quitar", help="Ya no puede entrar.")] = False,
) -> None:
    """Pone la clave con que alguien del personal entra a las páginas; se pide dos veces, o se lee de la entrada."""
    from booking.desk import page_access

    said = "" if off else _asked_twice()
    with composition.opened(context) as wired, wired.begin() as uow:
        number, now = wired.number(phone), wired.clock.now()
        if off:
            page_access.remove_password(uow, number, now)
        else:
            page_access.set_password(uow, number, said, now)
        uow.commit()
    output.say("Listo: ya no puede entrar." if off else "Listo: entra con su número y esa clave.")


def _asked_twice() -> str:
    import sys

    if not sys.stdin.isatty():
        return sys.stdin.readline().rstrip("\n")
    return str(typer.prompt("Clave", hide_input=True, confirmation_prompt="Otra vez"))


@app.command("guardia")
def put_on_duty(
    context: typer.Context,
    phone: Annotated[str, typer.Option("--telefono", help="Con lada del país.")],
    days: Annotated[list[str] | None, typer.Option("--dia", "--día", help="lun, lun-vie… Se puede repetir.")] = None,
    hours: Annotated[list[str] | None, typer.Option("--horas", help="09:00-18:00. Se puede repetir.")] = None,
    off: Annotated[bool, typer.Option("--quitar", help="Ya no está de guardia.")] = False,
) -> None:
    """Pone a alguien de guardia unas horas de la semana: entonces le llegan los avisos por WhatsApp."""
    from booking.desk import duty_hours

    if off == bool(days or hours) or bool(days) != bool(hours):
        raise typer.BadParameter("diga --dia y --horas, o --quitar.", ctx=context)
    with composition.opened(context) as wired, wired.begin() as uow:
        number, now = wired.tools.number(phone), wired.clock.now()
        if off:
            duty_hours.clear(uow, number)
        else:
            duty_hours.put(uow, number, days or [], hours or [], now)
        uow.commit()
    output.say("Listo. Todas las guardias: turnero personal guardias")


@app.command("guardias")
def duties(context: typer.Context) -> None:
    """Muestra quién está de guardia y cuándo."""
    from booking.desk import duty_hours

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = duty_hours.rows(uow)
    output.table(duty_hours.COLUMNS, rows, "" if rows else "Nadie está de guardia: los avisos esperan en la lista.")


app.command("avisos")(news_command.news)
