"""`turnero db`: the database's tables and the demo clinic."""

from __future__ import annotations

import typer

from booking.admin import composition, output

app = typer.Typer(name="db", no_args_is_help=True, help="Migrate the database, load the demo clinic.")


@app.command()
def upgrade(context: typer.Context) -> None:
    """Bring the tables up to this version. Repeatable."""
    composition.root(context).upgrade(composition.read_settings())
    output.say("The database is up to date.")


@app.command()
def demo(context: typer.Context) -> None:
    """Load the demo clinic: three doctors and their schedules, from today on. Repeatable."""
    with composition.opened(context) as wired:
        composition.root(context).load_demo(wired)
    output.say("The demo clinic is loaded. Try: turnero chat")
