"""What is written in answer to a freed time, or to the news that the doctor will not be there, is heard as its buttons
are, while that is the last thing said."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    CheckAvailability,
    Confirm,
    JoinWaitingList,
    ProvideCustomerData,
    RescheduleAppointment,
    Thank,
)
from booking.models import State
from booking.models.who_waits import EntryState, OfferState
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.waiting_room import Waits

TAKEN = ("sí la quiero", "sí", "va", "va, lo tomo", "me la quedo", "apártamela", "me interesa", "sí por favor!!", "👍")
DECLINED = ("no gracias", "ya no", "ese no me queda", "no puedo a esa hora", "no puedo, trabajo a esa hora")
LEFT = ("ya no quiero estar en la lista", "ya conseguí cita", "ya me atendieron, gracias", "ya no quiero esperar")
OTHERS = ("¿y más tarde?", "sí pero más tarde", "¿no tienes más temprano?", "no, mejor otro día", "sí, con otro doctor")


def offered(*, earlier: bool = False) -> Waits:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    if earlier:
        waits.books_friday("Ana")
    waits.joins("Ana", JoinWaitingList(earlier=True) if earlier else None)
    waits.joins("Beto")
    waits.cancels(waits.at(9.5))
    assert waits.offers.run() == 1
    assert waits.open("Ana") is not None
    return waits


@pytest.mark.parametrize("words", TAKEN)
def test_a_yes_leads_to_the_ordinary_proposal(words: str) -> None:
    waits = offered()
    waits.clinic.say("Ana", words)
    assert waits.clinic.conversation("Ana").state is State.CONFIRM
    assert waits.coming("Ana") == [], "nothing is booked without the yes to the proposal"
    waits.clinic.say("Ana", "sí")
    assert [one.slot.start for one in waits.coming("Ana")] == [waits.at(9.5)]


@pytest.mark.parametrize("words", [*TAKEN, "sí, cámbiame", "adelántamela"])
def test_of_an_appointment_it_moves_that_one(words: str) -> None:
    waits = offered(earlier=True)
    (before,) = waits.coming("Ana")
    assert waits.clinic.say("Ana", words).keys == ["move_proposal"]
    waits.clinic.say("Ana", "sí")
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9.5))]


@pytest.mark.parametrize("words", DECLINED)
@pytest.mark.parametrize("earlier", [False, True])
def test_a_no_gives_it_to_the_next_one(words: str, earlier: bool) -> None:
    waits = offered(earlier=earlier)
    assert waits.clinic.say("Ana", words).keys == ["offer_declined"]
    assert waits.states("Ana") == [OfferState.DECLINED]
    assert waits.entry("Ana").active
    waits.offers.run()
    assert waits.open("Beto") is not None


def test_who_has_a_later_one_may_keep_it() -> None:
    waits = offered(earlier=True)
    assert waits.clinic.say("Ana", "mejor déjame la que tengo").keys == ["offer_declined"]


@pytest.mark.parametrize("words", LEFT)
def test_who_does_not_want_to_wait_any_more_leaves(words: str) -> None:
    waits = offered()
    waits.clinic.say("Ana", words)
    assert waits.entry("Ana").state is EntryState.LEFT
    waits.offers.run()
    assert waits.open("Beto") is not None


@pytest.mark.parametrize("words", OTHERS)
@pytest.mark.parametrize("earlier", [False, True])
def test_another_time_is_looked_for_and_the_offer_stands(words: str, earlier: bool) -> None:
    waits = offered(earlier=earlier)
    waits.cancels(waits.at(9), waits.at(10))
    (turn,) = waits.clinic.say("Ana", words).turns
    assert isinstance(turn.intents[0], RescheduleAppointment if earlier else CheckAvailability)
    assert waits.states("Ana") == [OfferState.OPEN]
    offer = waits.open("Ana")
    assert offer is not None
    assert "9:30" in waits.takes("Ana", offer), "its button still takes it"


@pytest.mark.parametrize(("words", "hours"), [("¿y más tarde?", [10]), ("¿no hay más temprano?", [9])])
def test_later_is_later_than_what_was_offered(words: str, hours: list[int]) -> None:
    waits = offered()
    waits.cancels(waits.at(9), waits.at(10))
    waits.clinic.say("Ana", words)
    offer = waits.clinic.conversation("Ana").offer
    assert offer is not None
    assert [found.slot.start for found in offer.found] == [waits.at(hour) for hour in hours]


@pytest.mark.parametrize("earlier", [False, True])
def test_it_may_be_for_somebody_else_and_what_they_have_stays(earlier: bool) -> None:
    waits = offered(earlier=earlier)
    before = waits.coming("Ana")
    assert waits.clinic.say("Ana", "sí pero para mi hija").keys == ["ask_name"]
    assert "Sofía Luz" in waits.clinic.say("Ana", "Sofía Luz").text
    waits.clinic.say("Ana", "sí")
    after = waits.coming("Ana")
    assert {one.id for one in before} < {one.id for one in after}
    assert waits.at(9.5) in [one.slot.start for one in after]
    with waits.clinic.begin() as uow:
        made = next(one for one in after if one.slot.start == waits.at(9.5))
        (patient,) = uow.patients.get_many([made.patient_id or 0])
    assert patient.name == "Sofía Luz"


def test_in_their_own_name_it_is_theirs() -> None:
    waits = offered(earlier=True)
    assert waits.clinic.say("Ana", "sí, a nombre de Ana Luz").keys == ["move_proposal"]


def test_a_late_yes_is_told_so_and_gets_it_if_it_is_still_free() -> None:
    waits = offered()
    waits.clinic.advance(minutes=61)
    said = waits.clinic.say("Ana", "sí la quiero")
    assert "ya no está apartado" in said.text
    assert waits.clinic.conversation("Ana").state is State.CONFIRM
    assert waits.states("Ana") == [OfferState.LATE]


def test_a_late_yes_to_what_somebody_else_has_is_told_what_there_is() -> None:
    waits = offered()
    waits.clinic.advance(minutes=61)
    waits.offers.run()
    waits.cancels(waits.at(10))
    said = waits.clinic.say("Ana", "sí la quiero")
    assert "ya no está apartado" in said.text
    assert "10:00" in said.text
    assert waits.clinic.conversation("Ana").state is State.SLOT_SELECTION
    assert waits.open("Beto") is not None


def test_a_late_yes_of_who_has_a_later_one_moves_that_one() -> None:
    waits = offered(earlier=True)
    (before,) = waits.coming("Ana")
    waits.clinic.advance(minutes=61)
    said = waits.clinic.say("Ana", "sí")
    assert said.keys == ["offer_late", "move_proposal"]
    waits.clinic.say("Ana", "sí")
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9.5))]


def test_who_taps_again_what_they_have_booked_is_shown_it() -> None:
    waits = offered()
    offer = waits.open("Ana")
    waits.clinic.say("Ana", "sí")
    waits.clinic.say("Ana", "sí")
    assert "9:30" in waits.takes("Ana", offer)
    assert len(waits.coming("Ana")) == 1


def test_once_something_else_was_said_a_yes_is_none_to_the_offer() -> None:
    waits = offered()
    waits.clinic.mean("Ana", Thank())
    waits.clinic.say("Ana", "sí")
    assert waits.states("Ana") == [OfferState.OPEN]
    assert waits.clinic.conversation("Ana").state is State.IDLE


# --- the doctor will not be there -----------------------------------------------------------------


def away() -> Waits:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    waits.away(waits.friday)
    waits.cancels(waits.at(9))
    return waits


@pytest.mark.parametrize("words", ["sí", "sí, cámbiame", "va", "¿qué horarios tienes?", "otro día"])
def test_another_time_is_for_the_appointment_and_no_second_one(words: str) -> None:
    waits = away()
    (before,) = waits.coming("Ana")
    assert waits.clinic.say("Ana", words).keys == ["offer_slots"]
    waits.clinic.say("Ana", "sí")
    waits.clinic.say("Ana", "sí")
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9))]


@pytest.mark.parametrize("words", ["con otro doctor", "que otro doctor me atienda"])
def test_another_doctor_may_see_them_at_that_hour(words: str) -> None:
    waits = away()
    start = min(start for doctor, start in waits.others if doctor == 2 and start > waits.now)
    waits.cancels(start, doctor=2)
    waits.clinic.say("Ana", words)
    waits.clinic.say("Ana", "sí")
    waits.clinic.say("Ana", "sí")
    (mine,) = waits.coming("Ana")
    assert (mine.doctor_id, mine.slot.start) == (2, start)


def test_a_day_that_is_named_is_for_the_appointment() -> None:
    waits = away()
    (before,) = waits.coming("Ana")
    assert waits.clinic.say("Ana", "mejor el martes").keys == ["move_proposal"]
    waits.clinic.say("Ana", "sí")
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9))]


THEN_WHEN = (
    "¿y ahora para cuándo?",
    "¿y entonces cuándo sería?",
    "¿qué día me darían?",
    "¿para qué fecha me la cambian?",
)
OTHER_THAT_DAY = (
    "pásenme con el otro doctor ese mismo día",
    "cámbienme con otro doctor ese día",
    "¿no me atiende alguien más ese día?",
)


@pytest.mark.parametrize("words", THEN_WHEN)
def test_who_asks_when_then_has_it_moved_and_no_second_one(words: str) -> None:
    waits = away()
    monday = waits.friday + dt.timedelta(days=3)
    waits.cancels(waits.at(9, monday))
    (before,) = waits.coming("Ana")
    assert waits.clinic.say("Ana", words).keys == ["offer_slots"]
    waits.clinic.say("Ana", "el lunes en la mañana")
    waits.clinic.say("Ana", "sí")
    waits.clinic.say("Ana", "sí")
    assert [(one.id, one.slot.start) for one in waits.coming("Ana")] == [(before.id, waits.at(9, monday))]


@pytest.mark.parametrize("words", OTHER_THAT_DAY)
def test_another_doctor_that_day_is_looked_for_that_day(words: str) -> None:
    waits = away()
    (turn,) = waits.clinic.say("Ana", words).turns
    (said,) = turn.intents
    assert isinstance(said, RescheduleAppointment)
    assert said.another
    assert said.told is not None
    assert said.when is not None
    assert said.when.anchor is not None
    assert said.when.anchor.same_day


@pytest.mark.parametrize(
    "words", ["No puedo otro día, mejor cancélala", "ay no, mejor cancela la cita", "mejor ya cancélenla"]
)
@pytest.mark.parametrize("before", ["", "otro día", "no"])
def test_who_would_rather_cancel_is_asked_whether_to(words: str, before: str) -> None:
    waits = away()
    if before:
        waits.clinic.say("Ana", before)
    assert waits.clinic.say("Ana", words).keys == ["cancel_proposal"]
    assert len(waits.coming("Ana")) == 1


@pytest.mark.parametrize("words", ["ese no me queda", "no", "no gracias"])
def test_a_no_is_asked_what_becomes_of_it(words: str) -> None:
    waits = away()
    assert waits.clinic.say("Ana", words).keys == ["cannot_come"]
    assert len(waits.coming("Ana")) == 1


def test_who_has_a_proposal_on_screen_is_not_asked_anything_else() -> None:
    """Their yes is one to what they were shown."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    waits.cancels(waits.at(9))
    waits.clinic.say("Ana", "muévela al martes a las 9")
    assert waits.clinic.conversation("Ana").state is State.CONFIRM
    waits.away(waits.friday)
    waits.clinic.say("Ana", "sí")
    assert [one.slot.start for one in waits.coming("Ana")] == [waits.at(9)]


def test_the_unnamed_are_asked_for_their_name() -> None:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.clinic.mean("Ana", JoinWaitingList(when=None, doctor="Dra. Uno"))
    waits.clinic.advance(minutes=1)
    waits.cancels(waits.at(9.5))
    waits.offers.run()
    assert waits.clinic.say("Ana", "sí").keys == ["ask_name"]
    waits.clinic.mean("Ana", ProvideCustomerData(name="Ana Luz"))
    waits.clinic.mean("Ana", Confirm())
    assert [one.slot.start for one in waits.coming("Ana")] == [waits.at(9.5)]
    assert waits.now < waits.at(9.5) - dt.timedelta(hours=1)


@pytest.mark.parametrize("words", ["avísame si se abre", "Avísame si se abre", "quiero que me avisen"])
@pytest.mark.parametrize("wish", ["el jueves", "el viernes por la mañana con la Dra. Uno"])
def test_where_nothing_at_all_was_found_what_was_wished_for_is_waited_for(wish: str, words: str) -> None:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    assert "no_slots" in waits.clinic.say("Ana", f"quiero una cita {wish}").keys
    told = waits.clinic.say("Ana", words)
    assert told.keys[0] == "waiting_list_joined"
    assert ("el jueves 26 de noviembre" if "jueves" in wish else "Dra. Uno") in told.text
    entry = waits.entry("Ana")
    thursday = waits.friday - dt.timedelta(days=1)
    day = thursday if "jueves" in wish else waits.friday
    assert entry.wish.when is not None
    assert entry.wish.when.when is not None
    assert (entry.wish.when.when.date_from, entry.wish.when.when.date_to) == (day, day)
    assert (entry.wish.doctor_id == 1) is ("Uno" in wish)


@pytest.mark.parametrize("words", ["lo más pronto", "Lo más pronto", "lo antes posible"])
def test_where_nothing_was_found_that_day_the_nearest_time_is_of_any_day(words: str) -> None:
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.clinic.say("Ana", "quiero una cita el jueves")
    waits.cancels(waits.at(9.5))
    assert waits.clinic.say("Ana", words).keys == ["offer_slots"]
    offer = waits.clinic.conversation("Ana").offer
    assert offer is not None
    assert [one.slot.start for one in offer.found] == [waits.at(9.5)]
