"""`turnero whatsapp`: connect the clinic's number, and see whether all of it works."""

from __future__ import annotations

import secrets
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused

if TYPE_CHECKING:
    from booking.desk.connection_steps import Mend, Step
    from booking.desk.trial_message import Progress, Trial
    from booking.runtime.composition_root import App
    from booking.settings import Settings

app = typer.Typer(name="whatsapp", no_args_is_help=True, help="Conectar el número de la clínica, y probarlo.")

JSON = Annotated[bool, typer.Option("--json", help="Todo, como JSON.")]

_STEP_SECONDS = 0.5


@app.command("conectar")
def connect(
    context: typer.Context,
    file: Annotated[
        Path | None,
        typer.Option("--archivo", metavar="conexion.toml", help="Todo escrito en un archivo; - es la entrada."),
    ] = None,
    sample: Annotated[bool, typer.Option("--plantilla", help="Imprimir un conexion.toml de ejemplo.")] = False,
    ask: Annotated[bool, typer.Option("--preguntar", help="Preguntar, aunque no sea una terminal.")] = False,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Cambiar la dirección de la app, si es otra.")] = False,
    json: JSON = False,
) -> None:
    """Guarda los datos de WhatsApp, solo para quien opera Turnero, y deja la app de Meta mandando aquí los mensajes.

    Pregunta una cosa a la vez, o lee --archivo. Se puede repetir: lo que ya está bien no se toca. Los secretos nunca se
    muestran ni van en la línea de órdenes.
    """
    from booking.desk import connection_file
    from booking.desk.connection_steps import Mend

    if sample:
        output.say(connection_file.SAMPLE.rstrip())
        return
    asking = file is None and (ask or sys.stdin.isatty())
    before = composition.read_settings()
    if file is not None:
        given = _read(context, file)
    elif asking:
        given = _asked(before)
    else:
        raise CommandRefused(
            "No hay a quién preguntarle: esto no es una terminal. Escriba los datos en un archivo: turnero whatsapp"
            " conectar --plantilla > conexion.toml, y después turnero whatsapp conectar --archivo conexion.toml"
        )
    pin = given.pop(connection_file.PIN, None)
    _keep(before, given, quiet=json)
    if asking:
        output.say("Ahora encienda turnero serve en otra terminal; si ya estaba encendido, reinícielo.")
        _prompt("Enter cuando esté")
    steps = _checked(context, Mend(pin=pin, replace=yes))
    if json:
        output.as_json({"pasos": [step._asdict() for step in steps]})
    else:
        _show(steps)
    _refuse_unless_well(steps)
    if not json:
        output.say("La clínica está conectada. Mándese un mensaje: turnero whatsapp probar --a 6641234567")
        output.say("Y que WhatsApp apruebe lo que se manda a quien no ha escrito: turnero plantillas comprobar")


@app.command("probar")
def try_out(
    context: typer.Context,
    to: Annotated[
        str | None, typer.Option("--a", metavar="TELÉFONO", help="Mandar ahí un mensaje de prueba y ver si llega.")
    ] = None,
    patience: Annotated[int, typer.Option("--espera", min=0, max=600, help="Segundos para ver si llega.")] = 30,
    json: JSON = False,
) -> None:
    """Revisa la conexión paso por paso, sin cambiar nada, y dice qué hacer. Sale con 1 si algo está mal."""
    from booking.desk.connection_steps import is_well

    steps = _checked(context, None)
    if not json:
        _show(steps)
    if to is None or not is_well(steps):
        if json:
            output.as_json({"pasos": [step._asdict() for step in steps], "mensaje": None})
        if to is not None and not json:
            output.say("No se mandó el mensaje de prueba: primero lo que está mal.")
        _refuse_unless_well(steps)
        return
    with composition.opened(context) as wired:
        told, step, found = _tried(wired, to, patience)
    if json:
        message = {"estado": found.state, "dicho": told, "que_hacer": step}
        output.as_json({"pasos": [step._asdict() for step in steps], "mensaje": message})
    else:
        output.say(f"Mensaje de prueba: {told}" + (f". {step[0].upper()}{step[1:]}." if step else "."))
    if not found.arrived and found.state != "sent":
        raise typer.Exit(1)


def _read(context: typer.Context, file: Path) -> dict[str, str]:
    from booking.admin.failures import options_named
    from booking.desk import connection_file

    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        open_to_all = str(file) != "-" and file.stat().st_mode & 0o077
    except (OSError, UnicodeDecodeError) as error:
        why = "no existe" if isinstance(error, FileNotFoundError) else "no se puede leer"
        raise typer.BadParameter(f"{file}: {why}.", param_hint="--archivo") from error
    if open_to_all:
        output.note(f"{file} lo pueden leer otros en esta máquina, y tiene secretos: chmod 600 {file}")
    with options_named(context):
        return connection_file.read(text)


def _asked(now: Settings) -> dict[str, str]:
    """What whoever is at the terminal answers; secrets are not shown as they are typed."""
    from booking.desk import connection_file
    from booking.desk.desk_errors import BadValue

    output.say("Una pregunta a la vez. Enter deja lo que ya está. Lo secreto no se ve al escribirlo.")
    said: dict[str, str] = {}
    for key, question, secret in _QUESTIONS:
        there = key in connection_file.SETTINGS and getattr(now, connection_file.SETTINGS[key])
        while answer := _prompt(f"{question}{' (ya está)' if there else ''}", secret=secret):
            try:
                said[key] = connection_file.cleaned(key, answer)
                break
            except BadValue as error:
                output.say(f"  {str(error)[0].upper()}{str(error)[1:]}")
    return said


_QUESTIONS = (
    ("numero_id", "Identificador del número (su app en developers.facebook.com › WhatsApp › Configuración)", False),
    ("cuenta_id", "Identificador de la cuenta de WhatsApp Business (ahí mismo)", False),
    ("token", "Token de un usuario del sistema (business.facebook.com › Usuarios del sistema)", True),
    ("secreto", "Clave secreta de la app (su app › Configuración › Básica)", True),
    ("palabra", "Palabra de verificación (Enter: se inventa)", True),
    ("direccion", "Dirección pública de turnero serve, como https://citas.miclinica.mx", False),
    ("pin", "PIN de 6 dígitos, solo si el número aún no está registrado", True),
)


def _prompt(question: str, *, secret: bool = False) -> str:
    try:
        return str(typer.prompt(question, default="", show_default=False, hide_input=secret)).strip()
    except typer.Abort:
        raise CommandRefused("Se dejó a medias.") from None


def _keep(before: Settings, given: dict[str, str], *, quiet: bool) -> None:
    """Write it where the settings are read, and see that it is what is read. Raises CommandRefused."""
    from booking.desk import connection_file
    from booking.runtime import kept_settings

    changes = {connection_file.SETTINGS[key]: value for key, value in given.items()}
    if before.whatsapp_verify_token is None and "whatsapp_verify_token" not in changes:
        changes["whatsapp_verify_token"] = secrets.token_urlsafe(24)
    if changes:
        path = kept_settings.keep(before, changes)
        if not quiet:
            output.say(f"Guardado en {path}, que solo puede leer quien lo guardó.")
    now = composition.read_settings()
    stale = [name.upper() for name, value in changes.items() if _plain(getattr(now, name)) != value]
    if stale:
        raise CommandRefused(
            f"{', '.join(stale)} está en el ambiente o en .env con otro valor, y eso va antes que lo guardado. Quítelo"
            " de ahí y repita."
        )


def _plain(value: Any) -> Any:
    return value.get_secret_value() if hasattr(value, "get_secret_value") else value


def _checked(context: typer.Context, mend: Mend | None) -> list[Step]:
    from booking.desk import connection_steps

    with composition.opened(context) as wired:
        account, now = wired.whatsapp_account(), wired.clock.now()
        return connection_steps.check(account, wired.settings, now, mend)


def _show(steps: list[Step]) -> None:
    output.table(("Paso", "Está", "Qué se vio", "Qué hacer"), [(s.name, s.state.value, s.said, s.do) for s in steps])


def _refuse_unless_well(steps: list[Step]) -> None:
    from booking.desk.connection_steps import State, is_well

    if not is_well(steps):
        first = next(step for step in steps if step.state is State.WRONG)
        raise CommandRefused(f"Falta: {first.name}, {first.said}." + (f" Qué hacer: {first.do}." if first.do else ""))


def _tried(wired: App, to: str, patience: int) -> tuple[str, str | None, Progress]:
    """Send it and look how far it gets, for so many seconds."""
    from booking.desk import trial_message
    from booking.runtime.health import SWEEP_TOO_OLD

    with wired.begin() as uow:
        trial = trial_message.send(uow, wired.number(to), wired.clock.now())
        uow.commit()
    age = wired.sweep_age()
    worker = age is not None and age < SWEEP_TOO_OLD
    if not worker:
        _send_here(wired, trial)
    until = time.monotonic() + patience
    while True:
        with wired.begin() as uow:
            found = trial_message.progress(uow, trial)
        if found.is_over or time.monotonic() >= until:
            return *trial_message.told(trial, found, worker=worker), found
        time.sleep(_STEP_SECONDS)


def _send_here(wired: App, trial: Trial) -> None:
    """Nobody else does."""
    from booking.models import MessageClass

    wired.delivery.deliver(trial.conversation_id, MessageClass.STAFF)
