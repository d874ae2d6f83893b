"""`turnero tools`: the tools of doctors and staff, as the chat uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused
from booking.admin.operating_user import at_the_desk, operating_user
from booking.desk.export_record import record_export

if TYPE_CHECKING:
    from tools.catalog import Tool

LONGEST = 600
"""Characters of a parameter."""

app = typer.Typer(name="tools", no_args_is_help=True, help="Las herramientas del personal.")


@app.command("listar")
def list_(json: Annotated[bool, typer.Option("--json", help="El esquema que ve un modelo.")] = False) -> None:
    """Muestra qué hay, quién puede y con qué parámetros."""
    from booking.runtime.serving import catalog

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
    from booking.desk import tool_use
    from booking.models.tool_answers import ANSWER

    tool = _named(name)
    who = operating_user() if not (yes and tool.writes) else at_the_desk().name or ""
    call = tool_use.Call(name, _arguments(tool, given or ()), doctor, yes)
    with composition.opened(context) as wired:
        now, meaning = wired.clock.now(), wired.tools.meaning(call.tool, call.arguments)
        with wired.begin() as uow:
            answer = tool_use.use(uow, wired.tools, call, who, now, meaning)
            shown = tool_use.came_to_something(answer)
            if shown and tool.shows_patients:
                record_export(uow, f"tools usar {name}", who, now)
            if shown:
                uow.commit()
    output.as_json(ANSWER.dump_python(answer, mode="json"))
    if not shown:
        raise CommandRefused(f"No se hizo. {tool_use.why(answer, tool.fields)}")


def _named(name: str) -> Tool:
    """Raises CommandRefused for a tool that is not there."""
    from booking.desk.tool_use import short
    from booking.runtime.serving import catalog

    tool = next((tool for tool in catalog()[0] if tool.name == name), None)
    if tool is None:
        raise CommandRefused(f"No existe la herramienta «{short(name)}». Véalas con: turnero tools listar")
    return tool


def _arguments(tool: Tool, given: Sequence[str]) -> dict[str, str]:
    """The parameters as they were written. Raises typer.BadParameter for what is none of them."""
    from booking.desk.tool_use import short

    arguments: dict[str, str] = {}
    for text in given:
        field, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise typer.BadParameter(f"«{short(text)}» no es CAMPO=VALOR.", param_hint="CAMPO=VALOR")
        if field not in tool.fields:
            there = ", ".join(tool.fields)
            raise typer.BadParameter(f"«{short(field)}» no es un parámetro. Hay: {there}.", param_hint=tool.name)
        if field in arguments:
            raise typer.BadParameter("está dos veces.", param_hint=field)
        if len(value) > LONGEST:
            raise typer.BadParameter(f"es demasiado largo; caben {LONGEST} letras.", param_hint=field)
        arguments[field] = value
    return arguments
