"""Who asks to be told of an earlier time, and there is one already, is shown just that one."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.conversation.replies.spanish import moment
from booking.conversation.replies.understood_texts import when_free
from booking.intents import (
    CheckAvailability,
    Confirm,
    JoinWaitingList,
    ProvideCustomerData,
    Reading,
    StartBooking,
    When,
)
from booking.models import State, UnderstandingContext
from booking.testing.world import memory_clinic
from nlu.shortcuts import Shortcuts
from tests.engine.waiting_room import HERE, NAMES, TOMORROW, Waits

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


def _books(waits: Waits, date: dt.date) -> dt.datetime:
    """The first time of that day, with Dra. Uno."""
    waits.cancels(waits.at(9, date))
    then = When(date_from=date, date_to=date, time_from=dt.time(9), exact=True)
    waits.clinic.mean("Ana", StartBooking(when=Reading(when=then), doctor="Dra. Uno"))
    waits.clinic.mean("Ana", Confirm())
    return waits.at(9, date)


@settings(max_examples=12)
@given(
    days=st.sets(st.sampled_from([3, 2, 0]), min_size=1),
    free=st.sets(st.tuples(st.sampled_from([3, 2, 1, 0]), st.sampled_from([9.5, 10])), max_size=2),
)
def test_each_of_several_is_looked_for(days: set[int], free: set[tuple[int, float]]) -> None:
    """So many days before Friday. What is not free already is waited for, and of the others they are told; where none
    is left to wait for, the first is shown."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.clinic.mean("Ana", ProvideCustomerData(name=NAMES["Ana"]))
    starts = [_books(waits, waits.friday - dt.timedelta(days=day)) for day in sorted(days, reverse=True)]
    assert [one.slot.start for one in waits.coming("Ana")] == starts
    given_up = [waits.at(hour, waits.friday - dt.timedelta(days=day)) for day, hour in sorted(free)]
    waits.cancels(*given_up)
    sooner = [start for start in starts if any(one < start for one in given_up)]
    told = waits.clinic.say("Ana", "avísame si se abre algo antes")
    with waits.clinic.begin() as uow:
        waited_for = [entry.wish.before for entry in uow.waiting_list.active()]
    shown = sooner[1:] if len(sooner) == len(starts) else sooner
    found = re.search(r"Antes de tu cita del (.*) sí hay lugar ya: escribe \*cambiar mi cita\*", told.text)
    named = found[1] if found else ""
    assert [start for start in starts if moment(start.astimezone(HERE)) in named] == shown
    if len(sooner) < len(starts):
        assert told.keys == ["waiting_list_joined"]
        assert waited_for == [start for start in starts if start not in sooner]
        return
    assert told.keys == ["free_already", "offer_slots"]
    assert waited_for == []
    offer = waits.clinic.conversation("Ana").offer
    assert offer is not None
    assert all(one.slot.start < starts[0] for one in offer.found)


def test_a_new_day_keeps_the_hour_that_is_looked_for() -> None:
    """So it would in a search: what is waited for and what is looked at first are the same."""
    waits = Waits(memory_clinic(reader=Shortcuts()))
    waits.clinic.mean("Ana", ProvideCustomerData(name=NAMES["Ana"]))
    at_ten = When(date_from=TOMORROW, date_to=TOMORROW, time_from=dt.time(10), exact=True)
    waits.clinic.mean("Ana", StartBooking(when=Reading(when=at_ten)))
    waits.cancels(waits.at(9, waits.friday))
    friday = Reading(when=When(date_from=waits.friday, date_to=waits.friday))
    assert waits.clinic.mean("Ana", JoinWaitingList(when=friday)).keys[0] == "waiting_list_joined"
    kept = waits.entry("Ana").wish.when
    assert kept is not None
    assert kept.when == at_ten.model_copy(update={"date_from": waits.friday, "date_to": waits.friday})


DAYS = [dt.date(2026, 11, 26) + dt.timedelta(days=n) for n in (0, 2, 5)]
HALVES = [(None, None), (dt.time(8), dt.time(14)), (dt.time(14), dt.time(20))]
WHENS = [
    *(When(date_from=day, date_to=day, time_from=start, time_to=end) for day in DAYS for start, end in HALVES),
    *(When(date_from=day, date_to=day + dt.timedelta(days=4)) for day in DAYS),
    *(When(date_from=day) for day in DAYS),
    *(When(time_from=dt.time(hour, 30), exact=True) for hour in (9, 16)),
    When(time_from=dt.time(16)),
    When(time_to=dt.time(12)),
]


@pytest.mark.parametrize("when", WHENS, ids=str)
def test_what_is_to_be_asked_for_is_read_as_what_is_free(when: When) -> None:
    """ "Dime *qué hay el jueves 26 de noviembre*": whoever says so is shown just that."""
    reading = Reading(when=when)
    words = f"qué hay {when_free(reading.model_dump(mode='json'))}"
    context = UnderstandingContext(now=dt.datetime(2026, 11, 25, 10, tzinfo=HERE), state=State.CONFIRM)
    assert CheckAvailability(when=reading) in Shortcuts().understand(words, context).intents, words
