"""What is left of a meaning when the direction has had its say: a wish lies ahead, a memory behind."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from booking.intents import Direction, Problem, Reading, When
from nlu.when.dates import plus_months
from nlu.when.hours import MIDNIGHT
from nlu.when.parts import Context

_HORIZON_MONTHS = 120
_MOST_CANDIDATES = 12  # more is no answer to ask about
_MOST_OFFERED = 31  # of which any will do: "lunes, miércoles o viernes de enero"


class Meant(NamedTuple):
    """What a group of items means before the direction has its say."""

    whens: tuple[When, ...] = ()
    ambiguous: bool = False
    problem: Problem | None = None


def directed(meant: Meant, context: Context) -> Reading:
    """What is left when the direction has struck out what it cannot mean."""
    if meant.problem:
        return Reading(problem=meant.problem)
    if not meant.whens:
        return Reading()
    kept = tuple(dict.fromkeys(when for raw in meant.whens if (when := _toward(raw, context))))
    if not kept:
        return Reading(problem=Problem.PAST) if context.direction is Direction.FUTURE else Reading()
    if context.direction is Direction.FUTURE and any(_too_far(when, context) for when in kept):
        return Reading(problem=Problem.TOO_FAR)
    if len(kept) > (_MOST_CANDIDATES if meant.ambiguous else _MOST_OFFERED):
        return Reading()
    if len(kept) == 1:
        return Reading(when=kept[0])
    return Reading(candidates=kept, ambiguous=meant.ambiguous, alternatives=not meant.ambiguous)


def _too_far(when: When, context: Context) -> bool:
    horizon = plus_months(context.today, _HORIZON_MONTHS)
    return bool(when.date_from and horizon and when.date_from > horizon)


def _toward(when: When, context: Context) -> When | None:
    """A wish cut to what lies ahead (or behind), or None where nothing does."""
    today, clock = context.today, dt.time(context.now.hour, context.now.minute)
    if context.direction is Direction.FUTURE:
        if when.date_to and (when.date_to < today or (when.date_to == today and _over(when, clock))):
            return None
        if when.date_from and when.date_from < today:
            return when.model_copy(update={"date_from": today})
    elif context.direction is Direction.PAST:
        if when.date_from and (when.date_from > today or (when.date_from == today and _to_come(when, clock))):
            return None
        if when.date_from and (when.date_to is None or when.date_to > today):
            return when.model_copy(update={"date_to": today})
    return when


def _over(when: When, clock: dt.time) -> bool:
    """Whether today's window has passed."""
    if when.exact:
        return when.time_from is not None and when.time_from < clock
    return when.time_to is not None and when.time_to != MIDNIGHT and when.time_to <= clock


def _to_come(when: When, clock: dt.time) -> bool:
    """Whether today's window has not begun."""
    return when.time_from is not None and when.time_from > clock
