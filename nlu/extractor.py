"""The model as a thin extra: asked at most once a message, only when the deterministic reading is not sure.

`litellm` is a transport: no retries and no fallbacks of its own. The primary model is asked, then the fallback, each
under a timeout, both under one deadline; one that fails again and again is left alone for a while (`breaker`), and no
more messages wait for models at once than leave threads for everybody else's turns. Whatever goes wrong leaves the
deterministic reading standing.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import TimeoutError as WaitTimeout
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any, Protocol

from booking.intents import CallOutcome, ModelCall, Source, Understanding, Unknown
from booking.models import Role, UnderstandingContext
from nlu.breaker import Breaker
from nlu.model_answer import Answer, Resolved, ToolSchema, parse_answer, possible_intents, resolve, with_the_name

LONGEST_TEXT = 1000
"""Characters of a message that a model is shown."""

_MAX_TOKENS = 700
_FAILURES = (CallOutcome.LATE, CallOutcome.FAILED, CallOutcome.REFUSED)
"""What another message would meet again. A damaged answer is the message's own."""
_GRACE = 1.0
"""Seconds after which a deadline that was not kept is given up: something keeps the loop busy."""
_NUMBER = re.compile(r"\+?\d(?:[\s().-]?\d){6,}")
_ADDRESS = re.compile(r"\S+@\S+")


ToolsOf = Callable[[Role], Sequence[ToolSchema]]


class Reader(Protocol):
    """The deterministic reading."""

    def understand(self, text: str, context: UnderstandingContext) -> Understanding: ...

    def is_sure(self, text: str, context: UnderstandingContext) -> bool: ...


@dataclass(frozen=True, slots=True)
class Provider:
    """A model as litellm names it ("deepseek/…", "anthropic/…"), where it answers, and its key."""

    model: str
    key: str | None = field(default=None, repr=False)
    api_base: str | None = None

    @property
    def is_deepseek(self) -> bool:
        return self.model.startswith("deepseek/")


class ModelExtractor:
    """Implements the extractor port. Safe to share between threads: calls run on one loop of their own."""

    def __init__(
        self,
        reader: Reader,
        providers: Sequence[Provider],
        timeout: float,
        *,
        tools: ToolsOf = lambda role: (),
        keep_texts: bool = False,
        at_once: int = 16,
        breaker: Callable[[], Breaker] = Breaker,
    ) -> None:
        """`timeout` in seconds bounds each provider's answer; twice that, all of them together. `tools` are those
        that somebody of a role may ask for, as the catalogue describes them. `keep_texts`: what the models were
        shown goes with what the calls cost. `at_once`: how many messages may wait for a model; others are read by
        rules. `breaker` makes that of each provider."""
        self._reader = reader
        self._tools = tools
        self._providers = tuple(p for p in providers if p.key)
        self._breakers = {provider: breaker() for provider in self._providers}
        self._timeout = timeout
        self._keep_texts = keep_texts
        self._room = threading.BoundedSemaphore(at_once)

    @property
    def has_models(self) -> bool:
        """Whether any model has a key."""
        return bool(self._providers)

    @property
    def left_alone(self) -> Sequence[str]:
        """The models that have failed too often and are not asked for a while."""
        return [provider.model for provider, breaker in self._breakers.items() if breaker.is_open]

    def warm_up(self) -> None:
        """Load what the first call needs, so that nobody waits for it. Takes seconds; nothing where there is no
        model."""
        if self._providers:
            _litellm()

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """The deterministic reading where it is sure, else what a model made of the words. Never raises."""
        reading = self._reader.understand(text, context)
        if not self._providers or self._reader.is_sure(text, context):
            return reading
        resolved, calls = self._ask_in_turn(text, context)
        if self._keep_texts:
            calls = tuple(call.model_copy(update={"text": shown(text)}) for call in calls)
        if resolved is None or resolved.intents == (Unknown(),):
            return reading.model_copy(update={"source": Source.FALLBACK, "calls": calls})
        by_rules = tuple(one for i in reading.intents for one in (i.understood if isinstance(i, Unknown) else (i,)))
        intents = with_the_name(resolved.intents, by_rules, context.state)
        return Understanding(intents=intents[:5], source=Source.MODEL, calls=calls)

    def probe(self) -> dict[str, CallOutcome]:
        """Ask each model for next to nothing: names a model that is gone or a key that is refused."""
        self.warm_up()
        return {
            provider.model: self._run(_probe(provider, self._timeout), self._timeout) or CallOutcome.LATE
            for provider in self._providers
        }

    def _ask_in_turn(self, text: str, context: UnderstandingContext) -> tuple[Resolved | None, tuple[ModelCall, ...]]:
        """Nothing where too many wait already: whoever waited for them would keep others waiting."""
        if not self._room.acquire(blocking=False):
            return None, ()
        try:
            return self._ask(text, context)
        finally:
            self._room.release()

    def _ask(self, text: str, context: UnderstandingContext) -> tuple[Resolved | None, tuple[ModelCall, ...]]:
        self.warm_up()  # the import is not the provider's time
        calls: list[ModelCall] = []
        answer = self._run(self._first_good(text, context, calls), 2 * self._timeout + _GRACE)
        if answer is None:
            return None, tuple(calls)
        resolved = resolve(answer, text, context, self._reader, self._tools_for(context))
        said = calls[-1].model_copy(
            update={"confidence": resolved.confidence, "classification": _classification(resolved, context)}
        )
        return resolved, (*calls[:-1], said)

    async def _first_good(self, text: str, context: UnderstandingContext, calls: list[ModelCall]) -> Answer | None:
        messages = [
            {"role": "system", "content": prompt(self._tools_for(context))},
            {"role": "user", "content": question(text, context)},
        ]
        clock = asyncio.get_running_loop().time
        deadline = clock() + 2 * self._timeout
        for provider, breaker in self._breakers.items():
            if not breaker.allows():
                continue
            answer, call = await _call(provider, messages, min(self._timeout, deadline - clock()))
            breaker.tell(call.outcome not in _FAILURES)
            calls.append(call)
            if answer is not None:
                return answer
        return None

    def _tools_for(self, context: UnderstandingContext) -> Sequence[ToolSchema]:
        """None for patients, whatever the catalogue says."""
        return () if context.role is Role.PATIENT else self._tools(context.role)

    def _run(self, coroutine: Any, deadline: float) -> Any:
        """The coroutine's result, or None at the deadline, however slowly a provider drips."""
        future = asyncio.run_coroutine_threadsafe(coroutine, _loop())
        try:
            return future.result(deadline)
        except WaitTimeout:
            future.cancel()
            return None


async def _call(provider: Provider, messages: list[dict[str, str]], timeout: float) -> tuple[Answer | None, ModelCall]:
    start = time.perf_counter()
    content, usage, outcome = await _completion(provider, messages, timeout, _MAX_TOKENS)
    answer = None
    if outcome is CallOutcome.OK:
        answer = parse_answer(content) if content.strip() else None
        if answer is None:
            outcome = CallOutcome.MALFORMED if content.strip() else CallOutcome.BLANK
    took = int((time.perf_counter() - start) * 1000)
    tokens_in, tokens_out = usage
    return answer, ModelCall(
        model=provider.model, outcome=outcome, took_ms=took, input_tokens=tokens_in, output_tokens=tokens_out
    )


async def _probe(provider: Provider, timeout: float) -> CallOutcome:
    return (await _completion(provider, [{"role": "user", "content": "json"}], timeout, 5))[2]


async def _completion(
    provider: Provider, messages: list[dict[str, str]], timeout: float, max_tokens: int
) -> tuple[str, tuple[int | None, int | None], CallOutcome]:
    """One request. The timeout is of the whole answer: a read timeout never fires on one that drips."""
    litellm = _litellm()
    # DeepSeek refuses json_schema and thinks unless told not to; Claude keeps to a schema natively.
    shaped: dict[str, Any] = (
        {"response_format": {"type": "json_object"}, "thinking": {"type": "disabled"}, "temperature": 0}
        if provider.is_deepseek
        else {"response_format": Answer}
    )
    try:
        async with asyncio.timeout(timeout):
            response = await litellm.acompletion(
                model=provider.model,
                messages=messages,
                api_key=provider.key,
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
    except _damage(litellm):
        return "", (None, None), CallOutcome.FAILED


def _damage(litellm: Any) -> tuple[type[BaseException], ...]:
    """What litellm raises on refusals, cut connections and damaged answers; not all of it is of its own kind."""
    own: tuple[type[BaseException], ...] = tuple(litellm.exceptions.LITELLM_EXCEPTION_TYPES)
    return (*own, ValueError, TypeError, LookupError, AttributeError, OSError)


@cache
def _litellm() -> Any:
    """litellm, imported when first needed (two seconds, 170 MB), told not to fetch or report anything."""
    os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
    os.environ.setdefault("LITELLM_LOCAL_ANTHROPIC_BETA_HEADERS", "True")
    import litellm

    litellm.suppress_debug_info = True
    litellm.telemetry = False
    litellm.drop_params = True
    return litellm


@cache
def _loop() -> asyncio.AbstractEventLoop:
    """The loop that every call runs on, in a thread of its own; made with the first call."""
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="models", daemon=True).start()
    return loop


def prompt(tools: Sequence[ToolSchema] = ()) -> str:
    """The one prompt, and for staff the tools of their role. It does not change from message to message, so that
    providers can cache it."""
    if not tools:
        return _prompt()
    listed = "\n".join(json.dumps(tool, ensure_ascii=False) for tool in tools)
    return f"{_prompt()}\nHerramientas permitidas para quien escribe:\n{listed}\n"


@cache
def _prompt() -> str:
    return files("nlu").joinpath("prompt_es.md").read_text(encoding="utf-8")


def question(text: str, context: UnderstandingContext) -> str:
    """What is asked about one message: no number, address or stored name; date and text come last."""
    offered = ", ".join(f"{n}: {at:%Y-%m-%d %H:%M}" for n, at in enumerate(context.offered, start=1)) or "ninguna"
    return (
        f"Intenciones permitidas: {', '.join(possible_intents(context))}\n"
        f"Paso: {context.state.value}\nOpciones ofrecidas: {offered}\n"
        f"Ahora: {context.now:%Y-%m-%d %H:%M}\nMensaje: «{shown(text)}»"
    )


def shown(text: str) -> str:
    """What a model is shown of a message."""
    return _NUMBER.sub("[número]", _ADDRESS.sub("[correo]", text[:LONGEST_TEXT]))


def _classification(resolved: Resolved, context: UnderstandingContext) -> str:
    """The class of the message: talk, the clinic's matters, or (staff) one's own."""
    kinds = {intent.kind for intent in resolved.intents}
    if kinds <= {"greet", "thank", "smalltalk", "unknown"}:
        return "chat"
    return "personal" if context.role is not Role.PATIENT and "use_tool" not in kinds else "medica"
