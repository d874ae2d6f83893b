"""That a message was read, and "typing…", told to WhatsApp beside the turn: nobody waits for it."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Self

_THREADS = 2
AT_MOST = 8
"""Under way or waiting. More would be told after the answers, and keep the processor from these."""


class Acknowledging:
    """Best effort: what comes while so many wait is not told."""

    def __init__(self, tell: Callable[[str], object]) -> None:
        self._tell = tell
        self._free = threading.BoundedSemaphore(AT_MOST)
        self._threads = ThreadPoolExecutor(_THREADS, thread_name_prefix="acknowledge")

    def __call__(self, wamid: str) -> None:
        if self._free.acquire(blocking=False):
            self._threads.submit(self._tell, wamid).add_done_callback(lambda _: self._free.release())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._threads.shutdown()
