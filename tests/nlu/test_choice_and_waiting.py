"""A time that is chosen, or the yes to one, with the wish to be told of another: both are heard."""

from __future__ import annotations

import pytest

from booking.intents import Confirm, JoinWaitingList, SelectSlot
from booking.models import Purpose, State
from nlu.shortcuts import Rules
from tests.nlu.messages import context


@pytest.mark.parametrize(
    "text",
    [
        "bueno, si se libera me avisa, y sí confirma la 2",
        "la 2, y si se libera a las 3 me avisa",
        "si se desocupa algo antes me avisas, mientras apártame la 2",
        "deme la 2 y me avisa si se abre algo más temprano",
        "agárrame la de las 4 del martes pero avísame si cancelan a las 3",
        "apúntame en la lista de espera y dame la 2",
        "la 2 pero si alguien cancela en la mañana me avisas",
        "ok la 2, y si se desocupa una más tarde me dice",
    ],
)
def test_the_choice_goes_first(text: str) -> None:
    chosen, waits = Rules().understand(text, context(State.SLOT_SELECTION)).intents
    assert chosen == SelectSlot(option=2)
    assert isinstance(waits, JoinWaitingList)


@pytest.mark.parametrize(
    "text",
    [
        "bueno, si se libera me avisa, y sí confirma esta",
        "si se libera me avisa pero sí la quiero",
        "sí, y si se libera algo antes me avisa",
        "sí confirma, y si se abre a las 7 me avisa",
        "sí, y si se desocupa antes me avisas?",
    ],
)
def test_so_does_a_yes(text: str) -> None:
    here = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK})
    yes, waits = Rules().understand(text, here).intents
    assert yes == Confirm()
    assert isinstance(waits, JoinWaitingList)


@pytest.mark.parametrize("text", ["si se libera algo me avisa y confirmo", "me avisa si se libera algo y yo confirmo"])
def test_what_they_would_confirm_then_is_no_yes(text: str) -> None:
    here = context(State.CONFIRM).model_copy(update={"purpose": Purpose.BOOK})
    assert Confirm() not in Rules().understand(text, here).intents


@pytest.mark.parametrize("text", ["confirma la 2", "sí confirma la 2", "confírmame la 2", "asegúrame la 2"])
def test_to_confirm_an_option_chooses_it(text: str) -> None:
    assert Rules().understand(text, context(State.SLOT_SELECTION)).intents == (SelectSlot(option=2),)
