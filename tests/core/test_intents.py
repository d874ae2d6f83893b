"""Whatever a reading claims a person is called, only what could be a name reaches the conversation."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import LONGEST_NAME, ProvideCustomerData


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
