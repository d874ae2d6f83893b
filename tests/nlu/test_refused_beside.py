"""A no to what is proposed in a clause of its own leaves the wish beside it as it is; of another time it is none."""

from __future__ import annotations

import datetime as dt

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Deny
from booking.models import State
from nlu.answers import refused_beside
from nlu.parsed import Parse
from nlu.shortcuts import parse
from nlu.words.message import Message
from tests.nlu.messages import NOW, context

PROPOSED = dt.datetime(2026, 11, 26, 17, tzinfo=NOW.tzinfo)  # a Thursday
REFUSES = st.sampled_from(
    [
        "Negativo",
        "Negativo, me equivoqué de día",
        "Todavía no la confirme",
        "Ni confirmes",
        "no la armo a las 5",
        "no puedo el jueves",
        "así no la quiero",
        "No, así no la quiero",
        "el jueves siempre no puedo",
        "la hora está mal",
        "No quedó como la quería",
        "No es correcto",
        "Habrá que cambiarla",
    ]
)
WISHES = st.sampled_from(
    ["el viernes", "ocupo el viernes", "pásela al lunes 30", "era el miércoles 2", "mejor a las 6"]
)


def reading(text: str) -> Parse:
    known = context(State.CONFIRM).model_copy(update={"proposed": PROPOSED, "offered": (PROPOSED,)})
    return parse(text, known)


@given(REFUSES, WISHES, st.sampled_from([", ", "; ", ". "]))
def test_the_wish_beside_it_is_heard(refuses: str, wish: str, mark: str) -> None:
    said = reading(f"{refuses}{mark}{wish}")
    assert said.sure
    assert said.intents == reading(wish).intents


@given(WISHES, st.sampled_from(["no la armo a las 9", "no con ese doctor", "no es para mí", "no sé"]))
def test_what_is_refused_of_another_time_or_thing_is_not_passed_over(wish: str, other: str) -> None:
    known = context(State.CONFIRM).model_copy(update={"proposed": PROPOSED, "offered": (PROPOSED,)})
    assert refused_beside.wished(Message.of(f"{other}, {wish}"), known, parse) is None


def test_alone_it_is_a_no() -> None:
    assert reading("Todavía no la confirme, el jueves siempre no voy a poder").intents == (Deny(),)


@given(REFUSES, WISHES)
def test_it_is_never_a_yes(refuses: str, wish: str) -> None:
    assert all(intent.kind != "confirm" for intent in reading(f"{refuses}, {wish}").intents)
