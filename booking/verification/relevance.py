"""Which properties can say anything of a turn: most speak of an input, a question or a reply that it has not.

That is not declared but seen. A property is asked about stand-ins that know no more of the turn than what turns have in
common: what was said, which questions were asked and which replies given, by name, and whether something is under way
before and after it. If that is enough for it to hold, it holds of every such turn; if it looks further, it is held
against the turn itself.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from itertools import product
from typing import Any, NoReturn

from booking.verification.cases import Case, Property


class _LooksFurther(Exception):
    """More than a name matters."""


class _Holder:
    """What is always there, and has these in it."""

    def __init__(self, **has: Any) -> None:
        self.__dict__.update(has)

    def __getattr__(self, name: str) -> NoReturn:
        raise _LooksFurther


_WORLDS = tuple(
    _Holder(conversation=_Holder(person=_Holder(), draft=draft), known=_Holder()) for draft in (None, _Holder())
)
"""One in which nothing is under way, and one in which something is."""
_SAID = ("input", "said", "alone", "silenced", "dropped", "by_model")
_NAMES = ("keys", "texts", "missed", "proposes")


class _Outline(_Holder):
    """What turns have in common: of those `named` the questions and the replies too."""

    def __init__(self, case: Case, before: _Holder, after: _Holder, named: bool) -> None:
        super().__init__(before=before, after=after)
        self.__dict__.update((name, getattr(case, name)) for name in (*_SAID, *(_NAMES if named else ())))
        if named:
            self.asked = [_Holder(name=asked.name) for asked in case.asked]
            self.turn = _Holder(replies=[_Holder(key=key) for key in case.keys])

    def questions(self, *names: str) -> list[Any]:
        """None; of one that was asked more matters than its name."""
        if any(asked.name in names for asked in self.asked):
            raise _LooksFurther
        return []

    answers = made = questions


class Relevance:
    """Some properties, and of which turns each may say something."""

    def __init__(self, properties: Sequence[Property]) -> None:
        self._all = tuple(properties)
        self._known: dict[Hashable, tuple[Property, ...]] = {}

    def of(self, case: Case) -> tuple[Property, ...]:
        """The properties that must be held against this turn: of all others it is known that they hold."""
        understood = case.input.intents if case.input is not case.said else None
        said = id(case.said), understood, case.alone is None, case.silenced, case.dropped
        outline = said, tuple(case.keys), *(asked.name for asked in case.asked)
        if (known := self._known.get(outline)) is None:
            if (by_input := self._known.get(said)) is None:
                by_input = self._known[said] = _left_of(self._all, case, named=False)
            known = self._known[outline] = _left_of(by_input, case, named=True)
        return known


@cache
def relevance_of(properties: tuple[Property, ...]) -> Relevance:
    """Of these properties: what is known of it is the same for every table."""
    return Relevance(properties)


def _left_of(properties: Sequence[Property], case: Case, named: bool) -> tuple[Property, ...]:
    worlds = product(_WORLDS, repeat=2)
    outlines: list[Any] = [_Outline(case, before, after, named) for before, after in worlds]
    return tuple(holds for holds in properties if not all(_enough(holds, outline) for outline in outlines))


def _enough(holds: Property, outline: Case) -> bool:
    try:
        holds(outline)
    except Exception:  # it looks further, does not hold, or does not find what it looks for
        return False
    return True
