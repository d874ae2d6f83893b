"""A situation as a conversation in it that writes down which axes are looked at; and from a turn's end to the next one.
`canon` says which values of an axis are one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple, Self

from booking.models import Booking
from booking.verification.axes import AXES, BITS, EMPTY, INDEX, KINDS, PARTS, VALUES, Situation, mask_of
from booking.verification.checker_model import Known, World
from booking.verification.equivalences import CANON, VERSION
from booking.verification.small_world import PERSON, START
from booking.verification.view import View

_PLACES = {part: {name: INDEX[part, name] for name in names} for part, names in PARTS.items()}
_LEFT_OF = tuple(~mask_of(index) for index in range(len(AXES)))
_DRAFT, _HOLD, _PROPOSAL = INDEX["chat", "draft"], INDEX["draft", "hold"], INDEX["draft", "proposal"]
_HOLDS = INDEX["known", "holds"]
_NO_DRAFT = Booking()
_FIXED: dict[str, dict[str, Any]] = {
    "chat": {"id": START.id, "version": 0, "turns": 0, "reply_to": None, "draft_version": VERSION},
    "person": {"id": PERSON.id},
    "draft": {},
    "known": {},
}
"""What is always the same, and no axis."""


class Watched:
    """Stands for a conversation, person, draft or what is known of a situation: a field is looked at when it is read,
    unless this turn has written it. A field that this kind of draft has not cannot be looked at, nor written: that is
    an AttributeError, as it is of the real one. Anything else the real value can do is missing, so that nothing is
    looked at unseen. What is `moved` is no longer as the turn found it, and looked at where silence left it."""

    def __init__(self, part: str, view: View, own: dict[str, Any], moved: frozenset[str] = frozenset()) -> None:
        self.part, self.view, self.own, self.moved = part, view, own, moved
        self.__dict__.update(own)

    def __getattr__(self, name: str) -> Any:
        """Called for what is neither written nor looked at before."""
        if name in (fixed := _FIXED[self.part]):
            value = self.__dict__[name] = fixed[name]
            return value
        if name in self.moved:
            return self.view.keep(self.__dict__, name, self.view.kept_left())
        if self.part == "draft":
            self._must_have(name)
        index = _PLACES[self.part][name]
        value = self.view.read(index)
        if index == _DRAFT:
            value = self.view.keep(self.own, "draft", Watched("draft", self.view, {}) if value else None)
        return self.view.keep(self.__dict__, name, value)

    def told(self, name: str, by: str, tell: Callable[[Any], Any]) -> Any:
        """What `tell` makes of a field that this turn has not written, and nothing else of it (`View.told`)."""
        return self.view.told(INDEX[self.part, name], by, tell)

    def _must_have(self, *names: str) -> None:
        if self.part == "draft" and names != ("kind",):
            for name in names:
                if name not in KINDS[self.kind]:
                    raise AttributeError(f"a {self.kind} has no {name}")

    def model_copy(self, *, update: dict[str, Any]) -> Self:
        self._must_have(*update)
        return type(self)(self.part, self.view, {**self.own, **update}, self.moved)

    def __eq__(self, other: object) -> bool:
        raise TypeError(f"compares a whole {self.part}; compare the fields that matter")

    __hash__ = None  # type: ignore[assignment]


def same(before: Any, after: Any, name: str) -> bool:
    """The field was left alone. Looks at it only if it was written."""
    if _untouched(before, after, name):
        return True
    return bool(getattr(before, name) == getattr(after, name))


def _untouched(before: Any, after: Any, name: str) -> bool:
    watched = isinstance(after, Watched) and isinstance(before, Watched)
    return watched and name not in after.own and name not in after.moved


def same_part(before: Any, after: Any, name: str) -> bool:
    """The same of a draft's field; where a kind of draft, or none, has no such field, what stands for it counts."""
    if _untouched(before, after, name):
        return True
    return bool(part(before, name) == part(after, name))


def part(draft: Any, name: str) -> Any:
    """A field of a draft, or what stands for it where it has none."""
    return getattr(draft, name) if draft is not None and name in KINDS[draft.kind] else EMPTY[name]


def world_in(view: View) -> World:
    """The conversation in the situation that is viewed."""
    chat: Any = Watched("chat", view, {"person": Watched("person", view, {})})
    known: Any = Watched("known", view, {})
    return World(chat, known)


def start() -> Situation:
    """Nobody has written yet."""
    world = World(START, Known())
    return _patch((n, _canonical(n, _value(n, world), world)) for n in range(len(AXES))).put


# --- from a turn's end to the next situation --------------------------------------------------------


class Patch(NamedTuple):
    """The axes a turn left alone, as a mask, and the new values of the others."""

    left: int
    put: int


NO_PATCH = Patch(-1, 0)


def _patch(written: Iterable[tuple[int, Any]]) -> Patch:
    left, put = NO_PATCH
    for index, value in written:
        left &= _LEFT_OF[index]
        put |= VALUES.number(index, value) << BITS * index
    return Patch(left, put)


def patch_of(view: View, after: World) -> Patch:
    """What the turn wrote, in canonical values. Looks at other axes only where a value depends on them."""
    written: dict[int, Any] = {}
    empty = NO_PATCH
    for of in PARTS:
        holder = _holder(of, after)
        if holder is _NO_DRAFT:
            empty = _empty_draft()
        else:
            written.update(_written(of, holder))
    if _DRAFT in written or _HOLD in written:
        written.setdefault(_HOLDS, _value(_HOLDS, after))
    if "draft_version" in getattr(after.conversation, "own", ()):
        written.setdefault(_PROPOSAL, _value(_PROPOSAL, after))
    left, put = _patch([(index, _canonical(index, value, after)) for index, value in written.items()])
    return Patch(left & empty.left, put | empty.put)


@cache
def _empty_draft() -> Patch:
    """Of all axes of the draft, where there is none."""
    return _patch((index, part(_NO_DRAFT, name)) for name, index in _PLACES["draft"].items())


def patched(situation: Situation, patch: Patch) -> Situation:
    return situation & patch.left | patch.put


def _written(of: str, holder: Any) -> Iterator[tuple[int, Any]]:
    places = _PLACES[of]
    if not isinstance(holder, Watched):
        value = part if of == "draft" else getattr
        yield from ((index, value(holder, name)) for name, index in places.items())
        return
    for name, value in holder.own.items():
        # A draft that was looked at or changed is still the same one; some of what is written is no axis.
        if name in places and not isinstance(value, Watched):
            yield places[name], value


def _holder(of: str, world: World) -> Any:
    chat: Any = world.conversation
    if of == "chat":
        return chat
    if of == "person":
        return chat.person
    if of == "known":
        return world.known
    if isinstance(chat, Watched) and "draft" not in chat.own:
        return Watched("draft", chat.view, {})  # nobody looked whether there is one: it was left alone
    return chat.draft or _NO_DRAFT


def _value(index: int, world: World) -> Any:
    of, name = AXES[index]
    holder = _holder(of, world)
    return part(holder, name) if of == "draft" else getattr(holder, name)


def _canonical(index: int, value: Any, world: World) -> Any:
    canon = _CANON[index]
    return canon(value, world) if canon else value


_CANON = tuple(CANON.get(axis) for axis in AXES)
