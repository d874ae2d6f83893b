"""The `turnero` command, one file per noun. English for operators and QA, Spanish for the clinic's
staff; a wrong call is told in Spanish whatever the command.

Commands parse options, ask `booking.desk` for what staff want done, and print.

Nothing heavy is imported before a command needs it: `turnero --help` answers at once.
"""

from __future__ import annotations

import gc

import typer

from booking.admin import (
    agenda_command,
    appointment_commands,
    chat_commands,
    check_command,
    clinic_commands,
    console_command,
    db_commands,
    doctor_commands,
    document_commands,
    fsm_commands,
    leaving,
    metric_commands,
    nlu_commands,
    operating_user,
    patient_commands,
    reminder_commands,
    report_command,
    schedule_commands,
    serve_commands,
    staff_commands,
    template_commands,
    terminal_chat,
    tool_commands,
    transfer_commands,
    waiting_list_commands,
    whatsapp_commands,
)
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

app.callback()(operating_user.named)
app.command("serve")(serve_commands.serve)
app.command("worker")(serve_commands.worker)
app.command("check")(check_command.check)
app.command("metricas")(metric_commands.metrics)
app.command("reportes")(report_command.reports)
app.command("chat")(terminal_chat.chat)
app.command("consola")(console_command.console)
for noun in (
    *(agenda_command, db_commands, fsm_commands, nlu_commands, clinic_commands),
    *(appointment_commands, chat_commands, doctor_commands, schedule_commands, staff_commands, template_commands),
    *(patient_commands, document_commands, reminder_commands, tool_commands, waiting_list_commands, whatsapp_commands),
):
    app.add_typer(noun.app)
app.add_typer(transfer_commands.importing)
app.add_typer(transfer_commands.exporting)


def main() -> None:
    """Entry point of the console command."""
    gc.set_threshold(50_000, 20, 20)  # what is loaded stays: to look for garbage in it takes a fifth of a start
    leaving.politely()
    app(prog_name="turnero")
