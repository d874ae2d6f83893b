"""A time that was offered is taken up in ordinary words, too; never by words that refuse, or ask for another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import DeclineOffer, Deny, TakeOffer
from booking.models import Expected, State
from nlu.shortcuts import parse
from tests.nlu.messages import context

KNOWN = context(State.IDLE).model_copy(update={"expected": Expected(yes=TakeOffer(offer=7), no=DeclineOffer(offer=7))})
YES = ("sí", "sale", "claro", "va", "siii porfavor", "sí claro")
SUITS = (
    "a esa hora está mejor",
    "esa me queda bien",
    "me conviene más",
    "mejor esa",
    "ahí estoy",
    "la quiero",
    "me urge",
)
ASKS = ("¿todavía se puede?", "¿todavía está libre?", "¿sigue disponible?", "¿a qué hora es?", "¿y con quién?")
EXCUSES = ("", "perdón, estaba trabajando, ", "apenas vi el mensaje, ", "gracias, ")
NONE = (
    "esa no",
    "no la quiero",
    "ya no la quiero",
    "no me queda bien",
    "me queda mejor la que tengo",
    "mejor la mía",
    "mejor más tarde",
    "sí pero más tarde",
    "mejor otra hora",
    "me queda mejor el jueves",
    "me queda mejor a las 5",
    "esa hora está muy temprano",
    "déjemela como estaba",
    "¿a qué hora es mi cita?",
    "¿y con la doctora Ríos?",
    "¿a qué hora cierran?",
    "todavía no sé",
    "si puedo les aviso",
    "pásemela al viernes",
    "gracias",
)


def taken(text: str) -> bool:
    return any(isinstance(intent, TakeOffer) for intent in parse(text, KNOWN).intents)


@given(st.sampled_from(EXCUSES), st.sampled_from(YES), st.sampled_from((*SUITS, *ASKS)), st.booleans())
def test_a_yes_with_more_takes_it(excuse: str, yes: str, more: str, bare: bool) -> None:
    text = f"{excuse}{yes}, {more}"
    assert taken(text.translate(str.maketrans("áéíóú", "aeiou", "¿,")) if bare else text), text


@pytest.mark.parametrize("excuse", EXCUSES)
@pytest.mark.parametrize("said", [one for one in (*SUITS, *ASKS) if one != "me urge"])
def test_so_does_what_suits_and_what_is_asked_of_it(excuse: str, said: str) -> None:
    assert taken(excuse + said)


@pytest.mark.parametrize("text", NONE)
def test_nothing_else_does(text: str) -> None:
    assert not taken(text)


@pytest.mark.parametrize("said", [*SUITS, *YES])
def test_a_no_refuses_it_whatever_stands_beside(said: str) -> None:
    assert not taken(f"no, {said} no")
    assert any(isinstance(one, Deny) for one in parse("no puedo a esa hora", KNOWN).intents)
