"""`turnero chats repetir`: a conversation again from its log, as a script, or as today's code would have it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused
from booking.admin.operating_user import operating_user
from booking.desk.export_record import record_export

if TYPE_CHECKING:
    pass


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
    from booking.desk import chat_views, replay_views

    with composition.opened(context) as wired, wired.begin() as uow:
        seen = chat_views.look(uow, chat, wired.clock.now())
        record_export(uow, f"chats repetir {seen.conversation.id}", operating_user(), wired.clock.now())
        uow.commit()
    if as_yaml:
        from booking.testing.scripts.recording import as_yaml as recorded

        typer.echo(recorded(seen.turns, f"chat {seen.conversation.id}"), nl=False)
        return
    if not today:
        output.say("\n".join(line for turn in seen.turns for line in replay_views.as_it_was(turn, seen)))
        return
    differing = [lines for turn in seen.turns if (lines := replay_views.differences(turn, seen))]
    for lines in differing:
        output.say("\n".join(lines))
    if differing:
        raise CommandRefused(f"{len(differing)} de {len(seen.turns)} turnos serían distintos con el código de hoy.")
    output.say(f"Los {len(seen.turns)} turnos se repiten exactamente igual con el código de hoy.")
