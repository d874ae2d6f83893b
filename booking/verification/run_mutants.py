"""Every mutant judged, on several processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from booking.verification.mutants import Fate, Mutant, Verdict, judge, mutants
from booking.verification.proof import Proof, prove

_proof: Proof | None = None


def judged(processes: int | None = None) -> Iterator[Verdict]:
    """A verdict on each mutant of the table, as they come. Raises Broken if the table itself does not hold."""
    _prepare()
    numbers = range(len(_mutants()))
    if processes == 1:
        yield from map(_verdict, map(_judge, numbers))
        return
    # Forked where that can be done, the processes share the proof; elsewhere each makes its own.
    with multiprocessing.Pool(processes or os.cpu_count(), _prepare) as pool:
        yield from map(_verdict, pool.imap_unordered(_judge, numbers, chunksize=4))


def _prepare() -> None:
    global _proof
    if _proof is None:
        _proof = prove()
        gc.freeze()
    gc.disable()


def _judge(number: int) -> tuple[int, Fate, str]:
    """What becomes of a mutant, by its number: its row has guards, which do not go from one process to another."""
    if _proof is None:
        raise AssertionError("judged before anything was proven")
    gc.collect(0)
    verdict = judge(_mutants()[number], _proof)
    return number, verdict.fate, verdict.why


def _verdict(judged: tuple[int, Fate, str]) -> Verdict:
    number, fate, why = judged
    return Verdict(_mutants()[number], fate, why)


_made: list[Mutant] = []


def _mutants() -> Sequence[Mutant]:
    if not _made:
        _made.extend(mutants())
    return _made
