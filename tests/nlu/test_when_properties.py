"""What holds for every phrase: what the grammar says is read back, and the direction is kept."""

from __future__ import annotations

import datetime as dt
import re
from typing import NamedTuple
from zoneinfo import ZoneInfo

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from booking.intents import Direction, Problem, Reading, When
from nlu.when import DEFAULT_PARTS, read, read_spans
from tests.nlu.golden_when import golden


def some(least: int) -> settings:
    """Texts are read in a millisecond: more of them than of what takes a clinic, and those of the night."""
    return settings(max_examples=max(settings().max_examples, least), deadline=None)


ZONES = [
    ZoneInfo(name) for name in ("America/Tijuana", "America/Mexico_City", "America/Cancun", "Europe/Madrid", "UTC")
]
HOURS = (dt.time(8), dt.time(20))
WEEKDAYS = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado", "domingo")
MONTHS = (
    *("enero", "febrero", "marzo", "abril", "mayo", "junio", "julio", "agosto"),
    *("septiembre", "octubre", "noviembre", "diciembre"),
)
NUMBERS = (
    *("una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez", "once", "doce"),
    *("trece", "catorce", "quince", "dieciséis", "diecisiete", "dieciocho", "diecinueve", "veinte"),
)

moments = st.builds(
    dt.datetime.combine,
    st.dates(dt.date(2024, 1, 1), dt.date(2036, 12, 31)),
    st.times().map(lambda time: time.replace(second=0, microsecond=0)),
    st.sampled_from(ZONES),
)


class Said(NamedTuple):
    """A phrase and what it means: a day, a time, or both."""

    text: str
    day: dt.date | None = None
    time: dt.time | None = None
    until: dt.time | None = None


@st.composite
def day_phrases(draw: st.DrawFn, now: dt.datetime) -> Said:
    """A day from today on, said in one of the ways of the grammar."""
    today = now.date()
    ahead = draw(st.integers(0, 350))
    day = today + dt.timedelta(days=ahead)
    year, month = day.year, MONTHS[day.month - 1]
    ways = [
        f"{day:%d/%m/%Y}",
        f"el {day.day}/{day.month}/{day.year}",
        f"{day:%d-%m-%Y}",
        f"{day:%Y-%m-%d}",
        f"el {day.day} de {month}",
        f"{day.day} de {month}",
        f"el {day.day} de {month} de {year}",
        f"{day.day} {month[:3]}",
        f"{month} {day.day}",
        f"{WEEKDAYS[day.weekday()]} {day.day} de {month}",
        f"el {WEEKDAYS[day.weekday()]}, {day.day} de {month} de {year}",
    ]
    if day.day == 1:
        ways += [f"el primero de {month}", f"1ro de {month}", f"1° de {month}"]
    if 1 < day.day <= 20:
        ways.append(f"el {NUMBERS[day.day - 1]} de {month}")
    if ahead < 28:
        ways += [f"el {day.day}", f"el día {day.day}", f"{WEEKDAYS[day.weekday()]} {day.day}"]
    if 0 < ahead < 8:
        ways += [
            f"el {WEEKDAYS[day.weekday()]}",
            f"{WEEKDAYS[day.weekday()]}",
            f"el {WEEKDAYS[day.weekday()]} que viene",
        ]
    if 7 < ahead < 15:
        ways.append(f"el {WEEKDAYS[day.weekday()]} en ocho")
    if ahead > 1 and ahead not in (8, 15):
        ways += [f"en {ahead} días", f"dentro de {ahead} días"]
    if ahead % 7 == 0 and ahead > 7:
        ways.append(f"dentro de {ahead // 7} semanas")
    ways += {0: ["hoy", "hoy mismo"], 1: ["mañana"], 2: ["pasado mañana"], 7: ["de hoy en ocho"]}.get(ahead, [])
    return Said(draw(st.sampled_from(ways)), day=day)


@st.composite
def clock_phrases(draw: st.DrawFn) -> Said:
    """A clock time that leaves no doubt, said in one of the ways of the grammar."""
    hour, minute = draw(st.integers(1, 23)), draw(st.sampled_from((0, 5, 15, 20, 30, 45)))
    time = dt.time(hour, minute)
    twelve = hour % 12 or 12
    half = "am" if hour < 12 else "pm"
    spoken = "de la mañana" if hour < 12 else "del día" if hour == 12 else "de la tarde" if hour < 20 else "de la noche"
    article = "la" if twelve == 1 else "las"
    ways = [
        f"a las {hour:02}:{minute:02} hrs" if hour > 12 else f"a {article} {twelve}:{minute:02} {half}",
        f"{twelve}:{minute:02} {half}",
        f"{twelve}:{minute:02}{half}",
        f"a {article} {twelve}:{minute:02} {spoken}",
    ]
    if minute == 0:
        ways += [
            f"{twelve} {half}",
            f"{twelve}{half}",
            f"a {article} {twelve} {spoken}",
            f"{NUMBERS[twelve - 1]} {spoken}",
        ]
    if minute == 30:
        ways += [f"a {article} {twelve} y media {spoken}", f"a {article} {NUMBERS[twelve - 1]} y media {spoken}"]
    if minute == 15:
        ways.append(f"a {article} {NUMBERS[twelve - 1]} y cuarto {spoken}")
    if minute == 20:
        ways.append(f"a {article} {NUMBERS[twelve - 1]} y veinte {spoken}")
    if minute == 45 and hour < 19 and hour != 11 and hour != 12:
        later = twelve % 12 + 1
        ways.append(f"cuarto para {'la' if later == 1 else 'las'} {NUMBERS[later - 1]} {spoken}")
    if hour > 12:
        ways += [f"{hour}:{minute:02}", f"{hour}h{minute:02}", f"a las {hour}:{minute:02}"]
    return Said(draw(st.sampled_from(ways)), time=time)


@st.composite
def part_phrases(draw: st.DrawFn) -> Said:
    """A part of the day."""
    name, words = draw(
        st.sampled_from((("manana", "mañana"), ("tarde", "tarde"), ("noche", "noche"), ("tarde", "tardecita")))
    )
    start, end = DEFAULT_PARTS.window(name)
    return Said(f"{draw(st.sampled_from(('por', 'en', 'x')))} la {words}", time=start, until=end)


@st.composite
def phrases(draw: st.DrawFn) -> tuple[dt.datetime, Said]:
    """A moment and a phrase said then: a day, a time, or both in either order."""
    now = draw(moments)
    day = draw(day_phrases(now))
    time = draw(st.one_of(clock_phrases(), part_phrases()))
    which = draw(st.sampled_from(("day", "time", "both", "turned")))
    if which == "day":
        return now, day
    if which == "time":
        return now, time
    text = f"{day.text} {time.text}" if which == "both" else f"{time.text} {day.text}"
    if which == "turned" and not day.text.startswith(("el ", "hoy", "mañana", "pasado", "dentro", "en ")):
        text = f"{time.text}, {day.text}"
    return now, Said(text, day.day, time.time, time.until)


def meant(said: Said) -> When:
    exact = said.time is not None and said.until is None
    return When(date_from=said.day, date_to=said.day, time_from=said.time, time_to=said.until, exact=exact)


def over(said: Said, now: dt.datetime) -> bool:
    """Whether what is said lies before now."""
    if said.day != now.date() or said.time is None:
        return False
    return (said.until or said.time) <= now.time() if said.until else said.time < now.time()


@given(phrases(), st.sampled_from((None, HOURS)))
@example((dt.datetime(2024, 1, 1, tzinfo=ZONES[0]), Said("enero 1 2 am", dt.date(2024, 1, 1), dt.time(2))), None)
@example((dt.datetime(2024, 1, 1, tzinfo=ZONES[0]), Said("enero 1 diez am", dt.date(2024, 1, 1), dt.time(10))), None)
@example((dt.datetime(2024, 1, 1, tzinfo=ZONES[0]), Said("enero 1 10 am", dt.date(2024, 1, 1), dt.time(10))), None)
@example(
    (dt.datetime(2024, 1, 24, tzinfo=ZONES[0]), Said("a la 1 am, 1° de febrero", dt.date(2024, 2, 1), dt.time(1))), None
)
@some(300)
def test_what_is_said_is_read_back(case: tuple[dt.datetime, Said], hours: tuple[dt.time, dt.time] | None) -> None:
    now, said = case
    found = read(said.text, now, hours=hours)
    if over(said, now):
        assert found == Reading(problem=Problem.PAST), said.text
    else:
        assert found == Reading(when=meant(said)), said.text


@given(phrases(), st.sampled_from(("hola buenas tardes, ", "oye ", "Buenos días! ", "hey ", "muy buenas noches. ")))
@some(150)
def test_chat_before_it_changes_nothing(case: tuple[dt.datetime, Said], prefix: str) -> None:
    now, said = case
    assert read(prefix + said.text, now, hours=HOURS) == read(said.text, now, hours=HOURS)


@given(moments, st.data())
@some(150)
def test_alternatives_are_all_kept(now: dt.datetime, data: st.DataObject) -> None:
    first, second = data.draw(day_phrases(now)), data.draw(day_phrases(now))
    # "el 3 o el 4 de mayo", "el 3 o 4 may": both in May, whatever "el 3" alone would have meant.
    shared = first.text.rpartition(" ")[2].isdigit() and (" de " in second.text or re.search(r"\d [a-z]", second.text))
    assume(not shared)
    time = data.draw(part_phrases())
    found = read(f"{first.text} o {second.text} {time.text}", now, hours=HOURS)
    wished = {
        meant(Said("", day.day, time.time, time.until))
        for day in (first, second)
        if not over(Said("", day.day, time.time, time.until), now)
    }
    if not wished:
        assert found.problem is Problem.PAST
    elif len(wished) == 1:
        assert {found.when} == wished
    else:
        assert set(found.candidates) == wished
        assert found.alternatives
        assert not found.ambiguous


@given(moments, st.data())
@some(150)
def test_a_correction_wins(now: dt.datetime, data: st.DataObject) -> None:
    first, second = data.draw(day_phrases(now)), data.draw(day_phrases(now))
    word = data.draw(st.sampled_from(("no, mejor", "perdón,", "mejor", "digo", ", no,")))
    found = read(f"{first.text} {word} {second.text}", now, hours=HOURS)
    assert found == Reading(when=meant(second)), (first.text, second.text)


WORDS = sorted({word for case in golden() for word in case.text.split()})
mixtures = st.one_of(
    st.lists(st.sampled_from(WORDS), min_size=1, max_size=14).map(" ".join),
    st.sampled_from([case.text for case in golden()]),
    st.tuples(st.sampled_from([case.text for case in golden()]), st.sampled_from([case.text for case in golden()])).map(
        " ".join
    ),
)


@given(mixtures, moments, st.sampled_from((None, HOURS)))
@some(300)
def test_bookings_never_look_back(text: str, now: dt.datetime, hours: tuple[dt.time, dt.time] | None) -> None:
    found = read(text, now, hours=hours, direction=Direction.FUTURE)
    today, clock = now.date(), now.time()
    for when in (found.when, *found.candidates):
        if when is None:
            continue
        assert when.date_from is None or when.date_from >= today, text
        assert when.date_to is None or when.date_to >= today, text
        if when.date_to == today and when.exact and when.time_from is not None:
            assert when.time_from >= clock, text
        if when.date_to == today and when.time_to not in (None, dt.time(0)):
            assert when.time_to > clock, text


@given(mixtures, moments, st.sampled_from((None, HOURS)))
@some(300)
def test_memories_never_look_ahead(text: str, now: dt.datetime, hours: tuple[dt.time, dt.time] | None) -> None:
    found = read(text, now, hours=hours, direction=Direction.PAST)
    today, clock = now.date(), now.time()
    for when in (found.when, *found.candidates):
        if when is None:
            continue
        assert when.date_from is None or when.date_from <= today, text
        assert when.date_from is None or (when.date_to is not None and when.date_to <= today), text
        if when.date_from == today and when.time_from is not None:
            assert when.time_from <= clock, text


@given(mixtures, moments, st.sampled_from((None, *Direction)), st.sampled_from((None, HOURS)))
@some(250)
def test_readings_are_well_formed(
    text: str, now: dt.datetime, direction: Direction | None, hours: tuple[dt.time, dt.time] | None
) -> None:
    found = read(text, now, hours=hours, direction=direction)
    assert sum((found.when is not None, bool(found.candidates), found.problem is not None)) <= 1
    assert len(found.candidates) != 1
    assert bool(found.candidates) == (found.ambiguous or found.alternatives)
    assert not (found.ambiguous and found.alternatives)
    for when in (found.when, *found.candidates):
        if when is None:
            continue
        assert when != When()
        assert not (when.exact and (when.time_from is None or when.time_to is not None)), text
        if when.date_from and when.date_to:
            assert when.date_from <= when.date_to, text
        if not when.exact and when.time_from and when.time_to not in (None, dt.time(0)):
            assert when.time_from < when.time_to, text


@given(st.text(max_size=200), moments, st.sampled_from((None, HOURS)))
@some(200)
def test_any_text_is_survived_and_its_spans_fit(
    text: str, now: dt.datetime, hours: tuple[dt.time, dt.time] | None
) -> None:
    found = read_spans(text, now, hours=hours)
    last = 0
    for start, end in found.spans:
        assert last <= start < end <= len(text)
        last = end
    assert found.reading == read(text, now, hours=hours)


@given(mixtures, moments)
@some(150)
def test_a_reading_depends_on_its_inputs_alone(text: str, now: dt.datetime) -> None:
    first = read(text, now, hours=HOURS)
    read("el 15 de mayo a las 3", now + dt.timedelta(days=90))
    assert read(text, now, hours=HOURS) == first
    assert read(text, now.replace(tzinfo=dt.timezone(now.utcoffset() or dt.timedelta(0))), hours=HOURS) == first
