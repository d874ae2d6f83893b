"""`turnero nlu`: what the deterministic reading makes of a text, one or many."""

from __future__ import annotations

import datetime as dt
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from booking.admin import composition, json_lines, output, readings

app = typer.Typer(name="nlu", no_args_is_help=True, help="How texts are understood, without a conversation.")

TEXT = Annotated[str | None, typer.Argument(metavar="TEXT", help="What a patient would write.")]
JSONL = Annotated[
    bool,
    typer.Option(
        "--jsonl", help="Read JSON lines from stdin (text, now; id, hours, state, offered, role), answer each."
    ),
]
MODEL = Annotated[bool, typer.Option("--model", help="Ask a model where the rules are not sure; needs a key.")]
NOW = Annotated[
    str | None,
    typer.Option("--now", help="ISO with offset; default: the clinic's clock. Of --jsonl: of lines without one."),
]


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
        json_lines.run(_at(now, readings.when_line))
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
    model: MODEL = False,
) -> None:
    """Read a message into intents, by rules alone."""
    extractor = composition.model_extractor() if model else None
    if jsonl:
        json_lines.run(_at(now, partial(readings.parse_line, extractor=extractor)))
        return
    line = {"text": _given(text), "now": _now(now), "state": state, "offered": offered or [], "role": role}
    _print(readings.parse_line({"id": "1", **line}, extractor), readings.parsed_in_words)


@app.command("eval")
def evaluate(
    file: Annotated[Path, typer.Argument(exists=True, dir_okay=False, help="Labelled JSON lines.")],
    model: MODEL = False,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON document.")] = False,
) -> None:
    """Score labelled messages: a confusion table, and the errors that could harm.

    A label is a line of `nlu when` or `nlu parse` with "expect": {"kind": …} beside it.
    """
    extractor = composition.model_extractor() if model else None
    lines = file.read_bytes().split(b"\n")
    with typer.progressbar(length=len(lines), label="Reading", file=sys.stderr, hidden=not sys.stderr.isatty()) as bar:
        told = readings.scored(lines, extractor, lambda: bar.update(1))
    if not told["total"]:
        where = told["bad_lines"][0] if told["bad_lines"] else {"line": 1, "error": "the file is empty"}
        raise typer.BadParameter(f"no label in it; line {where['line']}: {where['error']}", param_hint="FILE")
    if as_json:
        output.as_json(told)
    else:
        _tell(told)


def _tell(told: readings.Line) -> None:
    total = told["total"]
    output.table(("Expected", "Read", "Count"), [(c["expected"], c["read"], c["count"]) for c in told["confusion"]])
    shares = " · ".join(f"{name} {count} ({count / total:.1%})" for name, count in sorted(told["verdicts"].items()))
    output.say(f"{total} labels: {shares}")
    if told["by_model"]:
        output.say(f"Read by a model: {told['by_model']} ({told['by_model'] / total:.1%})")
    output.say(f"Critical errors: {len(told['critical'])}")
    for wrong in told["critical"]:
        output.say(f"  line {wrong['line']}: {wrong['error']}: {wrong['text']!r}")
    for bad in told["bad_lines"]:
        output.note(f"line {bad['line']} was passed over: {bad['error']}")


def _print(answer: readings.Line, in_words: Callable[[readings.Line], str]) -> None:
    """Raises typer.BadParameter where a line of JSON would carry an error."""
    if "error" in answer:
        raise typer.BadParameter(str(answer["error"]))
    output.say(in_words(answer))


def _at(now: str | None, read: Callable[[readings.Line], readings.Line]) -> Callable[[readings.Line], readings.Line]:
    """The reading of a line, at the moment that was given where the line names none."""
    return read if now is None else lambda line: read({"now": _now(now), **line})


def _given(text: str | None) -> str:
    if text is None:
        raise typer.BadParameter("give a text, or --jsonl with lines on stdin", param_hint="TEXT")
    return text


def _now(given: str | None) -> str:
    """The moment of reading as ISO. Raises typer.BadParameter."""
    if given is None:
        from booking.runtime.clocks import clock_from

        settings = composition.read_settings()
        return clock_from(settings).now().astimezone(settings.zone).isoformat()
    try:
        at = dt.datetime.fromisoformat(given)
    except ValueError:
        at = None
    if at is None or at.tzinfo is None:
        raise typer.BadParameter("give ISO with an offset: 2026-11-24T10:00:00-08:00", param_hint="--now")
    return given
