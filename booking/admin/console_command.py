"""`turnero consola`: a session that stays open, in which staff type the same commands without the first word."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, Protocol, cast

import typer

from booking.admin import composition, output
from booking.admin.operating_user import given_name
from booking.admin.who_first import AS

if TYPE_CHECKING:
    from booking.runtime.composition_root import App
    from booking.settings import Settings

PROMPT = "turnero> "
_ENDS = frozenset({"salir", "exit", "quit"})
_ELSEWHERE = frozenset({"consola", "serve", "worker", "chat", "db"})
"""What stays, or changes what the session stands on."""


class _Commands(Protocol):
    """A group of commands, as the command-line library knows it."""

    commands: dict[str, Any]


def console(context: typer.Context) -> None:
    """Abre una sesión: las mismas órdenes sin escribir «turnero», con Tab para completar. Se cierra con «salir»."""
    root, name = context.find_root(), given_name()
    with composition.opened(context) as wired:
        kept = _Kept(composition.root(context), wired)
        commands = cast(_Commands, root.command)
        _complete(commands)
        output.say("Escriba una orden («agenda», «citas listar»…). Tab completa, «ayuda» las enseña, «salir» cierra.")
        for line in _lines():
            _run(root.command, line, kept, [AS, name] if name else [])


class _Kept:
    """A composition root that opens nothing anew: every command of the session works on the same application."""

    def __init__(self, root: Any, wired: App) -> None:
        self._root, self._wired = root, wired

    @contextmanager
    def opened(self, settings: Settings | None = None) -> Iterator[App]:
        yield self._wired

    def __getattr__(self, name: str) -> Any:
        return getattr(self._root, name)


def _lines() -> Iterator[str]:
    """What is typed, until the session is closed. Ctrl-C leaves a line, and closes nothing."""
    while True:
        try:
            line = input(PROMPT).strip()
        except KeyboardInterrupt:
            output.say()
            continue
        except EOFError:
            output.say()
            return
        if line.casefold() in _ENDS:
            return
        if line:
            yield line


def _run(command: Any, line: str, kept: _Kept, named: Sequence[str]) -> None:
    """One command; whatever becomes of it, the session goes on."""
    try:
        words = shlex.split(line)
    except ValueError:
        output.note("Falta cerrar unas comillas.")
        return
    words = words[1:] if words[:1] == ["turnero"] else words
    if words[:1] == ["ayuda"]:
        words = [*words[1:], "--help"]
    if _ELSEWHERE.intersection(words[:1]):
        output.note(f"«{words[0]}» se escribe fuera de la consola: turnero {words[0]}")
        return
    try:
        command.main([*named, *words], prog_name="turnero", obj=kept)
    except SystemExit:
        pass  # how every command ends: what went wrong has been said
    except KeyboardInterrupt:
        output.note("Se dejó a medias.")
    except Exception as error:  # one command that breaks must not take the session with it
        output.note(f"No se pudo hacer. Avise a quien opera el sistema. (Detalle: {type(error).__name__})")


def _complete(commands: _Commands) -> None:
    """Tab and the arrows, where somebody types. What was typed is kept for the session alone: it names patients."""
    if not sys.stdin.isatty():
        return
    with suppress(ImportError):  # not everywhere
        import readline

        readline.set_completer_delims(" ")
        readline.parse_and_bind("bind ^I rl_complete" if "libedit" in (readline.__doc__ or "") else "tab: complete")
        readline.set_completer(completer(commands, lambda: readline.get_line_buffer()[: readline.get_begidx()]))


def completer(commands: _Commands, before: Callable[[], str]) -> Callable[[str, int], str | None]:
    """What may follow the words before the one that is being typed: commands, then their options."""

    def complete(text: str, state: int) -> str | None:
        here: Any = commands
        for word in before().split():
            here = getattr(here, "commands", {}).get(word, here)
        options = [name for parameter in getattr(here, "params", ()) for name in parameter.opts if name[:2] == "--"]
        ours = [name for name in getattr(here, "commands", {}) if here is not commands or name not in _ELSEWHERE]
        fits = [f"{name} " for name in (*sorted(ours), *sorted(options)) if name.startswith(text)]
        return fits[state] if state < len(fits) else None

    return complete
