"""What is said of an appointment that exists is read whatever the construction: which one, what becomes of it, and when
instead are found apart."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CancelAppointment, CheckAvailability, RescheduleAppointment, StartBooking
from booking.models import State
from nlu.shortcuts import Rules, parse
from tests.nlu.messages import context

DAYS = ("lunes", "jueves", "viernes")
WHICH = (
    "mi cita del {}",
    "la consulta que tengo el {}",
    "lo del {}",
    "la cita que me dieron para el {}",
    "la que tenía el {}",
)
ENDS = ("{} siempre no, quítenla", "{} ya no la ocupo", "{} hay que tumbarla", "que {} quede sin efecto, por favor")
MOVES = (
    "{} que se pase al {}",
    "{} la necesito para el {}",
    "{} mejor que quede el {}",
    "{} pónganmela el {}",
    "no la armo con {}, ¿se puede el {}?",
)
COMES = ("ahí estaré en {}", "sí voy a {}, cuente conmigo", "{}: confirmado, ahí nos vemos")


def heard(text: str) -> tuple[AnyIntent, ...]:
    return parse(text, context(State.IDLE)).intents


def claimed(text: str) -> tuple[AnyIntent, ...]:
    read = parse(text, context(State.IDLE))
    return () if read.unread else read.intents


@given(which=st.sampled_from(WHICH), day=st.sampled_from(DAYS), ends=st.sampled_from(ENDS))
def test_it_falls_and_nothing_else_does(which: str, day: str, ends: str) -> None:
    wanted = heard(f"cancela mi cita del {day}")
    for intent in claimed(ends.format(which.format(day))):
        assert isinstance(intent, CancelAppointment)
        assert intent.when == getattr(wanted[0], "when", None)


@given(
    which=st.sampled_from(WHICH),
    day=st.sampled_from(DAYS),
    other=st.sampled_from(("martes", "sábado")),
    moves=st.sampled_from(MOVES),
)
def test_from_one_day_to_another(which: str, day: str, other: str, moves: str) -> None:
    (wanted,) = heard(f"cambia mi cita del {day} al {other}")
    assert isinstance(wanted, RescheduleAppointment)
    for intent in claimed(moves.format(which.format(day), other)):
        assert isinstance(intent, RescheduleAppointment), intent
        assert (intent.of, intent.when and intent.when.when) == (wanted.of, wanted.when and wanted.when.when)


@given(which=st.sampled_from(WHICH), day=st.sampled_from(DAYS), said=st.sampled_from(ENDS + MOVES + COMES))
def test_no_new_one_is_looked_for(which: str, day: str, said: str) -> None:
    text = said.format(which.format(day), "sábado")
    assert not any(isinstance(intent, StartBooking | CheckAvailability) for intent in claimed(text)), text


@pytest.mark.parametrize("reach", [ENDS, MOVES])
def test_most_constructions_are_claimed(reach: tuple[str, ...]) -> None:
    texts = [said.format(which.format(day), "sábado") for said in reach for which in WHICH for day in DAYS]
    assert sum(bool(claimed(text)) for text in texts) >= 0.8 * len(texts)


@given(
    no=st.sampled_from(("no quiero cancelar", "no me vayan a mover", "yo no pedí cambiar", "no cancelen")),
    which=st.sampled_from(("mi cita del lunes", "la cita de mi mamá", "lo del jueves")),
)
def test_what_is_not_to_be_is_not_claimed(no: str, which: str) -> None:
    assert not any(isinstance(i, CancelAppointment | RescheduleAppointment) for i in claimed(f"{no} {which}"))


@pytest.mark.parametrize(
    "text",
    [
        "mi cita es el lunes y quiero otra para mi hija el martes",
        "dos días después de mi cita",
        "ayer no pude ir a mi cita",
        "si hay algo el jueves me avisan, mi cita es el lunes",
    ],
)
def test_another_or_a_condition_moves_nothing(text: str) -> None:
    assert not any(isinstance(i, RescheduleAppointment) and i.when for i in claimed(text)), text


def test_whom_it_is_moved_to_is_not_left_out() -> None:
    (move,) = claimed("lo del lunes que se pase al martes con la doctora Ríos")
    assert isinstance(move, RescheduleAppointment)
    assert move.doctor == "Dra. Paula Ríos"


@pytest.mark.parametrize(
    "text",
    [
        "que mi cita del lunes quede sin efecto y pásenla a otro día",
        "ahí estaré en mi cita del lunes, y cuánto cuesta la consulta?",
    ],
)
def test_what_the_plain_words_do_not_say_is_left_over(text: str) -> None:
    assert not any(isinstance(intent, CancelAppointment) for intent in claimed(text))
    assert not claimed(text) or len(claimed(text)) > 1


def test_the_doctor_of_the_one_is_said_too() -> None:
    (one,) = Rules().understand("lo del lunes con Salas siempre no, quítenla", context(State.IDLE)).intents
    assert isinstance(one, CancelAppointment)
    assert one.of_doctor == "Dr. Jorge Salas"


@pytest.mark.parametrize(
    "text",
    [
        "la cita que me dieron para el jueves a las 11 la quiero para el mismo día pero a la 1",
        "mi cita del jueves a las 11, ¿no me la podrán dejar ese mismo día a la 1?",
        "se me apartó el jueves a las 11 pero necesito que se recorra a la 1 del mismo día",
    ],
)
def test_the_same_day_is_that_of_the_one_there_is(text: str) -> None:
    (move,) = claimed(text)
    (plain,) = heard("cambia mi cita del jueves 26 a las 11 al jueves 26 a la 1")
    assert isinstance(move, RescheduleAppointment)
    assert isinstance(plain, RescheduleAppointment)
    assert move.when == plain.when or (move.when and plain.when and move.when.when == plain.when.when)


@given(day=st.sampled_from(DAYS), other=st.sampled_from(("martes", "sábado")), order=st.booleans())
def test_a_day_in_place_of_another_is_a_move(day: str, other: str, order: bool) -> None:
    text = f"en vez del {day} puedo ir el {other}?" if order else f"¿puedo ir el {other} en lugar del {day}?"
    (wanted,) = heard(f"cambia mi cita del {day} al {other}")
    (one,) = claimed(text)
    assert isinstance(one, RescheduleAppointment)
    assert isinstance(wanted, RescheduleAppointment)
    assert (one.of, one.when) == (wanted.of, wanted.when)


OTHERS = (
    ", la otra que tengo no",
    ", la otra déjenla",
    ", las demás se quedan igual",
    " y la otra no la toquen",
    " pero la otra que tengo déjela como está",
)


@given(day=st.sampled_from(DAYS), stays=st.sampled_from(OTHERS))
def test_the_others_stay(day: str, stays: str) -> None:
    (wanted,) = heard(f"cancela mi cita del {day}")
    (one,) = claimed(f"cancele la cita del {day}{stays}")
    assert isinstance(one, CancelAppointment)
    assert one.when == getattr(wanted, "when", None)


@given(days=st.permutations(DAYS))
def test_of_two_the_one_that_is_told_apart_falls(days: list[str]) -> None:
    text = f"tengo 2 citas la del {days[0]} y la del {days[1]}, la que quiero cancelar es la del {days[0]}"
    (wanted,) = heard(f"cancela mi cita del {days[0]}")
    (one,) = claimed(text)
    assert isinstance(one, CancelAppointment)
    assert one.when == getattr(wanted, "when", None)


@given(day=st.sampled_from(DAYS))
def test_a_participle_is_an_order(day: str) -> None:
    (one,) = claimed(f"la del {day}, cancelada porfa")
    assert isinstance(one, CancelAppointment)


@pytest.mark.parametrize("text", ["cancela la cita de Laura", "cancela la consulta de Paula"])
def test_a_patient_called_like_a_doctor_is_no_doctor(text: str) -> None:
    for one in Rules().understand(text, context(State.IDLE)).intents:
        assert getattr(one, "of_doctor", None) is None


def test_the_other_one_that_is_not_wanted_any_more_does_not_stay() -> None:
    assert claimed("cancele la del jueves, la otra ya no") == ()
