"""How the value that a model's words say fits with what rules read: it fills what is empty, joins what was said apart, and
contradicts what is otherwise."""

from __future__ import annotations

from typing import Any

from booking.intents import AnyIntent, Reading, When
from booking.models import UnderstandingContext
from nlu.message import plain
from nlu.parts import UNREAD
from nlu.refusals import without


def merged(intent: AnyIntent, key: str, value: Any, context: UnderstandingContext) -> Any:
    """What a field becomes: the value where it was empty or says the same, both where they fit together; None where it
    stays what rules read."""
    if key == "refused":
        key = "when"
        if key not in type(intent).model_fields:
            return None
        hours = context.opens, context.closes
        return without(getattr(intent, key), value, context.now.date(), hours)
    if key not in type(intent).model_fields:
        return None
    before = getattr(intent, key)
    if before in (None, (), False, "", UNREAD) or before == value:
        return value
    if key == "name" and [*plain(value).split()[: len(before.split())]] == plain(before).split():
        return value
    if isinstance(before, Reading) and isinstance(value, Reading):
        return _both(before, value)
    return None


def contradicts(before: Any, value: Any) -> bool:
    """Whether a model's words say another doctor, day or hour than rules read: one of both is wrong."""
    if isinstance(before, Reading) and isinstance(value, Reading):
        ones, others = (([r.when] if r.when else [*r.candidates]) for r in (before, value))
        return bool(ones and others) and not any(_overlap(one, other) for one in ones for other in others)
    if not (isinstance(before, str) and isinstance(value, str)):
        return False
    one, other = set(plain(before).split()), set(plain(value).split())
    return not (one <= other or other <= one)


def _overlap(one: When, other: When) -> bool:
    """Whether a time may lie in both."""
    days = one.date_to is None or other.date_from is None or other.date_from <= one.date_to
    days = days and (other.date_to is None or one.date_from is None or one.date_from <= other.date_to)
    hours = one.time_to is None or other.time_from is None or other.time_from <= one.time_to
    hours = hours and (other.time_to is None or one.time_from is None or one.time_from <= other.time_to)
    same = not (one.exact and other.exact) or one.time_from == other.time_from
    return days and hours and same


def _both(one: Reading, other: Reading) -> Reading | None:
    """A day and an hour that were said apart; None where both say a day, or both an hour."""
    if one.when is None or other.when is None:
        return None
    day, hour = (one.when, other.when) if one.when.date_from or one.when.date_to else (other.when, one.when)
    if day.time_from or day.time_to or hour.date_from or hour.date_to:
        return None
    when = When(**{**hour.model_dump(), "date_from": day.date_from, "date_to": day.date_to})
    return one.model_copy(update={"when": when})
