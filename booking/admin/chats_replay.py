"""`turnero chats repetir`: a conversation again from its log, as a script, or as today's code would have it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import Refused

if TYPE_CHECKING:
    from booking.admin.chat_views import Seen
    from booking.models import TurnRecord


def replay(
    context: typer.Context,
    chat: Annotated[str, typer.Argument(metavar="ID", help="Número del chat, o el teléfono de la persona.")],
    as_yaml: Annotated[
        bool, typer.Option("--como-yaml", help="Como conversación de prueba (con datos personales).")
    ] = False,
    today: Annotated[
        bool, typer.Option("--con-codigo-actual", help="En qué contestaría distinto el código de hoy.")
    ] = False,
) -> None:
    """Repite un chat desde su registro, tal como fue, sin modelo ni base de datos."""
    from booking.admin import chat_views, replay_views

    with composition.opened(context) as wired, wired.begin() as uow:
        seen = chat_views.look(uow, chat, wired.clock.now())
        output.record_export(uow, f"chats repetir {seen.conversation.id}", wired.clock.now())
        uow.commit()
    if as_yaml:
        from booking.testing.scripts.recording import as_yaml as recorded

        typer.echo(recorded(seen.turns, f"chat {seen.conversation.id}"), nl=False)
        return
    if not today:
        output.say("\n".join(line for turn in seen.turns for line in _as_it_was(turn, seen)))
        return
    differing = [lines for turn in seen.turns if (lines := replay_views.differences(turn, seen))]
    for lines in differing:
        output.say("\n".join(lines))
    if differing:
        raise Refused(f"{len(differing)} de {len(seen.turns)} turnos serían distintos con el código de hoy.")
    output.say(f"Los {len(seen.turns)} turnos se repiten exactamente igual con el código de hoy.")


def _as_it_was(turn: TurnRecord, seen: Seen) -> list[str]:
    """What was said, the rows, and what went out, from the log alone."""
    lines = [f"{turn.number}. {turn.at.astimezone(seen.zone):%d/%m/%Y %H:%M:%S}"]
    said: Sequence[str] = turn.texts or (("(sin texto)",) if turn.message_ids else ())
    lines += [f"   paciente: {text}" for text in said]
    lines += [f"   · {step.row}: {step.source} → {step.target}" for step in turn.steps]
    lines += [f"   bot: {seen.outbox[id].content.body}" for id in turn.outbox_ids if id in seen.outbox]
    return lines
