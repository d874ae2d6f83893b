"""`turnero serve` and `turnero worker`: the long-running processes."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    demo: Annotated[
        bool, typer.Option("--demo", help="Load the demo clinic first; never where a real one is.")
    ] = False,
    workers: Annotated[
        int | None, typer.Option(min=1, max=64, help="Processes that answer. By default one less than the cores.")
    ] = None,
    no_worker: Annotated[
        bool, typer.Option("--no-worker", help="Take messages and answer none: workers run elsewhere.")
    ] = False,
) -> None:
    """Run the webhook and its workers until SIGINT or SIGTERM.

    The embedded database is migrated; an external one that is not is refused.
    """
    composition.root(context).serve(composition.read_settings(), host, port, demo, 0 if no_worker else workers)


def worker(
    context: typer.Context,
    beside_serve: Annotated[int, typer.Option("--beside-serve", hidden=True, help="one of so many")] = 0,
) -> None:
    """Run a worker alone, beside a webhook elsewhere on the same database."""
    composition.root(context).work(composition.read_settings(), beside_serve)
