"""Clock times in context: alternatives, ranges, bounds, "about", and the parts of the day."""

from __future__ import annotations

import re

from nlu.when.clock import Said, clock, meridiem
from nlu.when.numbers import count, day_number
from nlu.when.parts import Clock, Item, Kind, Times, bound_at, moves, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import (
    APPROXIMATE,
    APPROXIMATE_AFTER,
    AT_WORK,
    BEFORE,
    COUNTED,
    EARLY,
    FREE,
    HOUR_UNIT,
    ONWARD,
    PARTS,
    SYMPTOMS,
    UNITS,
    UNTIL,
    WEEKDAYS,
)
from nlu.words.word_sets import word_set

_PAIR = re.compile(r"(\d{1,2})(?:[:.](\d{2}))?-(\d{1,2})(?:[:.](\d{2}))?")
_TO = frozenset(("a", "hasta", "-", "y", "e"))
NOON, MIDNIGHT = Clock(12, sense="24"), Clock(0, sense="midnight")


def times(t: list[Token], i: int, *, numbers: bool = True) -> Item | None:
    """The clock times said at a place, the longest reading. `numbers`: one stands there or behind."""
    rules = (_range, _bound, _not_too, _about, _at) if numbers else (_not_too,)
    found = [item for rule in rules if (item := rule(t, i))]
    return max(found, key=lambda item: item.end, default=None)


def _point(t: list[Token], i: int, *, marked: bool = False, listed: bool = False) -> Said | None:
    """A clock time, or noon or midnight by name."""
    j = skip(t, skip(t, i, "a", "al", "el", "la"), "la")
    if t[j].word == "mediodia":
        return Said(NOON, j + 1, 2)
    if t[j].word == "medianoche":
        return Said(MIDNIGHT, j + 1, 2)
    return clock(t, i, marked=marked, listed=listed)


def _at(t: list[Token], i: int) -> Item | None:
    """A time, or several with "o" between: "a las 4", "15h", "a las 4 o 5 de la tarde", "medianoche"."""
    j = skip(t, i, "para", "como") if t[i + 1].word in ("las", "la") else i
    if t[skip(t, j, "a", "la")].word == "mediodia":
        return None  # a part of the day: the reader knows whether a clock time is meant
    marked = t[j].word == "a" and t[j + 1].kind == "n"
    said = _point(t, j + 1 if marked else j)
    if said is None or (t[j].word == "una" and said.sure < 2):
        return None
    clocks, end = [said.clock], said.end
    sure = said.sure
    while t[end].word in ("o", "u", "y", ",") and len(clocks) < 4:
        ends_in_or = t[end].word != "," or any(t[end + k].word in ("o", "u") for k in range(2, 5))
        if t[end].word != "o" and not (
            sure == 2 and ends_in_or and (t[end].word == "," or t[end + 1].word in ("a", "las"))
        ):
            break
        more = _point(t, end + 1, marked=sure == 2)
        if more is None or (sure < 2 and more.sure < 2):
            break
        clocks.append(more.clock)
        end = more.end
        sure = max(sure, more.sure)
    doubt = False
    while sure == 2 and len(clocks) < 4 and not doubt and (listed := _after_comma(t, end, clocks[-1])):
        clocks.append(listed.clock)
        end, doubt = listed.end, listed.sure == 0
    if len(clocks) > 1:
        clocks = _share_sense(clocks)
    about = phrase_at(t, end, APPROXIMATE_AFTER)
    onward = phrase_at(t, end, ONWARD)
    if onward > end and len(clocks) == 1 and t[onward].word not in ("de", "del"):
        return Item(Kind.TIMES, i, onward, times=Times(lower=clocks[0]))
    weak = sure < 2
    if sure == 0 and not marked:
        return None
    return Item(Kind.TIMES, i, about, times=Times(tuple(clocks), about=about > end, doubt=doubt), weak=weak)


def _after_comma(t: list[Token], comma: int, before: Clock) -> Said | None:
    """ "A las 9, 10": another hour that would do. Whether one that is no next hour is meant, or minutes, is in doubt."""
    value, end = t[comma + 1].value, comma + 2
    if t[comma].word != "," or value is None or len(t[comma + 1].word) > 2 or before.minute or value > 59:
        return None
    if (day := day_number(t, comma + 1)) and day[1] > end:
        return None  # "a la 1, 1° de febrero"
    sense, end = meridiem(t, end)
    listed = t[end].kind in ("", "s") or t[end].word in ("o", "u", "y")
    if not listed or t[end].word in ("%", "$", ":", "/"):
        return None
    hour = before.hour % 12
    if hour < value <= min(hour + 3, 12):
        return Said(Clock(value, sense=sense), end, 2)
    return Said(Clock(value, sense=sense) if value <= 12 else Clock(before.hour, value, sense, before.zero), end, 0)


def _share_sense(clocks: list[Clock]) -> list[Clock]:
    """Reads "a las 4 o 5 de la tarde": the half of the day said last holds for those before it."""
    sense = clocks[-1].sense
    if sense in (None, "24", "midnight"):
        return clocks
    return [c if c.sense or c.hour > 12 else Clock(c.hour, c.minute, sense, c.zero, c.bad) for c in clocks]


def _not_too(t: list[Token], i: int) -> Item | None:
    """ "No muy temprano", "pero que no sea tan tarde": from mid-morning on, until the late afternoon."""
    j = skip(t, i, "pero")
    j = skip(t, skip(t, j, "que"), "ni")
    j = skip(t, j, "no") if t[j - 1].word != "ni" or j == i else j
    if j == i or t[j - 1].word not in ("no", "ni"):
        return None
    j = skip(t, j, "sea", "fuera")
    if t[j].word not in ("muy", "tan", "demasiado", "bien"):
        return None
    if t[j + 1].word in EARLY:
        return Item(Kind.TIMES, i, j + 2, times=Times(lower=Clock(10, sense="24")), weak=True)
    if t[j + 1].word in ("tarde", "noche"):
        return Item(Kind.TIMES, i, j + 2, times=Times(upper=Clock(18, sense="24")), weak=True)
    return None


def _about(t: list[Token], i: int) -> Item | None:
    """Reads "a eso de las 4", "como a las 4", "tipo 4"."""
    j = phrase_at(t, i, APPROXIMATE)
    if j == i:
        return None
    said = _point(t, j, marked=True)
    if said is None:
        return None
    if t[i].word in ("sobre", "hacia", "cerca") and t[j].word not in ("las", "la") and said.sure < 2:
        return None
    if t[said.end].word == "o" and (other := _point(t, said.end + 1, marked=True)):
        return Item(Kind.TIMES, i, other.end, times=Times((said.clock, other.clock)))
    end = phrase_at(t, said.end, APPROXIMATE_AFTER)
    return Item(Kind.TIMES, i, end, times=Times((said.clock,), about=True))


def _range(t: list[Token], i: int) -> Item | None:
    """Reads "de 5 a 6 pm", "entre las 9 y las 11", "4 pm - 5 pm", "07:30-09:30", "de 9 y media en adelante"."""
    between = t[i].word == "entre"
    opened = between or t[i].word in ("de", "desde")
    j = i + 1 if opened else i
    if t[j].kind == "n" and (pair := _PAIR.fullmatch(t[j].word)):
        return _pair(t, i, j, pair, opened)
    if opened and t[j].word == "las" and t[j + 1].kind == "n" and (pair := _PAIR.fullmatch(t[j + 1].word)):
        return _pair(t, i, j + 1, pair, opened)
    return (_two(t, i, j, listed=True) if between else None) or _two(t, i, j, listed=False)


def _two(t: list[Token], i: int, j: int, *, listed: bool) -> Item | None:
    """Two clock times from the token after the opening word on."""
    between, opened = t[i].word == "entre", j > i
    first = _point(t, j, marked=opened, listed=listed)
    if first is None or t[j].word == "un":
        return None
    k = first.end
    if t[k].word == "," and t[k + 1].word == "hasta":
        k += 1
    onward = phrase_at(t, first.end, ONWARD)
    if opened and not between and onward > first.end:
        return Item(Kind.TIMES, i, onward, times=Times(lower=first.clock), weak=first.sure == 0)
    joint = t[k].word
    if joint not in _TO or (joint in ("y", "e") and not between):
        return None
    if not opened and first.sure == 0 and joint != "-" and t[k + 1].word not in ("las", "la"):
        surely = clock(t, k + 1)
        if surely is None or surely.sure < 2:
            return None
    second = _point(t, k + 1, marked=True)
    if second is None or (not opened and joint == "a" and _starts_new_time(t, k, first, second)):
        return None
    sure = max(first.sure, second.sure)
    if sure < 2 and _counted_after(t, second.end):
        return None
    weak = sure < 2 and not (opened and _are_hours(t, i, first.clock, second.clock, second.end))
    return Item(Kind.TIMES, i, second.end, times=Times(lower=first.clock, upper=second.clock), weak=weak)


def _are_hours(t: list[Token], i: int, first: Clock, second: Clock, end: int) -> bool:
    """Whether "de 1 a 3" can only be hours: both on the dial, the second soon after, and nothing hurts that much; "de 8 a
    5 no puedo" are those of a working day."""
    apart = 12 if t[end].word == "no" and t[end + 1].word in ("puedo", "podemos", "puede") else 6
    near = 0 < (second.hour - first.hour) % 12 <= apart and max(first.hour, second.hour) <= 12
    return near and not any(token.word in SYMPTOMS for token in t[max(0, i - 4) : i])


def _starts_new_time(t: list[Token], k: int, first: Said, second: Said) -> bool:
    """Whether "a las" opens the time of a day said as a number ("15 a las 8:00") rather than ending a range."""
    return (first.sure == 0 and t[k + 1].word == "las") or (first.clock.hour > 24)


def _counted_after(t: list[Token], i: int) -> bool:
    return t[i].word in COUNTED or t[i].word in HOUR_UNIT


def _pair(t: list[Token], i: int, j: int, pair: re.Match[str], opened: bool) -> Item | None:
    """A range written as one cluster of digits."""
    first = Clock(int(pair[1]), int(pair[2] or 0), zero=pair[1].startswith("0"))
    sense, end = meridiem(t, j + 1)
    if end == j + 1 and t[end].word in ("h", "hrs", "hs"):
        end += 1
    second = Clock(int(pair[3]), int(pair[4] or 0), sense, zero=pair[3].startswith("0"))
    if max(first.hour, second.hour) > 24 or max(first.minute, second.minute) > 59 or _counted_after(t, end):
        return None
    if sense is None and first.hour > 12 >= second.hour > 0 and not (first.minute or second.minute):
        return None  # "17-2", a date
    sure = sense is not None or end > j + 1 or ":" in t[j].word
    if t[end].glued:
        return None
    return Item(Kind.TIMES, i, end, times=Times(lower=first, upper=second), weak=not sure)


_SOME = word_set("alguna cualquier otra que la esa misma a")
""" "Alguna hora después de las 3" is no length."""


def _bound(t: list[Token], i: int) -> Item | None:
    """Reads "después de las 5", "antes de las dos y media", "a partir de las 9", "hasta las 7", "antes de entrar a
    trabajar a las 3"."""
    found = bound_at(t, i)
    if found is None:
        return None
    side, j = found
    said = _point(t, j) or _point(t, _at_work(t, j))
    if said is None or said.sure < 2:
        return None
    measured = UNITS.get(t[i - 1].word) in ("hour", "minute") and t[i - 2].word not in _SOME
    if measured or t[said.end].word in ("por", "durante"):
        lasts = UNITS.get(t[i - 1].word) or count(t, said.end + 1)
        if lasts:
            return Item(Kind.UNSAID, i, said.end)  # "dos horas antes de las 5", "desde las 3 por 2 horas"
    if side in (BEFORE, UNTIL) and not (t[i].word == "hasta" and phrase_at(t, said.end, FREE) > said.end):
        return Item(Kind.TIMES, i, said.end, times=Times(upper=said.clock))
    return Item(Kind.TIMES, i, phrase_at(t, said.end, ONWARD), times=Times(lower=said.clock))


def part(t: list[Token], i: int) -> Item | None:
    """A part of the day: "por la tarde", "en la nochecita", "al mediodía", "temprano", "toda la mañana"."""
    j = skip(t, i, "por", "en", "a", "de", "durante", "para")
    early = skip(t, j, "muy", "bien", "lo")
    if t[early].word in EARLY:
        k = early + 1
        if t[k].word in ("por", "en") and t[k + 1].word == "la" and PARTS.get(t[k + 2].word) == "manana":
            k += 3
        return Item(Kind.PART, i, k, parts=("temprano",))
    noon = skip(t, j, "al", "el")
    if t[noon].word == "mediodia":
        return Item(Kind.PART, i, noon + 1, parts=("noon",))
    if t[k := skip(t, j, "la")].word == "media" and t[k + 1].word in ("manana", "tarde"):
        return Item(Kind.PART, i, k + 2, parts=(f"media_{t[k + 1].word}",))
    k = skip(t, skip(t, j, "toda", "todas", "pura", "puras"), "la", "las")
    name = PARTS.get(t[k].word)
    if name == "noche" and _lasted(t, k):
        return None
    if name is None or name == "mediodia" or (k == j and not (t[j - 1].word == "de" and j > i) and j == i):
        return None
    if k == j and (name == "manana" or t[i].word not in ("por", "en", "de")):
        return None  # "a tarde", "de mañana"
    names = [name]
    k += 1
    while t[k].word in ("o", "y", "-") and len(names) < 4:  # "en la mañana o tarde"
        m = skip(t, skip(t, k + 1, "en", "por", "a"), "la")
        following = PARTS.get(t[m].word)
        another_days = (
            t[m + 1].word == "del" and t[i - 1].word in WEEKDAYS
        )  # "martes en la mañana o la tarde del lunes"
        if following is None or another_days or (m == k + 1 and following == "manana"):
            break
        names.append(following)
        k = m + 1
    if t[i].word == "de" and t[k].word == "a" and t[k + 1].word == "la" and t[k + 2].word in PARTS and moves(t, i):
        names, k = [PARTS[t[k + 2].word]], k + 3  # "cámbiala de la tarde a la mañana"
    return Item(Kind.PART, i, k, parts=tuple(dict.fromkeys(names)))


def bare_part(t: list[Token], i: int) -> Item | None:
    """A part of the day without preposition, good only beside a day or alone: "el martes tarde"."""
    name = PARTS.get(t[i].word)
    if name == "noche" and _lasted(t, i):
        return None
    if name is None or t[i].word in ("manana", "mediodia") or t[i + 1].word in ("en", "por"):
        return None
    return Item(Kind.PART, i, i + 1, parts=(name,), weak=True)


def _at_work(t: list[Token], i: int) -> int:
    """The index after what begins or ends at the hour that follows."""
    while t[i].word in AT_WORK and not (t[i].word in ("la", "las") and _point(t, i)):
        i += 1
    return i


def _lasted(t: list[Token], i: int) -> bool:
    """Whether the night there is how long something lasted: "tosió toda la noche"."""
    return {"toda", "todas"} & {t[j].word for j in range(max(0, i - 2), i)} != set()
