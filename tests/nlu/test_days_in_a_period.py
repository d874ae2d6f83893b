"""The month, week or period named beside days holds for each of them; a bound inside it is of it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from booking.intents import When
from nlu.when import read_spans
from tests.nlu.messages import NOW

OPEN = (dt.time(8), dt.time(20))
NAMES = ("lunes", "martes", "miércoles", "jueves", "viernes", "sábado")
MONTHS = ("enero", "febrero", "marzo", "abril", "mayo")
WEEKDAY = st.sampled_from(NAMES)
MONTH = st.sampled_from(MONTHS)
LEAD = st.sampled_from(["cita ", "", "quiero cita para "])


def whens(text: str) -> list[When]:
    reading = read_spans(text, NOW, hours=OPEN).reading
    assert not reading.ambiguous
    return [reading.when] if reading.when else list(reading.candidates)


def days(text: str) -> set[dt.date | None]:
    found = whens(text)
    assert all(when.date_from == when.date_to for when in found)
    return {when.date_from for when in found}


def every(names: set[str], month: str) -> set[dt.date]:
    number = MONTHS.index(month) + 1
    first = dt.date(NOW.year + (number < NOW.month), number, 1)
    of_month = [first + dt.timedelta(n) for n in range(31)]
    return {day for day in of_month if day.month == number and day.weekday() < 6 and NAMES[day.weekday()] in names}


@given(
    LEAD, st.sets(WEEKDAY, min_size=1, max_size=3), MONTH, st.sampled_from(["{days} de {month}", "en {month}, {days}"])
)
def test_weekdays_of_a_month_are_all_that_it_has(lead: str, names: set[str], month: str, order: str) -> None:
    assert days(lead + order.format(days=" o ".join(sorted(names)), month=month)) == every(names, month)


@given(MONTH, st.integers(2, 28), st.sampled_from([", ", " "]))
def test_a_bound_in_a_month_is_of_that_month(month: str, day: int, mark: str) -> None:
    (whole,) = whens(f"en {month}")
    (before,), (until,) = whens(f"en {month}{mark}antes del {day}"), whens(f"en {month}{mark}hasta el {day}")
    (after,), (on) = whens(f"en {month}{mark}después del {day}"), whens(f"en {month}{mark}a partir del {day}")[0]
    first, last = whole.date_from, whole.date_to
    assert first
    assert last
    there = first.replace(day=day)
    one = dt.timedelta(days=1)
    assert (before.date_from, before.date_to) == (first, there - one)
    assert (until.date_from, until.date_to) == (first, there)
    assert (after.date_from, after.date_to) == (there + one, last)
    assert (on.date_from, on.date_to) == (there, last)


@given(WEEKDAY, st.integers(1, 6), st.sampled_from(["en {n} semanas el {day}", "el {day} en {n} semanas"]))
def test_a_weekday_some_weeks_on_is_of_that_week(name: str, weeks: int, order: str) -> None:
    assume(weeks > 1)
    monday = NOW.date() + dt.timedelta(days=7 * weeks - NOW.weekday())
    assert days(order.format(n=weeks, day=name)) == {monday + dt.timedelta(days=NAMES.index(name))}


@given(st.integers(0, 6))
def test_today_said_with_its_weekday_a_week_on(ahead: int) -> None:
    at = NOW + dt.timedelta(days=ahead)
    name = (*NAMES, "domingo")[at.weekday()]
    found = read_spans(f"hoy {name} en ocho", at, hours=OPEN).reading.when
    assert found
    assert found.date_from == found.date_to == at.date() + dt.timedelta(days=7)


@given(WEEKDAY, st.sampled_from(["el próximo", "el otro", "el que viene", "el siguiente"]))
def test_this_one_or_the_next_are_two(name: str, other: str) -> None:
    (first,) = days(f"el {name}")
    assert first
    assert days(f"el {name} o {other}") == {first, first + dt.timedelta(days=7)}


@pytest.mark.parametrize("said", ["solo fines de semana", "los fines de semana", "cita en fines de semana"])
def test_weekends_are_saturdays_and_sundays(said: str) -> None:
    found = whens(said)
    assert len(found) > 1
    assert all((when.date_from or NOW).weekday() == 5 and (when.date_to or NOW).weekday() == 6 for when in found)
    refused = read_spans("no puedo los fines de semana", NOW, hours=OPEN).refused
    assert {*found} < {*refused}


def test_behind_the_feast_days() -> None:
    (after,) = whens("cita pasando las fiestas")
    assert after.date_from == dt.date(NOW.year + 1, 1, 7)
    assert after.date_to is None
    assert read_spans("cita pasando las vacaciones", NOW, hours=OPEN).unread


@pytest.mark.parametrize("day", [5, 20, 28])
def test_past_a_day_is_behind_it(day: int) -> None:
    assert whens(f"pasado el {day} de febrero") == whens(f"después del {day} de febrero")


def test_a_period_joined_by_or_is_another_wish() -> None:
    (friday,) = whens("el viernes")
    assert whens("el viernes o la otra semana")[0] == friday
    assert whens("el lunes o en enero")[0] == whens("el lunes")[0]


@given(st.sampled_from(["cambia", "pásala", "mueve mi cita"]), st.permutations(["mañana", "tarde", "noche"]))
def test_from_one_part_of_the_day_to_another(verb: str, parts: list[str]) -> None:
    assert whens(f"{verb} de la {parts[0]} a la {parts[1]}") == whens(f"en la {parts[1]}")


@given(WEEKDAY, WEEKDAY)
def test_the_part_before_its_day_is_of_that_day(one: str, other: str) -> None:
    assume(one != other)
    text = f"el {one} por la mañana o por la tarde del {other}"
    assert whens(text) == [*whens(f"el {one} por la mañana"), *whens(f"el {other} por la tarde")]


@given(WEEKDAY)
def test_at_the_latest_beside_another_time_is_that_day(name: str) -> None:
    assert whens(f"mañana a las 3 o a más tardar el {name}")[-1] == whens(f"el {name}")[0]
    assert whens(f"a más tardar el {name}")[0].date_from is None


@given(st.permutations(["mañanas", "tardes", "noches"]), LEAD)
def test_a_part_that_is_denied_behind_the_request_is_refused(parts: list[str], lead: str) -> None:
    refused = read_spans(f"{lead}en las {parts[0]} no, en las {parts[1]} tampoco", NOW, hours=OPEN).refused
    assert [one.time_from for one in refused] == [whens(f"en la {part[:-1]}")[0].time_from for part in parts[:2]]
