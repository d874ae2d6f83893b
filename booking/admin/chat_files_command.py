"""`turnero chats archivos`: what patients sent beside words."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused
from booking.admin.operating_user import operating_user

if TYPE_CHECKING:
    from booking.desk.chat_files import Files
    from booking.ports import UnitOfWork


def files(
    context: typer.Context,
    chat: Annotated[str, typer.Argument(metavar="ID", help="Número del chat, o el teléfono de la persona.")],
    folder: Annotated[
        Path | None,
        typer.Option(
            "--guardar", metavar="CARPETA", file_okay=False, help="Copiarlos a esta carpeta, para quien la abra."
        ),
    ] = None,
    erase: Annotated[bool, typer.Option("--borrar", help="Borrarlos todos de aquí; no se puede deshacer.")] = False,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Borrarlos sin preguntar.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Todo lo que se sabe de ellos.")] = False,
) -> None:
    """Lista las fotos y los PDF que llegaron en un chat, los copia o los borra. Queda registrado quién."""
    from booking.desk import chat_files

    if folder is not None and erase:
        raise typer.BadParameter("se copian o se borran, no las dos cosas a la vez.", param_hint="--borrar")
    with composition.opened(context) as wired, wired.begin() as uow:
        who, now = operating_user(), wired.clock.now()
        whole = json or wired.settings.nombres_completos
        found = chat_files.look(uow, chat, who, now, whole=whole, taken=folder is not None)
        uow.commit()
        if erase and found.files:
            if not yes and not output.agreed(f"¿Borrar {_counted(len(found.files))} de este chat? (sí/no)"):
                raise CommandRefused("No se borró nada. Para borrarlos sin preguntar, añada --si.")
            count = chat_files.erase(uow, found, who, now)
            uow.commit()
            output.say(
                f"Listo: {_counted(count)} menos. En las copias de la base que se hicieron antes siguen estando."
            )
            return
        saved = _saved(uow, found, folder) if folder is not None else None
    if json:
        output.as_json(chat_files.as_json(found))
        return
    caption = f"De {found.whose or 'alguien'}. Para tenerlos: turnero chats archivos {found.chat.id} --guardar CARPETA"
    output.table(
        chat_files.COLUMNS, chat_files.lines(found, whole=whole), caption if found.files else "Ningún archivo."
    )
    if saved is not None:
        output.say(f"{_counted(saved)} en {folder}. Son datos personales: bórrelos cuando ya no hagan falta.")


def _counted(count: int) -> str:
    return f"{count} archivo{'' if count == 1 else 's'}"


def _saved(uow: UnitOfWork, found: Files, folder: Path) -> int:
    """Copies what is kept, for the folder's owner alone; how many. One that is there already is left as it is."""
    from booking.desk import chat_files

    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        for file in found.kept:
            target = folder / chat_files.saved_as(file, found.zone)
            content = uow.files.content(file.id)
            if content is not None and not target.exists():
                with open(target, "xb", opener=lambda path, flags: os.open(path, flags, 0o600)) as out:
                    out.write(content)
    except OSError as error:
        raise CommandRefused(f"No se puede escribir en {folder}: {error.strerror}. Elija otra carpeta.") from error
    return len(found.kept)
