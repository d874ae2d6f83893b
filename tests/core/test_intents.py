"""Whatever a reading claims, only what could be a name, a note or a day reaches the conversation."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    LONGEST_NAME,
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Confirm,
    Greet,
    ListAppointments,
    ProvideCustomerData,
    Reading,
    When,
    changes_nothing,
)
from booking.models import Clinic
from booking.scheduling.schedule import ONE_DAY
from booking.scheduling.search import exact_start


@pytest.mark.parametrize("claimed", ["", " ", "\x00", "\u200b", "123", "🙂", "X" * (LONGEST_NAME + 1)])
def test_what_nobody_is_called_is_asked_for(claimed: str) -> None:
    assert ProvideCustomerData(name=claimed).name is None


@given(st.text())
def test_a_name_can_be_seen_on_one_line(claimed: str) -> None:
    name = ProvideCustomerData(name=claimed).name
    assert name is None or (name.isprintable() and name == name.strip())


@given(st.text(), st.text())
def test_a_note_is_the_words_that_can_be_seen(before: str, after: str) -> None:
    reason = ProvideCustomerData(reason=f"{before}penicilina\x00\n{after}").reason
    assert reason is not None
    assert "penicilina" in reason
    assert reason.isprintable()


@pytest.mark.parametrize("clinic_zone", ["America/Tijuana", "Pacific/Auckland"])
@pytest.mark.parametrize("date", [dt.date.min, dt.date.max])
def test_a_date_has_another_one_on_either_side_in_every_zone(date: dt.date, clinic_zone: str) -> None:
    wish = When(date_from=date, date_to=date, time_from=dt.time(23, 59), exact=True)
    clinic = Clinic(name="Clínica", zone=clinic_zone, address="Calle 1", phone="+526641234567")
    assert exact_start(Reading(when=wish), clinic) is not None
    assert wish.date_from is not None
    assert wish.date_from - ONE_DAY < wish.date_from < wish.date_from + ONE_DAY


@pytest.mark.parametrize(
    ("said", "nothing"),
    [
        (AskQuestion(), True),
        (ListAppointments(), True),
        (Greet(), True),
        (ProvideCustomerData(reason="alergia"), True),
        (ProvideCustomerData(), False),
        (ProvideCustomerData(name="Ana", reason="alergia"), False),
        (CheckAvailability(), False),
        (Confirm(), False),
    ],
)
def test_what_leaves_a_proposal_as_it_is(said: AnyIntent, nothing: bool) -> None:
    assert changes_nothing(said) is nothing
