"""`turnero fsm verify`: proves the conversation in every situation that can be reached; `--mutate` proves the proof."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from booking.admin import output
from booking.admin.failures import CommandRefused

if TYPE_CHECKING:
    from booking.verification.explore import Broken
    from booking.verification.proof import Proof
    from booking.verification.verdicts import Fate, Verdict

WANTED = 0.98
"""Share of the mutants that must be caught; those proven to be the same conversation are none."""
_EVERY = 50  # mutants between two lines of progress
NOT_PROVEN = (
    "What this does not prove: that a message is read as what it means (tests/nlu, the corpora); that SQL, caps and "
    "buffers answer as the small world does, or do what they are asked for (tests on PostgreSQL); arithmetic with "
    "hours and names, of which one stands for many here (tests/core); what a tool makes of its arguments "
    "(tests/tools); the words themselves; more than two appointments or two times on offer; and what no property says."
)


def verify(
    mutate: Annotated[bool, typer.Option("--mutate", help="Change the table in every single way instead.")] = False,
    one_of: Annotated[int, typer.Option(help="Try one of so many swaps, substitutes and constant facts.", min=1)] = 4,
    seed: Annotated[int, typer.Option(help="Which of them: the same ones for the same number.")] = 0,
    resume: Annotated[
        Path | None, typer.Option(help="Keep each verdict there at once, and judge none again that it has.")
    ] = None,
    processes: Annotated[int | None, typer.Option(help="So many judge at a time; as many as cores.", min=1)] = None,
    json: Annotated[bool, typer.Option("--json", help="One document with every figure.")] = False,
) -> None:
    """Explore every situation of the conversation under every input and every answer. Exit 1 if a property breaks.

    With --mutate: every single change of the table must break one. Exit 1 if too many, or any unexplained, live.
    """
    from booking.verification.explore import Broken
    from booking.verification.proof import prove

    began = time.perf_counter()
    try:
        if mutate:
            _mutate(began, (one_of, seed), resume, processes, json)
        else:
            proof = prove()
            _tell(proof, time.perf_counter() - began, json)
    except Broken as broken:
        _tell_broken(broken, json)
        raise typer.Exit(1) from None


def _tell(proof: Proof, seconds: float, json: bool) -> None:
    explored = proof.explored
    from booking.verification.proof import does_nothing

    does = {place for place, row in enumerate(proof.memo.machine.table) if not does_nothing(row)}
    figures = {
        "situations": explored.situations,
        "turns": explored.turns,
        "turns_run": proof.tried,
        "rows_fired": len(explored.acted & does),
        "rows": len(does),
        "seconds": round(seconds, 2),
    }
    if json:
        axes = dict(proof.axes())
        others = {contention.name: turns for contention, turns in proof.contentions().items()}
        reach = {"others_first": others, "unreached": [list(rule) for rule in proof.unreached()]}
        output.as_json({**figures, "axes": axes, **reach, "steps": proof.steps, "proven": proof.properties()})
        return
    output.table(("axis", "values", "which"), [[axis, len(v), ", ".join(v)] for axis, v in proof.axes()])
    output.table(
        ("somebody else", "shows in the answer to", "turns run"),
        [[c.name, f"{c.question}: {c.answer}", turns] for c, turns in proof.contentions().items()],
    )
    output.table(("never reached", "which", "why"), [list(rule) for rule in proof.unreached()])
    output.table(("proven", "steps at most"), [[name, proof.steps.get(name)] for name in proof.properties()])
    output.say(
        f"{explored.situations} situations, {explored.turns} turns ({proof.tried} run, the others look at the same), "
        f"{figures['rows_fired']} of {figures['rows']} rows fired, {seconds:.1f} s: all {len(proof.properties())} "
        "properties proven."
    )
    output.say(NOT_PROVEN)


_STANDS_FOR_MANY = (
    "Said in these very words it does not show yet: one situation stands for many (CANON in "
    "booking/verification/equivalences.py), so a name or an hour of an earlier message may have to be another one."
)


def _tell_broken(broken: Broken, json: bool) -> None:
    from booking.testing.checked import shows
    from booking.verification.failure_as_test import as_test

    fails = broken.shown and shows(broken.way)
    if json:
        way = [{"input": step.input.label, "answers": list(step.script)} for step in broken.way]
        told = {"broken": broken.name, "why": broken.why, "way": way, "test": as_test(broken), "test_fails": fails}
        output.as_json(told)
        return
    output.say(f"BROKEN: {broken.name}\n        {broken.why}\n")
    if broken.shown:
        output.say(f"The shortest conversation that shows it, as a test:\n\n{as_test(broken)}")
        if not fails:
            output.say(_STANDS_FOR_MANY)
    elif broken.way:
        output.say("From: " + " / ".join(step.input.label for step in broken.way))


def _mutate(began: float, sample: tuple[int, int], resume: Path | None, processes: int | None, json: bool) -> None:
    from booking.verification.kept_verdicts import KeptVerdicts, OtherCode
    from booking.verification.run_mutants import judged, to_judge
    from booking.verification.verdicts import Fate

    verdicts: list[Verdict] = []
    these, some, others = to_judge(*sample)
    try:
        kept = KeptVerdicts(resume) if resume is not None else None
    except OtherCode as other:
        raise CommandRefused(str(other)) from None
    for verdict in judged(these, processes, kept):
        verdicts.append(verdict)
        if len(verdicts) % _EVERY == 0:
            output.note(f"{len(verdicts)} of {len(these)} mutants judged, {time.perf_counter() - began:.0f} s")
    fates = {fate: [v for v in verdicts if v.fate is fate] for fate in Fate}
    changes = len(verdicts) - len(fates[Fate.EQUAL])
    share = len(fates[Fate.CAUGHT]) / changes if changes else 1.0
    seconds = time.perf_counter() - began
    _tell_mutants(fates, share, seconds, json)
    if not json:
        output.say(f"Of the swaps, substitutes and constant facts {some} of {others} were tried (seed {sample[1]}).")
        output.say(NOT_PROVEN)
    unexplained = [v for v in fates[Fate.SURVIVED] if v.unexplained]
    if share < WANTED or unexplained:
        raise CommandRefused(f"{share:.1%} of the changes are caught; {len(unexplained)} live without a reason.")


def _tell_mutants(fates: dict[Fate, list[Verdict]], share: float, seconds: float, json: bool) -> None:
    caught, equal, alive, undecided = fates.values()
    if json:
        rows = [
            {"row": v.mutant.name, "change": v.mutant.change, "fate": v.fate.value, "why": v.why}
            for v in (*alive, *undecided, *equal, *caught)
        ]
        output.as_json({"caught": share, "seconds": round(seconds, 1), "mutants": rows})
        return
    by: dict[str, int] = {}
    for verdict in caught:
        name = verdict.why.split(":")[0]
        by[name] = by.get(name, 0) + 1
    output.table(("caught by", "mutants"), [[name, count] for name, count in sorted(by.items(), key=lambda b: -b[1])])
    output.table(
        ("row", "change", "fate", "why"),
        [[v.mutant.name, v.mutant.change, v.fate.value, v.why] for v in (*alive, *undecided, *equal)],
    )
    output.say(
        f"{sum(map(len, fates.values()))} mutants in {seconds:.0f} s: {len(equal)} are proven to be the same "
        f"conversation; of the others {len(caught)} are caught, {len(alive)} live, {len(undecided)} are "
        f"undecided: {share:.1%}."
    )
