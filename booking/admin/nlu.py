"""`turnero nlu`: what the deterministic reading makes of a text, one or many."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from typing import Annotated

import typer

from booking.admin import composition, json_lines, output, readings

app = typer.Typer(name="nlu", no_args_is_help=True, help="How texts are understood, without a conversation.")

TEXT = Annotated[str | None, typer.Argument(metavar="TEXT", help="What a patient would write.")]
JSONL = Annotated[bool, typer.Option("--jsonl", help="Read JSON lines from stdin; answer each in order.")]
NOW = Annotated[str | None, typer.Option("--now", help="ISO with offset; default: the clinic's clock.")]


@app.command()
def when(
    text: TEXT = None,
    now: NOW = None,
    jsonl: JSONL = False,
    hours: Annotated[str | None, typer.Option(help="Opening hours that read a bare hour: 08:00-20:00.")] = None,
    direction: Annotated[str | None, typer.Option(help="future or past; default: as written.")] = None,
) -> None:
    """Read a time expression: "el martes por la tarde"."""
    if jsonl:
        json_lines.run(readings.when_line)
        return
    line = {"text": _given(text), "now": _now(now), "hours": hours, "direction": direction}
    _print(readings.when_line({"id": "1", **line}), readings.when_in_words)


@app.command()
def parse(
    text: TEXT = None,
    now: NOW = None,
    jsonl: JSONL = False,
    state: Annotated[str, typer.Option(help="State of the conversation.")] = "IDLE",
    offered: Annotated[list[str] | None, typer.Option(help="A start that was offered, ISO; repeatable.")] = None,
    role: Annotated[str, typer.Option(help="patient, staff, doctor or admin.")] = "patient",
) -> None:
    """Read a message into intents, by rules alone."""
    if jsonl:
        json_lines.run(readings.parse_line)
        return
    line = {"text": _given(text), "now": _now(now), "state": state, "offered": offered or [], "role": role}
    _print(readings.parse_line({"id": "1", **line}), readings.parsed_in_words)


def _print(answer: readings.Line, in_words: Callable[[readings.Line], str]) -> None:
    """Raises typer.BadParameter where a line of JSON would carry an error."""
    if "error" in answer:
        raise typer.BadParameter(str(answer["error"]))
    output.say(in_words(answer))


def _given(text: str | None) -> str:
    if text is None:
        raise typer.BadParameter("give a text, or --jsonl with lines on stdin", param_hint="TEXT")
    return text


def _now(given: str | None) -> str:
    """The moment of reading as ISO. Raises typer.BadParameter."""
    if given is None:
        from booking.clocks import clock_from

        settings = composition.read_settings()
        return clock_from(settings).now().astimezone(settings.zone).isoformat()
    try:
        at = dt.datetime.fromisoformat(given)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise typer.BadParameter("give ISO with an offset: 2026-11-24T10:00:00-08:00", param_hint="--now")
    return given
