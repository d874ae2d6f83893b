"""`turnero tools`: the tools of doctors and staff, as the chat uses them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

if TYPE_CHECKING:
    from booking.models import Order
    from booking.models.tool_answers import Answer
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
    from booking.access.rights import Caller
    from booking.admin import people
    from booking.models import Role
    from booking.models.tool_answers import ANSWER, Done, Proposed

    tool = _named(name)
    arguments = _arguments(tool, given or ())
    with composition.opened(context) as wired, wired.begin() as uow:
        now, clinic = wired.clock.now(), people.clinic_of(uow)
        meant = people.find_doctor(uow, doctor) if doctor else None
        role = Role.DOCTOR if meant else Role.ADMIN
        caller = Caller(account=output.operating_user(), roles=frozenset({role}), doctor_id=meant.id if meant else None)
        answer = wired.tools.use(uow, clinic, caller, now, name, arguments)
        if isinstance(answer, Proposed) and yes:
            if answer.then:
                raise Refused(
                    "No se hizo: son varias citas. Con --si va una por una: diga el día y la hora de cada una."
                )
            _must_be_whole(arguments, answer.order)
            answer = wired.tools.perform(uow, clinic, caller, now, answer.order)
        shown = isinstance(answer, Done | Proposed)
        if shown and tool.shows_patients:
            output.record_export(uow, f"tools usar {name}", now)
        if shown:
            uow.commit()
    output.as_json(ANSWER.dump_python(answer, mode="json"))
    if not shown:
        raise Refused(f"No se hizo. {_why(answer, tool)}")


def _named(name: str) -> Tool:
    """Raises Refused for a tool that is not there."""
    from booking.runtime.serving import catalog

    tool = next((tool for tool in catalog()[0] if tool.name == name), None)
    if tool is None:
        raise Refused(f"No existe la herramienta «{_short(name)}». Véalas con: turnero tools listar")
    return tool


def _must_be_whole(arguments: dict[str, str], order: Order) -> None:
    """What is done without being shown first names its patient in full. Raises Refused, which says who it would be."""
    from booking.admin.people import folded

    said = arguments.get("paciente") or arguments.get("paciente_nombre")
    if said and order.patient and folded(said) != folded(order.patient):
        raise Refused(
            f"No se hizo: «{_short(said)}» es solo parte de un nombre; sería {order.patient}."
            " Para hacerlo con --si, escriba el nombre completo."
        )


def _arguments(tool: Tool, given: Sequence[str]) -> dict[str, str]:
    """The parameters as they were written. Raises typer.BadParameter for what is none of them."""
    arguments: dict[str, str] = {}
    for text in given:
        field, sign, value = (part.strip() for part in text.partition("="))
        if not sign:
            raise typer.BadParameter(f"«{_short(text)}» no es CAMPO=VALOR.", param_hint="CAMPO=VALOR")
        if field not in tool.fields:
            there = ", ".join(tool.fields)
            raise typer.BadParameter(f"«{_short(field)}» no es un parámetro. Hay: {there}.", param_hint=tool.name)
        if field in arguments:
            raise typer.BadParameter("está dos veces.", param_hint=field)
        if len(value) > LONGEST:
            raise typer.BadParameter(f"es demasiado largo; caben {LONGEST} letras.", param_hint=field)
        arguments[field] = value
    return arguments


def _why(answer: Answer, tool: Tool) -> str:
    """What staff read of an answer that is neither a result nor a proposal, and what to do next."""
    from booking.admin.spanish import NEXT_STEPS, WHICH_ONE
    from booking.conversation.replies import tool_replies
    from booking.models.tool_answers import Choose, Missing

    if isinstance(answer, Missing):
        says = tool.fields[answer.field]
        if answer.taken is not None:
            return f"{tool_replies.taken(answer.taken.model_dump(mode='json'))} Escriba: {answer.field}=…"
        return f"Falta «{answer.field}», o no se entiende: {says}. Escriba: {answer.field}=…"
    if isinstance(answer, Choose):
        options = "; ".join(tool_replies.option(option.model_dump(mode="json")) for option in answer.options)
        return f"«{answer.field}» puede ser: {options}. {WHICH_ONE[answer.field]}"
    said = answer.model_dump(mode="json")
    return f"{tool_replies.answer(said)} {NEXT_STEPS[said['why']]}"


def _short(text: str) -> str:
    return text if len(text) <= 40 else f"{text[:39]}…"
