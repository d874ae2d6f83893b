"""The reader on phrases whose meaning was written down by hand, on noise, on hostile text, and in time."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.intents import Direction, Problem, Reading
from nlu.when import DayParts, Spans, read, read_spans
from tests.nlu import score_when
from tests.nlu.golden_when import golden
from tests.nlu.work import work_of

GOLDEN = golden()
NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZoneInfo("America/Tijuana"))
HOURS = (dt.time(8), dt.time(20))


def same(first: Reading, second: Reading) -> bool:
    """Equal up to the order of the candidates."""
    alone = first.model_copy(update={"candidates": ()}) == second.model_copy(update={"candidates": ()})
    return alone and sorted(map(repr, first.candidates)) == sorted(map(repr, second.candidates))


def test_there_are_enough_golden_phrases() -> None:
    assert len(GOLDEN) >= 500
    assert len({(g.text, g.now, g.hours, g.direction) for g in GOLDEN}) == len(GOLDEN)


def test_every_golden_phrase_is_read_as_its_line_says() -> None:
    found = [(case, read(case.text, case.now, hours=case.hours, direction=case.direction)) for case in GOLDEN]
    assert [(case, as_read) for case, as_read in found if not same(as_read, case.expected)] == []


@pytest.mark.parametrize(
    "prefix", ["hola buenas tardes, ", "oye ", "Buenos días. ", "hola 😀 ", "disculpe, ", "porfa "]
)
def test_what_comes_before_changes_nothing(prefix: str) -> None:
    for case in GOLDEN:
        if case.expected != Reading():
            found = read(prefix + case.text, case.now, hours=case.hours, direction=case.direction)
            assert same(found, case.expected), f"{prefix + case.text!r}: {found!r}"


def test_a_weekday_and_number_that_agree_are_asked_about_first() -> None:
    found = read("martes 29", NOW.replace(day=21), hours=HOURS)
    assert found.ambiguous
    assert found.candidates[0].date_from == dt.date(2026, 12, 29)


def test_case_and_accents_do_not_matter() -> None:
    for case in GOLDEN:
        found = read(case.text.upper(), case.now, hours=case.hours, direction=case.direction)
        assert same(found, case.expected), f"{case.text.upper()!r}: {found!r}"


def test_clinic_parts_are_settings() -> None:
    parts = DayParts(tarde=(dt.time(15), dt.time(19)))
    found = read("por la tarde", NOW, hours=HOURS, parts=parts).when
    assert found is not None
    assert (found.time_from, found.time_to, found.exact) == (dt.time(15), dt.time(19), False)


def test_a_part_of_the_day_never_selects() -> None:
    found = read("el 1 de diciembre por la tarde", NOW, hours=HOURS).when
    assert found is not None
    assert not found.exact


def test_wall_time_across_the_clock_change() -> None:
    spring = dt.datetime(2027, 3, 13, 22, tzinfo=ZoneInfo("America/Tijuana"))  # clocks go forward at 2 am
    found = read("mañana a las 10", spring, hours=HOURS).when
    assert found is not None
    assert (found.date_from, found.time_from) == (dt.date(2027, 3, 14), dt.time(10))
    later = read("en 6 horas", spring, hours=HOURS).when
    assert later is not None
    assert (later.date_from, later.time_from) == (dt.date(2027, 3, 14), dt.time(5))


def test_now_must_be_aware() -> None:
    with pytest.raises(ValueError, match="zone"):
        read("hoy", dt.datetime(2026, 11, 24, 10))  # noqa: DTZ001


def test_the_ends_of_the_calendar() -> None:
    for edge in (dt.datetime(1900, 1, 1, 12, tzinfo=dt.UTC), dt.datetime(9000, 12, 31, 12, tzinfo=dt.UTC)):
        for case in GOLDEN:
            for direction in (None, *Direction):
                read(case.text, edge, hours=case.hours, direction=direction)
    with pytest.raises(ValueError, match="calendar"):
        read("hoy", dt.datetime(9999, 12, 31, tzinfo=dt.UTC))
    assert read("en 9999 años", NOW).problem is Problem.TOO_FAR


def test_spans_and_leftover() -> None:
    text = "Hola, soy Ana, el Martes a las 4 por favor"
    found = read_spans(text, NOW, hours=HOURS)
    assert [text[start:end] for start, end in found.spans] == ["el Martes a las 4"]
    assert found.leftover == "Hola, soy Ana, por favor"
    assert read_spans("el 3 o el 4", NOW, hours=HOURS).leftover == ""
    assert read_spans("quiero el 3", NOW).leftover == "quiero"
    assert read_spans("nada que ver", NOW) == Spans(Reading(), (), "nada que ver")


HOSTILE = [
    "\ud800 hoy \udfff", "hoy\u200b", "\u202ehoy", "h\u0301o\u0301y\u0301", "ｈｏｙ", "\x00hoy\x00", "𝐡𝐨𝐲",
]  # fmt: skip


@pytest.mark.parametrize("text", HOSTILE)
def test_odd_unicode_is_still_read(text: str) -> None:
    found = read(text, NOW, hours=HOURS).when
    assert found is not None
    assert found.date_from == NOW.date()


MOST_CALLS = 1200
"""Calls of functions for a message of usual length, about a tenth of a microsecond each."""

LONG = [
    "el martes o " * 400, "1" * 50_000, "a las 4 y " * 400, "de " * 3000, "no, " * 3000, "entre " * 2000, "1/" * 5000,
    "12:30-" * 2000, "(" * 50_000, "el primero de " * 500, "el 3, " * 900, "x" * 100_000, "después de " * 800,
    "a" + "\u0301" * 50_000, "y media " * 900, "dentro de 3 " * 700, "veinte y treinta y " * 400,
]  # fmt: skip


@pytest.mark.parametrize("text", LONG, ids=range(len(LONG)))
def test_hostile_length_is_read_in_linear_time(text: str) -> None:
    half, whole = (work_of(lambda t=t: read(t, NOW, hours=HOURS)) for t in (text[: len(text) // 2], text))
    assert whole < 2.6 * half + 2000


def test_a_short_message_is_little_work() -> None:
    work = [work_of(lambda c=c: read(c.text, c.now, hours=c.hours, direction=c.direction)) for c in GOLDEN]
    assert sorted(work)[len(work) // 2] < MOST_CALLS


@pytest.mark.skipif(not score_when.corpus().exists(), reason="the corpus of others is not here (TURNERO_CORPORA)")
@pytest.mark.parametrize("direction", [None, "future"])
def test_the_expressions_of_others(direction: str | None) -> None:
    rows = score_when.rows()
    verdicts = [score_when.verdict(row, score_when.answer(row, direction)) for row in rows]
    assert verdicts.count("exact") >= 0.92 * len(rows)
    assert verdicts.count("wrong") <= 5  # four of them held wrong themselves: see score_when.HELD_WRONG


@pytest.mark.parametrize("day", ["el jueves", "el viernes", "mañana"])
@pytest.mark.parametrize("blessing", [" primero Dios", ", primero dios", " primero dios mediante"])
def test_god_first_is_no_first_of_a_month(day: str, blessing: str) -> None:
    assert same(read_spans(day + blessing, NOW).reading, read_spans(day, NOW).reading)
