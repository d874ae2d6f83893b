"""Who asks whether their appointment is there wants it neither moved nor another; what a price is asked beside changes
none of it."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ListAppointments
from booking.models import State, UnderstandingContext
from booking.models.clinic_answers import Answers, Price
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import NOW, context

TOMORROW = (NOW + dt.timedelta(days=1)).replace(hour=9)
IDLE = context(State.IDLE)
HAS_ONE = IDLE.model_copy(update={"visits": (TOMORROW,), "made": TOMORROW})
LEADS = st.sampled_from(["", "oiga, ", "disculpe ", "entonces "])
ASKED = st.sampled_from(
    ["tengo la cita de mañana, ¿verdad?", "tengo mi cita de mañana verdad?", "¿mi cita de mañana sigue en pie?",
     "mi cita del miércoles a las 9 sigue?", "¿tengo una cita mañana?"]
)  # fmt: skip
WHY = st.sampled_from(["", " es que no la encuentro", " es que no me llegó nada", " porque no la veo"])


@given(LEADS, ASKED, WHY, st.sampled_from([HAS_ONE, IDLE]))
def test_it_is_shown(leads: str, asked: str, why: str, at: UnderstandingContext) -> None:
    assert meant(parse(f"{leads}{asked}{why}", at)) == (ListAppointments(),)


@pytest.mark.parametrize(
    "said", ["tengo la cita de mañana, ¿la puedo pasar al lunes?", "¿mi cita de mañana sigue? quiero moverla"]
)
def test_what_is_to_be_changed_is_more_than_that(said: str) -> None:
    assert meant(parse(said, HAS_ONE)) != (ListAppointments(),)


PRICES = Answers(
    prices=(Price(what="Consulta de primera vez", said="$600"), Price(what="Certificado médico", said="$250"))
)


@pytest.mark.parametrize(
    "beside", ["Sí, pero quisiera saber antes", "solo dime", "antes de confirmar, ¿me puede decir"]
)
def test_what_stands_beside_a_price_names_nothing_else(beside: str) -> None:
    assert [price.said for price in PRICES.prices_asked(f"{beside} el costo")] == ["$600"]
    assert not PRICES.prices_asked(f"{beside} el costo del ultrasonido")
