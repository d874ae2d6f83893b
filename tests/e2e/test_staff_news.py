"""What patients change reaches the doctor and who is on duty, and each has the day summed up once; over the webhook,
with the clock moved forward."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from sqlalchemy import text

from booking.models import Duty, Grant, NewsOf, Role, StaffNews, Summary
from booking.testing.channel.meta_faults import UNAVAILABLE
from booking.testing.channel.meta_phone import Phone
from tests.e2e.approved import APPROVED
from tests.e2e.house import NOW, House, wait_until


@pytest.fixture
def clinic(house: House) -> Iterator[House]:
    """The house, whose templates WhatsApp has approved and which sums no day up."""
    house.meta.templates = list(APPROVED)
    rules(house, morning=None, evening=None)
    yield house
    house.meta.templates = []


def rules(house: House, **changes: object) -> None:
    with house.app.begin() as uow:
        policy = uow.schedules.clinic().policy
        news = StaffNews.model_validate(policy.news.model_dump() | changes)
        uow.rules.set_policy(policy.model_copy(update={"news": news}))
        uow.commit()


def works(house: House, name: str, grant: Grant, *, duty: bool = False) -> Phone:
    """Somebody of the clinic who has written to it today."""
    phone = house.phone(name)
    house.says(phone, "hola")
    with house.app.begin() as uow:
        person = uow.conversations.get(house.conversation(phone).id).person
        uow.staff.grant(person.id, grant, house.clock.now())
        if duty:
            hours = [Duty(person_id=person.id, weekday=day, start=dt.time(7), end=dt.time(21)) for day in range(7)]
            uow.at_work.set_duties(person.id, hours)
        uow.commit()
    return phone


def doctor(house: House) -> Phone:
    with house.app.begin() as uow:
        (hers,) = [one.id for one in uow.schedules.doctors() if "Méndez" in one.name]
    return works(house, "Laura", Grant(role=Role.DOCTOR, doctor_id=hers))


def reception(house: House) -> Phone:
    return works(house, "Rosa", Grant(role=Role.STAFF), duty=True)


def booked(house: House, name: str, when: str) -> Phone:
    phone = house.phone(name.split()[0])
    house.says(phone, f"quiero una cita con la doctora Méndez {when}")
    house.says(phone, name)
    assert "agendada" in house.says(phone, "sí")
    return phone


def since(phone: Phone, heard: int) -> list[str]:
    return [str(message) for message in phone.messages[heard:]]


def looked_at(house: House) -> None:
    """Until every change was looked at, and what came of it went out."""

    waiting = text("SELECT count(*) FROM eventos_cita WHERE avisado_en IS NULL AND actor = 'paciente'")

    def done() -> bool:
        with house.app.database.connect() as connection:
            return not connection.scalar(waiting)

    wait_until(done, "staff to be told")
    house.settle()


def test_a_doctor_hears_of_today_and_tomorrow_and_reception_of_what_is_cancelled(clinic: House) -> None:
    house = clinic
    laura, rosa = doctor(house), reception(house)
    at = {phone: len(phone.messages) for phone in (laura, rosa)}
    ana = booked(house, "Ana Ruiz", "mañana a las 10")
    booked(house, "Beto Gil", "el 3 de diciembre a las 10")
    looked_at(house)
    (told,) = since(laura, at[laura])
    assert "Ana agendó" in told
    assert "Ruiz" not in told, "no more than a first name"
    assert since(rosa, at[rosa]) == [], "of what is booked reception hears by looking"
    house.says(ana, "cancela mi cita")
    house.says(ana, "sí, cancélala")
    looked_at(house)
    said = since(laura, at[laura])[1]
    assert "Ana canceló su cita: miércoles 25 de noviembre, 10:00 a.m., con Dra. Laura Méndez" in said
    (heard,) = since(rosa, at[rosa])
    assert "Ana canceló" in heard
    house.clock.advance(hours=1)
    looked_at(house)
    assert (len(since(laura, at[laura])), len(since(rosa, at[rosa]))) == (2, 1), "once each"


def test_what_a_clinic_does_not_want_to_hear_is_not_told(clinic: House) -> None:
    house = clinic
    rules(house, morning=None, evening=None, doctor=[NewsOf.CANCELLED], reception=[])
    laura, rosa = doctor(house), reception(house)
    at = {phone: len(phone.messages) for phone in (laura, rosa)}
    ana = booked(house, "Ana Ruiz", "mañana a las 10")
    house.says(ana, "llego 20 minutos tarde a mi cita")
    house.says(ana, "cancela mi cita")
    house.says(ana, "sí, cancélala")
    looked_at(house)
    assert all("canceló" in said for said in since(laura, at[laura]))
    assert len(since(laura, at[laura])) == 1
    assert since(rosa, at[rosa]) == []


def test_in_quiet_hours_only_what_is_of_the_same_day_is_told(clinic: House) -> None:
    house = clinic
    laura = doctor(house)
    ana = booked(house, "Ana Ruiz", "el jueves a las 10")
    looked_at(house)
    at = len(laura.messages)
    house.clock.set(dt.datetime.fromisoformat("2026-11-25T22:30:00-08:00"))
    house.says(laura, "hola")
    at = len(laura.messages)
    house.says(ana, "cancela mi cita")
    house.says(ana, "sí, cancélala")
    looked_at(house)
    assert since(laura, at) == [], "tomorrow's waits until they end"
    house.clock.set(dt.datetime.fromisoformat("2026-11-26T08:01:00-08:00"))
    assert "Ana canceló" in laura.wait(at + 1)[at]


def test_a_day_is_summed_up_once_as_it_then_is(clinic: House) -> None:
    house = clinic
    laura, rosa = doctor(house), reception(house)
    rules(house, morning="08:00", evening="19:00", doctor=[], reception=[])
    booked(house, "Ana Ruiz", "mañana a las 10")
    beto = booked(house, "Beto Gil", "mañana a las 11")
    house.says(beto, "cancela mi cita")
    house.says(beto, "sí, cancélala")
    looked_at(house)
    house.clock.set(dt.datetime.fromisoformat("2026-11-25T07:30:00-08:00"))
    house.settle()
    at = {phone: len(phone.messages) for phone in (laura, rosa)}
    house.meta.keep_failing(UNAVAILABLE)
    house.clock.set(dt.datetime.fromisoformat("2026-11-25T08:00:00-08:00"))
    wait_until(lambda: summed_up(house) == 2, "the summaries of the morning")
    house.settle()
    house.meta.heal()
    house.clock.advance(minutes=20)
    (said,) = since(laura, at[laura]) if laura.wait(at[laura] + 1) else []
    assert "Hoy, miércoles 25 de noviembre" in said
    assert "Ana" in said
    assert "Beto" not in said
    assert "Dra. Laura Méndez" in rosa.wait(at[rosa] + 1)[at[rosa]]
    house.settle()  # nothing is on its way that would arrive too late
    house.clock.set(dt.datetime.fromisoformat("2026-11-25T12:00:00-08:00"))
    house.settle()
    assert [len(since(phone, at[phone])) for phone in (laura, rosa)] == [1, 1]
    house.clock.set(dt.datetime.fromisoformat("2026-11-25T19:30:00-08:00"))
    evening = laura.wait(at[laura] + 2)[at[laura] + 1]
    assert "Así quedó hoy" in evening
    assert "canceladas: 1" in evening
    wait_until(lambda: summed_up(house, "tarde") == 2, "the summaries of the evening")


def summed_up(house: House, which: str = "manana") -> int:
    with house.app.begin() as uow:
        return len(uow.at_work.summarised(house.clock.now().astimezone(NOW.tzinfo).date(), Summary(which)))
