"""Who is at the desk: the name given with `--como`, the one that is set (`TURNERO_COMO`), or the account that runs the
command. The account of the whole machine is nobody: who changes something as it is asked for a name."""

from __future__ import annotations

import getpass
import os
from contextvars import ContextVar
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin.who_first import AS

if TYPE_CHECKING:
    from booking.models import Actor

LONGEST_NAME = 60
_given: ContextVar[str | None] = ContextVar("given", default=None)


def named(
    name: Annotated[
        str | None,
        typer.Option(AS, metavar="NOMBRE", help="Quién está en el mostrador; si no, TURNERO_COMO o su cuenta."),
    ] = None,
) -> None:
    """Remember who gives this command."""
    _given.set(None if name is None else _checked(name, AS))


def given_name() -> str | None:
    """The name that was given with the command, if one was."""
    return _given.get()


def operating_user() -> str:
    """Whoever it is, as looking at data is recorded; the account where nobody said a name."""
    return _name() or _account()


def at_the_desk() -> Actor:
    """Whoever gives the command, as what they change names them. Raises CommandRefused where that is nobody."""
    from booking.models import Actor, ActorKind

    return Actor(kind=ActorKind.STAFF, name=name_at_the_desk())


def name_at_the_desk() -> str:
    """The name of whoever gives the command. Raises CommandRefused where that is nobody."""
    from booking.admin.failures import CommandRefused

    name = _name()
    if name is None:
        raise CommandRefused(
            f"No se cambió nada: falta saber quién lo hace. Añada {AS} «su nombre», o déjelo puesto en esta computadora"
            " con TURNERO_COMO=«su nombre» en el archivo .env."
        )
    return name


def _name() -> str | None:
    from booking.admin.composition import read_settings

    if given := _given.get():
        return given
    if kept := read_settings().turnero_como:
        return _checked(kept, "TURNERO_COMO")
    account = os.environ.get("SUDO_USER") or _account()
    return None if account == "root" or account.isdigit() else account


def _account() -> str:
    """Of the operating system; its number when it has no name."""
    try:
        return getpass.getuser()
    except (KeyError, OSError):
        return str(os.getuid())


def _checked(name: str, where: str) -> str:
    said = " ".join(name.split())
    if not 0 < len(said) <= LONGEST_NAME or not said.isprintable():
        raise typer.BadParameter(f"escriba un nombre, de no más de {LONGEST_NAME} letras.", param_hint=where)
    return said
