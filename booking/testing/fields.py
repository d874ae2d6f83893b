"""The fields of the intents, read from their types: whoever makes up intents forgets none, not even one of tomorrow."""

from __future__ import annotations

from types import NoneType, UnionType
from typing import Any, NamedTuple, Union, get_args, get_origin

from booking.intents import AnyIntent

INTENTS: dict[str, type[AnyIntent]] = {cls.model_fields["kind"].default: cls for cls in get_args(AnyIntent)}
"""Every class of intent by its kind."""


class Field(NamedTuple):
    """A field of an intent besides its kind: the type of its values, and whether it may be left out."""

    name: str
    type: Any
    optional: bool


def fields_of(intent: type[AnyIntent]) -> tuple[Field, ...]:
    """Every field of this class of intent but `kind`."""
    return tuple(_field(name, info.annotation) for name, info in intent.model_fields.items() if name != "kind")


def _field(name: str, annotation: Any) -> Field:
    if get_origin(annotation) not in (Union, UnionType):
        return Field(name, annotation, optional=False)
    (only,) = set(get_args(annotation)) - {NoneType}
    return Field(name, only, optional=True)
