"""`turnero tools`: the tools of doctors and staff, as the chat uses them."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

app = typer.Typer(name="tools", no_args_is_help=True, help="Las herramientas del personal.")


@app.command("listar")
def list_(json: Annotated[bool, typer.Option("--json", help="El esquema que ve un modelo.")] = False) -> None:
    """Muestra qué hay, quién puede y con qué parámetros."""
    from booking.serving import catalog

    tools, schema = catalog()
    if json:
        output.as_json(schema)
        return
    rows = [(t.name, "escribe" if t.writes else "lee", ", ".join(t.fields), t.says) for t in tools]
    output.table(("Herramienta", "", "Parámetros", "Qué hace"), rows)


@app.command("usar")
def use(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="HERRAMIENTA")],
    given: Annotated[list[str] | None, typer.Argument(metavar="CAMPO=VALOR…")] = None,
    doctor: Annotated[str | None, typer.Option("--doctor", help="Con los permisos de este doctor.")] = None,
    yes: Annotated[bool, typer.Option("--si", help="Hace lo que propone; si no, solo se muestra.")] = False,
) -> None:
    """Usa una herramienta; lo que escribe se propone primero."""
    from booking.admin import people
    from booking.answers import ANSWER, Done, Proposed
    from booking.models import Role
    from booking.rights import Caller

    pairs = [text.partition("=") for text in given or ()]
    if any(not sign for _, sign, _ in pairs):
        raise typer.BadParameter("cada parámetro es CAMPO=VALOR.", param_hint="CAMPO=VALOR")
    arguments = {field: value for field, _, value in pairs}
    with composition.opened(context) as wired, wired.begin() as uow:
        now, clinic = wired.clock.now(), people.clinic_of(uow)
        meant = people.find_doctor(uow, doctor) if doctor else None
        role = Role.DOCTOR if meant else Role.ADMIN
        caller = Caller(account=output.operating_user(), roles=frozenset({role}), doctor_id=meant.id if meant else None)
        answer = wired.tools.use(uow, clinic, caller, now, name, arguments)
        if isinstance(answer, Proposed) and yes:
            answer = wired.tools.perform(uow, clinic, caller, now, answer.order)
        if isinstance(answer, Done):
            output.record_export(uow, f"tools usar {name}", now)
            uow.commit()
    output.as_json(ANSWER.dump_python(answer, mode="json"))
    if not isinstance(answer, Done | Proposed):
        raise Refused("No se hizo.")
