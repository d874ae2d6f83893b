"""Another day than the one on screen, said with a call for a moment, with why that one will not do, or both, is heard,
or it is asked about: never is the old one left for a plain yes."""

from __future__ import annotations

import datetime as dt
from itertools import product

import pytest

from booking.intents import (
    AnyIntent,
    CheckAvailability,
    Manner,
    RescheduleAppointment,
    SelectSlot,
    Smalltalk,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import Purpose, State, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import NOW, context

HELD = dt.datetime.combine(dt.date(2026, 11, 27), dt.time(16), NOW.tzinfo)
TUESDAY = dt.date(2026, 12, 1)
BREAKING_IN = (
    "",
    "ah no espera ",
    "espérame ",
    "ahorita te digo pero ",
    "dame chance es que ",
    "ando viendo que ",
    "no, ",
)
WHY = (
    "el viernes tengo clase",
    "el viernes llevo a mi hijo al dentista",
    "el viernes es día de la virgen",
    "el viernes no hay escuela y tengo a los niños",
    "ese día trabajo",
    "",
)
ANEW = ("mejor el martes", "que sea el martes", "creo que mejor el martes", "pásala al martes", "el martes?")
SAME = ("", " a la misma hora")


def shown(state: State, about: str = "") -> UnderstandingContext:
    """Friday at four is proposed, held, or all that is offered."""
    five = tuple(HELD + dt.timedelta(hours=n) for n in range(-2, 3))
    only = {"offered": five} if state is State.SLOT_SELECTION else {"proposed": HELD}
    purpose = Purpose.MOVE if about else Purpose.BOOK
    return context(state, about).model_copy(update={**only, "purpose": purpose})


def heard(text: str, about: UnderstandingContext) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, about).intents


def days(said: tuple[AnyIntent, ...]) -> set[dt.date | None]:
    wishes = [one for one in said if isinstance(one, StartBooking | CheckAvailability | RescheduleAppointment)]
    readings = [one.when for one in wishes if one.when]
    return {when.date_from for one in readings for when in (one.when, *one.candidates) if when}


@pytest.mark.parametrize("about", ["", "moving"])
@pytest.mark.parametrize("why", WHY)
def test_the_new_day_is_heard(why: str, about: str) -> None:
    for lead, anew, same in product(BREAKING_IN, ANEW, SAME):
        text = f"{lead}{why}{', ' if anew.endswith('?') else ' '}{anew}{same}"
        if text.strip().startswith(","):
            continue
        assert days(heard(text, shown(State.CONFIRM, about))) == {TUESDAY}, text


@pytest.mark.parametrize("state", [State.SLOT_SELECTION, State.CUSTOMER_DATA])
@pytest.mark.parametrize("why", WHY[:3])
def test_so_it_is_before_anything_is_proposed(why: str, state: State) -> None:
    for lead in ("", "ah no espera ", "híjole "):
        text = f"{lead}{why} mejor el martes"
        assert days(heard(text, shown(state))) == {TUESDAY}, text


@pytest.mark.parametrize(
    "text",
    [
        "fíjate que anda el perro malo y mejor el martes",
        "a ver si mi cuñada me presta el carro entonces el martes",
        "si no hay el viernes mejor el martes",
        "fíjese que el martes como que me late más",
        "la neta el martes como que estaría más chido",
    ],
)
def test_what_stands_behind_words_that_are_not_known_leaves_no_old_day_for_a_yes(text: str) -> None:
    said = heard(text, shown(State.CONFIRM))
    asked = any(isinstance(one, Unknown) and (one.doubt or one.why is not UnknownWhy.NOT_UNDERSTOOD) for one in said)
    assert asked or days(said) == {TUESDAY}


@pytest.mark.parametrize("text", ["espérame tantito", "espérame mejor le hablo mañana", "ahorita te digo"])
def test_who_only_asks_to_wait_is_waited_for(text: str) -> None:
    assert heard(text, shown(State.CONFIRM)) == (Smalltalk(manner=Manner.WAIT),)


def test_a_choice_behind_a_wait_is_one() -> None:
    assert heard("no espera, mejor la 3", context(State.SLOT_SELECTION))[0] == SelectSlot(option=3)


def test_a_choice_beside_a_refusal_is_one() -> None:
    assert heard("no quiero la 2, quiero la 1", shown(State.SLOT_SELECTION)) == (SelectSlot(option=1),)
