"""A doctor's whole day by the tool: whose it may be, what is excepted, what was shown and is no longer so."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.appointments.appointment_changes import enter
from booking.conversation.replies import tool_texts
from booking.models import Absence, Appointment, DayOrder, Status, ToldOf
from booking.models.tool_answers import Answer, Choose, Done, Missing, Proposed, ToolRefused, Why
from tests.tools.house import CLINIC, DESK, NOW, ZONE, House, read_of

DAY = "cambiar_dia_doctor"
WEDNESDAY = dt.date(2026, 11, 25)


def booked(house: House, doctor: int, *whose: tuple[str, str]) -> list[int]:
    """Appointments on Wednesday: the patient and the hour of each."""
    made = []
    with house.begin() as uow:
        for name, hour in whose:
            start = dt.datetime.combine(WEDNESDAY, dt.time.fromisoformat(hour), ZONE)
            patient = uow.patients.enter(name, None, None, NOW)
            entered = enter(uow, CLINIC, doctor, patient.id, start, NOW, DESK)
            assert isinstance(entered, Appointment)
            made.append(entered.id)
        uow.commit()
    return made


def order(answer: Answer) -> DayOrder:
    assert isinstance(answer, Proposed), answer
    assert isinstance(answer.order, DayOrder)
    return answer.order


def ids(answer: Answer) -> list[int]:
    return [one.appointment_id for one in order(answer).plan.changes]


@pytest.fixture(params=["house", "postgres_house"])
def any_house(request: pytest.FixtureRequest) -> House:
    found: House = request.getfixturevalue(request.param)
    return found


def test_what_was_shown_is_done_and_nothing_else(any_house: House) -> None:
    house = any_house
    nine, ten, four = booked(house, 1, ("Juana Gil", "09:00"), ("Pedro Sol", "10:00"), ("Olga Mar", "16:00"))
    (other,) = booked(house, 2, ("Rita Paz", "09:00"))
    said = read_of("cancela todas las citas de la doctora Laura del miércoles menos la de Juana")
    proposed = house.use("doctor", DAY, **said)
    assert ids(proposed) == [ten, four]
    done = house.done("doctor", proposed)
    assert isinstance(done, Done)
    assert (done.result["cuantas"], done.result["se_quedan"]) == (2, 1)
    with house.begin() as uow:
        stands = {a.id: a.status for a in uow.appointments.list()}
    assert {stands[nine], stands[other]} == {Status.BOOKED}
    assert {stands[ten], stands[four]} == {Status.CANCELLED}


def test_what_is_no_longer_as_it_was_shown_is_refused_whole(any_house: House) -> None:
    house = any_house
    first, _ = booked(house, 1, ("Juana Gil", "09:00"), ("Pedro Sol", "10:00"))
    proposed = house.use("doctor", DAY, que="recorrer", cuando="el miércoles", recorrer="15 minutos")
    (new,) = booked(house, 1, ("Olga Mar", "11:00"))
    before = house.everything()
    assert house.done("doctor", proposed) == ToolRefused(tool=DAY, why=Why.DAY_CHANGED)
    assert house.everything() == before
    anew = house.use("doctor", DAY, que="recorrer", cuando="el miércoles", recorrer="15 minutos")
    assert {first, new} <= {*ids(anew)}


def test_a_doctor_has_only_their_own(house: House) -> None:
    booked(house, 1, ("Juana Gil", "09:00"))
    booked(house, 2, ("Rita Paz", "09:00"))
    theirs = house.use("doctor", DAY, que="cancelar", cuando="el miércoles", doctor="Salas")
    assert theirs == ToolRefused(tool=DAY, why=Why.NO_SUCH_DOCTOR)
    of_all = house.use("staff", DAY, que="cancelar", cuando="el miércoles")
    assert isinstance(of_all, Choose)
    assert [one.text for one in of_all.options] == ["Dra. Laura Méndez", "Dr. Jorge Salas"]
    proposed = house.use("staff", DAY, que="cancelar", cuando="el miércoles", doctor="Salas")
    assert house.done("doctor", proposed) == ToolRefused(tool=DAY, why=Why.NOT_ALLOWED)
    assert house.use("patient", DAY, que="cancelar", cuando="hoy") == ToolRefused(tool=DAY, why=Why.NOT_ALLOWED)


def test_one_s_own_may_go_to_a_colleague(any_house: House) -> None:
    house = any_house
    (nine, ten) = booked(house, 1, ("Juana Gil", "09:00"), ("Pedro Sol", "10:00"))
    booked(house, 2, ("Rita Paz", "10:00"))
    proposed = house.use("doctor", DAY, **read_of("pasa las citas de la doctora Laura del miércoles a Salas"))
    assert ids(proposed) == [nine]
    assert [(one.appointment_id, one.why) for one in order(proposed).plan.stays] == [(ten, "taken")]
    assert isinstance(house.done("doctor", proposed), Done)
    with house.begin() as uow:
        assert [uow.appointments.get(id).doctor_id for id in (nine, ten)] == [2, 1]


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"que": "cancelar"}, "cuando"),
        ({"que": "recorrer", "cuando": "el miércoles"}, "recorrer"),
        ({"que": "cancelar", "cuando": "el miércoles", "menos": "la de Nadie"}, "menos"),
        ({"que": "cancelar", "cuando": "el miércoles", "menos": "la de Juana y la de las 8"}, "menos"),
        ({"que": "romper", "cuando": "el miércoles"}, "que"),
    ],
)
def test_what_is_missing_is_asked(house: House, given: dict[str, str], field: str) -> None:
    booked(house, 1, ("Juana Gil", "09:00"))
    answer = house.use("doctor", DAY, **given)
    assert isinstance(answer, Missing)
    assert answer.field == field


def test_none_that_can_is_told_with_the_reasons(house: House) -> None:
    booked(house, 1, ("Juana Gil", "18:30"))
    answer = house.use("doctor", DAY, que="recorrer", cuando="el miércoles", recorrer="media hora")
    assert isinstance(answer, ToolRefused)
    assert (answer.why, [one.why for one in answer.stays]) == (Why.NONE_CAN, ["not_working"])
    over = house.use("doctor", DAY, que="recorrer", cuando="el miércoles", recorrer="media hora", sobrecupo="si")
    assert [one.overbooked for one in order(over).plan.changes] == [True]
    nobody = house.use("doctor", DAY, que="cancelar", cuando="el jueves")
    assert nobody == ToolRefused(tool=DAY, why=Why.NONE_TO_CHANGE)


def test_all_of_a_day_asked_of_the_tool_that_cancels_is_the_day(house: House) -> None:
    found = booked(house, 1, ("Juana Gil", "09:00"), ("Pedro Sol", "10:00"))
    assert ids(house.use("doctor", "cancelar_cita_medica", cuando="el miércoles", todas="si")) == found


def test_who_comes_today_is_told_that_the_doctor_is_late(any_house: House) -> None:
    house = any_house
    with house.begin() as uow:
        found = []
        for name, phone, hour in (("Juana Gil", "+526645550101", 11), ("Pedro Sol", None, 12), ("Olga Mar", None, 17)):
            patient = uow.patients.enter(name, phone, None, NOW)
            made = enter(uow, CLINIC, 1, patient.id, NOW.replace(hour=hour), NOW, DESK, tell=False)
            assert isinstance(made, Appointment)
            found.append(made)
        uow.commit()
    said = read_of("avísales a los pacientes de la doctora Laura que va 20 minutos tarde, menos a Olga")
    proposed = house.use("doctor", DAY, **said)
    assert ids(proposed) == [found[0].id, found[1].id]
    done = house.done("doctor", proposed)
    assert isinstance(done, Done)
    assert (done.result["avisados"], done.result["sin_telefono"]) == (1, ["Pedro Sol"])
    with house.begin() as uow:
        assert [uow.appointments.get(one.id) for one in found] == found, "nothing moves"
        told = [one.telling for one in uow.tellings.of([one.id for one in found]) if one.telling.minutes]
    assert [(one.about.id, one.minutes) for one in told] == [(found[0].id, 20), (found[1].id, 20)]
    late = house.use("doctor", DAY, que="avisar", recorrer="20 minutos", cuando="mañana")
    assert late == ToolRefused(tool=DAY, why=Why.ONLY_TODAY)


def test_a_doctor_who_will_not_be_there_offers_another_time_and_nothing_is_moved(any_house: House) -> None:
    house = any_house
    (nine,) = booked(house, 1, ("Juana Gil", "09:00"))
    (other,) = booked(house, 2, ("Rita Paz", "09:00"))
    said = read_of("la doctora Laura no viene el miércoles, ofréceles otro día")
    proposed = house.use("doctor", DAY, **said)
    assert ids(proposed) == [nine]
    assert isinstance(house.done("doctor", proposed), Done)
    with house.begin() as uow:
        assert {a.status for a in uow.appointments.list()} == {Status.BOOKED}
        assert [one.appointment_id for one in uow.away.awaiting([nine, other])] == [nine]
        (rule,) = [one for _, one in uow.rules.of(Absence, 1)]
        assert (rule.start, rule.end) == (order(proposed).wish.span.start, order(proposed).wish.span.end)
    again = house.use("doctor", DAY, **said)
    assert ids(again) == []
    assert {one.why for one in order(again).plan.stays} == {"asked"}
    freed = house.use("doctor", "actualizar_disponibilidad_doctor", cuando="el miércoles", disponible=True)
    undone = house.done("doctor", freed)
    assert isinstance(undone, Done)
    assert "siempre sí habrá consulta" in tool_texts.answer(undone.tool, undone.result)
    with house.begin() as uow:
        assert uow.away.awaiting() == []
        assert [told.telling.what for told in uow.tellings.of([nine])][-2:] == [ToldOf.AWAY, ToldOf.BACK]


def test_a_day_without_appointments_is_closed_all_the_same(house: House) -> None:
    proposed = house.use("doctor", DAY, que="ofrecer", cuando="el miércoles")
    assert ids(proposed) == []
    done = house.done("doctor", proposed)
    assert isinstance(done, Done)
    assert done.result["cuantas"] == 0
    with house.begin() as uow:
        assert len(uow.rules.of(Absence, 1)) == 1
