"""`turnero fsm`: the transition table, as a table and as a diagram."""

from __future__ import annotations

from typing import Annotated

import typer

from booking.admin import fsm_docs, fsm_rehearse, fsm_verify, output

app = typer.Typer(name="fsm", no_args_is_help=True, help="The state machine of the conversation.")


@app.command()
def table(
    json: Annotated[bool, typer.Option("--json", help="Every column of every row.")] = False,
) -> None:
    """Print the table; of the rows that fit a state and trigger, the first whose guards hold acts."""
    from booking.conversation.fsm.conversation_machine import describe
    from booking.conversation.fsm.table import TABLE

    rows = [{"name": row.name, **describe(row)} for row in TABLE]
    if json:
        output.as_json(rows)
        return
    columns = ("on", "source", "guards", "to", "lookups", "reads", "writes", "reply", "then", "on_refusal")
    output.table(columns, [[row[column] or None for column in columns] for row in rows])


@app.command()
def diagram(
    every: Annotated[bool, typer.Option("--all", help="An arrow for each row, with its guards.")] = False,
) -> None:
    """Print a Mermaid state diagram drawn from the table."""
    from booking.conversation.fsm.diagram import mermaid
    from booking.conversation.fsm.table import TABLE

    output.say(mermaid(TABLE, every=every))


app.command("ensayar")(fsm_rehearse.rehearse)
app.command("docs")(fsm_docs.docs)
app.command("verify")(fsm_verify.verify)
