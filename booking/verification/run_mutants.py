"""Every mutant judged, on several processes: most near the first message, the others by all that is proven."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence

from booking.conversation.fsm.table import TABLE
from booking.verification.fast_machine import Firing
from booking.verification.kept_verdicts import KeptVerdicts
from booking.verification.memo import Memo
from booking.verification.mutants import Mutant, mutants, sample, substitutes
from booking.verification.near import Near
from booking.verification.proof import prove
from booking.verification.proof_by_input import Places
from booking.verification.properties import PROPERTIES
from booking.verification.verdicts import Fate, Verdict, judge, judge_near


def judged(
    these: Sequence[Mutant], processes: int | None = None, kept: KeptVerdicts | None = None
) -> Iterator[Verdict]:
    """A verdict on each of them, as they come; what is `kept` is not judged again. Raises Broken if the table itself
    does not hold."""
    left = dict(enumerate(these))
    if kept is not None:
        known = {id(verdict.mutant): verdict for verdict in kept.of(these)}
        yield from known.values()
        left = {n: mutant for n, mutant in left.items() if id(mutant) not in known}
    memo = Memo(Firing(TABLE), PROPERTIES)
    for judge_by in (_by_near, _by_all):
        if not left:
            return
        judges = judge_by(memo)
        for number, verdict in _each(left, judges, processes):
            if verdict is not None:
                del left[number]
                if kept is not None:
                    kept.keep(verdict)
                yield verdict


def to_judge(one_of: int = 1, seed: int = 0) -> tuple[list[Mutant], int, int]:
    """The mutants to judge, with one of so many substitutes; how many those are, and of how many."""
    others = list(substitutes())
    some = sample(others, one_of, seed)
    return [*mutants(), *some], len(some), len(others)


Judge = Callable[[Mutant], Verdict | None]


def _by_near(memo: Memo) -> Judge:
    near = Near(memo)
    return lambda mutant: judge_near(mutant, near)


def _by_all(memo: Memo) -> Judge:
    proven = Places(prove(memo=memo))
    return lambda mutant: judge(mutant, proven)


def _each(these: dict[int, Mutant], judge_one: Judge, processes: int | None) -> Iterator[tuple[int, Verdict | None]]:
    global _judging
    _judging = {**these}, judge_one
    collecting = gc.isenabled()
    gc.freeze()
    gc.disable()
    try:
        yield from map(_told, _judged(list(these), processes))
    finally:
        _judging = None
        if collecting:
            gc.enable()


def _judged(numbers: list[int], processes: int | None) -> Iterator[tuple[int, Fate | None, str]]:
    if processes == 1:
        yield from map(_judge, numbers)
        return
    # Forked, the processes share the proof and the mutants, whose guards cannot be sent.
    with multiprocessing.get_context("fork").Pool(processes or os.cpu_count(), gc.disable) as pool:
        yield from pool.imap_unordered(_judge, numbers, chunksize=4)


def _judge(number: int) -> tuple[int, Fate | None, str]:
    """What becomes of a mutant, by its number: its row has guards, which do not go from one process to another."""
    these, judge_one = _now()
    gc.collect(0)
    verdict = judge_one(these[number])
    return (number, verdict.fate, verdict.why) if verdict else (number, None, "")


def _told(judged: tuple[int, Fate | None, str]) -> tuple[int, Verdict | None]:
    number, fate, why = judged
    return number, None if fate is None else Verdict(_now()[0][number], fate, why)


def _now() -> tuple[dict[int, Mutant], Judge]:
    if _judging is None:
        raise AssertionError("judged before anything was looked at")
    return _judging


_judging: tuple[dict[int, Mutant], Judge] | None = None
"""What the processes that are forked judge, and by what."""
