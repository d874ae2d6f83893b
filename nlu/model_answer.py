"""What a model may answer, and what is made of it: spans of the person's own text, resolved by code.

A model names a kind of intent and copies words. A span that does not stand in the text counts for nothing; dates,
options and names are read from it by the same code that reads messages; a yes and BAJA are never taken from here.
"""

from __future__ import annotations

import datetime as dt
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from booking.intents import (
    INTENT,
    INTENT_KINDS,
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Fills,
    Problem,
    ProvideCustomerData,
    Reading,
    Recall,
    SelectSlot,
    StartBooking,
    Unknown,
    UseTool,
)
from booking.models import Role, State, UnderstandingContext
from booking.models.tool_answers import PERSONS
from booking.ports import IntentExtractor
from nlu.filling import filled
from nlu.somebody import names_another
from nlu.when import read_spans

ToolSchema = Mapping[str, Any]
"""A tool as a model is told of it: name, description, parameters as JSON Schema."""

LONGEST = 20_000
"""Characters of an answer that are looked at; a right one has some hundreds."""


class Argument(BaseModel):
    model_config = ConfigDict(extra="forbid")

    field: str = Field(max_length=60)
    text: str = Field(max_length=400)


class Item(BaseModel):
    """One thing the person meant. Every field is present or null."""

    model_config = ConfigDict(extra="forbid")

    intent: str
    when_text: str | None
    option_text: str | None
    name: str | None
    patient: Literal["self", "other"] | None
    query: str | None
    tool: str | None
    arguments: list[Argument] = Field(max_length=10)


class Answer(BaseModel):
    """The closed schema of DESIGN: at most five items."""

    model_config = ConfigDict(extra="forbid")

    items: list[Item] = Field(min_length=1, max_length=5)


class Resolved(NamedTuple):
    """Intents, and which share of the spans the model named stands in the text."""

    intents: tuple[AnyIntent, ...]
    confidence: float


def parse_answer(content: str) -> Answer | None:
    """The answer, or None for anything that is not exactly one."""
    if len(content) > LONGEST:
        return None
    try:
        return Answer.model_validate_json(content.strip())
    except ValidationError:
        return None


def possible_intents(context: UnderstandingContext) -> tuple[str, ...]:
    """The kinds a model may name here. A yes and BAJA are not among them, and tools are for staff."""
    never = {"confirm", "opt_out"} | ({"use_tool"} if context.role is Role.PATIENT else set())
    return tuple(kind for kind in INTENT_KINDS if kind not in never)


def resolve(
    answer: Answer,
    text: str,
    context: UnderstandingContext,
    reader: IntentExtractor,
    tools: Sequence[ToolSchema] = (),
) -> Resolved:
    """The intents of an answer. `reader` is the deterministic reading, used on spans; `tools` are those of the role."""
    said = _plain(text)
    named = (
        (item.when_text, item.option_text, item.name, item.query, *(argument.text for argument in item.arguments))
        for item in answer.items
    )
    spans = [span for item in named for span in item if span]
    true = [span for span in spans if _plain(span) in said]
    allowed = possible_intents(context)
    intents = [
        intent
        for item in answer.items
        if item.intent in allowed
        for intent in [
            _tool(item, {*true}, tools, context)
            if item.intent == "use_tool"
            else _filled(item, {*true}, context) or _intent(item, {*true}, text, context, reader)
        ]
        if intent is not None
    ]
    if context.asked is not None and names_another(text, context):
        # What is said of somebody else changes nobody's order but their own.
        intents = [
            i for i in intents if not (isinstance(i, UseTool) and i.fills and not PERSONS & dict(i.arguments).keys())
        ]
    confidence = len(true) / len(spans) if spans else float(bool(intents))
    return Resolved(tuple(dict.fromkeys(intents)) or (Unknown(),), round(confidence, 2))


def with_the_name(intents: tuple[AnyIntent, ...], read: tuple[AnyIntent, ...], state: State) -> tuple[AnyIntent, ...]:
    """The intents with the whole name that code read in a message that begins something, where a model left it out: who
    said it is not asked for it again."""
    given = next((i for i in read if isinstance(i, ProvideCustomerData) and " " in (i.name or "")), None)
    if state is not State.IDLE or given is None or any(isinstance(i, ProvideCustomerData | UseTool) for i in intents):
        return intents
    return (given, *intents)


def _intent(
    item: Item, true: set[str], text: str, context: UnderstandingContext, reader: IntentExtractor
) -> AnyIntent | None:
    """One item as an intent; None where it names nothing that stands in the text."""
    when = _when(item.when_text, text, context) if item.when_text in true else None
    match item.intent:
        case "start_booking":
            return StartBooking(when=when)
        case "check_availability":
            return CheckAvailability(when=when)
        case "select_slot":
            return _option(item.option_text, context, reader) if item.option_text in true else None
        case "provide_customer_data":
            name = _name(item.name, context, reader) if item.name in true else None
            other = item.patient == "other"
            return ProvideCustomerData(name=name, for_other=other) if name or other else None
        case "ask_question":
            return AskQuestion(query=item.query if item.query in true and item.query else "")
        case "recall":
            return Recall(query=item.query if item.query in true and item.query else "")
        case "cancel_appointment" | "reschedule_appointment":
            return INTENT.validate_python({"kind": item.intent, "when": when})
    return INTENT.validate_python({"kind": item.intent})


def _filled(item: Item, true: set[str], context: UnderstandingContext) -> UseTool | None:
    """What fills the order of staff's that is under way, where it was taken for a wish or a name."""
    span = item.when_text or item.name
    if context.asked is None or span not in true or item.intent not in ("check_availability", "provide_customer_data"):
        return None
    return filled(span or "", context.asked, context)


def _tool(item: Item, true: set[str], tools: Sequence[ToolSchema], context: UnderstandingContext) -> UseTool | None:
    """The tool asked for, if it is one of the role's and no parameter is made up; of its parameters, the words that
    stand in the text, and what may only be one of a few values. Where the same tool is under way it fills that; but
    what names somebody while an order is proposed is another order."""
    schema = next((tool["parameters"]["properties"] for tool in tools if tool["name"] == item.tool), None)
    if schema is None or item.tool is None or any(a.field not in schema for a in item.arguments):
        return None
    given = {a.field: a.text for a in item.arguments if a.text in schema[a.field].get("enum", true)}
    asked = context.asked
    same = asked is not None and asked.tool == item.tool and bool(asked.field or not PERSONS & given.keys())
    return UseTool(tool=item.tool, arguments=tuple(given.items()), fills=Fills.ADDS if same else None)


def _when(span: str | None, text: str, context: UnderstandingContext) -> Reading | None:
    """The time that the words say. What cannot be read, and an hour at which the whole message says that somebody does
    something else, is never taken for unsaid, nor for a wish."""
    if not span:
        return None
    hours: tuple[dt.time, dt.time] | None = None
    if context.opens is not None and context.closes is not None:
        hours = context.opens, context.closes
    said, whole = (read_spans(words, context.now, hours=hours) for words in (span, text))
    if said.unread or (whole.told and _hours_of(said.reading) - _hours_of(whole.reading)):
        return Reading(problem=Problem.UNREAD)
    return None if said.reading == Reading() else said.reading


def _hours_of(reading: Reading) -> set[dt.time]:
    """The clock times that a reading names."""
    whens = (reading.when,) if reading.when else reading.candidates
    return {when.time_from for when in whens if when.exact and when.time_from}


def _option(span: str | None, context: UnderstandingContext, reader: IntentExtractor) -> AnyIntent | None:
    """What the words choose, by the code that reads choices."""
    meant = reader.understand(span, context).intents[0] if span else None
    return meant if isinstance(meant, SelectSlot | CheckAvailability) else None


def _name(span: str | None, context: UnderstandingContext, reader: IntentExtractor) -> str | None:
    """The name as the code that reads names writes it."""
    meant = reader.understand(f"me llamo {span}", context).intents[0] if span else None
    return meant.name if isinstance(meant, ProvideCustomerData) else None


def _plain(text: str) -> str:
    """Text without case, accents and doubled spaces, so that a model may straighten what it copies."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return " ".join("".join(c for c in decomposed if not unicodedata.combining(c)).split())
