"""From clock times as said to wall times: which half of the day is meant, by what was said and the opening hours."""

from __future__ import annotations

import datetime as dt
from typing import NamedTuple

from nlu.when.parts import Clock, Context, Times, Window
from nlu.words.word_sets import Phrases, phrases

_DAYTIME = (dt.time(7), dt.time(22))
_AFTERNOON = frozenset(("pm", "tarde"))
MIDNIGHT = dt.time(0)


class Hours(NamedTuple):
    """A window of wall time; `exact` is one clock time. An end of 00:00 is the end of the day."""

    start: dt.time | None
    end: dt.time | None
    exact: bool = False
    midnight: bool = False  # "12 de la noche": the day it belongs to is open


class Resolved(NamedTuple):
    """The windows meant; more than one are offered together, or `ambiguous`. None at all: no such time."""

    windows: tuple[Hours, ...]
    ambiguous: bool = False


def resolve(times: Times, part: str | None, context: Context) -> Resolved | None:
    """The wall times of clock times, given a part of the day said beside them. None: impossible."""
    if times.at:
        return _points(times, part, context)
    if times.lower and times.upper:
        return _range(times.lower, times.upper, part, context)
    return _bound(times, part, context)


def _points(times: Times, part: str | None, context: Context) -> Resolved | None:
    windows: list[Hours] = []
    ambiguous = times.doubt
    for said in times.at:
        options = candidates(_with(said, part), context)
        if not options:
            return None
        ambiguous = ambiguous or len(options) > 1
        midnight = said.sense == "midnight" or (said.hour == 12 and options == [MIDNIGHT])
        for time in options:
            # Outside of a clinic's conversation nothing is selected: "about four" is read as the four it names.
            vague = times.about and context.clinic
            windows.append(_around(time) if vague else Hours(time, None, True, midnight))
    return Resolved(tuple(dict.fromkeys(windows)), ambiguous)


def _around(time: dt.time) -> Hours:
    """An hour before and after, within the day: "about four" is no choice of four."""
    minutes = time.hour * 60 + time.minute
    start, end = max(0, minutes - 60), minutes + 60
    return Hours(dt.time(*divmod(start, 60)), MIDNIGHT if end >= 1440 else dt.time(*divmod(end, 60)))


def _with(said: Clock, part: str | None) -> Clock:
    """A clock with the part of the day said elsewhere, if it says none itself."""
    if part is None or said.sense is not None or said.hour > 12:
        return said
    return Clock(said.hour, said.minute, part, said.zero, said.bad)


def candidates(said: Clock, context: Context) -> list[dt.time]:
    """The wall times a clock may mean, earliest first."""
    if said.bad:
        return []
    if said.sense == "midnight":
        return [MIDNIGHT]
    if said.sense in (None, "24"):
        return _bare(said, context)
    return [dt.time(hour, said.minute) for hour in _by_sense(said.hour, said.sense, context)]


def _by_sense(hour: int, sense: str, context: Context) -> list[int]:
    """The hours of the 24-hour clock for an hour with what fixes its half of the day."""
    hour %= 24
    if hour > 12:
        return [hour] if sense in ("pm", "tarde", "noche", "dia", "mediodia") else []
    if sense == "am" or sense == "madrugada":
        return [hour % 12]
    if sense in _AFTERNOON or sense == "day_ends":
        return [hour % 12 + 12]
    if sense in ("manana", "temprano"):
        if hour == 12:
            return [12] if context.clinic else [0, 12]
        return [hour]
    if sense == "noche":
        return [0] if hour in (0, 12) else [hour + 12] if hour >= 5 else []
    if sense in ("mediodia", "noon"):
        return [hour + 12] if hour <= 4 else [hour]
    return [hour + 12] if hour <= 6 else [hour]  # "del día"


def _bare(said: Clock, context: Context) -> list[dt.time]:
    """A clock without its half of the day: as written, or, in a clinic, whichever the opening hours allow."""
    written = dt.time(said.hour % 24, said.minute)
    if context.hours is None or said.sense == "24" or said.hour > 12 or said.hour == 0:
        return [written]
    both = sorted((dt.time(said.hour % 12, said.minute), dt.time(said.hour % 12 + 12, said.minute)))
    opens, closes = context.hours
    if said.zero and _inside(written, opens, closes):
        return [written]
    open_then = [time for time in both if _inside(time, opens, closes)]
    if open_then:
        return open_then
    awake = [time for time in both if _DAYTIME[0] <= time < _DAYTIME[1]]
    return awake or both


def _inside(time: dt.time, opens: dt.time, closes: dt.time) -> bool:
    return opens <= time and (time < closes or closes == MIDNIGHT)


def open_at(hour: int, context: Context) -> list[dt.time]:
    """What a bare hour may mean while the clinic whose conversation is read is open."""
    hours, times = context.hours, candidates(Clock(hour), context) if hour <= 12 else []
    return [time for time in times if hours and _inside(time, *hours)]


def _both(said: Clock) -> list[dt.time]:
    """Both halves of the day for a bare clock."""
    if said.hour > 12 or said.hour == 0:
        return [dt.time(said.hour % 24, said.minute)]
    return [dt.time(said.hour % 12, said.minute), dt.time(said.hour % 12 + 12, said.minute)]


def _range(lower: Clock, upper: Clock, part: str | None, context: Context) -> Resolved | None:
    """A range: what one end says fixes the other; the shortest that fits is meant."""
    bare, lower, upper = upper, _with(lower, part), _with(upper, part)
    if lower.bad or upper.bad:
        return None
    starts = candidates(lower, context) if lower.sense else _both(lower)
    ends = candidates(upper, context) if upper.sense else _both(upper)
    if not starts or not ends:
        return None
    if lower.sense is None and upper.sense is None:
        if context.hours is None:
            starts = [dt.time(lower.hour % 24, lower.minute)]
        else:
            opens, closes = context.hours
            inside = [s for s in starts if _inside(s, opens, closes)]
            ends = [e for e in ends if opens < e and (e <= closes or closes == MIDNIGHT)] if inside else ends
            starts = inside or starts
    fits = [(s, e) for s in starts for e in ends if _minutes(s, e) > 0]
    if not fits and part and bare.sense is None:  # "en la mañana, de 10 a 1"
        fits = [(s, e) for s in starts for e in _both(bare) if _minutes(s, e) > 0]
    if not fits:
        return None
    shortest = min(_minutes(s, e) for s, e in fits)
    chosen = [Hours(s, e) for s, e in fits if _minutes(s, e) == shortest]
    return Resolved(tuple(chosen), len(chosen) > 1)


def _minutes(start: dt.time, end: dt.time) -> int:
    """Length of a window; an end of 00:00 is the end of the day."""
    until = 1440 if end == MIDNIGHT else end.hour * 60 + end.minute
    return until - start.hour * 60 - start.minute


def _bound(times: Times, part: str | None, context: Context) -> Resolved | None:
    """An open window. In a clinic a part of the day said beside it closes the other side."""
    said = times.lower or times.upper
    if said is None:
        return None
    fixed = _with(said, part)  # "temprano antes de las 8" is in no evening
    options = candidates(fixed, context)
    if times.upper and context.hours and fixed.sense is None and len(options) == 1 and options[0] <= context.hours[0]:
        options = [time for time in _both(said) if time > context.hours[0]] or options
    if not options:
        return None
    frame: Window | None = context.parts.window(_PART_OF[part]) if context.clinic and part in _PART_OF else None
    windows = tuple(_open(time, times, frame) for time in options)
    return Resolved(windows, len(windows) > 1)


_PART_OF = {name: name for name in ("manana", "temprano", "mediodia", "tarde", "noche", "madrugada")}


def _open(time: dt.time, times: Times, frame: Window | None) -> Hours:
    if times.lower:
        return Hours(time, frame[1] if frame and time < frame[1] else None)
    return Hours(frame[0] if frame and frame[0] < time else None, time)


_BY_CUSTOM: dict[str, Window] = {
    "day_begins": (dt.time(6), dt.time(10)),
    "midday": (dt.time(11), dt.time(16)),
    "lunch": (dt.time(12), dt.time(14)),
    "before_lunch": (dt.time(10), dt.time(12)),
    "after_lunch": (dt.time(13), dt.time(17)),
    "day_ends": (dt.time(17), dt.time(21)),
}
"""What is told by the course of a day."""
_IN_A_CLINIC: dict[str, tuple[dt.time | None, dt.time | None]] = {
    "day_begins": (None, dt.time(10)),
    "midday": (dt.time(12), dt.time(14)),
    "lunch": (dt.time(13), dt.time(16)),
    "before_lunch": (None, dt.time(14)),
    "after_lunch": (dt.time(15), None),
    "day_ends": (dt.time(17), None),
}
"""The same as Mexicans eat and work, wide: it is what they are offered times of, no choice."""


def part_hours(name: str, context: Context) -> Hours | None:
    """The hours of a part of the day; None where nobody knows them."""
    if context.clinic:
        told = _IN_A_CLINIC.get(name) or context.parts.window("mediodia" if name == "noon" else name)
        return Hours(*told)
    if name == "noon":
        return Hours(dt.time(12), None, True)
    if name.startswith("media_"):
        return None  # from when to when, a clinic may say; nobody else
    return Hours(*(_BY_CUSTOM.get(name) or context.parts.window(name)))


def edge_hours(edge: str, part: str | None, context: Context) -> Hours | None:
    """The first or last two hours the clinic is open, of a part of the day that was said; without its hours only the
    end of a day is known, and what "a última hora" means."""
    name, _, kind = edge.partition(":")
    if context.hours is None:
        if part or name == "start":
            return None
        return (
            Hours(*_BY_CUSTOM["day_ends"]) if kind == "late" else None if kind else Hours(dt.time(23, 59), None, True)
        )
    opens, closes = context.hours
    if part and part not in _IN_A_CLINIC:
        window = context.parts.window("mediodia" if part == "noon" else part)
        opens, closes = max(opens, window[0]), min(closes, window[1])
    if opens >= closes:
        return None
    if name == "start":
        return Hours(opens, min(dt.time(min(opens.hour + 2, 23), opens.minute), closes))
    return Hours(max(dt.time(max(closes.hour - 2, 0), closes.minute), opens), closes)


EDGE_PHRASES: dict[str, Phrases] = {
    "start:hour": phrases("""a primera hora, a primeras horas, en cuanto abran, en cuanto abren, apenas abran, cuando
        abran, al abrir, a la hora que abren, a la hora que abran, recien abran"""),
    "end:late": phrases("a ultima hora, a ultimas horas"),
    "end:hour": phrases("""al final del dia, la ultima del dia, el ultimo del dia, lo ultimo del dia, la ultima hora del
        dia, la ultima cita del dia, el ultimo turno del dia, el ultimo horario del dia, lo mas tarde posible, lo mas
        tarde que tengas, lo mas tarde que tenga, lo mas tarde que tengan, lo mas tarde que haya, lo mas tarde que se
        pueda, lo mas tarde que puedas, lo mas tarde que pueda, lo mas tarde que puedan, la mas tarde del dia, lo mas
        tarde, la mas tarde, el mas tarde"""),
}
"""The first and the last hours of a day."""

COURSE_OF_DAY: dict[str, Phrases] = {
    "day_begins": phrases("al inicio del dia, al empezar el dia, al comenzar el dia"),
    "midday": phrases("en mitad del dia, a mitad del dia, a la mitad del dia"),
    "lunch": phrases("durante la comida, a la hora de la comida, a la hora de comer"),
    "before_lunch": phrases("antes de comer, antes de la comida, antes de almorzar"),
    "after_lunch": phrases("despues de comer, despues de la comida, despues de almorzar"),
    "day_ends": phrases("""al salir de trabajar, saliendo de trabajar, al salir del trabajo, saliendo del trabajo, a la
        salida del trabajo, despues del trabajo, despues de trabajar, al acabar el dia, al terminar el dia"""),
}
"""Times told by the course of a day, which is everybody's own."""

AS_SOON_AS_POSSIBLE: Phrases = phrases("""tan pronto como sea posible, tan pronto como podamos, tan pronto como puedas,
    tan pronto como pueda, lo antes posible, lo mas pronto posible, cuanto antes, en cuanto sea posible, a la mayor
    brevedad posible""")
