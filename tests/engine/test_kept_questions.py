"""What we asked stays asked behind what is only answered in between; what a message that answers nobody asked (a
reminder, a freed time, a doctor's absence) behind what is not understood, too. Behind anything else that is said or
done, and later than it can be answered, it is not."""

from __future__ import annotations

import datetime as dt
import itertools
from collections.abc import Callable
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from booking.conversation.fsm.table import TABLE
from booking.conversation.fsm.triggers import Trigger
from booking.conversation.replies.keys import ReplyKey
from booking.conversation.replies.texts import TEXTS, AnsweredBy
from booking.intents import AnyIntent, Confirm, Deny, OptOut, RequestHuman, StartBooking, Thank
from booking.models import State
from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts
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
    again = TEXTS[ReplyKey(ends[0])].again or ""
    for text in then:
        assert again not in clinic.say("Ana", text).text
    now = clinic.conversation("Ana").question
    assert now is None or asked is None or now.reply != asked.reply, f"{asked} is still asked"


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


PARTLY = "cambia mi cita al miércoles 2 de diciembre y blablá con cosas raras"
BESIDE = st.lists(st.sampled_from((*SIDE, "gracias", "hola", "¿cómo estás?")), min_size=1, max_size=3)


def has_an_appointment() -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    clinic.clock.set(dt.datetime(2026, 11, 26, 7, 40, tzinfo=ZoneInfo("America/Tijuana")))
    for text in ("una cita el martes 1 de diciembre a las 10 con la dra méndez, soy Ana Ruiz", "sí"):
        clinic.say("Ana", text)
    return clinic


@settings(max_examples=10, deadline=None)
@given(BESIDE, st.sampled_from([("sí", (2, 10)), ("a la misma hora", None), ("a las 12", (2, 12))]))
def test_what_was_understood_in_part_survives_what_is_asked(between: list[str], then: tuple[str, object]) -> None:
    clinic = has_an_appointment()
    assert clinic.say("Ana", PARTLY).keys[-1] == "partly"
    for text in between:
        assert clinic.say("Ana", text).keys[-1] == "still_asked"
    clinic.say("Ana", then[0])
    came = clinic.say("Ana", "sí")
    if then[0] == "sí":  # the change is proposed, and a second yes does it
        assert came.keys[-1] == "moved"
        return
    assert came.keys[-1] == "move_proposal"
    assert "miércoles 2 de diciembre, de 1" in came.text
    assert ("de 12:00" if then[0] == "a las 12" else "de 10:00") in came.text


def test_another_appointment_than_the_one_spoken_of_is_another_change() -> None:
    """The one that is named is moved, and not the one that was asked about; a doctor who is refused stays refused."""
    clinic = has_an_appointment()
    for text in ("otra cita el jueves 17 de diciembre a las 11 con la dra méndez", "sí"):
        clinic.say("Ana", text)
    clinic.say("Ana", "cambia mi cita del 17 al viernes 18 y blablá con cosas raras")
    came = clinic.say("Ana", "la cita del 1 pásala al 3 de diciembre")
    assert "martes 1 de diciembre" in came.text
    assert "17 de diciembre" not in came.text
    clinic = has_an_appointment()
    clinic.say("Ana", PARTLY)
    came = clinic.say("Ana", "con doctora")
    assert came.keys == ["understood_now"]
    assert "miércoles 2 de diciembre" in came.text
    assert "no con Dr. Jorge Salas" in came.text


def test_what_is_asked_beside_a_change_of_it_is_answered_and_the_change_taken() -> None:
    clinic = has_an_appointment()
    clinic.say("Ana", PARTLY)
    came = clinic.say("Ana", "a las 12, ¿y dónde queda?")
    assert came.keys == ["answer_record", "understood_now"]
    assert "miércoles 2 de diciembre a las 12:00" in came.text


def test_every_question_stays_asked_or_its_flow_asks_again() -> None:
    """Of every question that a yes, a no or a button answers there is a way to ask it once more: in its own words, or
    where its flow is gone on with. What any day, name or option answers every flow asks for anyway; a mark is only
    given if they like."""
    asked_by_flows = _asked_by_flows() | {ReplyKey.RATING}
    forgotten = [
        key
        for key, text in TEXTS.items()
        for asks in (text, text.one)
        if asks and asks.question and asks.question.answered_by in (AnsweredBy.YES_NO, AnsweredBy.OPTION)
        if text.again is None and key not in asked_by_flows
    ]
    assert not forgotten


def _asked_by_flows() -> set[ReplyKey]:
    """What is asked where a flow is gone on with, by the rows that this leads through."""
    reached, waiting = {ReplyKey.WHICH_FIRST}, [Trigger.RESUME]
    for trigger in waiting:
        for row in (row for row in TABLE if trigger in row.on):
            reached |= {*row.replies}
            following = {row.then, *row.on_refusal} - {None, *waiting}
            waiting.extend(one for one in following if one is not None)
    return reached
