"""The model as a thin extra: asked at most once a message, only when the deterministic reading is not sure. Whatever goes
wrong leaves the deterministic reading standing."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from typing import Protocol

from booking.intents import AnyIntent, CallOutcome, Source, Understanding, Unknown
from booking.models import Role, State, UnderstandingContext
from nlu import second_opinion
from nlu.in_context import in_context
from nlu.model.breaker import Breaker
from nlu.model.gaps import filled_in
from nlu.model.litellm_library import library
from nlu.model.masked import Masked
from nlu.model.model_answer import Answer, ToolSchema, parse_answer
from nlu.model.models_asked import Models, Provider
from nlu.model.prompt import prompt, question, shown
from nlu.parsed import Parse, meant

_FIRST = "hola, quisiera una zita el jueves por la tarde"
_ANY_DAY = dt.datetime(2026, 1, 1, tzinfo=dt.UTC)
"""What is read before anybody writes. A word of it is in no list, so that the list of Spanish is loaded too."""

ToolsOf = Callable[[Role], Sequence[ToolSchema]]


class Reader(Protocol):
    """The deterministic reading."""

    def parse(self, text: str, context: UnderstandingContext) -> Parse: ...


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
        self.models = Models(providers, timeout, at_once=at_once, breaker=breaker)
        self._keep_texts = keep_texts

    @property
    def has_models(self) -> bool:
        """Whether any model can be asked."""
        return self.models.any

    @property
    def left_alone(self) -> Sequence[str]:
        """The models that have failed too often and are not asked for a while."""
        return self.models.left_alone

    def warm_up(self) -> None:
        """Load what the first message needs, so that nobody waits for it: the rules' word lists and, where there is a
        model, what asks it. Takes seconds."""
        self._reader.parse(_FIRST, UnderstandingContext(now=_ANY_DAY, state=State.IDLE))
        if self.models.any:
            library()

    def understand(self, text: str, context: UnderstandingContext) -> Understanding:
        """The deterministic reading; where it is not sure, with what a model adds to it. Never raises."""
        said = self._reader.parse(text, context)
        reading = Understanding(intents=in_context(text, meant(said), context), source=Source.SHORTCUT)
        if not self.models.any or said.certain:
            return reading
        said = said._replace(sure=False)
        message = shown(text, said, context)
        system = prompt(self._tools_for(context))
        answer, calls = self.models.ask(system, question(message, context), Answer, parse_answer)
        if self._keep_texts:
            calls = tuple(call.model_copy(update={"text": message.text}) for call in calls)
        if answer is None:
            return reading.model_copy(update={"source": Source.FALLBACK, "calls": calls})
        resolved = filled_in(_unmasked(answer, message), text, said, context, self._tools_for(context))
        made = resolved.intents
        if made and second_opinion.still_doubted(text, said, made, context):
            made = meant(Parse(made, doubted=True))
        intents = in_context(text, made, context) if made else reading.intents
        source = Source.FALLBACK if intents == reading.intents else Source.MODEL
        told = {"confidence": resolved.confidence, "classification": _classification(intents, context)}
        calls = (*calls[:-1], calls[-1].model_copy(update=told))
        return Understanding(intents=intents, source=source, calls=calls)

    def probe(self) -> dict[str, CallOutcome]:
        """Ask each model for next to nothing: names a model that is gone or a key that is refused."""
        self.warm_up()
        return self.models.probe()

    def _tools_for(self, context: UnderstandingContext) -> Sequence[ToolSchema]:
        """None for patients, whatever the catalogue says."""
        return () if context.role is Role.PATIENT else self._tools(context.role)


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
