"""Every mutant judged, on several processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from booking.verification.mutants import Mutant, mutants, sample, substitutes
from booking.verification.proof import prove
from booking.verification.proof_by_input import Places
from booking.verification.verdicts import Fate, Verdict, judge

_proven: Places | None = None


def judged(these: Sequence[Mutant], processes: int | None = None) -> Iterator[Verdict]:
    """A verdict on each of them, as they come. Raises Broken if the table itself does not hold."""
    _prepare(these)
    numbers = range(len(these))
    if processes == 1:
        yield from map(_verdict, map(_judge, numbers))
        return
    # Forked, the processes share the proof and the mutants, whose guards cannot be sent.
    with multiprocessing.get_context("fork").Pool(processes or os.cpu_count(), gc.disable) as pool:
        yield from map(_verdict, pool.imap_unordered(_judge, numbers, chunksize=4))


def to_judge(one_of: int = 1, seed: int = 0) -> tuple[list[Mutant], int, int]:
    """The mutants to judge, with one of so many substitutes; how many those are, and of how many."""
    others = list(substitutes())
    some = sample(others, one_of, seed)
    return [*mutants(), *some], len(some), len(others)


def _prepare(these: Sequence[Mutant]) -> None:
    global _proven
    _made[:] = these
    if _proven is None:
        _proven = Places(prove())
        gc.freeze()
    gc.disable()


def _judge(number: int) -> tuple[int, Fate, str]:
    """What becomes of a mutant, by its number: its row has guards, which do not go from one process to another."""
    if _proven is None:
        raise AssertionError("judged before anything was proven")
    gc.collect(0)
    verdict = judge(_made[number], _proven)
    return number, verdict.fate, verdict.why


def _verdict(judged: tuple[int, Fate, str]) -> Verdict:
    number, fate, why = judged
    return Verdict(_made[number], fate, why)


_made: list[Mutant] = []
