"""`turnero personal`: who may do what from which number. A right is bound by a one-time code written from it."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

app = typer.Typer(name="personal", no_args_is_help=True, help="Dar de alta y de baja al personal en WhatsApp.")

ROLES = {"admin": "admin", "personal": "staff", "doctor": "doctor"}


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
    import datetime as dt
    import secrets
    from zoneinfo import ZoneInfo

    from booking.access.identification import CODE_DIGITS, CODE_LIFE
    from booking.access.identification import invite as made
    from booking.admin import dates, people
    from booking.models import Grant, Role

    if role not in ROLES:
        raise typer.BadParameter(f"hay: {', '.join(ROLES)}.", param_hint="ROL")
    code = f"{secrets.randbelow(10**CODE_DIGITS):0{CODE_DIGITS}d}"
    with composition.opened(context) as wired, wired.begin() as uow:
        given = phone or (wired.settings.admin_phone_number if role == "admin" else None)
        number = wired.tools.number(given) if given else None
        if number is None:
            raise typer.BadParameter("hace falta un número con lada.", param_hint="--telefono")
        if (role == "doctor") != (doctor is not None):
            raise typer.BadParameter("va con el rol de doctor, y solo con él.", param_hint="--doctor")
        here = wired.clock.now().astimezone(ZoneInfo(people.clinic_of(uow).zone))
        ends = dates.midnight(dates.day(until, here, "--hasta") + dt.timedelta(days=1), here) if until else None
        if ends is not None and ends <= here:
            raise typer.BadParameter("ese día ya pasó.", param_hint="--hasta")
        meant = people.find_doctor(uow, doctor).id if doctor else None
        grant = Grant(role=Role(ROLES[role]), doctor_id=meant, until=ends)
        made(uow, number, grant, code, secrets.token_hex(8), wired.clock.now())
        uow.commit()
    hours = int(CODE_LIFE.total_seconds() // 3600)
    output.say(f"Desde {number}, en las próximas {hours} horas, debe escribirse a la clínica por WhatsApp:")
    output.say(f"  alta {code}")


@app.command("listar")
def list_(context: typer.Context) -> None:
    """Muestra quién tiene permisos, y qué códigos faltan por escribirse."""
    from zoneinfo import ZoneInfo

    from booking.admin import people

    with composition.opened(context) as wired, wired.begin() as uow:
        now, names = wired.clock.now(), {d.id: d.name for d in uow.schedules.doctors()}
        zone = ZoneInfo(people.clinic_of(uow).zone)
        rows: list[tuple[object, ...]] = [
            (
                p.id,
                output.last_four(p.phone),
                g.role.value,
                names.get(g.doctor_id) if g.doctor_id else None,
                g.until and f"{g.until.astimezone(zone):%d/%m/%Y %H:%M}",
                "sí" if g.role in p.roles_at(now) else "no",
            )
            for p in uow.staff.list()
            for g in p.grants
        ]
        rows += [
            (
                None,
                output.last_four(i.phone),
                i.grant.role.value,
                names.get(i.grant.doctor_id) if i.grant.doctor_id else None,
                i.grant.until and f"{i.grant.until.astimezone(zone):%d/%m/%Y %H:%M}",
                f"por escribir su código, hasta {i.expires_at.astimezone(zone):%d/%m/%Y %H:%M}",
            )
            for i in uow.staff.invitations()
            if i.works_at(now)
        ]
    output.table(("Persona", "Teléfono", "Rol", "Doctor", "Hasta", "Vigente"), rows)


@app.command("baja")
def revoke(
    context: typer.Context,
    role: Annotated[str, typer.Argument(metavar="ROL", help="admin, personal o doctor.")],
    phone: Annotated[str, typer.Option("--telefono", help="Con lada del país.")],
) -> None:
    """Quita un permiso, y el código que lo daría."""
    from booking.models import Role

    if role not in ROLES:
        raise typer.BadParameter(f"hay: {', '.join(ROLES)}.", param_hint="ROL")
    with composition.opened(context) as wired, wired.begin() as uow:
        number = wired.tools.number(phone)
        person = uow.staff.find(number) if number else None
        withdrawn = uow.staff.withdraw(number) if number else False
        revoked = uow.staff.revoke(person.id, Role(ROLES[role])) if person else False
        uow.commit()
    if not (withdrawn or revoked):
        raise Refused("Ese número no tiene ese permiso. Véalos con: turnero personal listar")
    output.say("Listo: ya no lo tiene.")
