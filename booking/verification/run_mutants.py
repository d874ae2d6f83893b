"""Every mutant judged, on several processes."""

from __future__ import annotations

import gc
import multiprocessing
import os
from collections.abc import Iterator, Sequence

from booking.verification.mutants import Mutant, Verdict, judge, mutants
from booking.verification.proof import Proof, prove

_proof: Proof | None = None


def judged(processes: int | None = None) -> Iterator[Verdict]:
    """A verdict on each mutant of the table, as they come. Raises Broken if the table itself does not hold."""
    _prepare()
    shares = list(mutants())
    if processes == 1:
        yield from map(_judge, range(len(shares)))
        return
    # Forked where that can be done, the processes share the proof; elsewhere each makes its own.
    with multiprocessing.Pool(processes or os.cpu_count(), _prepare) as pool:
        yield from pool.imap_unordered(_judge, range(len(shares)), chunksize=4)


def _prepare() -> None:
    global _proof
    if _proof is None:
        _proof = prove()
        gc.freeze()
    gc.disable()


def _judge(number: int) -> Verdict:
    if _proof is None:
        raise AssertionError("judged before anything was proven")
    gc.collect(0)
    return judge(_mutants()[number], _proof)


_made: list[Mutant] = []


def _mutants() -> Sequence[Mutant]:
    if not _made:
        _made.extend(mutants())
    return _made
