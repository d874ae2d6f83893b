"""Who asks whether they can be seen wants an appointment, whatever stands before it; who will not need it gives it
back; who asks whether it still stands is shown it."""

from __future__ import annotations

import pytest

from booking.intents import CancelAppointment, ListAppointments, RescheduleAppointment, Smalltalk, StartBooking
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

ASKS = (
    "me pueden checar?",
    "la pueden ver?",
    "nos podría revisar?",
    "cómo le hago pa que me vean",
    "qué hago para que la atiendan?",
)
STORIES = (
    "",
    "traigo una comezón desde ayer, ",
    "mi niña no ha comido nada y ya le di de todo, ",
    "me la recomendó mi comadre, ",
)


@pytest.mark.parametrize("asked", ASKS)
@pytest.mark.parametrize("story", STORIES)
def test_to_be_seen_is_asked_for(story: str, asked: str) -> None:
    assert any(isinstance(intent, StartBooking) for intent in meant(parse(story + asked, context(State.IDLE))))


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no voy a necesitar la cita", CancelAppointment),
        ("no la voy a ocupar, gracias", CancelAppointment),
        ("den por cancelada mi cita", CancelAppointment),
        ("ya me siento bien así que no ocupo la consulta", CancelAppointment),
        ("quería saber si sigo agendada para mañana", ListAppointments),
        ("a qué hora me presento", ListAppointments),
        ("me la puede poner más temprano", RescheduleAppointment),
    ],
)
def test_of_the_one_that_is(text: str, kind: type) -> None:
    assert {type(intent) for intent in meant(parse(text, context(State.IDLE)))} == {kind}


@pytest.mark.parametrize(
    "text", ["tengo que ver si me dan permiso", "hay que ver quién me lleva", "deja checo en el trabajo"]
)
def test_who_has_to_see_first_waits(text: str) -> None:
    assert [type(intent) for intent in meant(parse(text, context(State.CONFIRM)))] == [Smalltalk]


def test_a_word_over_again_is_one_but_for_that_of_the_verb() -> None:
    where = context(State.SLOT_SELECTION)
    assert meant(parse("no no no, el viernes", where)) == meant(parse("no, el viernes", where))
    assert meant(parse("no no puedo el viernes", where)) == meant(parse("no, no puedo el viernes", where))
