"""A yes to a wish to be told, understood in part, keeps it with whatever it says more; and loses nothing of it."""

from __future__ import annotations

import datetime as dt
from itertools import chain, combinations

import pytest

from booking.conversation.meaning.pending_question import heard_as
from booking.intents import (
    AnyIntent,
    AsUnderstood,
    CheckAvailability,
    Confirm,
    JoinWaitingList,
    ProvideCustomerData,
    Reading,
    StartBooking,
    Unknown,
    UnknownWhy,
    When,
    Whose,
)
from booking.models import Expected

TUESDAY, THURSDAY = (When(date_from=day, date_to=day) for day in (dt.date(2026, 12, 1), dt.date(2026, 12, 3)))
AFTERNOON = When(time_from=dt.time(14), time_to=dt.time(20))
WAIT = JoinWaitingList(when=Reading(when=TUESDAY))
ASKED = Expected(yes=AsUnderstood(), no=AsUnderstood(not_so=True), understood=(WAIT,))
MORE: dict[str, AnyIntent] = {
    "whose": ProvideCustomerData(name="Sofía Luna", for_other=True),
    "doctor": CheckAvailability(doctor="Dra. Paula Ríos"),
    "hours": CheckAvailability(when=Reading(when=AFTERNOON)),
}


@pytest.mark.parametrize("more", [*chain.from_iterable(combinations(MORE, n) for n in range(4))])
def test_a_yes_with_more_keeps_all_of_it(more: tuple[str, ...]) -> None:
    (now,) = heard_as((Confirm(), *(MORE[one] for one in more)), ASKED)
    assert isinstance(now, JoinWaitingList)
    assert now.whose == (Whose(name="Sofía Luna") if "whose" in more else None)
    assert now.doctor == ("Dra. Paula Ríos" if "doctor" in more else None)
    hours = AFTERNOON if "hours" in more else When()
    assert now.when == Reading(when=TUESDAY.model_copy(update={"time_from": hours.time_from, "time_to": hours.time_to}))


def test_one_more_day_beside_a_yes_is_waited_for_too() -> None:
    (now,) = heard_as((Confirm(), CheckAvailability(when=Reading(when=THURSDAY))), ASKED)
    assert now == JoinWaitingList(when=Reading(candidates=(TUESDAY, THURSDAY), alternatives=True))


@pytest.mark.parametrize("more", MORE)
def test_without_a_yes_it_is_asked_again(more: str) -> None:
    (now,) = heard_as((MORE[more],), ASKED)
    assert isinstance(now, Unknown)
    assert now.why is UnknownWhy.AMENDED
    assert isinstance(now.understood[0], JoinWaitingList)


def test_a_day_without_a_yes_is_something_else() -> None:
    said = StartBooking(when=Reading(when=THURSDAY))
    assert heard_as((said,), ASKED) == (said,)
