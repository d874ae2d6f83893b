"""What is denied of a change asks for none, in whatever words, and what comes after another reason still does."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, CancelBooking, RescheduleAppointment
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

IDLE = context(State.IDLE)
DENIED = [
    "no vengo a {verb}", "nunca pedí {verb}", "no hace falta {verb}", "no pienso {verb}", "no estoy por {verb}",
    "en ningún momento dije {verb}", "tampoco pretendo {verb}", "no fue mi intención {verb}", "no me vayan a {verb}",
    "no se les ocurra {verb}", "ni intente {verb}", "jamás solicité {verb}", "no voy a {verb}", "yo no quise {verb}",
]  # fmt: skip
MEANT = [
    "no voy a poder ir, quiero {verb}", "no puedo asistir necesito {verb}", "no sé cómo {verb}", "no me puede {verb}",
    "ya no alcanzo a llegar, quisiera {verb}", "no tengo tiempo, quiero {verb}",
]  # fmt: skip
VERBS = ["cancelar", "cambiar", "mover", "anular"]
WHICH = ["mi cita", "la cita del lunes", "la cita de mi hijo", "mi consulta de mañana"]
CHANGES = (CancelAppointment, CancelBooking, RescheduleAppointment)


@given(st.sampled_from(DENIED), st.sampled_from(VERBS), st.sampled_from(WHICH), st.booleans())
def test_what_is_denied_is_not_done(how: str, verb: str, which: str, bare: bool) -> None:
    text = f"{how.format(verb=verb)} {which}"
    read = meant(parse(text.translate(str.maketrans("áéíóú", "aeiou")) if bare else text, IDLE))
    assert not any(isinstance(intent, CHANGES) for intent in read), (text, read)


@given(st.sampled_from(MEANT), st.sampled_from(["cancelar", "anular"]), st.sampled_from(WHICH))
def test_a_no_to_something_else_leaves_what_is_asked(how: str, verb: str, which: str) -> None:
    text = f"{how.format(verb=verb)} {which}"
    said = parse(text, IDLE)
    assert any(isinstance(intent, CancelAppointment) for intent in said.intents), (text, said)


@given(
    st.sampled_from(["tache", "retire", "deshaga", "archive", "dé por perdida"]), st.sampled_from(["jueves", "lunes"])
)
def test_what_is_to_be_done_about_an_appointment_is_no_new_one(verb: str, day: str) -> None:
    read = meant(parse(f"{verb} mi cita del {day}", IDLE))
    assert {intent.kind for intent in read} <= {"unknown", "cancel_appointment"}, read
