"""Services that are slow or fail: nobody waits for them past a deadline, and no turn fails with them."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

import structlog

from booking import statement_count
from booking.logs import where
from booking.ports import Knowledge, LookupRequest, Memory, Passage, Recalled, Remembered, Visited

log = structlog.get_logger()

T = TypeVar("T")


def documents(knowledge: Knowledge, request: LookupRequest, query: str) -> Passage | None:
    """What the documents answer. Raises as `_by_deadline`."""
    return _by_deadline(request, lambda: knowledge.answer(query, request))


def memory(memory: Memory, zone: dt.tzinfo, request: LookupRequest, asked: Recalled) -> Sequence[Remembered]:
    """What is remembered of whoever asks. Raises as `_by_deadline`."""
    return _by_deadline(request, lambda: memory.recall(asked, zone, request))


def visited(memory: Memory, request: LookupRequest) -> Visited | None:
    """The last appointment of whoever asks. Raises as `_by_deadline`."""
    return _by_deadline(request, lambda: memory.visited(request))


def _by_deadline(request: LookupRequest, ask: Callable[[], T]) -> T:
    """Raises what the service raises, and TimeoutError at the deadline: the asking then goes on by itself, and what
    comes of it is dropped."""
    asking = ThreadPoolExecutor(1, thread_name_prefix="lookup")
    try:
        return asking.submit(statement_count.carried(ask)).result(request.seconds_left)
    finally:
        asking.shutdown(wait=False, cancel_futures=True)


def or_else(nothing: T, call: Callable[[], T]) -> T:
    """What a service answers; `nothing` where it does not."""
    try:
        return call()
    except Exception as error:
        log.warning("lookup_failed", error=where(error))
        return nothing
