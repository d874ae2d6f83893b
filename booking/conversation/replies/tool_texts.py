"""The Spanish of each tool, `[tools.NAME]` of `es.toml`; and the check, where the tools are wired, that it is whole.

Nothing here knows the tools: they come as `Described`, and what is missing is told by the tool's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from string import Formatter
from typing import Any, Protocol

from booking.conversation.replies.texts import TOOLS, WORDS, ToolText
from booking.conversation.replies.tool_formats import ANSWERS, ORDERS, kind_of, kinds_of
from booking.errors import InvalidTool
from booking.intents import Frozen
from booking.models.tool_answers import Why

Formats = Mapping[str, Callable[..., str]]


class Described(Protocol):
    """What of a tool its texts depend on."""

    @property
    def name(self) -> str: ...
    @property
    def result(self) -> type[Frozen]: ...
    @property
    def required(self) -> tuple[str, ...]: ...
    @property
    def orders(self) -> Sequence[type[Frozen]]: ...


def answer(tool: str, result: Mapping[str, Any]) -> str:
    """What a tool has done or found."""
    return _filled(TOOLS[tool].answer, result, ANSWERS)


def order(value: Mapping[str, Any]) -> str:
    """What a yes would carry out, whole."""
    told = TOOLS[value["tool"]].order
    return _filled(told[kind_of(value)] if isinstance(told, dict) else told, value, ORDERS)


def call(tool: str) -> str:
    """What was asked for."""
    return TOOLS[tool].call if tool in TOOLS else WORDS["call_other"]


def _filled(text: str, values: Mapping[str, Any], formats: Formats) -> str:
    said = {
        name: formats[name](**{field: values.get(field) for field in reads(formats[name])})
        if name in formats
        else values[name]
        for name in _placeholders(text)
    }
    return text.format_map(said)


@cache
def _placeholders(text: str) -> tuple[str, ...]:
    return tuple(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def reads(say: Callable[..., str]) -> tuple[str, ...]:
    """The fields that a format reads."""
    return tuple(inspect.signature(say).parameters)


def check(tools: Iterable[Described], texts: Mapping[str, ToolText] = TOOLS) -> None:
    """Every tool has its words, and they hold only what it gives. Raises InvalidTool, which names it and what is
    wrong."""
    tools = tuple(tools)
    wrong = [f"{tool.name}: {what}" for tool in tools for what in _missing(tool, texts.get(tool.name))]
    there = {tool.name for tool in tools}
    wrong += [f"{name}: es.toml has words for it, and there is no such tool" for name in texts if name not in there]
    wrong += [f"why_{why}: no words in es.toml" for why in Why if f"why_{why}" not in WORDS]
    if wrong:
        raise InvalidTool("; ".join(wrong))


def _missing(tool: Described, text: ToolText | None) -> Iterator[str]:
    if text is None:
        yield f"no [tools.{tool.name}] in es.toml"
        return
    yield from _unfilled("answer", text.answer, tool.result, ANSWERS)
    if bool(tool.orders) != bool(text.order):
        yield (
            "it writes, and has no order in es.toml"
            if tool.orders
            else "it has an order in es.toml, and writes nothing"
        )
    elif text.order:
        yield from _wrong_orders(text.order, kinds_of(tool.orders))
    for name in tool.required:
        if not any(key == f"ask_{name}" or key.startswith(f"ask_{name}_") for key in WORDS):
            yield f"it needs {name}, and es.toml has no ask_{name}"


def _wrong_orders(told: str | Mapping[str, str], kinds: Mapping[str, type[Frozen]]) -> Iterator[str]:
    """What is not told of each kind of its orders; of a tool with one kind the text is not named after it."""
    texts = told if isinstance(told, Mapping) else dict.fromkeys(kinds, told) if len(kinds) == 1 else {"": told}
    if texts.keys() != kinds.keys():
        yield f"its orders in es.toml are {', '.join(texts)}; what `kind_of` tells apart is {', '.join(kinds)}"
    for kind, said in texts.items():
        if kind in kinds:
            yield from _unfilled(f"order.{kind}" if isinstance(told, Mapping) else "order", said, kinds[kind], ORDERS)


def _unfilled(where: str, text: str, values: type[Frozen], formats: Formats) -> Iterator[str]:
    """The placeholders of a text that nothing fills. A field stands as it is only where it is always words or a
    number: an instant, a list and what may be missing need a format."""
    if "¿" in text:
        yield f"its {where} asks, and nothing answers it"
    stored = {info.alias or name for name, info in values.model_fields.items()}
    for name in _placeholders(text):
        if name in formats:
            absent = [field for field in reads(formats[name]) if field not in stored]
            if absent:
                yield f"{{{name}}} of its {where} reads {', '.join(absent)}, and {values.__name__} has no such field"
        elif name not in values.model_fields:
            yield f"{{{name}}} of its {where} is no field of {values.__name__} and no format"
        elif (kind := values.model_fields[name].annotation) not in (str, int):
            yield f"{{{name}}} of its {where} needs a format: it is {getattr(kind, '__name__', kind)}"
