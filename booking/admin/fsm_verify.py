"""`turnero fsm verify`: proves the conversation, in every situation that can be reached."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import output
from booking.admin.failures import Refused

if TYPE_CHECKING:
    from booking.verification.explore import Broken
    from booking.verification.proof import Proof


def verify(json: Annotated[bool, typer.Option("--json", help="One document with every figure.")] = False) -> None:
    """Explore every situation of the conversation under every input and every answer. Exit 1 if a property breaks."""
    from booking.verification.explore import Broken
    from booking.verification.proof import prove

    began = time.perf_counter()
    try:
        proof = prove()
    except Broken as broken:
        _tell_broken(broken, json)
        raise Refused(f"{broken.name}: {broken.why}") from None
    _tell(proof, time.perf_counter() - began, json)


def _tell(proof: Proof, seconds: float, json: bool) -> None:
    explored = proof.explored
    figures = {
        "situations": explored.situations,
        "turns": explored.turns,
        "turns_run": proof.tried,
        "rows_fired": len(explored.acted),
        "rows": len(proof.memo.machine.table),
        "seconds": round(seconds, 2),
    }
    if json:
        axes = dict(proof.axes())
        output.as_json({**figures, "axes": axes, "steps": proof.steps, "proven": proof.properties()})
        return
    output.table(("axis", "values", "which"), [[axis, len(v), ", ".join(v)] for axis, v in proof.axes()])
    output.table(("proven", "steps at most"), [[name, proof.steps.get(name)] for name in proof.properties()])
    output.say(
        f"{explored.situations} situations, {explored.turns} turns ({proof.tried} run, the others look at the same), "
        f"{figures['rows_fired']} of {figures['rows']} rows fired, {seconds:.1f} s: all {len(proof.properties())} "
        "properties proven."
    )


def _tell_broken(broken: Broken, json: bool) -> None:
    way = [{"input": step.input.label, "answers": list(step.script)} for step in broken.way]
    if json:
        output.as_json({"broken": broken.name, "why": broken.why, "way": way})
        return
    output.say(f"BROKEN: {broken.name}\n{broken.why}\n")
    for step in broken.way:
        output.say(f"  {step.input.label}")
