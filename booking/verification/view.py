"""One situation as it is looked at: which axes, and of a value with fields, which of these.

A turn that only asks whether there is an offer takes no notice of how many times it shows. So what stands on one of
the axes in `PARTLY` is not handed out itself, but stood for (`Seen`), and each field of it that is read is an aspect of
its own.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Callable
from types import FunctionType, MethodType
from typing import Any, NamedTuple

from booking.verification.axes import AXES, BITS, INDEX, LOWEST, VALUES, Situation

PARTLY = frozenset(
    INDEX[axis]
    for axis in (
        ("chat", "offer"),
        ("chat", "unfinished"),
        ("draft", "hold"),
        ("draft", "proposal"),
        ("draft", "waiting"),
        ("draft", "request"),
    )
)


class Question(NamedTuple):
    """What the world was asked for: the number of the answer it gave, of so many."""

    answer: int
    width: int


class Aspect(dict[int, int]):
    """What can be told of the values of an axis by one of their fields, or, without a `name`, by whether there is one:
    for the number of each value, which kind it is."""

    def __init__(self, index: int, name: str, tell: Callable[[Any], Any] | None = None) -> None:
        super().__init__()
        self.index, self.name, self._tell = index, name, tell
        self._kinds: dict[Any, int] = {}

    def __missing__(self, number: int) -> int:
        value = VALUES.of[self.index][number]
        if self._tell is not None:
            kind = self._tell(value)
        else:
            kind = getattr(value, self.name) if self.name else value is not None
        self[number] = self._kinds.setdefault(kind, len(self._kinds))
        return self[number]


WHOLE = dict(zip(range(1 << BITS), range(1 << BITS), strict=True))
"""Every value is a kind of its own."""
_ASPECTS: dict[tuple[int, str], Aspect] = {}


def aspect_of(index: int, name: str, tell: Callable[[Any], Any] | None = None) -> Aspect:
    """The one of this axis and name: an aspect is compared by what it is."""
    if (known := _ASPECTS.get((index, name))) is None:
        known = _ASPECTS[index, name] = Aspect(index, name, tell)
    return known


class Left(NamedTuple):
    """What the end of a flow left behind: its kind, and the search that is kept, by number and as it is."""

    kind: int
    kept: int
    unfinished: Any


_NOTHING_LEFT = Left(0, 0, None)
_KIND, _KEPT = len(AXES), len(AXES) + 1
"""Where these are looked at, beyond all axes of a situation."""
MOST = (1 << BITS) - 1
"""The last number of a kind, of what is left behind in no way that is known."""

Mark = tuple[int, int]
"""How much was looked at and kept until some moment of a turn."""


class View:
    """One situation as it is looked at: the `trace` are the axes, aspects and questions, in order."""

    __slots__ = ("_kept", "_looked", "left", "situation", "trace")

    def __init__(self, situation: Situation, left: Left = _NOTHING_LEFT) -> None:
        self.situation, self.left = situation, left
        self.trace: list[int | Aspect | Question] = []
        self._looked: dict[int | tuple[int, str], None] = {}
        self._kept: list[tuple[dict[str, Any], str]] = []

    def numbers(self) -> array[int]:
        """Those of all values that can be looked at."""
        numbers = array("H", self.situation.to_bytes(len(AXES) * BITS // 8, sys.byteorder))
        if sys.byteorder == "big":
            numbers.reverse()
        numbers.extend(self.left[:2])
        return numbers

    def kind_left(self) -> int:
        """What kind of thing was left behind."""
        self._note(_KIND)
        return self.left.kind

    def kept_left(self) -> Any:
        """The search that was left behind."""
        self._note(_KEPT)
        return self.left.unfinished

    def mark(self) -> Mark:
        """This moment."""
        return len(self.trace), len(self._kept)

    def back_to(self, mark: Mark) -> None:
        """Forget what was looked at since."""
        seen, kept = mark
        for event in self.trace[seen:]:
            if not isinstance(event, Question):
                del self._looked[event if isinstance(event, int) else (event.index, event.name)]
        for holder, name in self._kept[kept:]:
            holder.pop(name, None)
        del self.trace[seen:], self._kept[kept:]

    def keep(self, holder: dict[str, Any], name: str, value: Any) -> Any:
        """Put there what was looked at, so that it is at hand until it is forgotten."""
        holder[name] = value
        self._kept.append((holder, name))
        return value

    def choices(self) -> tuple[int, ...]:
        """What the world answered so far, by number."""
        return tuple([event.answer for event in self.trace if type(event) is Question])

    def read(self, index: int) -> Any:
        """The value on an axis; looked at in part where it can be."""
        value = VALUES.of[index][self.situation >> BITS * index & LOWEST]
        if index in self._looked:
            return value
        if index in PARTLY:
            self._look(index, "")
            return None if value is None else Seen(self, index, type(value))
        return self.whole(index)

    def whole(self, index: int) -> Any:
        """The value on an axis, all of it."""
        self._note(index)
        return VALUES.of[index][self.situation >> BITS * index & LOWEST]

    def _note(self, index: int) -> None:
        if index not in self._looked:
            self._looked[index] = None
            self.trace.append(index)

    def field(self, index: int, name: str) -> Any:
        """A field of the value on an axis, and nothing else of it."""
        self._look(index, name)
        return getattr(VALUES.of[index][self.situation >> BITS * index & LOWEST], name)

    def told(self, index: int, name: str, tell: Callable[[Any], Any]) -> Any:
        """What `tell` makes of the value on an axis, and nothing else of it. The name says all else that it goes by."""
        self._look(index, name, tell)
        return tell(VALUES.of[index][self.situation >> BITS * index & LOWEST])

    def _look(self, index: int, name: str, tell: Callable[[Any], Any] | None = None) -> None:
        if index not in self._looked and (index, name) not in self._looked:
            self._looked[index, name] = None
            self.trace.append(aspect_of(index, name, tell))

    def heard(self, answer: int, width: int) -> None:
        """A question was asked: it got this one of so many answers."""
        self.trace.append(Question(answer, width))


class Seen:
    """Stands for the value on an axis: a field is looked at when it is read. What else the value can do looks at all of
    it, but for its own methods, which look at what they read."""

    def __init__(self, view: View, index: int, of: type) -> None:
        self.__dict__.update(_view=view, axis=index, _of=of)

    @property  # type: ignore[misc]
    def __class__(self) -> type:
        """So that it passes for one: drafts are made of it."""
        of: type = self._of
        return of

    def __getattr__(self, name: str) -> Any:
        """Called for what was not looked at before."""
        of: Any = self.__dict__["_of"]
        if name in of.model_fields:
            return self._view.keep(self.__dict__, name, self._view.field(self.axis, name))
        own = of.__dict__.get(name)
        return MethodType(own, self) if isinstance(own, FunctionType) else getattr(self.whole(), name)

    def whole(self) -> Any:
        """The value itself."""
        return self._view.whole(self.axis)

    def __eq__(self, other: object) -> bool:
        return other is self or bool(self.whole() == (other.whole() if type(other) is Seen else other))

    def __hash__(self) -> int:
        return hash(self.whole())

    def __repr__(self) -> str:
        return repr(self.whole())
