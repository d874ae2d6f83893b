"""Every answer to a time that somebody was offered from the waiting list, whatever became of it since, however late it
comes and whoever has the chat."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest

from booking.appointments import appointment_changes, away
from booking.desk import waiting_entries
from booking.intents import JoinWaitingList
from booking.models import Appointment, State
from booking.models.who_waits import OfferState
from booking.testing.clinic import Clinic
from booking.testing.invariants import check_all
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.answering import HEARD, HOUR, answered, cases, later, theirs
from tests.engine.waiting_room import DESK, Waits

BUTTONS = ("Sí, lo quiero", "No, gracias", "Ya no me avisen")
ANSWERS = (
    *BUTTONS,
    *(
        "sí la quiero",
        "sí",
        "sale, a esa hora está mejor",
        "¿todavía está libre?",
        "no gracias",
        "no puedo a esa hora",
        "¿y más tarde?",
        "ya no quiero estar en la lista",
    ),
)
TAKES = {"Sí, lo quiero", "sí la quiero", "sí", "sale, a esa hora está mejor", "¿todavía está libre?"}
DECLINES = {"No, gracias", "no gracias", "no puedo a esa hora"}
LATE = {"at once": dt.timedelta(minutes=1), "when it is over": 2 * HOUR, "after it": 27 * HOUR}


def _off_the_list(waits: Waits) -> None:
    with waits.clinic.begin() as uow:
        waiting_entries.remove(uow, waits.entry("Ana").id, waits.now)
        uow.commit()


def _doctor_away(waits: Waits) -> None:
    """She will not be there that morning after all."""
    offer = waits.open("Ana")
    assert offer is not None
    with waits.clinic.begin() as uow:
        away.enter(uow, 1, offer.hold.slot, waits.now, None)
        uow.commit()


def _has_another(waits: Waits) -> None:
    """The desk gave her the first time of Thursday; or took away the one that she had."""
    mine = theirs(waits.clinic)
    with waits.clinic.begin() as uow:
        record = uow.schedules.clinic()
        if mine:
            done = appointment_changes.cancel(uow, record, mine[0], waits.now, DESK, tell=False)
        else:
            person = uow.conversations.get(waits.clinic.conversations["Ana"]).person
            (ana,) = uow.patients.list_of(person.id) or [uow.patients.enter("Ana Luz", person.phone, None, waits.now)]
            start = waits.at(9, waits.friday - dt.timedelta(days=1))
            done = appointment_changes.enter(uow, record, 1, ana.id, start, waits.now, DESK, tell=False, overbook=True)
        assert isinstance(done, Appointment), done
        uow.commit()


STATES: dict[str, Callable[[Waits], object]] = {
    "as it was": lambda waits: None,
    "off the list": _off_the_list,
    "the doctor away": _doctor_away,
    "another appointment": _has_another,
}


@pytest.mark.parametrize("earlier", [False, True])
@pytest.mark.parametrize(("state", "late", "control"), cases(STATES, LATE))
def test_every_answer_has_an_answer(state: str, late: str, control: str, earlier: bool) -> None:
    """When it is over Beto, who waits too, has been offered it."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    if earlier:
        waits.books_friday("Ana")
    waits.joins("Ana", JoinWaitingList(earlier=True) if earlier else None)
    waits.joins("Beto")
    waits.cancels(waits.at(9.5))
    waits.offers.run()
    offer = waits.open("Ana")
    assert offer is not None
    asked = next(item for item in waits.clinic.sent_to("Ana") if item.id == offer.outbox_id)
    STATES[state](waits)
    later(waits.clinic, control, LATE[late])
    waits.offers.run()
    open_still = waits.open("Ana") is not None
    assert not open_still or waits.now < offer.hold.expires_at
    assert open_still or (state, late, control in HEARD) != ("as it was", "at once", True)
    for one in answered(waits.clinic, asked, ANSWERS, control):
        conversation = one.clinic.conversation("Ana")
        fresh = open_still and one.heard and one.on_screen and state == "as it was"
        if fresh and one.answer in TAKES:
            assert conversation.state is State.CONFIRM, one.why
        if fresh and one.answer in DECLINES:
            assert one.came.keys == ["offer_declined"], one.why
        if not one.heard and one.answer not in BUTTONS:
            assert conversation.state is not State.CONFIRM, one.why
        if conversation.state is State.CONFIRM:
            _says_yes(one.clinic, waits, offer.hold.slot.start, fresh, earlier)


def _says_yes(clinic: Clinic, waits: Waits, start: dt.datetime, fresh: bool, earlier: bool) -> None:
    """What was proposed is done as it was proposed, or told not to be."""
    before = {one.id: one.slot.start for one in theirs(clinic)}
    came = clinic.say("Ana", "sí")
    check_all(clinic)
    after = {one.id: one.slot.start for one in theirs(clinic)}
    new = {id: at for id, at in after.items() if before.get(id) != at}
    assert came.keys
    assert len(new) <= 1
    if fresh:
        assert [*new.values()] == [start], came.keys
        assert (len(after) == len(before)) is earlier, "moved, not doubled"
    with clinic.begin() as uow:
        open_ = uow.waiting_list.offers([entry.id for entry in uow.waiting_list.list()])
    held = [one.hold.slot.start for one in open_ if one.state is OfferState.OPEN and one.outbox_id]
    assert not {*new.values()} & {*held}, "a time that is kept for somebody else"
