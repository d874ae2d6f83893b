"""What a command says when it cannot do its work: one clear line, an exit code, no traceback."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import typer
from typer.core import TyperGroup

from booking.admin.who_first import who_first
from booking.desk.desk_errors import BadValue, DeskRefused, Field
from booking.errors import (
    ConversationMoved,
    CopyInvalid,
    CopyNewer,
    DatabaseUnavailable,
    NotConnected,
    NotFound,
    SettingsInvalid,
    TurneroError,
)

STAFF = frozenset(
    {
        "agenda",
        "citas",
        "chats",
        "clinica",
        "consola",
        "db",
        "doctores",
        "documentos",
        "exportar",
        "horarios",
        "importar",
        "lista-espera",
        "metricas",
        "pacientes",
        "personal",
        "plantillas",
        "recordatorios",
        "reportes",
        "tools",
        "whatsapp",
    }
)
"""Nouns whose failures are told in Spanish; a wrong call is, of every command."""


class CommandRefused(typer.TyperException):
    """The command itself was understood and not done. Exit code 1; the message names the next step."""


OPTIONS = {
    Field.DATE: "--fecha",
    Field.SPECIAL_DATE: "FECHA",
    Field.SINCE: "--desde",
    Field.UNTIL: "--hasta",
    Field.RATE: "--tarifa",
    Field.START: "--inicio",
    Field.HOUR: "--hora",
    Field.HOURS: "--horas",
    Field.NO_HOURS: "--sin-horas",
    Field.WEEKDAYS: "--dia",
    Field.DOCTOR: "--doctor",
    Field.TO_DOCTOR: "--a",
    Field.MINUTES: "--minutos",
    Field.KEPT: "--menos",
    Field.PATIENT: "--paciente",
    Field.NEW: "--nuevo",
    Field.EMAIL: "--correo",
    Field.VISIT_TYPE: "--tipo",
    Field.VISIT_TO_CHANGE: "TIPO",
    Field.STATUS: "--estado",
    Field.HOLIDAYS: "--feriados",
    Field.ROLE: "ROL",
    Field.PHONE: "--telefono",
    Field.PASSWORD: "la clave",
    Field.FILE: "--archivo",
    Field.CLINIC_NAME: "--nombre",
    Field.MAP: "--mapa",
    Field.ZONE: "--zona",
    Field.OPENS: "--abre",
    Field.CLOSES: "--cierra",
    Field.HOURS_AHEAD: "--horas",
    Field.PREPARATION: "--preparacion",
    Field.QUIET_FROM: "--silencio-desde",
    Field.QUIET_UNTIL: "--silencio-hasta",
    Field.DOCTOR_NEWS: "--doctor",
    Field.RECEPTION_NEWS: "--recepcion",
    Field.MORNING: "--manana",
    Field.EVENING: "--tarde",
    Field.PRICE: "--precio",
    Field.QUESTION: "--pregunta",
}
"""Where staff give the desk's fields on the command line."""

_NAMING = frozenset(OPTIONS[field] for field in (Field.DOCTOR, Field.TO_DOCTOR, Field.PATIENT))
"""Options that name a doctor or a patient."""


class Doors(TyperGroup):
    """The root command: turns every expected failure into its line and exit code."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with _usage_told():
            _must_name(args)
            return super().parse_args(ctx, who_first(args, STAFF))

    def invoke(self, ctx: Any) -> Any:
        try:
            with _usage_told():
                return super().invoke(ctx)
        except TurneroError as error:
            staff = ctx.invoked_subcommand in STAFF
            typer.echo(in_spanish(error) if staff else f"Error: {one_line(error)}", err=True)
            raise typer.Exit(1) from error
        except (CommandRefused, DeskRefused) as error:
            typer.echo(str(error), err=True)
            raise typer.Exit(1) from error


def _must_name(args: list[str]) -> None:
    """An option that names somebody has somebody named: without a name it would be of everybody. Raises UsageError."""
    for place, word in enumerate(args):
        if word == "--":
            return
        option, given, said = word.partition("=")
        value = said if given else args[place + 1] if place + 1 < len(args) else None
        if option in _NAMING and value is not None and not value.strip():
            nouns = " ".join(itertools.takewhile(lambda one: not one.startswith("-"), args))
            raise typer.BadParameter(
                f"está vacío. Escriba un número o parte del nombre, o quite la opción. Vea: turnero {nouns} --help",
                param_hint=option,
            )


@contextmanager
def _usage_told() -> Iterator[None]:
    """A wrong call is one line of Spanish and its exit code."""
    try:
        yield
    except CommandRefused:
        raise
    except typer.TyperException as error:
        if _is_help(error):
            raise
        typer.echo(usage_in_spanish(error), err=True)
        raise typer.Exit(error.exit_code) from error


COPIES = {
    "there_already": "No se hizo la copia: ya existe {}. Escriba el nombre de un archivo nuevo.",
    "no_directory": "No se hizo la copia: no existe la carpeta {0}. Créela (mkdir -p {0}) o escriba otra.",
    "not_written": "No se hizo la copia: no se puede escribir {}. Elija otra carpeta.",
    "nothing": "No se hizo la copia: todavía no hay nada que copiar. Para empezar una clínica: turnero clinica crear",
    "not_there": "No se restauró nada: no existe {}. Revise el nombre del archivo.",
    "not_read": "No se restauró nada: no se puede leer {}. Revise que sea un archivo y que sea suyo.",
    "no_copy": "No se restauró nada: {} está dañado o no es una copia de Turnero. Use lo que hizo «turnero db backup».",
    "own_server": "No se restauró nada: la base de datos está en su propio servidor (DATABASE_URL). Restáurela con las"
    " herramientas de él: la copia es un tar, y el «dump» que trae es para pg_restore.",
    "at_work": "No se restauró nada: Turnero está trabajando con estos datos. Detenga antes «turnero serve», «worker» y"
    " «consola».",
}
"""Why a copy was not made or put back, by the word of the error."""


@contextmanager
def options_named(context: typer.Context) -> Iterator[None]:
    """What the desk says of a field is said of its option, as a wrong call of this command. Exit code 2."""
    try:
        yield
    except BadValue as error:
        raise typer.BadParameter(str(error), ctx=context, param_hint=OPTIONS[error.field]) from error


def in_spanish(error: TurneroError) -> str:
    """A failure of the system, for somebody at the desk: what happened and what to do."""
    match error:
        case CopyInvalid():
            return COPIES[error.why].format(error.where)
        case CopyNewer():
            said = "No se restauró nada: la copia es de una versión más nueva de Turnero. Restáurela con esa versión."
        case DatabaseUnavailable():
            said = "No se puede abrir la base de datos. Avise a quien opera el sistema: se revisa con «turnero check»."
        case NotConnected():
            return "WhatsApp todavía no está conectado. Conéctelo con: turnero whatsapp conectar"
        case SettingsInvalid():
            said = "La configuración tiene un error. Avise a quien opera el sistema: se revisa con «turnero check»."
        case ConversationMoved():
            said = "El chat cambió mientras tanto. Intente otra vez."
        case NotFound():
            said = "Ese registro no existe. Búsquelo con «listar»."
        case _:
            said = "No se pudo hacer. Avise a quien opera el sistema."
    return f"{said} (Detalle: {one_line(error)})"


def one_line(error: TurneroError) -> str:
    """What the system says of a failure, however many lines its cause took."""
    return " ".join(str(error).split())


_SPANISH = (
    (r"^Missing command\.", "Falta decir qué hacer."),
    (r"^No such command '(.+?)'\. Did you mean '(.+?)'.*$", r"No existe la orden «\1». ¿Quiso decir «\2»?"),
    (r"^No such command '(.+?)'\.$", r"No existe la orden «\1»."),
    (r"^No such option: (\S+).*$", r"No existe la opción \1."),
    (r"^Missing \w+ '?([^' ]+).*$", r"Falta \1."),
    (r"^Option '?(\S+?)'? requires an argument\.?$", r"La opción \1 necesita un valor."),
    (r"^Got unexpected extra argument\(s\) \((.+)\)$", r"Sobra: \1."),
    (r"^Invalid value for '?([^' :]+)[^:]*: .*valid integer.*$", r"\1: se espera un número."),
    (r"^Invalid value for '?([^' :]+)[^:]*: \w+ '(.+)' does not exist\.$", r"\1: «\2» no existe."),
    (r"^Invalid value for '?([^' :]+)[^:]*: \w+ '(.+)' is a directory\.$", r"\1: «\2» es una carpeta."),
    (r"^Invalid value for '?([^' :]+)[^:]*: .* greater than or equal to (\d+).*$", r"\1: el mínimo es \2."),
    (r"^Invalid value for '?([^' :]+)[^:]*: .* less than or equal to (\d+).*$", r"\1: el máximo es \2."),
    (r"^Invalid value for '?([^' :]+)[^:]*: (.+)$", r"\1: \2"),
    (r"^Invalid value: (.+)$", r"\1"),
)
"""What the command-line library says of a wrong call, and how staff read it. The first that fits."""


def usage_in_spanish(error: typer.TyperException) -> str:
    """A wrong call of a staff command."""
    said = error.format_message()
    for pattern, spanish in _SPANISH:
        said, replaced = re.subn(pattern, spanish, said, flags=re.DOTALL)
        if replaced:
            break
    context = getattr(error, "ctx", None)
    return f"{said} Vea: {context.command_path} --help" if context is not None else said


def _is_help(error: typer.TyperException) -> bool:
    """A noun alone prints its help."""
    return type(error).__name__ == "NoArgsIsHelpError"
