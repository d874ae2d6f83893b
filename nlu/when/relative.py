"""Days and moments counted from now: "hoy", "pasado mañana", "de hoy en ocho", "en 15 días", "en 3 horas"."""

from __future__ import annotations

import datetime as dt

from booking.intents import Problem
from nlu.when.dates import plus_days, plus_months, week_span
from nlu.when.hours import AS_SOON_AS_POSSIBLE
from nlu.when.numbered import Found, one_day
from nlu.when.numbers import count
from nlu.when.parts import Context, Days, Item, Kind, Span, follows, meant_at, phrase_at, skip
from nlu.when.text import Token
from nlu.when.words import PARTS, UNITS, WEEKDAYS
from nlu.words.word_sets import meanings, word_set

TOO_FAR = Days(problem=Problem.TOO_FAR)

NAMED = meanings(
    {
        0: "hoy, dia de hoy, hoy mismo",
        1: "manana, dia siguiente, dia despues, dia de despues, dia de manana, manana mismo",
        2: "pasado manana, pasado de manana, dia despues de manana",
        -1: "ayer, dia de ayer",
        -2: "antier, anteayer, antes de ayer, antiayer",
    }
)
_NO_TOMORROW = word_set("la las esta estas media cada buena buenas toda")
_WEEK = 7
_BOOKED = word_set("cita consulta citas turno agendar agendame agendarme apuntame")
_IDIOMS = {8: 7}
"""In Mexico "en ocho días" is a week from today, counting both ends."""


def named(t: list[Token], i: int, context: Context) -> Found | None:
    """A day named by its distance from today, perhaps "en ocho" after it."""
    j = skip(t, i, "el", "al", "del")
    best = meant_at(t, j, NAMED) or _later_today(t, i)
    if best and t[j].word == "dia" and (t[j - 1].word not in ("el", "al") or t[best[1] + 1].word in ("la", "las")):
        best = None  # "cualquier día después de las 5" is no day after
    if t[i].word == "pasado" and _after_tomorrow(t, i):
        best = best or (2, i + 1)
    half = t[j - 1].word == "media" and t[j - 2].word in ("y", "i")  # "a las 5 y media mañana"
    if best is None or (t[j].word == "manana" and t[j - 1].word in _NO_TOMORROW and j > 0 and not half):
        return None
    shift, end = best
    days = _shifted(context, shift)
    again = skip(t, end, "el")
    once_more = days.options and days.options[0][0] and WEEKDAYS.get(t[again].word) == days.options[0][0].weekday()
    weeks, after = weeks_on(t, again + 1 if once_more else end)  # "hoy martes en ocho"
    return (_shifted(context, shift + 7 * weeks), after) if weeks else (days, end)


_NOW = word_set("ahorita orita horita ahoritita")


def _later_today(t: list[Token], i: int) -> tuple[int, int] | None:
    """ "Ahorita en la tarde", "al rato a las 5": of today, where a part of it or an hour follows."""
    rest = [token.word for token in t[i : i + 5]]
    later = rest[:2] == ["al", "rato"]
    lead, behind = rest[1 + later :][:2], rest[3 + later :][:1]
    if not (later or rest[0] in _NOW) or not behind:
        return None
    part = lead in (["en", "la"], ["por", "la"]) and behind[0] in PARTS
    return (0, i + 1 + later) if part or (lead in (["a", "las"], ["a", "la"]) and behind[0] not in PARTS) else None


_TO_PASADO = word_set("o u y no , para mejor sino pero el si")


def _after_tomorrow(t: list[Token], i: int) -> bool:
    """ "Mañana o pasado", "mañana no, pasado sí"."""
    at = i - 1
    while at > 0 and t[at].word in _TO_PASADO:
        at -= 1
    return 0 <= at < i - 1 and t[at].word == "manana"


def weeks_on(t: list[Token], i: int) -> tuple[int, int]:
    """The weeks that "en ocho (días)" or "en quince" adds to a day, and the token after it."""
    if (
        t[i].word != "en"
        or t[i + 1].word not in ("ocho", "8", "quince", "15")
        or UNITS.get(t[i + 2].word, "day") != "day"
    ):
        return 0, i
    return (1 if t[i + 1].word in ("ocho", "8") else 2), skip(t, i + 2, "dias")


def _shifted(context: Context, days: int) -> Days:
    date = plus_days(context.today, days)
    return one_day(date) if date else TOO_FAR


def this_part(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "esta tarde", "esta noche": today and a part of the day."""
    j = skip(t, i, "de", "en", "por")
    if t[j].word != "esta" or t[j + 1].word not in PARTS:
        return None
    end = skip(t, j + 2, "mismo", "misma")
    return Item(Kind.DAYS, i, end, days=one_day(context.today), parts=(PARTS[t[j + 1].word],))


def last_night(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "anoche", "antenoche"."""
    shift = {"anoche": 1, "antenoche": 2, "anteanoche": 2}.get(t[i].word)
    if shift is None:
        return None
    return Item(Kind.DAYS, i, i + 1, days=_shifted(context, -shift), parts=("noche",))


def counted(t: list[Token], i: int, context: Context) -> Found | None:
    """Reads "en 3 días", "dentro de dos semanas", "de aquí a un mes", "hace 5 días", "dos días a partir de hoy"."""
    sign, j = 1, i
    if t[i].word == "hace" and t[i - 1].word != "desde":
        sign, j = -1, i + 1
    elif follows(t, i, ("dentro", "de")) or follows(t, i, ("de", "aqui", "a")) or follows(t, i, ("de", "hoy", "a")):
        j = i + (2 if t[i].word == "dentro" else 3)
    elif t[i].word == "en":
        j = skip(t, i + 1, "como")
    elif t[i].word == "para" and t[i - 1].word in _BOOKED and context.clinic:
        j = i + 1  # "cita para dos semanas"
    opened = j > i
    j = i + 1 if not opened and t[i].word == "a" else j
    many = count(t, j)
    if many is None:
        return None
    amounts, k = [many[0]], many[1]
    if opened and t[k].word in ("o", "u", "a") and (other := count(t, k + 1)):
        amounts.append(other[0])
        k = other[1]
    unit = UNITS.get(t[k].word)
    if t[k + 1].word == "y" and t[k + 2].word in ("media", "medio"):
        return None  # "en semana y media" names no day
    if unit not in ("day", "week", "month", "year", "fortnight") or t[k + 1].word in ("habiles", "laborables"):
        return None
    end, more = skip(t, k + 1, "mas"), None
    if t[end].word == "y" and (more := count(t, end + 1)) and UNITS.get(t[more[1]].word) in ("day", "week", "month"):
        end = more[1] + 1
    elif more:
        return None  # "en un año y 3 horas"
    base, after = _counted_from(t, end, context)
    if not opened and after == end:
        return None
    if not opened or after > end:
        end = after
    found: list[Span] = []
    for amount in amounts:
        date = shifted(base, unit, sign * amount)
        if date and more:
            date = shifted(date, UNITS[t[more[1]].word], sign * more[0])
        if date is None:
            return TOO_FAR, end
        found.append((date, date))
    idiomatic = unit == "day" and sign == 1 and len(amounts) == 1 and amounts[0] in _IDIOMS
    if context.clinic and idiomatic:
        idiom = plus_days(base, _IDIOMS[amounts[0]])
        return Days(((idiom, idiom),), around=_week_of(idiom)), end
    only = found[0][0] if len(found) == 1 and sign == 1 and (unit != "day" or amounts[0] >= _WEEK) else None
    return Days(tuple(found), any_of=len(found) > 1, around=_week_of(only)), end


def _week_of(day: dt.date | None) -> Span | None:
    return week_span(day) if day else None


def _counted_from(t: list[Token], i: int, context: Context) -> tuple[dt.date, int]:
    """The day from which days are counted: "a partir de mañana"."""
    for phrase in (("a", "partir", "de"), ("desde",), ("despues", "de"), ("contando", "desde"), ("de",)):
        if follows(t, i, (*phrase, "ahora")):
            return context.today, i + len(phrase) + 1
        if follows(t, i, phrase):
            found = named(t, i + len(phrase), context)
            if found and found[0].options and found[0].options[0][0]:
                return found[0].options[0][0], found[1]
    return context.today, i


def shifted(base: dt.date, unit: str, amount: int) -> dt.date | None:
    """The day so many units from another."""
    if unit == "day":
        return plus_days(base, amount)
    if unit == "week":
        return plus_days(base, 7 * amount)
    if unit == "fortnight":
        return plus_days(base, 14 * amount)
    return plus_months(base, amount * (12 if unit == "year" else 1))


def moment(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "en 3 horas", "dentro de media hora", "en hora y media": an instant."""
    j = i + 2 if follows(t, i, ("dentro", "de")) else i + 1 if t[i].word == "en" else i
    if j == i:
        return None
    if follows(t, j, ("media", "hora")) or follows(t, j, ("media", "horita")):
        return after_minutes(context, i, j + 2, 30)
    if follows(t, j, ("un", "cuarto", "de", "hora")) or follows(t, j, ("cuarto", "de", "hora")):
        return after_minutes(context, i, j + 3 + (t[j].word == "un"), 15)
    if follows(t, j, ("tres", "cuartos", "de", "hora")):
        return after_minutes(context, i, j + 4, 45)
    if follows(t, j, ("hora", "y", "media")):
        return after_minutes(context, i, j + 3, 90)
    many = count(t, j)
    if many is None:
        return None
    amount, k = many
    if t[k].word == "h" and not context.clinic:
        return Item(Kind.UNSAID, i, k + 1)
    unit = "hour" if t[k].word == "h" else UNITS.get(t[k].word)
    if unit == "minute":
        return after_minutes(context, i, k + 1, amount)
    if unit != "hour":
        return None
    minutes, end = amount * 60, k + 1
    if follows(t, end, ("y", "media")):
        minutes, end = minutes + 30, end + 2
    elif t[end].word == "y" and (more := count(t, end + 1)) and UNITS.get(t[more[1]].word) == "minute":
        minutes, end = minutes + more[0], more[1] + 1
    return after_minutes(context, i, end, minutes)


def after_minutes(context: Context, begin: int, end: int, minutes: int) -> Item:
    """The instant so many minutes on, in local wall time."""
    try:
        then = (context.now.astimezone(dt.UTC) + dt.timedelta(minutes=minutes)).astimezone(context.now.tzinfo)
    except OverflowError:
        return Item(Kind.DAYS, begin, end, days=TOO_FAR)
    return Item(Kind.MOMENT, begin, end, moment=(then, None))


def right_now(t: list[Token], i: int, context: Context) -> Item | None:
    """Reads "ahora mismo", "justo ahora"; "ahora" only when nothing else is said (it mostly means "now then").
    What shall be as soon as possible begins now, but where a clinic has its own first free time."""
    if not context.clinic and (end := phrase_at(t, i, AS_SOON_AS_POSSIBLE)) > i:
        return Item(Kind.MOMENT, i, end, moment=(context.now, None), weak=True, alone=True)
    for phrase in (("ahora", "mismo"), ("justo", "ahora"), ("ahora",)):
        if follows(t, i, phrase):
            weak = len(phrase) == 1
            if weak and context.clinic and (t[i + 1].kind or t[i - 1].word == "y"):
                return None  # "y ahora para mi papá"
            return Item(Kind.MOMENT, i, i + len(phrase), moment=(context.now, None), weak=weak, alone=weak)
    return None


def written_moment(t: list[Token], i: int) -> Item | None:
    """An ISO date and time, "2026-12-16T12:23:59"."""
    if t[i].kind != "n" or t[i + 1].word != "t" or not t[i + 1].glued or t[i + 2].kind != "n":
        return None
    end = i + 3
    if t[end].word == "z" and t[end].glued:
        return None  # an instant in another zone
    try:
        then = dt.datetime.fromisoformat(f"{t[i].word}T{t[i + 2].word}")
    except ValueError:
        return None
    return Item(Kind.MOMENT, i, end, moment=(then, None))
