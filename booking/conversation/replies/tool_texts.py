"""The Spanish of each tool, `[tools.NAME]` of `es.toml`; and the check, where the tools are wired, that it is whole.

Nothing here knows the tools: they come as `Described`, and what is missing is told by the tool's name.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from string import Formatter
from typing import Any, Protocol

from booking.conversation.replies.texts import TOOLS, WORDS, ToolText
from booking.conversation.replies.tool_formats import ANSWERS, KINDS, ORDERS, kind_of
from booking.errors import InvalidTool
from booking.intents import Frozen
from booking.models import Order
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
    def writes(self) -> bool: ...


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
    if tool.writes != bool(text.order):
        yield (
            "it writes, and has no order in es.toml"
            if tool.writes
            else "it has an order in es.toml, and writes nothing"
        )
    if isinstance(text.order, dict) and text.order.keys() not in KINDS:
        yield f"its orders in es.toml are {', '.join(text.order)}; what `kind_of` tells apart is another set"
    for kind, said in text.order.items() if isinstance(text.order, dict) else [("", text.order)]:
        yield from _unfilled(f"order.{kind}".rstrip("."), said, Order, ORDERS)
    for name in tool.required:
        if not any(key == f"ask_{name}" or key.startswith(f"ask_{name}_") for key in WORDS):
            yield f"it needs {name}, and es.toml has no ask_{name}"


def _unfilled(where: str, text: str, values: type[Frozen], formats: Formats) -> Iterator[str]:
    """The placeholders of a text that nothing fills. A field stands as it is only where it is always words or a
    number: an instant, a list and what may be missing need a format."""
    if "¿" in text:
        yield f"its {where} asks, and nothing answers it"
    for name in _placeholders(text):
        if name in formats:
            absent = [field for field in reads(formats[name]) if field not in values.model_fields]
            if absent:
                yield f"{{{name}}} of its {where} reads {', '.join(absent)}, and {values.__name__} has no such field"
        elif name not in values.model_fields:
            yield f"{{{name}}} of its {where} is no field of {values.__name__} and no format"
        elif (kind := values.model_fields[name].annotation) not in (str, int):
            yield f"{{{name}}} of its {where} needs a format: it is {getattr(kind, '__name__', kind)}"
