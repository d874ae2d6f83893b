"""The models that the clinic chose, as they are asked: one after the other, each within a time limit.

`litellm` is a transport: no retries and no fallbacks of its own. The primary model is asked, then the fallback, each
under a timeout, both under one deadline; one that fails again and again is left alone for a while (`breaker`), and no
more messages wait for models at once than leave threads for everybody else's turns.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pydantic import BaseModel

from booking.intents import CallOutcome, ModelCall
from nlu.model.breaker import Breaker
from nlu.model.litellm_library import NO_KEY, damage, library, run

T = TypeVar("T")

_MAX_TOKENS = 700
_FAILURES = (CallOutcome.LATE, CallOutcome.FAILED, CallOutcome.REFUSED)
"""What another message would meet again. A damaged answer is the message's own."""
_GRACE = 1.0
"""Seconds after which a deadline that was not kept is given up: something keeps the loop busy."""


@dataclass(frozen=True, slots=True)
class Provider:
    """A model as litellm names it ("deepseek/…", "anthropic/…"), where it answers, and its key. One that has an address
    of its own may do without a key."""

    model: str
    key: str | None = field(default=None, repr=False)
    api_base: str | None = None

    @property
    def can_be_asked(self) -> bool:
        return bool(self.model and (self.key or self.api_base))

    @property
    def is_deepseek(self) -> bool:
        return self.model.startswith("deepseek/")


class Models:
    """Safe to share between threads: calls run on one loop of their own."""

    def __init__(
        self,
        providers: Sequence[Provider],
        timeout: float,
        *,
        at_once: int = 16,
        breaker: Callable[[], Breaker] = Breaker,
    ) -> None:
        """`timeout` in seconds bounds each provider's answer; twice that, all of them together. `at_once`: how many
        may wait for a model. `breaker` makes that of each provider."""
        self._breakers = {provider: breaker() for provider in providers if provider.can_be_asked}
        self._timeout = timeout
        self._room = threading.BoundedSemaphore(at_once)

    @property
    def any(self) -> bool:
        """Whether any model can be asked."""
        return bool(self._breakers)

    @property
    def left_alone(self) -> Sequence[str]:
        """The models that have failed too often and are not asked for a while."""
        return [provider.model for provider, breaker in self._breakers.items() if breaker.is_open]

    def ask(
        self,
        system: str,
        user: str,
        shape: type[BaseModel],
        read: Callable[[str], T | None],
        seconds: float | None = None,
    ) -> tuple[T | None, tuple[ModelCall, ...]]:
        """What the first that answers says, as `read` has it of an answer of that `shape` (None: it is damaged), and
        what each call cost. `seconds`: for all of them together, where that is less. None where none answers, and where
        too many wait already: whoever waited for them would keep others waiting."""
        if not self._room.acquire(blocking=False):
            return None, ()
        try:
            until = None if seconds is None else time.monotonic() + seconds
            library()  # the import is not the provider's time
            most = 2 * self._timeout if until is None else min(2 * self._timeout, until - time.monotonic())
            if most <= 0:
                return None, ()
            calls: list[ModelCall] = []
            messages = [{"role": "system", "content": system}, {"role": "user", "content": user}]
            answer = run(self._first_good(messages, shape, read, most, calls), most + _GRACE)
            return answer, tuple(calls)
        finally:
            self._room.release()

    def probe(self) -> dict[str, CallOutcome]:
        """Ask each model for next to nothing: names a model that is gone or a key that is refused."""
        return {
            provider.model: run(_probe(provider, self._timeout), self._timeout) or CallOutcome.LATE
            for provider in self._breakers
        }

    async def _first_good(
        self,
        messages: list[dict[str, str]],
        shape: type[BaseModel],
        read: Callable[[str], T | None],
        most: float,
        calls: list[ModelCall],
    ) -> T | None:
        clock = asyncio.get_running_loop().time
        deadline = clock() + most
        for provider, breaker in self._breakers.items():
            if not breaker.allows():
                continue
            answer, call = await _call(provider, messages, min(self._timeout, deadline - clock()), shape, read)
            breaker.tell(call.outcome not in _FAILURES)
            calls.append(call)
            if answer is not None:
                return answer
        return None


async def _call(
    provider: Provider,
    messages: list[dict[str, str]],
    timeout: float,
    shape: type[BaseModel],
    read: Callable[[str], T | None],
) -> tuple[T | None, ModelCall]:
    start = time.perf_counter()
    content, usage, outcome = await _completion(provider, messages, timeout, _MAX_TOKENS, shape)
    answer = None
    if outcome is CallOutcome.OK:
        answer = read(content) if content.strip() else None
        if answer is None:
            outcome = CallOutcome.MALFORMED if content.strip() else CallOutcome.BLANK
    took = int((time.perf_counter() - start) * 1000)
    tokens_in, tokens_out = usage
    return answer, ModelCall(
        model=provider.model, outcome=outcome, took_ms=took, input_tokens=tokens_in, output_tokens=tokens_out
    )


async def _probe(provider: Provider, timeout: float) -> CallOutcome:
    return (await _completion(provider, [{"role": "user", "content": "json"}], timeout, 5, None))[2]


async def _completion(
    provider: Provider, messages: list[dict[str, str]], timeout: float, max_tokens: int, shape: type[BaseModel] | None
) -> tuple[str, tuple[int | None, int | None], CallOutcome]:
    """One request. The timeout is of the whole answer: a read timeout never fires on one that drips."""
    litellm = library()
    # DeepSeek refuses json_schema and thinks unless told not to; Claude keeps to a schema natively.
    shaped: dict[str, Any] = (
        {"response_format": {"type": "json_object"}, "thinking": {"type": "disabled"}, "temperature": 0}
        if provider.is_deepseek
        else ({"response_format": shape} if shape else {})
    )
    try:
        async with asyncio.timeout(timeout):
            response = await litellm.acompletion(
                model=provider.model,
                messages=messages,
                api_key=provider.key or NO_KEY,
                api_base=provider.api_base,
                timeout=timeout,
                max_tokens=max_tokens,
                num_retries=0,
                max_retries=0,
                **shaped,
            )
        usage = getattr(response, "usage", None)
        tokens = getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None)
        return str(response.choices[0].message.content or ""), tokens, CallOutcome.OK
    except TimeoutError:
        return "", (None, None), CallOutcome.LATE
    except litellm.exceptions.Timeout:
        return "", (None, None), CallOutcome.LATE
    except (litellm.AuthenticationError, litellm.PermissionDeniedError, litellm.NotFoundError, litellm.BadRequestError):
        return "", (None, None), CallOutcome.REFUSED
    except damage():
        return "", (None, None), CallOutcome.FAILED
