"""A courtesy at the end of a message changes nothing of what it says."""

from __future__ import annotations

from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from nlu.words.courtesies import without_closing
from nlu.words.message import Message
from tests.nlu.messages import context

WISHES = [
    f"que {verb} {one}{good} {time}"
    for verb, (one, good, time) in product(
        ("tenga", "pase", "tengan", "tengas"),
        (("", "bonito", "día"), ("un ", "buen", "día"), ("una ", "excelente", "tarde"), ("", "linda", "noche")),
    )
]
CLOSINGS = [*WISHES, "saludos", "Dios lo bendiga", "quedo al pendiente", "de antemano gracias", "le agradezco mucho"]
REQUESTS = {
    State.IDLE: [
        "quiero una cita el jueves a las 4",
        "cancela mi cita del viernes",
        "busco consulta",
        "a qué hora es mi cita",
    ],
    State.SLOT_SELECTION: ["la segunda", "otra hora", "ninguna me queda", "más tarde"],
    State.CUSTOMER_DATA: ["Guadalupe Cruz Bautista", "soy Ana Ruiz", "mejor el viernes"],
    State.CONFIRM: ["no", "mejor otro día", "no me llamo Leonel, me llamo Luis Toro"],
}
SAID = [(state, text) for state, texts in REQUESTS.items() for text in texts]


@given(st.sampled_from(SAID), st.sampled_from(CLOSINGS), st.sampled_from([", ", ". ", " "]))
def test_a_closing_changes_nothing(said: tuple[State, str], closing: str, joint: str) -> None:
    state, text = said
    known = context(state)
    alone = [one.model_dump(exclude={"query"}) for one in meant(parse(text, known))]
    closed = [one.model_dump(exclude={"query"}) for one in meant(parse(f"{text}{joint}{closing}", known))]
    assert closed == alone


@given(st.sampled_from(CLOSINGS))
def test_a_courtesy_alone_is_left(closing: str) -> None:
    assert without_closing(Message.of(closing)).words
