"""`turnero tools`: the tools of doctors and staff, as the chat uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

if TYPE_CHECKING:
    from booking.answers import Choose, Missing
    from booking.answers import Refused as No

LONGEST = 600
"""Characters of a parameter."""

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

    arguments = _arguments(name, given or ())
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
        raise Refused(f"No se hizo. {_why(answer)}")


def _arguments(name: str, given: Sequence[str]) -> dict[str, str]:
    """The parameters as they were written. Raises Refused for a tool that is not there, typer.BadParameter for what
    is none of its parameters."""
    from booking.serving import catalog

    tool = next((tool for tool in catalog()[0] if tool.name == name), None)
    if tool is None:
        raise Refused(f"No existe la herramienta «{_short(name)}». Véalas con: turnero tools listar")
    arguments: dict[str, str] = {}
    for text in given:
        field, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise typer.BadParameter(f"«{_short(text)}» no es CAMPO=VALOR.", param_hint="CAMPO=VALOR")
        if field not in tool.fields:
            there = ", ".join(tool.fields)
            raise typer.BadParameter(f"«{_short(field)}» no es un parámetro. Hay: {there}.", param_hint=name)
        if field in arguments:
            raise typer.BadParameter("está dos veces.", param_hint=field)
        if len(value) > LONGEST:
            raise typer.BadParameter(f"es demasiado largo; caben {LONGEST} letras.", param_hint=field)
        arguments[field] = value
    return arguments


def _why(answer: Missing | Choose | No) -> str:
    """What staff read of an answer that is neither a result nor a proposal."""
    from booking.answers import Choose, Missing
    from booking.replies import tools
    from booking.serving import catalog

    if isinstance(answer, Missing):
        says = next(tool.fields[answer.field] for tool in catalog()[0] if tool.name == answer.tool)
        return f"Falta «{answer.field}», o no se entiende: {says}."
    if isinstance(answer, Choose):
        return f"«{answer.field}» puede ser: {'; '.join(option.text for option in answer.options)}."
    return tools.answer(answer.model_dump(mode="json"))


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
