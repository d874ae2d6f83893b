"""`turnero chats`: the conversations, why each turn went as it did, and giving one back to the bot."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition, output, replay_command
from booking.admin.operating_user import operating_user
from booking.desk.export_record import record_export

app = typer.Typer(name="chats", no_args_is_help=True, help="Ver los chats y devolverlos al bot.")

JSON = Annotated[bool, typer.Option("--json", help="Todo, sin ocultar datos; queda registrado quién lo pidió.")]
CHAT = Annotated[str, typer.Argument(metavar="ID", help="Número del chat, o el teléfono de la persona.")]


@app.command("listar")
def list_(
    context: typer.Context,
    human: Annotated[bool, typer.Option("--humano", help="Solo los que atiende una persona.")] = False,
    limit: Annotated[int, typer.Option("--limite", "--límite", min=1, help="Cuántos.")] = 50,
    json: JSON = False,
) -> None:
    """Lista los chats, el más reciente primero."""
    from booking.desk import chat_views

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = chat_views.listed(uow, human=human, limit=limit)
        if json:
            record_export(uow, "chats listar", operating_user(), wired.clock.now())
            uow.commit()
    if json:
        output.as_json(rows)
    else:
        caption = "Para ver uno: turnero chats ver ID" if rows else "Ningún chat así."
        output.table(chat_views.COLUMNS, [chat_views.masked(row) for row in rows], caption)


@app.command("ver")
def show(
    context: typer.Context,
    chat: CHAT,
    turns: Annotated[int, typer.Option("--turnos", min=1, help="Cuántos de los últimos contar.")] = 10,
    json: JSON = False,
) -> None:
    """Cuenta qué pasó en un chat y por qué. --json trae todos los turnos."""
    from booking.desk import chat_account, chat_views

    with composition.opened(context) as wired, wired.begin() as uow:
        seen = chat_views.look(uow, chat, wired.clock.now())
        if json:
            record_export(uow, f"chats ver {seen.conversation.id}", operating_user(), wired.clock.now())
            uow.commit()
    if json:
        output.as_json(chat_views.chat_json(seen))
    else:
        output.say(chat_account.account(seen, turns))


@app.command("devolver")
def give_back(context: typer.Context, chat: CHAT) -> None:
    """Devuelve al bot un chat que atiende una persona."""
    from booking.desk import chat_views

    with composition.opened(context) as wired:
        with wired.begin() as uow:
            conversation_id = chat_views.under_human(uow, chat)
        wired.engine.return_to_bot(conversation_id)
    output.say(f"El chat {conversation_id} lo atiende otra vez el bot.")


@app.command("avisos")
def notices(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limite", "--límite", min=1, help="Cuántos.")] = 50,
    exports: Annotated[bool, typer.Option("--accesos", help="También quién sacó datos completos.")] = False,
    json: JSON = False,
) -> None:
    """Lista lo que recepción debe atender: quien pide una persona, urgencias, retrasos, privacidad y fallas."""
    from booking.desk import notice_views

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = notice_views.listed(uow, limit, exports=exports)
    if json:
        output.as_json(rows)
    else:
        caption = "Para ver el chat: turnero chats ver ID" if rows else "Ningún aviso."
        output.table(notice_views.COLUMNS, [tuple(row.values()) for row in rows], caption)


app.command("repetir")(replay_command.replay)
