"""From items to wishes: which day goes with which time, and what was offered as an alternative."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import pairwise

from nlu.when.dates import plus_days
from nlu.when.parts import Days, Item, Kind, Span, Times
from nlu.when.text import Token
from nlu.when.words import MOVING
from nlu.words.word_sets import word_set


@dataclass(slots=True)
class Wish:
    """Days with a time or a part of the day; any may be missing."""

    days: Days | None = None
    times: Times | None = None
    parts: tuple[str, ...] = ()
    moment: Item | None = None
    edge: str = ""
    time_first: bool = False
    apart: bool = False  # its day was named once more: what follows holds for it alone
    part_apart: bool = False  # other words part the part of the day from the hour: it may be that of something else
    items: list[Item] = field(default_factory=list)

    @property
    def empty(self) -> bool:
        return not (self.days or self.times or self.parts or self.moment or self.edge)

    @property
    def timed(self) -> bool:
        return bool(self.times or self.parts or self.edge)


@dataclass(slots=True)
class Wishes:
    """All that one group of items asks for. `clash`: they exclude each other and no "o" joins them."""

    wishes: list[Wish]
    clash: bool = False
    unreadable: bool = False


def gather(t: list[Token], items: list[Item]) -> Wishes:
    """Joins the items of a group into wishes."""
    result = Wishes([Wish()])
    previous: Item | None = None
    listed = False
    for item in items:
        if item.kind is Kind.NOTHING:
            continue
        if item.kind is Kind.BLOCK or (item.kind is Kind.UNSAID and item.days is not None):
            result.unreadable = True
            continue
        if item.kind is Kind.UNSAID:
            continue
        between = range(previous.end if previous else item.begin, item.begin)
        again = any(t[k].word not in ("el", "la") for k in between)  # "hoy martes" is no day named once more
        link = _link(t, previous, item)
        _join(result, item, link, again=again)
        listed = listed or link == "o"
        previous = item
    result.wishes = [wish for wish in result.wishes if not wish.empty]
    for wish in result.wishes:
        wish.part_apart = _parted(t, wish.items)
    if result.wishes and result.wishes[-1].apart and not result.wishes[-1].timed:
        result.wishes = result.wishes[-1:]  # "el 2 o el 3, el 3"
    if listed and all(wish.days and not wish.timed for wish in result.wishes[:-1]):
        result.clash = False  # "lunes miércoles o viernes"
    _share(result.wishes)
    if result.clash and len(result.wishes) == 2 and _moved_to(t, result.wishes[1]):
        result.wishes, result.clash = result.wishes[1:], False
    return result


_SMALL = word_set(", a al el la las los del en por y e pues como eso")


def _parted(t: list[Token], items: list[Item]) -> bool:
    """Whether more than small words stand between a part of the day and the hour: "en la mañana duermo, a las 3"."""
    parts = [item for item in items if item.kind is Kind.PART]
    times = [item for item in items if item.times and not item.parts]
    if not parts or not times:
        return False
    first, second = sorted((parts[0], times[0]), key=lambda item: item.begin)
    return bool({t[k].word for k in range(first.end, second.begin)} - _SMALL)


def _moved_to(t: list[Token], wish: Wish) -> bool:
    """Whether an appointment is moved to this wish: "cambiar la cita del martes a las 4 para el jueves a las 5"."""
    return any(token.word.startswith(MOVING) for token in t[: wish.items[0].begin])


def _link(t: list[Token], previous: Item | None, item: Item) -> str:
    """What joins an item to the one before: "o", "y" (also a comma, or "ni"), or nothing."""
    if previous is None:
        return ""
    gap = {t[k].word for k in range(previous.end, item.begin)}
    if gap & {"o", "u"}:
        return "o"
    return "y" if gap & {"y", "e", "ni", ",", "/"} else ""


def _join(result: Wishes, item: Item, link: str, *, again: bool) -> None:
    """Adds an item to the last wish, or opens another one."""
    wish = result.wishes[-1]
    if link == "o" and not wish.empty:
        result.wishes.append(_from(item))
        return
    if item.days and wish.days and wish.timed is False and (others := _others(wish.days, item.days)):
        wish.days = others
        result.wishes.append(replace(_from(item), apart=True))
        return
    if item.days and wish.days:
        both = _intersect(wish.days, item.days)
        if both is not None and not (link == "y" and both == wish.days == item.days):
            wish.apart = (
                both.options == wish.days.options == item.days.options and len(result.wishes) > 1 and not wish.timed
            )
            wish.apart = wish.apart and again
            wish.days = both
            wish.parts = wish.parts or item.parts
        elif link == "y":
            result.wishes.append(_from(item))
        else:
            result.wishes.append(_from(item))
            result.clash = True
        return
    if link != "o" and item.times and wish.times and (both_sides := _between(wish.times, item.times)):
        wish.times = both_sides
        return
    more = (item.times and wish.times) or (item.moment and not wish.empty) or wish.moment
    if more and not (item.times and item.times == wish.times):
        result.wishes.append(_from(item))
        result.clash = result.clash or link == ""
        return
    if item.kind is Kind.PART and wish.parts and not wish.times and wish.parts != item.parts:
        if link == "y":
            result.wishes.append(_from(item))
            return
        if link == "" and not _refines(wish.parts, item.parts):
            result.wishes.append(_from(item))
            result.clash = True
            return
    _add(wish, item)


def _others(days: Days, one: Days) -> Days | None:
    """ "El 2 o el 3, pero el 3 por la tarde": the days wished for beside the one that is named once more."""
    options = tuple(span for span in days.options if span not in one.options)
    if days.ambiguous or one.ambiguous or days.problem or not options or not {*one.options} < {*days.options}:
        return None
    return replace(days, options=options)


def _between(first: Times, second: Times) -> Times | None:
    """ "Después de las 3 y antes de las 6": what two bounds leave."""
    lower, upper = first.lower or second.lower, first.upper or second.upper
    sides = [bool(times.lower) + bool(times.upper) for times in (first, second)]
    return Times(lower=lower, upper=upper) if lower and upper and sides == [1, 1] else None


def _refines(first: tuple[str, ...], second: tuple[str, ...]) -> bool:
    """Whether two parts are one: "temprano en la mañana"."""
    return {"temprano", "manana"} == {*first, *second}


def _from(item: Item) -> Wish:
    wish = Wish()
    _add(wish, item)
    return wish


def _add(wish: Wish, item: Item) -> None:
    if item.days:
        wish.time_first = wish.timed
        wish.days = item.days
    if item.parts:
        wish.parts = ("temprano",) if _refines(wish.parts, item.parts) else (wish.parts or item.parts)
    wish.times = item.times or wish.times
    wish.moment = item if item.moment else wish.moment
    wish.edge = item.edge or wish.edge
    wish.items.append(item)


def _share(wishes: list[Wish]) -> None:
    """What is said once holds for all: "martes o miércoles por la tarde", "el martes a las 4 o a las 5"."""
    for before, wish in pairwise(wishes):
        if wish.days is None and before.days is not None and not wish.moment:
            wish.days = before.days
        elif wish.days is not None and not wish.timed and before.timed and before.time_first:
            wish.times, wish.parts, wish.edge, wish.time_first = before.times, before.parts, before.edge, True
    for wish, after in zip(wishes[-2::-1], wishes[:0:-1], strict=False):
        if wish.days is not None and not wish.timed and after.timed and not wish.moment and not after.apart:
            wish.times, wish.parts, wish.edge = after.times, after.parts, after.edge
        elif wish.days is None and not wish.moment and wish.timed and after.days is not None:
            wish.days = after.days
        if wish.times and wish.times.at and after.times and after.times.at and not wish.parts and after.parts:
            wish.parts = after.parts


def _intersect(first: Days, second: Days) -> Days | None:
    """The days both name, or None: "mañana, martes 24", "la próxima semana, el jueves"."""
    if first.problem or second.problem:
        return first if first.problem else second
    for period, day in ((first, second), (second, first)):
        if day.weekday is None or len(period.options) != 1:
            continue
        start, end = period.options[0]
        if start and start == end and start.weekday() == day.weekday:
            return replace(period, weekday=None)  # "hoy martes"
        if moved := _weekday_in(period.options[0], day.weekday):
            return Days((moved,))
    common = tuple(dict.fromkeys(s for a in first.options for b in second.options if (s := _overlap(a, b))))
    if not common:
        return None
    several = len(common) > 1
    return replace(
        first, options=common, ambiguous=several and (first.ambiguous or second.ambiguous), weekday=None, monthday=False
    )


def _weekday_in(period: Span, number: int) -> Span | None:
    """The weekday inside a week."""
    start, end = period
    if start is None or end is None or not 3 <= (end - start).days <= 6:
        return None
    day = plus_days(start, (number - start.weekday()) % 7)
    return (day, day) if day and day <= end else None


def _overlap(first: Span, second: Span) -> Span | None:
    starts = [s for s in (first[0], second[0]) if s]
    ends = [e for e in (first[1], second[1]) if e]
    start, end = max(starts, default=None), min(ends, default=None)
    return None if start and end and end < start else (start, end)
