"""A doctor who will not be there: patients are offered another time, keep theirs until they answer, and staff hear of
who does not; over the webhook, with the clock moved forward."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from booking.appointments.away import awaits_move
from booking.desk import away_list, change_days
from booking.desk.change_days import Asked
from booking.models import Absence, Actor, ActorKind, Appointment, DayAct, Notice, Status
from booking.models.notices import Concerns
from booking.testing.channel.meta_faults import UNAVAILABLE
from booking.testing.channel.meta_phone import Phone
from tests.e2e.approved import APPROVED
from tests.e2e.house import House, wait_until

DESK = Actor(kind=ActorKind.STAFF, name="recepción")
DAY = "2026-12-01"


@pytest.fixture
def clinic(house: House) -> Iterator[House]:
    """The house, whose templates WhatsApp has approved."""
    house.meta.templates = list(APPROVED)
    yield house
    house.meta.templates = []


def booked(house: House, name: str, hour: int) -> Phone:
    phone = house.phone(name.split()[0])
    house.says(phone, f"quiero una cita con la doctora Méndez el 1 de diciembre a las {hour}")
    house.says(phone, name)
    assert "agendada" in house.says(phone, "sí")
    return phone


def away(house: House) -> change_days.DayDone:
    """The desk is told that she does not come that day."""
    with house.app.begin() as uow:
        now = house.clock.now()
        wish = change_days.wish_of(uow, Asked(DayAct.OFFER, "Méndez", DAY), now)
        done = change_days.carry_out(uow, wish, change_days.planned(uow, wish, now), now, DESK, "congreso")
        uow.commit()
    return done


def mine(house: House, phone: Phone) -> Appointment:
    (appointment,) = house.appointments(phone)
    return appointment


def calls(house: House) -> Sequence[Notice]:
    with house.app.begin() as uow:
        return [notice for notice in uow.notices.list(50) if notice.kind == "unanswered"]


def test_each_is_offered_another_time_and_staff_hear_once_of_who_does_not_answer(clinic: House) -> None:
    house = clinic
    ana, beto, celia = (
        booked(house, name, hour) for name, hour in (("Ana Ruiz", 10), ("Beto Gil", 11), ("Celia Paz", 12))
    )
    heard = {phone: len(phone.messages) for phone in (ana, beto, celia)}
    assert len(away(house).appointments) == 3
    for phone, before in heard.items():
        said = phone.wait(before + 1)[before]
        assert "no podrá atender" in said
        assert "la cita queda por cambiarse" in said
        assert mine(house, phone).status is Status.BOOKED, "kept until they answer"
    assert away(house).appointments == (), "they were asked already"
    house.settle()
    assert [len(phone.messages) for phone in heard] == [before + 1 for before in heard.values()]

    other = house.phone("Otra")
    said = house.says(other, "quiero una cita con la doctora Méndez el 1 de diciembre a las 13")
    assert "ya no tengo lugar con Dra. Laura Méndez" in said

    house.taps(ana, "Ver horarios")
    assert house.offered(ana)
    house.says(ana, "el 3 de diciembre a las 12")
    house.says(ana, "sí")
    assert house.local(mine(house, ana).slot.start) == "2026-12-03 12:00"
    house.taps(beto, "Cancelar la cita")
    house.says(beto, "sí, cancélala")
    assert mine(house, beto).status is Status.CANCELLED

    house.clock.advance(hours=23)
    house.settle()
    assert calls(house) == []
    house.clock.advance(hours=2)
    wait_until(lambda: calls(house), "staff to be called")
    (notice,) = calls(house)
    about = Concerns.of(notice.kind, notice.detail)
    assert about is not None
    assert (about.count, house.local(about.start or notice.at)) == (1, f"{DAY} 12:00")
    with house.app.begin() as uow:
        (left,) = away_list.listed(uow)
        assert (left["id"], left["paciente"]) == (mine(house, celia).id, "Celia Paz")
        assert left["avisado"]
        assert awaits_move(uow, [mine(house, phone).id for phone in (ana, beto, celia)]) == {left["id"]}
    house.clock.advance(hours=30)
    house.settle()
    assert len(calls(house)) == 1
    assert mine(house, celia).status is Status.BOOKED, "nobody is cancelled for not answering"


def test_an_offer_that_waits_out_an_outage_arrives_once(clinic: House) -> None:
    """WhatsApp is down when the order is given."""
    house = clinic
    ana = booked(house, "Ana Ruiz", 10)
    before = len(ana.messages)
    house.meta.keep_failing(UNAVAILABLE)
    away(house)
    house.settle()
    house.meta.heal()
    house.clock.advance(minutes=20)
    assert "no podrá atender" in ana.wait(before + 1)[before]
    house.settle()
    assert len(ana.messages) == before + 1


def test_who_was_told_hears_that_the_doctor_is_there_after_all(clinic: House) -> None:
    house = clinic
    ana, beto = booked(house, "Ana Ruiz", 10), booked(house, "Beto Gil", 11)
    before = len(ana.messages)
    away(house)
    ana.wait(before + 1)
    beto.wait(before + 1)
    house.taps(beto, "Cancelar la cita")
    house.says(beto, "sí, cancélala")
    silent = len(beto.messages)
    house.clock.advance(days=2)
    with house.app.begin() as uow:
        (rule,) = [
            (id, one) for id, one in uow.rules.of(Absence, mine(house, ana).doctor_id) if one.reason == "congreso"
        ]
        uow.rules.remove(Absence, rule[0])
        assert away_list.lifted(uow, mine(house, ana).doctor_id, "recepción", house.clock.now()) == [
            mine(house, ana).id
        ]
        uow.commit()
    assert "Siempre sí" in ana.wait(before + 2)[before + 1]
    assert ana.last.template is not None, "two days later only a template may go out"
    house.settle()
    assert len(beto.messages) == silent
    with house.app.begin() as uow:
        assert away_list.listed(uow) == []
