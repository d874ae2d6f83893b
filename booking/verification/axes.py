"""The axes of a situation: every field of the conversation, the person, the draft and the `Known`, a new field too; and
the numbers of the values on each."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from booking.models import KINDS_OF_DRAFT, Conversation, Person
from booking.verification.checker_model import Known

Situation = int
"""A value's number on every axis, sixteen bits each, the first axis lowest: whole situations are compared, masked and
patched millions of times, and one number is the fastest thing to do that with."""
BITS = 16
LOWEST = (1 << BITS) - 1
"""All bits of the first axis."""


def _fields(model: Any, *but: str) -> tuple[str, ...]:
    return tuple(name for name in model.model_fields if name not in but)


KINDS = {model.model_fields["kind"].default: model.model_fields for model in KINDS_OF_DRAFT}
"""The fields of each kind of draft."""
_OF_DRAFTS = {name: field for fields in KINDS.values() for name, field in fields.items()}
EMPTY = {name: None if field.is_required() else field.default for name, field in _OF_DRAFTS.items()}
"""What stands for a field that the kind of draft, or the conversation without one, has not."""
PARTS: dict[str, tuple[str, ...]] = {
    "chat": _fields(Conversation, "id", "person", "version", "draft_version", "turns", "reply_to"),
    "person": _fields(Person, "id"),
    "draft": ("kind", *_OF_DRAFTS),
    "known": tuple(Known.__slots__),
}
AXES: tuple[tuple[str, str], ...] = tuple((part, name) for part, names in PARTS.items() for name in names)
INDEX = {axis: index for index, axis in enumerate(AXES)}


class Values:
    """Numbers for the values of each axis, in the order in which they turn up."""

    def __init__(self) -> None:
        self.of: list[list[Any]] = [[] for _ in AXES]
        self._numbers: list[dict[Hashable, int]] = [{} for _ in AXES]

    def number(self, index: int, value: Any) -> int:
        numbers = self._numbers[index]
        if (known := numbers.get(value)) is None:
            known = numbers[value] = len(numbers)
            self.of[index].append(value)
            if known >> BITS:
                raise OverflowError(f"{AXES[index]} has more values than a situation has room for")
        return known


VALUES = Values()


def shift_of(index: int) -> int:
    """How far above the lowest bit an axis begins."""
    return BITS * index


def number_on(index: int, situation: Situation) -> int:
    """The number of the situation's value on an axis."""
    return situation >> BITS * index & LOWEST


def mask_of(index: int) -> int:
    """What is left of a situation if only this axis is looked at."""
    return LOWEST << BITS * index
