"""What is asked for behind a story is no part of it: "desde ayer ando mal y cancele la cita" orders; who shall be
seen is whom it tells of."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, ListAppointments, ProvideCustomerData
from tests.nlu.known_visits import NOW, read

VISIT = NOW.replace(day=15, hour=17)
ILL = ("desde ayer ando con diarrea", "ayer me puse mala", "anoche vomité", "ya me siento mal")


@pytest.mark.parametrize("ill", ILL)
def test_an_order_behind_a_story_is_one(ill: str) -> None:
    assert any(isinstance(one, CancelAppointment) for one in read(f"{ill} y cancele la cita", VISIT))


@pytest.mark.parametrize("text", ["ayer cancele la cita", "ya cancelé la cita", "yo ya cancele la cita"])
def test_what_somebody_did_is_none(text: str) -> None:
    assert read(text, VISIT) == (ListAppointments(),)


@pytest.mark.parametrize("who", ["mi hijo", "mi mamá", "mi esposo"])
@pytest.mark.parametrize(
    "then", ["quiero que {} vean mañana", "necesita que {} revisen el jueves", "¿{} pueden ver hoy?"]
)
def test_who_shall_be_seen_is_who_was_told_of(who: str, then: str) -> None:
    her = "la" if who == "mi mamá" else "lo"
    said = read(f"{who} vino ayer y {then.format(her)}")
    assert any(isinstance(one, ProvideCustomerData) and one.for_other for one in said)


def test_who_shall_be_seen_themselves_is_the_patient() -> None:
    assert not any(
        isinstance(one, ProvideCustomerData) for one in read("mi hijo vino ayer y quiero que me vean mañana")
    )
