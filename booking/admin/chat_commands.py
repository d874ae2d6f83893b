"""`turnero chats`: the conversations, why each turn went as it did, answering by hand, what staff are called for."""

from __future__ import annotations

import datetime as dt
from typing import Annotated

import typer

from booking.admin import chat_files_command, composition, output, replay_command
from booking.admin.looks import shown_whole
from booking.admin.operating_user import name_at_the_desk

app = typer.Typer(name="chats", no_args_is_help=True, help="Ver los chats, contestarlos y devolverlos al bot.")

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
        whole = shown_whole(wired, uow, json, "chats listar")
        if whole:
            uow.commit()
    if json:
        output.as_json(rows)
    else:
        caption = "Para ver uno: turnero chats ver ID" if rows else "Ningún chat así."
        output.table(chat_views.COLUMNS, [chat_views.masked(row, whole=whole) for row in rows], caption)


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
        whole = shown_whole(wired, uow, json, f"chats ver {seen.conversation.id}")
        if whole:
            uow.commit()
        told = None if json else chat_account.account(uow, seen, turns, whole=whole)
    if told is None:
        output.as_json(chat_views.chat_json(seen))
    else:
        output.say(told)


@app.command("tomar")
def take(context: typer.Context, chat: CHAT) -> None:
    """Toma un chat: el bot deja de contestar en él hasta que se devuelva, o unas horas."""
    from booking.desk import answer_chats, chat_views

    with composition.opened(context) as wired, wired.begin() as uow:
        lasts = dt.timedelta(hours=wired.settings.handoff_hours)
        taken = answer_chats.take(uow, chat, name_at_the_desk(), lasts, wired.clock.now())
        until = chat_views.taken_until(uow, taken)
        uow.commit()
    output.say(f"El chat {taken.id} es suyo hasta {until}. Para escribir: turnero chats responder {taken.id} «texto»")


@app.command("responder")
def answer(
    context: typer.Context,
    chat: CHAT,
    text: Annotated[str, typer.Argument(metavar="TEXTO", help="Lo que leerá la persona.")],
) -> None:
    """Escribe a la persona de un chat. El bot deja de contestar en él hasta que se devuelva."""
    from booking.desk import answer_chats, told_views

    with composition.opened(context) as wired, wired.begin() as uow:
        lasts = dt.timedelta(hours=wired.settings.handoff_hours)
        chat_id = answer_chats.answer(uow, chat, text, name_at_the_desk(), lasts, wired.clock.now())
        uow.commit()
        ready, demo = wired.sender.ready, uow.schedules.clinic().demo
    waits = "" if ready else f" {told_views.IN_DEMO}" if demo else " WhatsApp no está conectado: el mensaje espera."
    output.say(f"Mandado.{waits} Cuando termine: turnero chats devolver {chat_id}")


@app.command("devolver")
def give_back(context: typer.Context, chat: CHAT) -> None:
    """Devuelve al bot un chat que atiende una persona, y se lo dice."""
    from booking.desk import answer_chats, chat_views

    by = name_at_the_desk()
    with composition.opened(context) as wired:
        with wired.begin() as uow:
            conversation_id = chat_views.under_human(uow, chat)
            answer_chats.gave_back(uow, conversation_id, by, wired.clock.now())
            uow.commit()
        wired.engine.return_to_bot(conversation_id)
    output.say(f"El chat {conversation_id} lo atiende otra vez el bot.")


@app.command("avisos")
def notices(
    context: typer.Context,
    limit: Annotated[int, typer.Option("--limite", "--límite", min=1, help="Cuántos.")] = 50,
    open_only: Annotated[bool, typer.Option("--pendientes", help="Solo los que nadie ha atendido.")] = False,
    exports: Annotated[bool, typer.Option("--accesos", help="También quién sacó datos completos.")] = False,
    json: JSON = False,
) -> None:
    """Lista lo que recepción debe atender: quien pide una persona, urgencias, retrasos, privacidad y fallas."""
    from booking.desk import notice_views

    with composition.opened(context) as wired, wired.begin() as uow:
        rows = notice_views.listed(uow, limit, exports=exports, open_only=open_only)
    if json:
        output.as_json(rows)
    else:
        way = "Para ver el chat: turnero chats ver ID. Al terminar: turnero chats atendido AVISO"
        output.table(notice_views.COLUMNS, [*map(notice_views.line, rows)], way if rows else "Ningún aviso.")


NOTICES = Annotated[list[int], typer.Argument(metavar="AVISO...", help="Números de los avisos.")]


@app.command("visto")
def see(context: typer.Context, notices: NOTICES) -> None:
    """Marca avisos como vistos: de estos ya no se insiste."""
    from booking.desk import handle_notices

    with composition.opened(context) as wired, wired.begin() as uow:
        handle_notices.see(uow, notices, name_at_the_desk(), wired.clock.now())
        uow.commit()
    output.say("Listo: quedan como vistos.")


@app.command("atendido")
def finish(context: typer.Context, notices: NOTICES) -> None:
    """Marca avisos como atendidos: ya no hay nada que hacer."""
    from booking.desk import handle_notices

    with composition.opened(context) as wired, wired.begin() as uow:
        handle_notices.finish(uow, notices, name_at_the_desk(), wired.clock.now())
        uow.commit()
    output.say("Listo: quedan como atendidos.")


app.command("archivos")(chat_files_command.files)
app.command("repetir")(replay_command.replay)
