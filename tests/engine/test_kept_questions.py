"""What a message that answers nobody asked (a reminder, a freed time, a doctor's absence) stays asked behind what is
only answered in between, and behind what is not understood; behind anything else that is said or done, and later than
it can be answered, it is not."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS
from booking.intents import AnyIntent, Confirm, Deny, OptOut, RequestHuman, StartBooking, Thank
from booking.models import State
from booking.testing.clinic import Clinic
from tests.engine.test_reminding import HOUR, Reminding
from tests.engine.test_waiting_answers import away, offered

SIDE = ("¿dónde queda?", "¿cuánto cuesta?", "¿a qué hora abren?", "hola, ¿qué doctores hay?", "¿cuándo es mi cita?")
UNHEARD = ("blablá", "si dios quiere")
BREAKS: tuple[AnyIntent, ...] = (StartBooking(), RequestHuman(), OptOut(), Deny(), Thank())


def reminded() -> Clinic:
    ana = Reminding(4 + 3 / 24)
    ana.at(ana.appointment().slot.start - 24 * HOUR)
    return ana.clinic


ASKED: dict[str, tuple[Callable[[], Clinic], str, str]] = {
    "reminder": (reminded, "sí, ahí estaré", "attending"),
    "waiting_offer": (lambda: offered().clinic, "sí la quiero", "proposal"),
    "waiting_offer_earlier": (lambda: offered(earlier=True).clinic, "sí la quiero", "move_proposal"),
    "doctor_away": (lambda: away().clinic, "sí", "offer_slots"),
}
"""A clinic with the question on screen, what answers it, and what it leads to."""


@settings(max_examples=25, deadline=None)
@given(
    st.sampled_from(sorted(ASKED)),
    st.lists(st.sampled_from(SIDE), max_size=3) | st.lists(st.sampled_from(UNHEARD), max_size=2),
)
def test_it_survives_what_is_only_answered_or_not_understood(which: str, between: list[str]) -> None:
    make, answer, leads_to = ASKED[which]
    clinic = make()
    asked = clinic.conversation("Ana").question
    assert asked is not None
    assert asked.reply == which
    for text in between:
        came = clinic.say("Ana", text)
        assert came.keys[-1] == "still_asked", f"{text}: {came.keys}"
        assert (TEXTS[ReplyKey(which)].again or "") in came.text
        assert clinic.conversation("Ana").question == asked, "it is the same, and open no longer"
    assert clinic.say("Ana", answer).keys[-1] == leads_to


ENDED = [(which, said) for which, said in itertools.product(ASKED, BREAKS) if (which, said) != ("doctor_away", Thank())]
"""An absence is told once more where they thank for it, and stays asked."""


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(ENDED), st.lists(st.sampled_from(SIDE), max_size=1))
def test_it_ends_with_anything_else(ends: tuple[str, AnyIntent], then: list[str]) -> None:
    which, said = ends
    clinic = ASKED[which][0]()
    asked = clinic.conversation("Ana").question
    clinic.mean("Ana", said)
    for text in then:
        assert "still_asked" not in clinic.say("Ana", text).keys
    now = clinic.conversation("Ana").question
    assert now is None or (now.told, now.offered) == ((), None), f"{asked} is still asked"


@pytest.mark.parametrize("which", sorted(ASKED))
def test_it_is_not_asked_for_ever(which: str) -> None:
    clinic = ASKED[which][0]()
    clinic.say("Ana", SIDE[0])
    asked = clinic.conversation("Ana").question
    assert asked is not None
    clinic.clock.set(max(asked.until or clinic.clock.now(), asked.at + dt.timedelta(hours=12)))
    assert "still_asked" not in clinic.say("Ana", SIDE[0]).keys
    clinic.mean("Ana", Confirm())
    assert clinic.conversation("Ana").state is not State.CONFIRM
