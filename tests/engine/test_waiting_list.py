"""Whoever waits for a time is offered one that becomes free: held for them alone, in their order, and given on when
they do not want it."""

from __future__ import annotations

import datetime as dt

import pytest
from sqlalchemy import Engine

from booking.appointments import appointment_changes
from booking.conversation.waiting_offers import WaitingOffers
from booking.intents import (
    Confirm,
    JoinWaitingList,
    LeaveWaitingList,
    ProvideCustomerData,
    Reading,
    StartBooking,
    When,
)
from booking.models import Appointment, Control, MessageClass, State
from booking.models.who_waits import EntryState, OfferState
from booking.testing.world import OPENING_DAY, memory_clinic
from tests.engine.on_postgres import postgres_clinic
from tests.engine.waiting_room import DAY, DESK, TOMORROW, Waits


@pytest.fixture(params=["memory", "postgres"])
def waits(request: pytest.FixtureRequest) -> Waits:
    if request.param == "memory":
        return Waits(memory_clinic())
    engine: Engine = request.getfixturevalue("engine")
    return Waits(postgres_clinic(engine))


def test_who_joined_first_is_offered_the_time_and_books_it_by_the_ordinary_yes(waits: Waits) -> None:
    told = waits.joins("Ana")
    assert "lista de espera" in told
    assert "martes 24 de noviembre" in told
    waits.joins("Beto")
    waits.cancels(waits.at(9.5))
    assert waits.offers.run() == 1
    assert (len(waits.offered("Ana")), len(waits.offered("Beto"))) == (1, 0)
    offer = waits.open("Ana")
    assert offer is not None
    assert offer.hold.slot.start == waits.at(9.5)
    assert offer.hold.expires_at == waits.now + dt.timedelta(minutes=60)
    proposal = waits.takes("Ana")
    assert waits.clinic.conversation("Ana").state is State.CONFIRM
    assert "9:30" in proposal
    waits.clinic.mean("Ana", Confirm())
    assert [one.slot.start for one in waits.coming("Ana")] == [waits.at(9.5)]
    assert waits.offers.run() == 0
    assert waits.entry("Ana").state is EntryState.BOOKED
    assert waits.entry("Beto").active


def test_who_gave_no_name_is_offered_it_for_themselves() -> None:
    waits = Waits(memory_clinic())
    waits.clinic.mean("Ana", JoinWaitingList(when=DAY))
    waits.clinic.advance(minutes=1)
    waits.cancels(waits.at(9.5))
    assert waits.offers.run() == 1
    assert "🙂 Para ti" in waits.offered("Ana")[0]


def test_no_time_is_held_for_anybody_while_all_is_paused(waits: Waits) -> None:
    def pause(paused: bool) -> None:
        with waits.clinic.begin() as uow:
            uow.rules.set_policy(uow.schedules.clinic().policy.model_copy(update={"paused": paused}))
            uow.commit()

    waits.joins("Ana")
    waits.cancels(waits.at(9.5))
    pause(True)
    assert waits.offers.run() == 0
    assert waits.open("Ana") is None
    pause(False)
    assert waits.offers.run() == 1


def test_what_one_does_not_want_the_next_one_gets_and_the_first_never_again(waits: Waits) -> None:
    waits.joins("Ana")
    waits.joins("Beto")
    waits.cancels(waits.at(9))
    waits.offers.run()
    waits.declines("Ana")
    assert waits.offers.run() == 1
    assert waits.states("Ana") == [OfferState.DECLINED]
    offer = waits.open("Beto")
    assert offer is not None
    assert offer.hold.slot.start == waits.at(9)
    waits.declines("Beto")
    assert waits.offers.run() == 0


def test_an_offer_nobody_answers_is_given_on_and_a_late_yes_is_told_so(waits: Waits) -> None:
    waits.joins("Ana")
    waits.joins("Beto")
    waits.cancels(waits.at(9))
    waits.offers.run()
    late = waits.open("Ana")
    waits.clinic.advance(minutes=61)
    assert waits.offers.run() == 1
    assert waits.states("Ana") == [OfferState.EXPIRED]
    assert waits.open("Beto") is not None
    assert late is not None
    assert "ya no está apartado" in waits.takes("Ana", late)
    assert waits.states("Ana") == [OfferState.LATE]
    assert waits.entry("Ana").active
    waits.cancels(waits.at(10))
    assert waits.offers.run() == 1
    assert waits.open("Ana") is not None


def test_while_it_is_held_nobody_else_gets_it(waits: Waits) -> None:
    waits.joins("Ana")
    waits.cancels(waits.at(9))
    waits.offers.run()
    waits.clinic.mean("Caro", ProvideCustomerData(name="Caro Mar"))
    found = waits.clinic.mean("Caro", StartBooking(when=DAY)).text
    assert "9:00" not in found
    with waits.clinic.begin() as uow:
        staff = appointment_changes.enter(
            uow, uow.schedules.clinic(), 1, uow.patients.enter("X Y", None, None, waits.now).id, waits.at(9), waits.now,
            DESK,
        )  # fmt: skip
        assert not isinstance(staff, Appointment)


def test_whoever_was_offered_it_may_also_ask_for_it(waits: Waits) -> None:
    waits.joins("Ana")
    waits.cancels(waits.at(9))
    waits.offers.run()
    exact = Reading(when=When(date_from=TOMORROW, date_to=TOMORROW, time_from=dt.time(9), exact=True))
    waits.clinic.mean("Ana", StartBooking(when=exact))
    assert waits.clinic.conversation("Ana").state is State.CONFIRM
    waits.clinic.mean("Ana", Confirm())
    assert [one.slot.start for one in waits.coming("Ana")] == [waits.at(9)]
    waits.offers.run()
    assert waits.entry("Ana").state is EntryState.BOOKED
    assert waits.states("Ana") == [OfferState.WITHDRAWN]


def test_who_has_a_later_appointment_is_moved_and_not_doubled(waits: Waits) -> None:
    friday = OPENING_DAY.date() + dt.timedelta(days=4)
    waits.cancels(waits.at(9, friday))
    waits.clinic.mean("Ana", ProvideCustomerData(name="Ana Luz"))
    day = Reading(when=When(date_from=friday, date_to=friday, time_from=dt.time(9), exact=True))
    waits.clinic.mean("Ana", StartBooking(when=day))
    waits.clinic.mean("Ana", Confirm())
    (before,) = waits.coming("Ana")
    assert "antes del viernes" in waits.joins("Ana", JoinWaitingList(earlier=True))
    waits.cancels(waits.at(9.5))
    waits.offers.run()
    assert "en lugar de tu cita" in waits.offered("Ana")[0]
    waits.takes("Ana")
    waits.clinic.mean("Ana", Confirm())
    (after,) = waits.coming("Ana")
    assert (after.id, after.slot.start) == (before.id, waits.at(9.5))
    waits.offers.run()
    assert waits.entry("Ana").state is EntryState.BOOKED


def test_who_has_one_as_they_wish_waits_for_an_earlier_one_and_not_in_vain(waits: Waits) -> None:
    """The very appointment that they have is none that ends their waiting; an earlier one is."""
    waits.books_friday("Ana")
    (before,) = waits.coming("Ana")
    told = waits.joins("Ana", JoinWaitingList(when=Reading(when=When(date_from=TOMORROW, date_to=waits.friday))))
    assert "antes del viernes" in told
    waits.offers.run()
    entry = waits.entry("Ana")
    assert (entry.active, entry.appointment_id) == (True, before.id)
    waits.cancels(waits.at(9.5, waits.friday))
    assert waits.offers.run() == 0, "later than theirs"
    waits.cancels(waits.at(9.5))
    waits.offers.run()
    waits.takes("Ana")
    waits.clinic.mean("Ana", Confirm())
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9.5))]
    waits.offers.run()
    assert waits.entry("Ana").state is EntryState.BOOKED


def test_of_two_appointments_the_one_that_is_told_is_to_be_earlier() -> None:
    waits = Waits(memory_clinic())
    waits.books_friday("Ana")
    monday = OPENING_DAY.date() + dt.timedelta(days=7)
    waits.cancels(waits.at(9, monday))
    then = When(date_from=monday, date_to=monday, time_from=dt.time(9), exact=True)
    waits.clinic.mean("Ana", StartBooking(when=Reading(when=then), besides=True))
    waits.clinic.mean("Ana", Confirm())
    friday, later = waits.coming("Ana")
    told = Reading(when=When(date_from=monday, date_to=monday))
    waits.joins("Ana", JoinWaitingList(earlier=True, of=told))
    with waits.clinic.begin() as uow:
        entries = [(one.appointment_id, one.wish.before) for one in uow.waiting_list.active()]
    assert entries == [(later.id, later.slot.start)]
    assert friday.id != later.id


def test_nobody_is_offered_anything_in_quiet_hours_under_a_human_or_in_front_of_a_proposal(waits: Waits) -> None:
    waits.joins("Ana")
    waits.joins("Beto")
    waits.clinic.mean("Caro", ProvideCustomerData(name="Caro Mar"))
    waits.joins("Caro")
    with waits.clinic.begin() as uow:
        ana = uow.conversations.lock(waits.clinic.conversations["Ana"])
        human = {"control": Control.HUMAN, "control_until": waits.now + dt.timedelta(hours=9)}
        uow.conversations.save(ana.model_copy(update=human), waits.now)
        uow.commit()
    friday = OPENING_DAY.date() + dt.timedelta(days=4)
    waits.cancels(waits.at(9), waits.at(9, friday))
    day = Reading(when=When(date_from=friday, date_to=friday, time_from=dt.time(9), exact=True))
    waits.clinic.mean("Beto", StartBooking(when=day))
    assert waits.clinic.conversation("Beto").state is State.CONFIRM
    waits.clinic.advance(hours=14)  # ten in the evening
    assert waits.offers.run() == 0
    waits.clinic.clock.advance(-dt.timedelta(hours=14) + dt.timedelta(minutes=5))
    assert waits.offers.run() == 1
    assert waits.open("Caro") is not None


def test_leaving_gives_back_what_was_offered(waits: Waits) -> None:
    waits.joins("Ana")
    waits.joins("Beto")
    waits.cancels(waits.at(9))
    waits.offers.run()
    assert "ya no te aviso" in waits.clinic.tap_meaning("Ana", LeaveWaitingList(), None).text
    assert waits.entry("Ana").state is EntryState.LEFT
    assert waits.offers.run() == 1
    assert waits.open("Beto") is not None
    assert "No estás en la lista" in waits.clinic.mean("Ana", LeaveWaitingList()).text


def test_a_message_that_does_not_get_there_gives_the_time_to_the_next_one(waits: Waits) -> None:
    waits.joins("Ana")
    waits.joins("Beto")
    waits.cancels(waits.at(9))
    waits.offers.run()
    with waits.clinic.begin() as uow:
        (item,) = [
            i for i in uow.outbox.list(waits.clinic.conversations["Ana"]) if i.message_class is MessageClass.OFFER
        ]
        uow.outbox.mark_failed(item.id, "131049", None)
        uow.commit()
    assert waits.offers.run() == 1
    assert waits.states("Ana") == [OfferState.WITHDRAWN]
    assert waits.open("Beto") is not None
    waits.cancels(waits.at(10))
    assert waits.offers.run() == 0, "WhatsApp would refuse the next one too"


def test_who_could_not_be_told_in_time_is_told_later_and_others_meanwhile(waits: Waits) -> None:
    """Nothing can be sent for as long as the time is held."""
    waits.joins("Ana")
    waits.joins("Beto")
    waits.cancels(waits.at(9))
    WaitingOffers(waits.clinic.begin, waits.clinic.clock).run()
    waits.clinic.advance(minutes=61)
    assert waits.offers.run() == 1
    assert (waits.states("Ana"), waits.open("Ana")) == ([OfferState.WITHDRAWN], None)
    waits.declines("Beto")
    assert waits.offers.run() == 0
    waits.clinic.advance(minutes=60)
    assert waits.offers.run() == 1
    offer = waits.open("Ana")
    assert offer is not None
    assert offer.hold.slot.start == waits.at(9)


def test_what_is_free_already_is_shown_instead(waits: Waits) -> None:
    waits.cancels(waits.at(9))
    told = waits.joins("Ana")
    assert "ya hay horarios" in told
    assert "9:00" in told
    with waits.clinic.begin() as uow:
        assert not uow.waiting_list.any_active()


def test_what_was_booked_otherwise_later_is_what_would_be_moved(waits: Waits) -> None:
    waits.joins("Ana")
    friday = OPENING_DAY.date() + dt.timedelta(days=4)
    waits.cancels(waits.at(9, friday))
    day = Reading(when=When(date_from=friday, date_to=friday, time_from=dt.time(9), exact=True))
    waits.clinic.mean("Ana", StartBooking(when=day))
    waits.clinic.mean("Ana", Confirm())
    (mine,) = waits.coming("Ana")
    waits.offers.run()
    assert waits.entry("Ana").appointment_id == mine.id
    waits.cancels(waits.at(9.5))
    waits.offers.run()
    waits.takes("Ana")
    waits.clinic.mean("Ana", Confirm())
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(mine.id, waits.at(9.5))]
