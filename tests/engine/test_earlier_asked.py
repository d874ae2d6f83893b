""" "¿No hay algo antes?" of a list: an earlier day where that one is far or has no earlier hour, else an earlier hour;
what is told by the list holds for no other day. Who has no appointment and says what will not do wants a new one."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest

from booking.testing.clinic import Clinic, Exchange
from booking.testing.world import ZONE
from tests.engine.test_own_visits import NOW, clinic_with

EARLIER = ["¿no hay algo antes?", "más temprano no?", "más pronto no hay?", "algo más cerca?"]
CLOSED = "no hay consulta"


def starts(clinic: Clinic) -> list[dt.datetime]:
    offer = clinic.conversation("Ana").offer
    return [one.slot.start.astimezone(ZoneInfo(ZONE)) for one in offer.found] if offer else []


def asked(wish: str, *more: str) -> tuple[Clinic, Exchange]:
    clinic = clinic_with()
    answer = clinic.say("Ana", wish)
    for text in more:
        answer = clinic.say("Ana", text)
    return clinic, answer


@pytest.mark.parametrize("said", EARLIER)
@pytest.mark.parametrize(
    "wish", ["cita para el viernes", "cita la otra semana", "cita en enero", "cita después del 20"]
)
def test_an_earlier_day(wish: str, said: str) -> None:
    first = starts(asked(wish)[0])[0]
    clinic, answer = asked(wish, said)
    assert starts(clinic)
    assert all(start.date() < first.date() for start in starts(clinic))
    assert CLOSED not in answer.text


@pytest.mark.parametrize("said", EARLIER[:3])
@pytest.mark.parametrize("wish", ["cita para el viernes en la tarde", "cita mañana a partir de las 12"])
def test_an_earlier_hour_of_the_day_that_was_named(wish: str, said: str) -> None:
    first = starts(asked(wish)[0])[0]
    clinic, _ = asked(wish, said)
    assert starts(clinic)
    assert all(start.date() == first.date() and start < first for start in starts(clinic))


@pytest.mark.parametrize("wish", ["cita mañana a partir de las 12", "cita para el viernes en la tarde"])
@pytest.mark.parametrize("said", ["más temprano", "más tarde"])
def test_hours_told_by_the_list_hold_for_no_other_day(wish: str, said: str) -> None:
    clinic, _ = asked(wish, said, "mejor el lunes 14")
    plain, _ = asked("cita el lunes 14")
    assert starts(clinic) == starts(plain)


@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ("cita de aquí al viernes, menos el jueves", lambda day: day.day in (8, 9, 11)),
        ("cita en enero menos los lunes", lambda day: day.month == 1 and day.weekday() != 0),
        ("cita lunes o miércoles de enero", lambda day: day.month == 1 and day.weekday() in (0, 2)),
        ("cita, los miércoles no puedo", lambda day: day.weekday() != 2),
    ],
)
def test_more_times_are_of_the_same_days(wish: str, kept: Callable[[dt.date], bool]) -> None:
    clinic = clinic_with()
    clinic.say("Ana", wish)
    for _ in range(9):
        assert all(kept(start.date()) for start in starts(clinic))
        clinic.say("Ana", "más horarios")


@pytest.mark.parametrize(
    ("said", "out"),
    [
        ("mañana no, pasado sí", {9}),
        ("que no sea mañana", {9}),
        ("no para mañana, para pasado", {9}),
        ("no puedo los fines de semana", {12, 13}),
        ("hasta el viernes no puedo", {8, 9, 10, 11}),
    ],
)
def test_who_has_none_wants_a_new_one(said: str, out: set[int]) -> None:
    clinic, answer = asked(said)
    assert answer.keys == ["offer_slots"]
    assert not {start.day for start in starts(clinic)} & out


def test_of_one_that_they_believe_to_have_it_is_told_that_there_is_none() -> None:
    assert asked("mañana no voy a poder ir")[1].keys == ["none_here"]


@pytest.mark.parametrize("said", ["que no sea mañana", "mañana no puedo"])
def test_who_has_one_speaks_of_it(said: str) -> None:
    clinic = clinic_with(NOW.replace(day=9, hour=16))
    clinic.say("Ana", said)
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind in ("move", "cancellation", "choice")


@pytest.mark.parametrize(
    ("wish", "told"),
    [
        ("cita de aquí al viernes, menos el jueves", "hasta el viernes 11 de diciembre, sin el jueves 10 de diciembre"),
        ("cita en enero menos los lunes", "del viernes 1 de enero al domingo 31 de enero, sin lunes"),
        ("cita, no puedo los fines de semana", "sin fines de semana"),
        ("cita, los lunes no puedo", "libres, sin lunes"),
    ],
)
def test_what_is_left_out_is_told_with_its_bounds(wish: str, told: str) -> None:
    assert told in asked(wish)[1].text


@pytest.mark.parametrize("days", ["lunes", "miércoles"])
def test_a_day_left_out_of_any_day_for_a_move(days: str) -> None:
    clinic = clinic_with(NOW.replace(day=11, hour=9))
    answer = clinic.say("Ana", f"cámbiame la del viernes a cualquier día menos el {days}")
    assert f"sin {days}" in answer.text


def test_from_one_part_of_the_day_to_another() -> None:
    clinic = clinic_with(NOW.replace(day=10, hour=16), NOW.replace(day=11, hour=9))
    clinic.say("Ana", "quiero cambiar mi cita de la tarde a la mañana")
    assert all(start.day == 10 for start in starts(clinic))
    assert clinic.say("Ana", "la primera").keys[-1] == "move_proposal"
