"""What is said when silence has ended what was under way is read as the turn finds the conversation, but for bare
answers to what was on screen, which are told that it is gone."""

from __future__ import annotations

import pytest

from booking.models import State
from booking.testing.clinic import Clinic
from booking.testing.world import demo_seed, memory_clinic
from nlu.shortcuts import Shortcuts

WANTED = ("quiero una cita el 1 de diciembre a las 4 pm", "Ana Ruiz Soto", "sí")


def left_for(hours: float, *said: str) -> Clinic:
    clinic = memory_clinic(demo_seed(), Shortcuts())
    for words in said:
        clinic.say("Ana", words)
    assert clinic.conversation("Ana").state is not State.IDLE
    if hours:
        clinic.advance(hours=hours)
    return clinic


@pytest.mark.parametrize("step", ["quiero cambiar mi cita", "quiero cancelar mi cita", "quiero otra cita el jueves"])
@pytest.mark.parametrize("words", ["no voy a poder ir, quiero cancelar mi cita", "cancelar", "ya no puedo ir"])
def test_an_appointment_is_cancelled_as_if_nothing_had_been_under_way(step: str, words: str) -> None:
    clinic = left_for(30, *WANTED, step)
    assert clinic.say("Ana", words).keys == ["timed_out", "cancel_proposal"]
    clinic.say("Ana", "sí, cancélala")
    assert not clinic.stored().live


@pytest.mark.parametrize("step", ["quiero cancelar mi cita", "cancela mi cita"])
@pytest.mark.parametrize("words", ["sí cancélala", "sí, por favor cancélala", "ok, cancela mi cita"])
def test_an_order_with_a_yes_is_no_bare_yes(step: str, words: str) -> None:
    clinic = left_for(30, *WANTED, step)
    assert clinic.say("Ana", words).keys == ["timed_out", "cancel_proposal"]
    assert clinic.stored().live
    clinic.say("Ana", "sí")
    assert not clinic.stored().live


@pytest.mark.parametrize("words", ["la 2", "2", "la primera", "sí", "ok", "el segundo horario"])
def test_an_answer_to_what_was_on_screen_is_asked_about(words: str) -> None:
    clinic = left_for(30, "quiero una cita el jueves por la tarde")
    assert clinic.say("Ana", words).keys == ["timed_out", "go_back_or_anew"]


def test_a_yes_to_a_proposal_that_is_gone_is_told_so() -> None:
    clinic = left_for(30, "quiero una cita mañana a las 12", "Ana Ruiz Soto")
    assert clinic.say("Ana", "ok").keys == ["timed_out", "nothing_pending"]
    assert not clinic.stored().live


def test_before_silence_ends_it_the_flow_is_what_words_are_about() -> None:
    clinic = left_for(23, *WANTED, "quiero cambiar mi cita")
    assert "timed_out" not in clinic.say("Ana", "ya no").keys


def test_the_log_says_what_was_there_before() -> None:
    clinic = left_for(30, *WANTED, "quiero cambiar mi cita")
    (turn,) = clinic.say("Ana", "no voy a poder ir, quiero cancelar mi cita").turns
    assert turn.before.state is State.SLOT_SELECTION


ONE = "quiero una cita mañana después de las 7:15 pm"
SEVERAL = "quiero una cita mañana"


@pytest.mark.parametrize("wish", [ONE, SEVERAL])
@pytest.mark.parametrize("words", ["ya no", "ya no la quiero", "mejor ya no", "no, ya no", "cancelar"])
def test_whoever_wants_no_more_is_let_go_however_many_times_are_shown(wish: str, words: str) -> None:
    clinic = left_for(0, wish)
    assert clinic.say("Ana", words).keys == ["flow_cancelled"]
    assert clinic.conversation("Ana").state is State.IDLE


@pytest.mark.parametrize("wish", [ONE, SEVERAL])
@pytest.mark.parametrize("words", ["no", "no gracias"])
def test_a_no_to_the_times_shown_asks_for_others_however_many_they_are(wish: str, words: str) -> None:
    clinic = left_for(0, wish)
    assert clinic.say("Ana", words).keys == ["ask_other_time"]
