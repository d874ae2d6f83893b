"""Who is told that the clinic has cancelled their appointment, and does not accept it, is answered by people; another
time is looked for where one is asked for."""

from __future__ import annotations

import pytest

from booking.models import ComeBackWhy
from booking.testing.clinic import Clinic
from booking.testing.clinic_acts import Acts
from nlu.words.message import plain
from tests.engine.test_own_visits import TUESDAY, clinic_with
from tests.engine.unasked import invited


def told() -> Clinic:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", "hola")
    Acts(clinic).cancel_at_the_desk(0)
    clinic.tell_patients()
    return clinic


@pytest.mark.parametrize("marked", [True, False])
@pytest.mark.parametrize(
    "text",
    [
        "¡no la cancelen! yo sí voy a ir",
        "por qué la cancelaron si yo confirmé",
        "yo no la cancelé",
        "¿quién la canceló?",
        "no, yo sí voy",
        "¿cómo que la cancelaron?",
        "pero yo ya había confirmado",
    ],
)
def test_who_does_not_accept_it_is_answered_by_people(text: str, marked: bool) -> None:
    said = text if marked else " ".join(plain(text).replace(",", "").replace("!", "").strip("¿?¡").split())
    assert told().say("Ana", said).keys[-1] == "human_coming"


@pytest.mark.parametrize(
    "text",
    [
        "yo puedo el lunes a las 12",
        "deme otra el lunes",
        "sí, búsqueme otra",
        "yo voy el lunes",
        "ya no, gracias",
        "sí",
    ],
)
def test_who_accepts_it_is_not(text: str) -> None:
    assert "human_coming" not in told().say("Ana", text).keys


def test_elsewhere_it_is_what_it_was() -> None:
    clinic = clinic_with()
    clinic.say("Ana", "hola")
    assert "human_coming" not in clinic.say("Ana", "no, yo sí voy").keys


@pytest.mark.parametrize("why", ComeBackWhy)
@pytest.mark.parametrize("text", ["yo sí quiero", "sí, yo sí quiero", "yo quería ir pero no pude"])
def test_who_is_invited_to_book_is_not(text: str, why: ComeBackWhy) -> None:
    assert "human_coming" not in invited(why).say("Ana", text).keys
