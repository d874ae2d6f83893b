"""A series that staff enter is told of in one message; what changes before that goes out is told of by itself, and the
rest of it still is."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest

from booking.appointments import appointment_changes, series
from booking.conversation import push_notices, telling
from booking.desk import notice_views
from booking.intents import Repeats
from booking.models import Actor, ActorKind, Appointment, MessageClass, OutboxItem, OutButtons, TellingState
from booking.ports import NotSent
from booking.testing.clinic import buttons_of, phone_of, read
from booking.testing.world import ZONE, memory_clinic
from nlu.shortcuts import Shortcuts

DESK = Actor(kind=ActorKind.STAFF, name="recepción")


class Entered:
    """Three appointments of Ana's, a day apart, entered at the desk."""

    def __init__(self, *, number: bool = True) -> None:
        self.clinic = memory_clinic(reader=Shortcuts())
        if number:
            self.clinic.say("Ana", "hola")
        first_day = self.clinic.clock.now().astimezone(ZoneInfo(ZONE)).date() + dt.timedelta(days=1)
        start = dt.datetime.combine(first_day, dt.time(10), ZoneInfo(ZONE))
        with self.clinic.begin() as uow:
            patient = uow.patients.enter("Ana Luz", f"+{phone_of('Ana')}" if number else None, None, self.now)
            clinic = uow.schedules.clinic()
            first = appointment_changes.enter(uow, clinic, 1, patient.id, start, self.now, DESK)
            assert isinstance(first, Appointment)
            repeats = Repeats(every=1, times=3)
            others = series.foreseen(uow, clinic, first.slot, 1, patient.id, repeats, self.now)
            rest = series.enter_others(uow, clinic, first, others, self.now, DESK)
            uow.commit()
        self.made = [first, *rest]
        assert len(self.made) == 3

    @property
    def now(self) -> dt.datetime:
        return self.clinic.clock.now()

    def tell(self, *order: int) -> None:
        """The jobs run, in this order of the appointments."""
        for number in order:
            with self.clinic.begin() as uow:
                telling.tell(uow, self.made[number].id, self.now)
                uow.commit()

    def messages(self) -> list[OutboxItem]:
        with self.clinic.begin() as uow:
            return [
                item
                for chat in uow.conversations.list(limit=9)
                for item in uow.outbox.list(chat.id)
                if item.about is not None and item.last_error != "withdrawn"
            ]

    def states(self) -> list[TellingState]:
        with self.clinic.begin() as uow:
            return [told.telling.state for one in self.made for told in uow.tellings.of([one.id])]


def test_all_of_it_is_one_message_whichever_job_runs_first() -> None:
    for order in ((0, 1, 2), (2, 1, 0), (1, 0, 2)):
        ana = Entered()
        ana.tell(*order)
        (message,) = ana.messages()
        said = read(message.content)
        assert "quedaron agendadas 3 citas de Ana Luz" in said
        assert said.count("📅") == 3
        assert message.fallback is not None
        assert message.fallback.parameters[2].count("10:00 a.m.") == 3
        assert ana.states() == [TellingState.WRITTEN] * 3
        ana.tell(*order)
        assert len(ana.messages()) == 1


def test_its_buttons_ask_which_one() -> None:
    ana = Entered()
    ana.tell(0)
    (message,) = ana.messages()
    assert isinstance(message.content, OutButtons)
    payload = {title: payload for payload, title in buttons_of(message.content)}["Cambiar una"]
    assert ana.clinic.tap_payload("Ana", payload).keys == ["which_appointment"]


def test_one_that_is_moved_before_it_goes_out_is_told_of_and_so_are_the_others() -> None:
    ana = Entered()
    ana.tell(0, 1, 2)
    with ana.clinic.begin() as uow:
        at = ana.made[1].slot.start - dt.timedelta(minutes=30)
        moved = appointment_changes.move_to(uow, uow.schedules.clinic(), ana.made[1], at, ana.now, DESK)
        assert isinstance(moved, Appointment)
        uow.commit()
    ana.tell(1)
    assert ana.states().count(TellingState.WAITING) == 2, "what else the withdrawn message said waits again"
    ana.tell(2, 0)
    alone, both = sorted((read(item.content) for item in ana.messages()), key=lambda said: said.count("📅"))
    assert "9:30 a.m." in alone
    assert "quedaron agendadas 2 citas" in both
    assert "9:30 a.m." not in both


def test_one_that_she_cancels_before_it_goes_out_is_not_told_of_and_the_others_are() -> None:
    for which in range(3):
        ana = Entered()
        ana.tell(0, 1, 2)
        herself = Actor(kind=ActorKind.PATIENT)
        with ana.clinic.begin() as uow:
            changed = appointment_changes.cancel(uow, uow.schedules.clinic(), ana.made[which], ana.now, herself)
            assert isinstance(changed, Appointment)
            uow.commit()
        before = len(ana.clinic.sender.sent)
        chat = ana.clinic.conversations["Ana"]
        ana.clinic.delivery.deliver(chat, MessageClass.NOTICE)
        assert len(ana.clinic.sender.sent) == before
        ana.clinic.tell_patients()
        ana.clinic.delivery.deliver(chat, MessageClass.NOTICE)
        (said,) = (read(item.content) for item in ana.clinic.sender.sent[before:])
        assert "quedaron agendadas 2 citas" in said
        assert ana.states() == [TellingState.WRITTEN] * 3


def test_staff_hear_once_that_nobody_can_be_told() -> None:
    ana = Entered(number=False)
    ana.tell(0, 1, 2)
    assert ana.states() == [TellingState.NO_NUMBER] * 3
    with ana.clinic.begin() as uow:
        (notice,) = uow.notices.list()
        assert notice.kind == "untold"
        said = push_notices.about(uow, notice)
        (listed,) = notice_views.listed(uow, 9)
    assert "no se le pudo avisar (martes 24 de noviembre, 10:00 a.m., con Dra. Uno; y 2 citas más)" in said
    assert listed["detalle"].endswith("con Dra. Uno y 2 más"), "each of them has to be told of"


@pytest.mark.parametrize("how", ["it fails", "she wants none"])
def test_staff_hear_of_all_that_a_message_would_have_told_and_did_not(how: str) -> None:
    ana = Entered()
    ana.tell(0, 1, 2)
    if how == "it fails":
        ana.clinic.sender.fail(NotSent("131026 undeliverable", 131026))
    else:
        ana.clinic.say("Ana", "BAJA")
    ana.clinic.delivery.deliver(ana.clinic.conversations["Ana"], MessageClass.NOTICE)
    with ana.clinic.begin() as uow:
        (notice,) = uow.notices.list()
        assert "; y 2 citas más" in push_notices.about(uow, notice)
