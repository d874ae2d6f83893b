"""A time that is to be better than the one there is, said with nothing under way: no new booking begins unasked."""

from __future__ import annotations

import datetime as dt

import pytest

from tests.engine.test_own_visits import TUESDAY, clinic_with, live

LATER = TUESDAY + dt.timedelta(days=6)
RATHER = [
    "mañana mejor",
    "en la tarde mejor",
    "el viernes mejor, por favor",
    "si no es molestia, ¿se podría el viernes mejor?",
    "mejor el viernes",
    "pásanos para la otra semana",
    "páseme al jueves",
    "nos cambian para el lunes?",
    "me paso a las 11?",
]


@pytest.mark.parametrize("text", RATHER)
def test_of_one_it_is_asked_whether_it_is_to_be_moved(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    assert "ask_name" not in clinic.say("Ana", text).keys
    draft = clinic.conversation("Ana").draft
    assert draft is None or draft.kind in ("choice", "move")
    assert live(clinic) == [TUESDAY]


@pytest.mark.parametrize("text", RATHER[:7])
def test_of_several_it_is_asked_which(text: str) -> None:
    clinic = clinic_with(TUESDAY, LATER)
    assert clinic.say("Ana", text).keys == ["which_appointment"]
    clinic.say("Ana", "la segunda")
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind == "move"
    assert draft.appointment.slot.start == LATER


@pytest.mark.parametrize(
    "text", ["pásame los horarios de mañana", "quiero otra cita, mañana mejor", "dame otra cita el viernes mejor"]
)
def test_what_asks_for_another_is_another(text: str) -> None:
    clinic = clinic_with(TUESDAY)
    clinic.say("Ana", text)
    draft = clinic.conversation("Ana").draft
    assert draft is not None
    assert draft.kind == "booking"
