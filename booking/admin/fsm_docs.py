"""`turnero fsm docs`: the pages about the machine that are written from the code."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from booking.admin import output
from booking.admin.failures import CommandRefused


def docs(
    folder: Annotated[Path, typer.Option("--folder", exists=True, file_okay=False, help="Where they go.")] = Path(
        "docs"
    ),
    check: Annotated[bool, typer.Option("--check", help="Write nothing; exit 1 if a page is not current.")] = False,
) -> None:
    """Write the pages about the machine that are generated from the code."""
    from booking.testing import pages

    stale = [str(path) for path in (pages.outdated(folder) if check else pages.write(folder))]
    if check and stale:
        raise CommandRefused(f"Not current: {', '.join(stale)}. Write them with: turnero fsm docs")
    output.say("\n".join(f"written: {path}" for path in stale) or "All pages are current.")
