"""Makes a failing walk short: Hypothesis looks for the fewest of its steps that still fail."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import HealthCheck, find, settings
from hypothesis import strategies as st
from hypothesis.errors import NoSuchExample

from booking.testing.clinic import Clinic
from booking.testing.walk import Walk, WalkBroken, walk

_KEPT = 1 << 20


def some_of(steps: Sequence[int]) -> st.SearchStrategy[list[int]]:
    """Some of these steps in their order. Most examples keep nearly all; the simplest keep none."""

    def kept(draws: list[int]) -> list[int]:
        return [step for step, draw in zip(steps, draws, strict=True) if draw]

    return st.lists(st.integers(0, _KEPT), min_size=len(steps), max_size=len(steps)).map(kept)


def why_broken(make_clinic: Callable[[], Clinic], steps: Sequence[int], kind: type[Walk] = Walk) -> str | None:
    """What goes wrong in this walk, if anything does."""
    try:
        walk(make_clinic, steps, kind=kind)
    except WalkBroken as broken:
        return broken.why
    return None


def shortest(
    make_clinic: Callable[[], Clinic], steps: Sequence[int], tries: int = 2000, kind: type[Walk] = Walk
) -> list[int]:
    """The fewest of these failing steps that fail the same way: the same kind of error, the same first words."""
    why = why_broken(make_clinic, steps, kind)
    if why is None:
        raise ValueError("this walk does not fail")
    like = _kind(why)

    def fails(some: list[int]) -> bool:
        found = why_broken(make_clinic, some, kind)
        return found is not None and _kind(found) == like

    quick = settings(
        max_examples=tries, deadline=None, database=None, suppress_health_check=list(HealthCheck), derandomize=True
    )
    try:
        return find(some_of(steps), fails, settings=quick)
    except NoSuchExample:
        return list(steps)


def _kind(why: str) -> str:
    """A failure without its particulars: numbers and times differ from walk to walk."""
    return " ".join(word for word in why.split()[:5] if not any(c.isdigit() for c in word))
