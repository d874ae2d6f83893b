"""Who asks to be told of an earlier time, and there is one already, is shown just that one."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import JoinWaitingList
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.waiting_room import Waits

WITH_HER = ("avísame si se abre algo antes", "avísame si se abre algo antes por la mañana")
WITH_ANYBODY = (
    "avísame si se abre algo antes con quien sea",
    "avísame si se abre algo antes con quien sea por la mañana",
)


@pytest.mark.parametrize(
    ("words", "doctor", "days", "hour"),
    [
        *((words, 1, days, hour) for words in (*WITH_HER, *WITH_ANYBODY) for days, hour in ((3, 9.5), (1, 10))),
        *((words, 2, 3, 10) for words in WITH_ANYBODY),
    ],
)
def test_what_is_free_before_theirs_is_shown(words: str, doctor: int, days: int, hour: float) -> None:
    """Theirs is on Friday at nine, with Dra. Uno."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    start = waits.at(hour, waits.friday - dt.timedelta(days=days))
    waits.cancels(start, doctor=doctor)
    told = waits.clinic.say("Ana", words)
    assert told.keys == ["free_already", "offer_slots"]
    offer = waits.clinic.conversation("Ana").offer
    assert offer is not None
    assert [(one.slot.start, *one.doctor_ids) for one in offer.found] == [(start, doctor)]
    (before,) = waits.coming("Ana")
    for yes in ("sí", "sí"):
        waits.clinic.say("Ana", yes)
    assert [(one.id, one.slot.start, one.doctor_id) for one in waits.coming("Ana")] == [(before.id, start, doctor)]


def test_a_late_yes_to_a_time_with_whomever_is_not_answered_with_their_own_doctor_s_hours() -> None:
    """Dr. Dos has no consultation on Friday, where theirs is; the time that was offered was his, on Tuesday."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.books_friday("Ana")
    waits.joins("Ana", JoinWaitingList(earlier=True, anyone=True))
    start = waits.at(10)
    waits.cancels(start, doctor=2)
    waits.offers.run()
    assert "Dr. Dos" in waits.offered("Ana")[-1]
    waits.clinic.advance(minutes=121)
    said = waits.clinic.say("Ana", "sí")
    assert said.keys == ["offer_late", "move_proposal"]
    waits.clinic.say("Ana", "sí")
    assert [(one.slot.start, one.doctor_id) for one in waits.coming("Ana")] == [(start, 2)]
