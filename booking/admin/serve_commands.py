"""`turnero serve` and `turnero worker`: the long-running processes."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import composition


def serve(
    context: typer.Context,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on.")] = 8000,
    demo: Annotated[bool, typer.Option("--demo", help="Load the demo clinic first.")] = False,
) -> None:
    """Run the webhook and a worker until SIGINT or SIGTERM.

    The embedded database is migrated; an external one that is not is refused.
    """
    composition.root(context).serve(composition.read_settings(), host, port, demo)


def worker(context: typer.Context) -> None:
    """Run a worker alone, beside a webhook elsewhere on the same database."""
    composition.root(context).work(composition.read_settings())
