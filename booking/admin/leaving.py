"""A polite end (SIGTERM, a closed terminal) ends what a command started too, at whatever moment it comes, and leaves no
traceback."""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
from types import FrameType

_AGAIN_SECONDS = 0.01


def politely() -> None:
    """From now on, for this process."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, _leave)
    sys.unraisablehook = _unraisable
    logging.getLogger("asyncio").addFilter(_is_no_end)


def _leave(number: int, _: FrameType | None) -> None:
    sys.exit(128 + number)


def _unraisable(told: sys.UnraisableHookArgs) -> None:
    """Where it came while nothing can be raised (an object is being cleared away), it comes again."""
    end = told.exc_value
    if isinstance(end, SystemExit) and isinstance(end.code, int) and end.code > 128:
        again = threading.Timer(_AGAIN_SECONDS, os.kill, (os.getpid(), end.code - 128))
        again.daemon = True
        again.start()
    else:
        sys.__unraisablehook__(told)


def _is_no_end(record: logging.LogRecord) -> bool:
    """Whether it tells of anything but a task in which the signal came, which the process has ended with."""
    return not (record.exc_info and isinstance(record.exc_info[1], SystemExit))
