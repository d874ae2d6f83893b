"""The model as a thin extra: asked at most once a message, only when the deterministic reading is not sure.

`litellm` is a transport: no retries and no fallbacks of its own. The primary model is asked, then the fallback, each
under a timeout, both under one deadline; one that fails again and again is left alone for a while (`breaker`), and no
more messages wait for models at once than leave threads for everybody else's turns. Whatever goes wrong leaves the
deterministic reading standing.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from booking.intents import AnyIntent, CallOutcome, ModelCall, Source, Understanding, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu.breaker import Breaker
from nlu.gaps import filled_in
from nlu.litellm_library import NO_KEY, damage, library, run
from nlu.masked import Masked
from nlu.model_answer import Answer, ToolSchema, parse_answer
from nlu.parsed import Parse, meant
from nlu.prompt import prompt, question, shown

_MAX_TOKENS = 700
_FAILURES = (CallOutcome.LATE, CallOutcome.FAILED, CallOutcome.REFUSED)
"""What another message would meet again. A damaged answer is the message's own."""
_GRACE = 1.0
"""Seconds after which a deadline that was not kept is given up: something keeps the loop busy."""

_FIRST = "hola, quisiera una zita el jueves por la tarde"
_ANY_DAY = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""What is read before anybody writes. A word of it is in no list, so that the list of Spanish is loaded too."""

ToolsOf = Callable[[Role], Sequence[ToolSchema]]


class Reader(Protocol):
    """The deterministic reading."""

    def parse(self, text: str, context: UnderstandingContext) -> Parse: ...


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
        self._providers = tuple(p for p in providers if p.can_be_asked)
        self._breakers = {provider: breaker() for provider in self._providers}
        self._timeout = timeout
        self._keep_texts = keep_texts
        self._room = threading.BoundedSemaphore(at_once)

    @property
    def has_models(self) -> bool:
        """Whether any model can be asked."""
        return bool(self._providers)

    @property
    def left_alone(self) -> Sequence[str]:
        """The models that have failed too often and are not asked for a while."""
        return [provider.model for provider, breaker in self._breakers.items() if breaker.is_open]

    def warm_up(self) -> None:
        """Load what the first message needs, so that nobody waits for it: the rules' word lists and, where there is a
        model, what asks it. Takes seconds."""
        self._reader.parse(_FIRST, UnderstandingContext(now=_ANY_DAY, state=State.IDLE))
        if self._providers:
            library()

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """The deterministic reading; where it is not sure, with what a model adds to it. Never raises."""
        said = self._reader.parse(text, context)
        reading = Understanding(intents=meant(said), source=Source.SHORTCUT)
        if not self._providers or said.sure:
            return reading
        message = shown(text, said, context)
        answer, calls = self._ask_in_turn(message, context)
        if self._keep_texts:
            calls = tuple(call.model_copy(update={"text": message.text}) for call in calls)
        if answer is None:
            return reading.model_copy(update={"source": Source.FALLBACK, "calls": calls})
        resolved = filled_in(_unmasked(answer, message), text, said, context, self._tools_for(context))
        intents = resolved.intents or reading.intents
        source = Source.FALLBACK if intents == reading.intents else Source.MODEL
        told = {"confidence": resolved.confidence, "classification": _classification(intents, context)}
        calls = (*calls[:-1], calls[-1].model_copy(update=told))
        return Understanding(intents=intents, source=source, calls=calls)

    def probe(self) -> dict[str, CallOutcome]:
        """Ask each model for next to nothing: names a model that is gone or a key that is refused."""
        self.warm_up()
        return {
            provider.model: run(_probe(provider, self._timeout), self._timeout) or CallOutcome.LATE
            for provider in self._providers
        }

    def _ask_in_turn(
        self, message: Masked, context: UnderstandingContext
    ) -> tuple[Answer | None, tuple[ModelCall, ...]]:
        """Nothing where too many wait already: whoever waited for them would keep others waiting."""
        if not self._room.acquire(blocking=False):
            return None, ()
        try:
            self.warm_up()  # the import is not the provider's time
            calls: list[ModelCall] = []
            answer = run(self._first_good(message, context, calls), 2 * self._timeout + _GRACE)
            return answer, tuple(calls)
        finally:
            self._room.release()

    async def _first_good(
        self, message: Masked, context: UnderstandingContext, calls: list[ModelCall]
    ) -> Answer | None:
        messages = [
            {"role": "system", "content": prompt(self._tools_for(context))},
            {"role": "user", "content": question(message, context)},
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
    litellm = library()
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


def _unmasked(answer: Answer, message: Masked) -> Answer:
    """The answer with its spans as they were written."""
    items = []
    for item in answer.items:
        values = [v.model_copy(update={"text": message.restored(v.text)}) for v in item.values]
        arguments = [a.model_copy(update={"text": message.restored(a.text)}) for a in item.arguments]
        asks = message.restored(item.asks) if item.asks is not None else None
        items.append(item.model_copy(update={"asks": asks, "values": values, "arguments": arguments}))
    return Answer(items=items, aside=[message.restored(words) for words in answer.aside])


def _classification(intents: Sequence[AnyIntent], context: UnderstandingContext) -> str:
    """The class of the message: talk, the clinic's matters, or (staff) one's own."""
    kinds = {one.kind for i in intents for one in (i.understood if isinstance(i, Unknown) and i.understood else (i,))}
    if kinds <= {"greet", "thank", "smalltalk", "unknown"}:
        return "chat"
    return "personal" if context.role is not Role.PATIENT and "use_tool" not in kinds else "medica"
