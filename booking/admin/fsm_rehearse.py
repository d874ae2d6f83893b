"""`turnero fsm ensayar`: scripted conversations on the machine."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Annotated

import typer

from booking.admin import output
from booking.admin.failures import CommandRefused

FILES = Annotated[list[Path], typer.Argument(metavar="FILE…", exists=True, dir_okay=False, help="Scripts in YAML.")]


def rehearse(
    files: FILES,
    show: Annotated[bool, typer.Option("--ver", "-v", help="Print every conversation and what was not used.")] = False,
) -> None:
    """Play scripted conversations on a clinic in memory, without a model. Exit 1 if one goes otherwise."""
    import structlog

    from booking.testing.coverage import SEEN
    from booking.testing.scripts.play import ScriptError, load
    from nlu.shortcuts import Shortcuts

    # Failures in a script are there on purpose; what came of them is in the conversation.
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    failed = 0
    for file in files:
        try:
            script = load(file)
            clinic = script.play(script.open_clinic(Shortcuts()))
        except ScriptError as error:
            failed += 1
            output.say(f"FAILED {file}\n{error}\n")
            continue
        output.say(f"ok     {file}: {script.name}")
        if show:
            output.say("\n".join(clinic.transcript) + "\n")
    output.say(SEEN.summary() if show else SEEN.line())
    if failed:
        raise CommandRefused(f"{failed} of {len(files)} conversations went otherwise than written.")
