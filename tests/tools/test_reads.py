"""Who is next, and what time it is."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.models.tool_answers import Done, ToolRefused, Why
from tests.tools.house import NOW, ZONE, House


def test_who_is_next(house: House) -> None:
    found = house.use("doctor", "buscar_citas_por_periodo", siguiente="sí")
    assert isinstance(found, Done)
    assert [c["paciente"] for c in found.result["citas"]] == ["Ana Ruiz"]  # type: ignore[union-attr,index,call-overload]


@pytest.mark.parametrize(
    ("place", "hour"),
    [("Tokio", 3), ("Londres", 18), ("ciudad de mexico", 12), ("Nueva York", 13), ("Asia/Tokyo", 3), (None, 10)],
)
def test_the_time_in_a_city(house: House, place: str | None, hour: int) -> None:
    answer = house.use("staff", "datetime", **({"timezone": place} if place else {}))
    assert isinstance(answer, Done)
    assert dt.datetime.fromisoformat(str(answer.result["ahora"])).hour == hour
    assert dt.datetime.fromisoformat(str(answer.result["ahora"])) == NOW.astimezone(ZONE)


def test_a_place_nobody_knows(house: House) -> None:
    assert house.use("staff", "datetime", timezone="Macondo") == ToolRefused(tool="datetime", why=Why.NO_SUCH_PLACE)
