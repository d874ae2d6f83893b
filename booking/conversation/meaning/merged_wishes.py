"""Two wishes about time, one said after the other: only what the later one names takes the place of the earlier. Pure.

"El martes" and then "por la tarde" is Tuesday afternoon; then "mejor el jueves" is Thursday afternoon, and "el martes a
las 5" and then "el jueves" is Thursday at five: what is held for it is only proposed.
"""

from __future__ import annotations

from booking.intents import Reading, When

_HOURS = ("time_from", "time_to", "exact")


def merge(before: Reading | None, new: Reading | None) -> Reading | None:
    """What is wished for by now; None for any time."""
    if new is None or (new.when is None and not new.candidates):
        return before
    if before is None or before == Reading():
        return new
    if not any(_dated(when) for when in _whens(new)):
        return _at_hours(before, new)
    if left := _left_of(before, new):
        return left
    if new.alternatives and before.when is not None:
        new = _narrowed(before.when, new)
    return _with_hours(_hours_of(before, new), new)


def at_any_hour(wish: Reading | None) -> Reading | None:
    """The same days, at no hour and in no part of the day."""
    if wish is None:
        return None
    whens = tuple(dict.fromkeys(_at(when, When()) for when in _whens(wish)))
    if len(whens) == 1:
        return Reading(when=whens[0]) if whens[0] != When() else None
    return wish.model_copy(update={"candidates": whens})


def at_its_own_hour(wish: Reading | None) -> Reading | None:
    """The same days, at the hour that the appointment has: one that is moved keeps what is not named."""
    if wish is None or wish.when is None:
        return wish
    return wish.model_copy(update={"when": _at(wish.when, When())})


def _at_hours(before: Reading, new: Reading) -> Reading:
    """Other hours on the days wished for before; which of several days is meant was asked, and any of them will do."""
    days = _whens(before)
    dated = any(_dated(day) for day in days)
    narrows = _ends_what_began(days, new) or (dated and _leaves_out_an_hour(new))
    if not dated and not narrows:
        return new
    if narrows and (among := _among_hours(days, new)):
        return Reading(when=among[0]) if len(among) == 1 else Reading(candidates=among, alternatives=True)
    if any(day.time_from or day.time_to for day in days):
        days = tuple(dict.fromkeys(_at(day, When()) for day in days))
    whens = tuple(dict.fromkeys(_at(day, hours) for day in days for hours in _whens(new)))
    if len(whens) == 1:
        return Reading(when=whens[0])
    return Reading(candidates=whens, ambiguous=new.ambiguous, alternatives=not new.ambiguous)


def _leaves_out_an_hour(new: Reading) -> bool:
    """Whether these are the hours around one that will not do: up to it, and from a minute past it on."""
    whens = _whens(new)
    past = [when.time_from for when in whens if when.time_from and not when.time_to and not when.exact]
    before = [when.time_to for when in whens if when.time_to and not when.time_from]
    return len(past) == 1 and past[0].minute % 5 == 1 and before in ([], [past[0].replace(minute=past[0].minute - 1)])


def _ends_what_began(days: tuple[When, ...], new: Reading) -> bool:
    """Whether an end is put to hours that began late: "en la tarde" and then "ni después de las 6" is no morning."""
    end = new.when is not None and new.when.time_to is not None and new.when.time_from is None
    return end and all(day.time_from is not None and not day.exact for day in days)


def _among_hours(days: tuple[When, ...], new: Reading) -> tuple[When, ...]:
    """What these hours leave of what was wished for before; an hour that was wished for is none of them, or stays."""
    left = []
    for day in days:
        for hours in _whens(new):
            start = max(filter(None, (day.time_from, hours.time_from)), default=None)
            end = min(filter(None, (day.time_to, hours.time_to)), default=None)
            if (start is None or end is None or start < end) and not (day.exact and start != day.time_from):
                left.append(day.model_copy(update={"time_from": start, "time_to": None if day.exact else end}))
    return tuple(dict.fromkeys(left))


def _hours_of(before: Reading, new: Reading) -> When | None:
    """The hours wished for before: those of the days that are left of them, or the ones that all days had."""
    if before.any_hour:
        return None  # told by the times that were on screen
    inside = [old for old in _whens(before) if any(_within(when, old) == when for when in _whens(new))]
    hours = {_at(When(), when) for when in inside or _whens(before)}
    return hours.pop() if len(hours) == 1 else None


def _with_hours(hours: When | None, new: Reading) -> Reading:
    """New days at these hours, unless they name some."""
    if hours is None or hours == When() or any(when.time_from or when.time_to for when in _whens(new)):
        return new
    whens = [_at(when, hours) for when in _whens(new)]
    return new.model_copy(update={"when": whens[0]} if new.when else {"candidates": tuple(whens)})


def _narrowed(old: When, new: Reading) -> Reading:
    """Days that will do. Those left around days that will not do (an end is open) are sought among the days wished for
    before; days that were named are so only where all of them lie there."""
    among = [narrow for when in new.candidates if (narrow := _within(when, old))]
    left = tuple(among) if among and (_leaves_days_out(new) or len(among) == len(new.candidates)) else new.candidates
    return Reading(when=left[0]) if len(left) == 1 else new.model_copy(update={"candidates": left})


def _left_of(before: Reading, new: Reading) -> Reading | None:
    """What is left of several times that were wished for, each as it was: those not on days that will not do ("jueves
    o el viernes", and then "el jueves no"), and those on one day that is named ("a las 9 o a las 12", "el viernes").
    None where that is nothing, or hours are named anew."""
    several = before.candidates if before.alternatives and not before.any_hour else ()
    if not several or any(when.time_from or when.time_to for when in _whens(new)):
        return None
    if new.alternatives and _leaves_days_out(new):
        if not all(_dated(when) for when in several):
            return None
        left = tuple(kept for when in several for days in new.candidates if (kept := _within(when, days)))
    elif new.when and new.anchor is None:
        left = tuple(dict.fromkeys(_at(new.when, when) for when in several if _within(new.when, when) == new.when))
    else:
        return None
    if not left or left == several:
        return None
    return Reading(when=left[0]) if len(left) == 1 else Reading(candidates=left, alternatives=True)


def _leaves_days_out(new: Reading) -> bool:
    """Whether these are the days around some that will not do: an end is open."""
    return any(when.date_from is None or when.date_to is None for when in new.candidates)


def _within(when: When, days: When) -> When | None:
    """A wish on the days of another only."""
    start = max(filter(None, (when.date_from, days.date_from)), default=None)
    end = min(filter(None, (when.date_to, days.date_to)), default=None)
    apart = start is not None and end is not None and start > end
    return None if apart else when.model_copy(update={"date_from": start, "date_to": end})


def _whens(reading: Reading) -> tuple[When, ...]:
    return (reading.when,) if reading.when else reading.candidates


def _dated(when: When) -> bool:
    return bool(when.date_from or when.date_to)


def _at(day: When, hours: When) -> When:
    return day.model_copy(update={name: getattr(hours, name) for name in _HOURS})
