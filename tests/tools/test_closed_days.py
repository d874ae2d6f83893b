"""The clinic closed for days and hours, open after all, and weekly hours from a day on."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.models import ClosureOrder, HoursOrder, Opening
from booking.models.tool_answers import Done, Missing, Proposed, ToolRefused, Why
from tests.tools.house import ZONE, House

TOOL = "actualizar_disponibilidad_doctor"
D = dt.date


def free(house: House, day: str) -> int:
    found = house.use("staff", "check_availability", date=day, doctor="Laura")
    assert isinstance(found, Done)
    times = found.result["horarios"]
    assert isinstance(times, list)
    return len(times)


def proposed(house: House, **given: str) -> Proposed:
    answer = house.use("staff", TOOL, **given)
    assert isinstance(answer, Proposed), answer
    return answer


@pytest.mark.parametrize(
    ("said", "dates"),
    [
        ("el jueves y viernes", (D(2026, 11, 26), D(2026, 11, 27))),
        ("el jueves, el viernes y el lunes", (D(2026, 11, 26), D(2026, 11, 27), D(2026, 11, 30))),
        ("del 24 al 26 de diciembre", (D(2026, 12, 24), D(2026, 12, 25), D(2026, 12, 26))),
        ("el lunes", (D(2026, 11, 30),)),
    ],
)
def test_several_days_are_closed_at_once_and_each_opens_again(
    house: House, said: str, dates: tuple[dt.date, ...]
) -> None:
    order = proposed(house, cuando=said, clinica="sí")
    assert isinstance(order.order, ClosureOrder)
    assert order.order.dates == dates
    working = [day for day in dates if day.weekday() < 5 and day != D(2026, 12, 25)]
    before = {day: free(house, f"el {day:%d/%m/%Y}") for day in working}
    assert all(before.values())
    assert isinstance(house.done("staff", order), Done)
    assert not any(free(house, f"el {day:%d/%m/%Y}") for day in working)
    again = proposed(house, cuando=said, clinica="sí", disponible="sí")
    assert isinstance(again.order, ClosureOrder)
    assert (again.order.opens, again.order.dates) == (True, dates)
    assert isinstance(house.done("staff", again), Done)
    assert {day: free(house, f"el {day:%d/%m/%Y}") for day in working} == before


def test_a_day_that_is_open_is_not_opened(house: House) -> None:
    given = {"cuando": "el jueves", "clinica": "sí", "disponible": "sí"}
    assert house.use("staff", TOOL, **given) == ToolRefused(tool=TOOL, why=Why.NOT_CLOSED)


def test_hours_of_a_day_are_closed_for_every_doctor_and_the_appointments_there_are_named(postgres_house: House) -> None:
    house = postgres_house
    before = free(house, "mañana")
    order = proposed(house, cuando="mañana de 3 a 5 de la tarde", clinica="sí")
    assert isinstance(order.order, ClosureOrder)
    assert order.order.slot is not None
    assert f"{order.order.slot.start.astimezone(ZONE):%d %H:%M}" == "24 15:00"
    assert [one.patient.split()[0] for one in order.order.in_the_way] == ["Ana", "Eva"]
    assert order.order.affected == 2
    assert isinstance(house.done("staff", order), Done)
    assert 0 < free(house, "mañana") < before
    assert free(house, "mañana de 3 a 5 de la tarde") == 0


@pytest.mark.parametrize("said", ["ayer", "antier", "el viernes pasado"])
def test_a_day_that_is_over_is_said_to_be(house: House, said: str) -> None:
    for opens in ({}, {"disponible": "sí"}):
        assert house.use("staff", TOOL, cuando=said, clinica="sí", **opens) == ToolRefused(tool=TOOL, why=Why.PAST)
    for tool in ("cancelar_cita_medica", "modificar_cita_medica"):
        to = {"nueva_fecha_hora": "el viernes a las 10"} if tool == "modificar_cita_medica" else {}
        assert house.use("staff", tool, cuando=said, **to) == ToolRefused(tool=tool, why=Why.PAST)


@pytest.mark.parametrize(
    "said", ["a las 2", "el viernes a las 2 y el lunes a las 3", "el jueves o el viernes por la tarde y el lunes"]
)
def test_what_is_no_day_and_no_stretch_of_one_is_asked(house: House, said: str) -> None:
    assert isinstance(house.use("staff", TOOL, cuando=said, clinica="sí"), Missing)


def test_an_order_that_an_earlier_version_showed_has_to_be_given_again(house: House) -> None:
    """It said how many appointments it touches, and not which."""
    order = proposed(house, cuando="mañana de 3 a 5 de la tarde", clinica="sí")
    assert isinstance(order.order, ClosureOrder)
    older = order.model_copy(update={"order": order.order.model_copy(update={"in_the_way": ()})})
    assert house.done("staff", older) == ToolRefused(tool=TOOL, why=Why.SHOWN_OTHERWISE)
    assert isinstance(house.done("staff", order), Done)


def test_a_clock_time_opens_nothing(house: House) -> None:
    assert isinstance(house.use("staff", TOOL, cuando="el viernes a las 2", clinica="sí", disponible="sí"), Missing)


def test_a_doctor_closes_no_clinic(house: House) -> None:
    order = house.use("doctor", TOOL, cuando="el jueves", clinica="sí")
    assert not isinstance(order, Proposed) or not isinstance(order.order, ClosureOrder)


def tuesdays(house: House) -> list[tuple[str, dt.date | None, dt.date | None]]:
    with house.begin() as uow:
        rules = [rule for _, rule in uow.rules.list(1) if isinstance(rule, Opening)]
    found = [(f"{r.start:%H}-{r.end:%H}", r.valid_from, r.valid_to) for r in rules if r.weekday == 1]
    return sorted(found, key=str)


def test_weekly_hours_hold_from_a_day_on_and_those_before_until_then(postgres_house: House) -> None:
    house = postgres_house
    usual = tuesdays(house)
    order = proposed(house, dias_semana="los martes", horario="de 9 a 2", desde="desde diciembre", doctor="laura")
    assert isinstance(order.order, HoursOrder)
    assert (order.order.since, order.order.affected) == (D(2026, 12, 1), 0)
    assert tuesdays(house) == usual
    assert isinstance(house.done("staff", order), Done)
    ended = [(hours, since, D(2026, 11, 30)) for hours, since, _ in usual]
    assert tuesdays(house) == sorted([*ended, ("09-14", D(2026, 12, 1), None)], key=str)
    gone = proposed(
        house, dias_semana="los martes", sin_horario="sí", desde="a partir del 8 de diciembre", doctor="laura"
    )
    assert isinstance(house.done("staff", gone), Done)
    assert tuesdays(house) == sorted([*ended, ("09-14", D(2026, 12, 1), D(2026, 12, 7))], key=str)
    assert (free(house, "el martes 1 de diciembre") > 0, free(house, "el martes 8 de diciembre")) == (True, 0)


def test_appointments_in_the_way_of_new_hours_are_named(house: House) -> None:
    order = proposed(house, dias_semana="los martes", sin_horario="sí", doctor="laura")
    assert isinstance(order.order, HoursOrder)
    assert [one.patient.split()[0] for one in order.order.in_the_way] == ["Ana"]


def test_what_is_closed_already_tells_of_the_appointments_that_stand_in_it(house: House) -> None:
    first = proposed(house, cuando="el martes", clinica="si")
    house.done("staff", first)
    again = proposed(house, cuando="el martes", clinica="si")
    assert again == first
    assert isinstance(again.order, ClosureOrder)
    assert again.order.in_the_way
