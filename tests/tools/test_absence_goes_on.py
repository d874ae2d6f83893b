"""A stretch that is blocked with appointments in it brings the question what is to become of them."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.models import Absence, AbsenceOrder, DayOrder, Slot
from booking.models.tool_answers import Proposed
from tests.tools.house import NOW, House, read_of

BLOCK = "actualizar_disponibilidad_doctor"
CLOCKS = [dt.time(h, m) for h in range(8, 21) for m in (0, 30)]


def blocked(house: House, who: str = "staff", **said: str) -> Proposed:
    answer = house.use(who, BLOCK, **said)
    assert isinstance(answer, Proposed), answer
    assert isinstance(answer.order, AbsenceOrder)
    return answer


def offered(house: House, who: str, proposed: Proposed) -> DayOrder:
    """What its patients are offered, once it is blocked."""
    (call,) = proposed.then
    house.done(who, proposed)
    answer = house.use(who, call.tool, **dict(call.arguments))
    assert isinstance(answer, Proposed), answer
    assert isinstance(answer.order, DayOrder)
    return answer.order


@pytest.mark.parametrize("who", ["doctor", "staff"])
def test_what_is_offered_is_for_those_who_are_in_the_way(house: House, who: str) -> None:
    whose = {} if who == "doctor" else {"doctor": "Méndez"}
    proposed = blocked(house, who, cuando="el martes", **whose)
    assert isinstance(proposed.order, AbsenceOrder)
    order = offered(house, who, proposed)
    assert order.wish.span == proposed.order.slot
    assert [one.appointment_id for one in order.plan.changes] == [one.id for one in proposed.order.in_the_way]


def test_where_nobody_is_in_the_way_nothing_follows(house: House) -> None:
    assert blocked(house, doctor="Méndez", cuando="el sábado").then == ()


def test_what_follows_is_read_as_the_stretch_that_was_blocked(house: House) -> None:
    """Every stretch of a day to come, by half hours, and of some days."""
    day = NOW.date() + dt.timedelta(days=1)
    spans = [(f"{day:%d/%m/%Y} de {a:%H:%M} a {b:%H:%M}") for a in CLOCKS for b in CLOCKS[::3] if a < b]
    spans += [
        f"{day:%d/%m/%Y}",
        f"{day:%d/%m/%Y} desde las 14:00",
        f"{day:%d/%m/%Y} hasta las 17:00",
        f"del {day:%d/%m/%Y} al 26/11/2026",
        "hoy",
    ]
    seen = 0
    for said in spans:
        proposed = blocked(house, doctor="Méndez", cuando=said)
        for call in proposed.then:
            answer = house.use("staff", call.tool, **dict(call.arguments))
            assert isinstance(answer, Proposed), (said, call, answer)
            assert isinstance(answer.order, DayOrder)
            assert isinstance(proposed.order, AbsenceOrder)
            assert left(answer.order.wish.span) == left(proposed.order.slot), (said, call)
            seen += 1
    assert seen > 20


def left(span: Slot) -> Slot:
    return span.model_copy(update={"start": max(span.start, NOW.astimezone(dt.UTC))})


def test_by_chat_it_is_read_of_what_the_doctor_says(house: House) -> None:
    said = read_of("bloquea el martes a la doctora Méndez")
    assert len(blocked(house, **said).then) == 1


def test_what_is_blocked_again_tells_of_the_appointments_that_stand_in_it(house: House) -> None:
    """The same answer as the first time, and no second absence; they are asked once."""
    said = {"doctor": "Méndez", "cuando": "el martes"}
    first = blocked(house, **said)
    house.done("staff", first)
    again = blocked(house, **said)
    assert again == first
    house.done("staff", again)
    assert isinstance(again.order, AbsenceOrder)
    assert again.order.in_the_way
    with house.begin() as uow:
        theirs = [one for _, one in uow.rules.of(Absence, again.order.doctor_id)]
    assert len([one for one in theirs if one.start == again.order.slot.start]) == 1
