"""Weekly hours set by a tool."""

from __future__ import annotations

import pytest

from booking.models import Opening, Status
from booking.models.tool_answers import Done, Proposed, ToolRefused
from tests.tools.house import ZONE, House
from tools.weekly_hours import weekdays


def opening_hours(house: House) -> list[tuple[int, str, str]]:
    """Laura's weekly hours."""
    with house.begin() as uow:
        rules = [rule for _, rule in uow.rules.list(1)]
    return sorted((o.weekday, f"{o.start:%H:%M}", f"{o.end:%H:%M}") for o in rules if isinstance(o, Opening))


def test_weekly_hours_are_changed_and_the_appointments_touched_are_told(postgres_house: House) -> None:
    house, before = postgres_house, opening_hours(postgres_house)
    given = {"dias_semana": "martes y jueves", "horario": "de 9 a 2 y de 5 a 7"}
    order = house.use("doctor", "actualizar_disponibilidad_doctor", **given)
    assert isinstance(order, Proposed)
    assert (order.order.weekdays, order.order.affected) == ((1, 3), 1), "Ana's, on Tuesday at 16"
    assert opening_hours(house) == before, "nothing is written before the yes"
    changed = house.done("doctor", order)
    assert isinstance(changed, Done)
    assert changed.result["citas_en_medio"] == 1
    others = [o for o in before if o[0] not in (1, 3)]
    made = [(day, *edges) for day in (1, 3) for edges in (("09:00", "14:00"), ("17:00", "19:00"))]
    assert opening_hours(house) == sorted([*others, *made])
    with house.begin() as uow:
        assert uow.appointments.get(house.appointments["ana"].id).status is Status.BOOKED, "it stays"


def test_weekdays_may_be_left_without_hours(postgres_house: House) -> None:
    house = postgres_house
    given = {"dias_semana": "los sábados", "sin_horario": "sí", "doctor": "laura"}
    assert isinstance(house.done("staff", house.use("staff", "actualizar_disponibilidad_doctor", **given)), Done)
    assert {day for day, *_ in opening_hours(house)} == {0, 1, 2, 3, 4}
    of_jorge = {**given, "doctor": "Salas"}
    assert isinstance(house.use("doctor", "actualizar_disponibilidad_doctor", **of_jorge), ToolRefused)


@pytest.mark.parametrize(
    ("said", "days"),
    [
        ("lunes a viernes", (0, 1, 2, 3, 4)),
        ("de lunes a miércoles y el sábado", (0, 1, 2, 5)),
        ("Martes, jueves y domingos", (1, 3, 6)),
        ("viernes a lunes", (0, 4, 5, 6)),
        ("entre semana", (0, 1, 2, 3, 4)),
        ("los fines de semana", (5, 6)),
        ("todos los días", (0, 1, 2, 3, 4, 5, 6)),
        ("lunes a", ()),
        ("el lunes que viene", ()),
        ("azul", ()),
        ("", ()),
    ],
)
def test_days_of_the_week(said: str, days: tuple[int, ...]) -> None:
    assert weekdays(said) == days


@pytest.mark.parametrize(
    ("said", "hours"),
    [
        ("10 a 6", [("10:00", "18:00")]),
        ("9-2 y 4-7", [("09:00", "14:00"), ("16:00", "19:00")]),
        ("de 9 a 2 y 4 a 7", [("09:00", "14:00"), ("16:00", "19:00")]),
        ("9 a 2 y de 4 a 7", [("09:00", "14:00"), ("16:00", "19:00")]),
        ("8:30 a 1:30, 3 a 6", [("08:30", "13:30"), ("15:00", "18:00")]),
        ("a 10 a 6", [("10:00", "18:00")]),
        ("de las 9 a las 2", [("09:00", "14:00")]),
    ],
)
def test_hours_as_staff_give_them(house: House, said: str, hours: list[tuple[str, str]]) -> None:
    order = house.use("doctor", "actualizar_disponibilidad_doctor", dias_semana="lunes", horario=said)
    assert isinstance(order, Proposed), order
    assert [(f"{start:%H:%M}", f"{end:%H:%M}") for start, end in order.order.hours] == hours


@pytest.mark.parametrize(
    ("said", "first", "last"),
    [
        ("el viernes 4 a 6", "2026-11-27 16:00", "2026-11-27 18:00"),
        ("el viernes de 4 a 6", "2026-11-27 16:00", "2026-11-27 18:00"),
        ("mañana 10-12", "2026-11-24 10:00", "2026-11-24 12:00"),
        ("3 a 5 de diciembre", "2026-12-03 00:00", "2026-12-06 00:00"),
        ("del 3 al 5 de diciembre", "2026-12-03 00:00", "2026-12-06 00:00"),
    ],
)
def test_a_stretch_is_blocked_as_it_was_said(house: House, said: str, first: str, last: str) -> None:
    """Hours without "de" are hours: the whole day is not blocked instead. Days of a month are days."""
    order = house.use("doctor", "actualizar_disponibilidad_doctor", cuando=said)
    assert isinstance(order, Proposed), order
    assert order.order.slot is not None
    edges = (order.order.slot.start.astimezone(ZONE), order.order.slot.end.astimezone(ZONE))
    assert tuple(f"{edge:%Y-%m-%d %H:%M}" for edge in edges) == (first, last)
