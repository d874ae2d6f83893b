"""What a model may answer: kinds of intents, and for each of their fields the words of the message that say it.

The schema is closed and small, every key of it required in what they are told, so that providers that keep to a schema
can. It has no field for a date, a choice, a yes or an identifier: those are read by code, or said by the person.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from booking.intents import INTENT_KINDS
from booking.models import Role, UnderstandingContext

ToolSchema = Mapping[str, Any]
"""A tool as a model is told of it: name, description, parameters as JSON Schema."""

LONGEST = 20_000
"""Characters of an answer that are looked at; a right one has some hundreds."""
NEVER = frozenset({"confirm", "opt_out", "select_slot", "rate", "take_offer", "decline_offer"})
"""Kinds that closed lists and rules alone read: a yes, BAJA and ALTA, the choice of a time, how a visit was; or that only
a button says."""

FieldName = Literal[
    "when", "not_when", "of", "doctor", "not_with", "whose", "several", "visit", "shift", "name", "patient", "query"
]
"""What words of a message may say of an intent; `nlu/model/quoted` reads each."""


def _required(schema: dict[str, Any]) -> None:
    """In what they are told, every key is."""
    schema["required"] = list(schema["properties"])
    for told in schema["properties"].values():
        told.pop("default", None)


class _Closed(BaseModel):
    """A provider that keeps to no schema leaves out what is empty, or adds keys with nothing in them: neither says
    anything. A key that does say something, and that nobody knows, makes the answer none."""

    model_config = ConfigDict(extra="forbid", json_schema_extra=_required)

    @model_validator(mode="before")
    @classmethod
    def _without_empty(cls, given: object) -> object:
        if not isinstance(given, Mapping):
            return given
        known = cls.model_fields
        return {key: value for key, value in given.items() if value or (key in known and value is not None)}


class Value(_Closed):
    """Words copied from the message, and which field of the intent they say."""

    field: FieldName
    text: str = Field(max_length=400)


class Argument(_Closed):
    """The same for a parameter of a tool of staff's."""

    field: str = Field(max_length=60)
    text: str = Field(max_length=400)


class Item(_Closed):
    """One thing the person meant."""

    intent: str
    asks: str | None = Field(default=None, max_length=400)
    """The words of the message that ask for it. One that names words which do not stand there, or none, is refused; an
    item without the key comes of a provider that keeps to no schema, and is weighed by its values alone."""
    values: list[Value] = Field(default=[], max_length=12)
    tool: str | None = None
    arguments: list[Argument] = Field(default=[], max_length=10)


class Answer(_Closed):
    """At most five of them, in the order of the message, and the words that belong to none."""

    items: list[Item] = Field(min_length=1, max_length=5)
    aside: list[Annotated[str, Field(max_length=400)]] = Field(default=[], max_length=12)
    """An answer without them says of no word that it belongs to nothing."""


def parse_answer(content: str) -> Answer | None:
    """The answer, or None for anything that is not exactly one."""
    if len(content) > LONGEST:
        return None
    try:
        return Answer.model_validate_json(content.strip())
    except ValidationError:
        return None


def possible_intents(context: UnderstandingContext) -> tuple[str, ...]:
    """The kinds a model may name here; tools are for staff."""
    never = NEVER | ({"use_tool"} if context.role is Role.PATIENT else set())
    return tuple(kind for kind in INTENT_KINDS if kind not in never)
