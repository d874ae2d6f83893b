"""litellm as Turnero uses it: imported when first needed, told not to fetch or report anything; and the loop that its calls
run on."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Coroutine
from concurrent.futures import TimeoutError as WaitTimeout
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")

NO_KEY = "none"
"""Given where there is no key, else litellm takes one from the environment."""


@cache
def library() -> Any:
    """Two seconds and 170 MB the first time."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = True
    return litellm


def is_loaded() -> bool:
    """Whether nobody has to wait for it any more; where it is not loaded yet, that is begun."""
    if library.cache_info().currsize:
        return True
    threading.Thread(target=library, name="litellm", daemon=True).start()
    return False


def damage() -> tuple[type[BaseException], ...]:
    """What litellm raises on refusals, cut connections and damaged answers; not all of it is of its own kind."""
    own: tuple[type[BaseException], ...] = tuple(library().exceptions.LITELLM_EXCEPTION_TYPES)
    return (*own, ValueError, TypeError, LookupError, AttributeError, OSError)


def run(coroutine: Coroutine[Any, Any, T], deadline: float) -> T | None:
    """The coroutine's result, or None at the deadline in seconds, however slowly a provider drips."""
    future = asyncio.run_coroutine_threadsafe(coroutine, _loop())
    try:
        return future.result(deadline)
    except WaitTimeout:
        future.cancel()
        return None


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop that every call runs on, in a thread of its own; made with the first call."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop
