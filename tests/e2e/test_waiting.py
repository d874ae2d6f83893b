"""The waiting list over the whole way: a day that is full, whoever wants to be told, whoever cancels, and what comes to
the telephone; over the signed webhook, with the clock moved forward."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes
from booking.conversation.replies.templates import TEMPLATES, Name
from booking.conversation.waiting_offers import WaitingOffers
from booking.models import Actor, ActorKind, Appointment, Status, TemplateState
from booking.models.who_waits import OfferState
from booking.testing.channel.meta_limits import Refusal
from booking.testing.channel.meta_phone import Phone
from tests.e2e.approved import APPROVED
from tests.e2e.house import House, wait_until

ZONE = ZoneInfo("America/Tijuana")
DESK = Actor(kind=ActorKind.STAFF, name="recepción")
DAY = dt.date(2026, 12, 1)
WAITS = "avísame si se libera algo el 1 de diciembre con la doctora Méndez"
NOT_NOW = Refusal(131049, "This message was not delivered to maintain healthy ecosystem engagement.")


class Full:
    """The demo clinic, with every time of the 1st of December with Dra. Méndez taken by others."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.others: dict[dt.datetime, int] = {}
        with house.app.begin() as uow:
            clinic, now = uow.schedules.clinic(), house.clock.now()
            self.doctor = next(one.id for one in uow.schedules.doctors() if "Méndez" in one.name)
            for slot in appointment_changes.open_on(uow, clinic, self.doctor, DAY, now):
                patient = uow.patients.enter(f"Otro {slot.start:%H%M}", None, None, now)
                made = appointment_changes.enter(
                    uow, clinic, self.doctor, patient.id, slot.start, now, DESK, tell=False
                )
                assert isinstance(made, Appointment)
                self.others[slot.start] = made.id
            uow.commit()

    def at(self, hour: int) -> dt.datetime:
        return dt.datetime.combine(DAY, dt.time(hour), ZONE).astimezone(dt.UTC)

    def cancels(self, *hours: int) -> None:
        """The desk cancels those of others."""
        with self.house.app.begin() as uow:
            clinic, now = uow.schedules.clinic(), self.house.clock.now()
            for hour in hours:
                one = uow.appointments.get(self.others[self.at(hour)])
                assert isinstance(appointment_changes.cancel(uow, clinic, one, now, DESK, tell=False), Appointment)
            uow.commit()

    def waits(self, name: str) -> Phone:
        phone = self.house.phone(name.split()[0])
        self.house.says(phone, f"hola, me llamo {name}")
        assert "te anoté en la lista de espera" in self.house.says(phone, WAITS)
        self.house.clock.advance(minutes=1)
        return phone

    def run(self) -> None:
        """What the clock brings every minute."""
        WaitingOffers(self.house.app.begin, self.house.clock).run()
        self.house.settle()

    def booked(self, phone: Phone) -> list[str]:
        """What they have to come."""
        coming = [one for one in self.house.appointments(phone) if one.status is Status.BOOKED]
        return [self.house.local(one.slot.start) for one in coming]

    def states(self, phone: Phone) -> list[OfferState]:
        with self.house.app.begin() as uow:
            chat = self.house.conversation(phone).id
            entries = [one.id for one in uow.waiting_list.list() if one.conversation_id == chat]
            return [one.state for one in uow.waiting_list.offers(entries)]


@pytest.fixture
def full(house: House) -> Iterator[Full]:
    house.meta.templates = list(APPROVED)
    yield Full(house)
    house.meta.templates = []


def heard(phone: Phone, before: int) -> str:
    """The message after so many."""
    return phone.wait(before + 1)[before]


def test_somebody_cancels_and_who_waits_has_the_time(full: Full) -> None:
    house = full.house
    full.cancels(10)
    beto = house.phone("Beto")
    for words in ("quiero una cita con la doctora Méndez el 1 de diciembre a las 10", "Beto Gil", "sí"):
        house.says(beto, words)
    ana = full.waits("Ana Ruiz")
    before = len(ana.messages)
    house.says(beto, "cancela mi cita")
    house.says(beto, "sí, cancélala")
    offer = heard(ana, before)
    assert "¡Se liberó un horario!" in offer
    assert "10:00 a.m." in offer
    assert "¿Confirmo la cita?" in house.says(ana, "sí la quiero")
    assert "agendada" in house.says(ana, "sí")
    assert full.booked(ana) == ["2026-12-01 10:00"]
    full.run()
    with house.app.begin() as uow:
        assert not uow.waiting_list.any_active()
    assert house.holds() == []


def test_who_has_a_later_one_is_moved_and_not_doubled(full: Full) -> None:
    house = full.house
    ana = house.phone("Ana")
    for words in ("quiero una cita con la doctora Méndez el 3 de diciembre a las 12", "Ana Ruiz", "sí"):
        house.says(ana, words)
    (mine,) = house.appointments(ana)
    assert "te anoté" in house.says(ana, "avísame si se libera algo el 1 de diciembre")
    house.clock.advance(minutes=1)
    before = len(ana.messages)
    full.cancels(11)
    assert "en lugar de tu cita del jueves 3 de diciembre" in heard(ana, before)
    house.says(ana, "sí, cámbiame")
    house.says(ana, "sí")
    (after,) = house.appointments(ana)
    assert (after.id, house.local(after.slot.start)) == (mine.id, "2026-12-01 11:00")


def test_the_second_is_asked_after_the_first_and_a_late_yes_is_told_so(full: Full) -> None:
    house = full.house
    ana, beto = full.waits("Ana Ruiz"), full.waits("Beto Gil")
    before = [len(ana.messages), len(beto.messages)]
    full.cancels(10)
    heard(ana, before[0])
    house.settle()
    assert len(beto.messages) == before[1], "one at a time"
    house.clock.advance(minutes=121)
    full.run()
    assert "10:00 a.m." in heard(beto, before[1])
    said = house.taps(ana, "Sí, lo quiero")
    assert "ya no está apartado para ti" in said
    assert full.states(ana) == [OfferState.LATE]
    house.taps(beto, "Sí, lo quiero")
    house.says(beto, "sí")
    assert (full.booked(beto), full.booked(ana)) == (["2026-12-01 10:00"], [])


def test_in_quiet_hours_nobody_is_woken(full: Full) -> None:
    house = full.house
    ana = full.waits("Ana Ruiz")
    before = len(ana.messages)
    house.clock.set(dt.datetime(2026, 11, 24, 22, 0, tzinfo=ZONE))
    full.cancels(10)
    full.run()
    assert len(ana.messages) == before
    assert house.holds() == [], "nor is anything kept from others meanwhile"
    house.clock.set(dt.datetime(2026, 11, 25, 8, 1, tzinfo=ZONE))
    full.run()
    assert "10:00" in heard(ana, before)


def test_a_day_later_only_the_template_goes_out_and_its_button_takes_it(full: Full) -> None:
    house = full.house
    ana = full.waits("Ana Ruiz")
    before = len(ana.messages)
    house.clock.advance(days=2)
    full.cancels(10)
    assert "Pediste que te avisáramos" in heard(ana, before)
    assert ana.last.template is not None
    house.taps(ana, "Sí, lo quiero")
    house.says(ana, "sí")
    assert full.booked(ana) == ["2026-12-01 10:00"]


def test_whom_the_promoted_template_does_not_reach_gives_way_to_the_next(full: Full) -> None:
    """WhatsApp sends the utility one no more; the other it keeps from who had much of it lately (131049)."""
    house = full.house
    with house.app.begin() as uow:
        one = TEMPLATES[Name.TIME_FREED]
        uow.templates.put(
            TemplateState(name=Name.TIME_FREED, language=one.language, status="REJECTED", at=house.clock.now())
        )
        uow.commit()
    ana, beto = full.waits("Ana Ruiz"), full.waits("Beto Gil")
    before = len(beto.messages)
    house.clock.advance(days=2)
    house.meta.fail(NOT_NOW, to=ana.wa_id)
    full.cancels(10)
    wait_until(lambda: full.states(ana), "the offer to be made")
    house.settle()
    full.run()
    assert full.states(ana) == [OfferState.WITHDRAWN]
    assert "Hay un lugar disponible" in heard(beto, before)
    house.says(beto, "sí, lo quiero")
    house.says(beto, "sí")
    assert full.booked(beto) == ["2026-12-01 10:00"]
    with house.app.begin() as uow:
        assert [notice.kind for notice in uow.notices.list(50)] == [], "nobody is called: the next one was asked"


def test_two_who_wait_and_two_times_at_once(full: Full) -> None:
    house = full.house
    ana, beto = full.waits("Ana Ruiz"), full.waits("Beto Gil")
    before = {phone: len(phone.messages) for phone in (ana, beto)}
    full.cancels(10, 12)
    offers = {phone: heard(phone, count) for phone, count in before.items()}
    assert "10:00 a.m." in offers[ana]
    assert "12:00 p.m." in offers[beto]
    for phone in (ana, beto):
        phone.say("sí la quiero")
    for phone, count in before.items():
        assert "¿Confirmo la cita?" in phone.wait(count + 2)[count + 1]
    for phone in (ana, beto):
        house.says(phone, "sí")
    assert [full.booked(phone) for phone in (ana, beto)] == [["2026-12-01 10:00"], ["2026-12-01 12:00"]]
    house.settle()
    full.run()
    assert house.holds() == []
