"""The `turnero` command, one file per noun. English for operators and QA, Spanish for the clinic's staff.

Nothing heavy is imported before a command needs it: `turnero --help` answers at once.
"""

from __future__ import annotations

import signal
import sys
from types import FrameType

import typer

from booking.admin import appointments, chat, chats, check, db, doctors, fsm, nlu, schedules, serve, staff, tools
from booking.admin.failures import Doors

app = typer.Typer(
    name="turnero",
    cls=Doors,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="Turnero books medical appointments over WhatsApp. Exit codes: 0 done, 1 refused, 2 usage.",
)

app.command("serve")(serve.serve)
app.command("worker")(serve.worker)
app.command("check")(check.check)
app.command("chat")(chat.chat)
for noun in (db.app, fsm.app, nlu.app, appointments.app, chats.app, doctors.app, schedules.app, staff.app, tools.app):
    app.add_typer(noun)


def main() -> None:
    """Entry point of the console command. A polite end (SIGTERM, a closed terminal) ends what it started too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    app(prog_name="turnero")


def _leave(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)
