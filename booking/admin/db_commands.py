"""`turnero db`: the database's tables and the demo clinic."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import composition, output
from booking.admin.failures import CommandRefused

if TYPE_CHECKING:
    from storage.demo import Contents

app = typer.Typer(name="db", no_args_is_help=True, help="Migrate the database, load the demo clinic.")


@app.command()
def upgrade(
    context: typer.Context,
    role: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="On a server of your own: the role that Turnero works as; it must exist."),
    ] = None,
) -> None:
    """Bring the tables up to this version, as their owner. Repeatable."""
    composition.root(context).upgrade(composition.read_settings(), role)
    output.say("The database is up to date.")


@app.command()
def demo(
    context: typer.Context,
    yes: Annotated[bool, typer.Option("--si", "--sí", help="Erase what is there without asking, for scripts.")] = False,
) -> None:
    """Load the demo clinic: three doctors and their schedules, from today on. Repeatable.

    It takes the place of everything that is there. Asks first where somebody has been at work, and never takes the
    place of a real clinic.
    """
    with composition.opened(context) as wired:
        there = composition.root(context).demo_erases(wired)
        if there is not None and not there.demo:
            raise CommandRefused(
                f"Nothing was loaded: {there.clinic} is a real clinic ({there}), and the demo would erase it. "
                "For a demo beside it, name another directory in TURNERO_HOME."
            )
        if there is not None and not (there.untouched or yes):
            _ask(there)
        composition.root(context).load_demo(wired)
    output.say("The demo clinic is loaded. Try: turnero chat")


def _ask(there: Contents) -> None:
    """Raises CommandRefused unless whoever is at the terminal says yes."""
    if sys.stdin.isatty():
        output.note(f"Loading the demo clinic erases everything in {there.clinic}: {there}.")
        if output.agreed("Erase it all? (yes/no)", "y", "yes"):
            return
    raise CommandRefused(
        f"Nothing was loaded and nothing erased: {there.clinic} has {there}. "
        "To erase it all without being asked, add --si."
    )
