"""What others said of how things are is told, and no time, doctor or person in it is wished for; and who cannot come
and wants another time gives nothing up."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, RescheduleAppointment, StartBooking
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

IDLE = context(State.IDLE)
SAID = [
    f"{who} {said} que {what}"
    for who in ("mi hermana me", "mi cuñado me", "una vecina me")
    for said in ("dijo", "comentó", "contó")
    for what in ("aquí contestan el domingo", "abren en la tarde", "atienden los martes", "no cierran hoy")
]
WISHES = ["quiero una cita para el jueves", "me urge una consulta el jueves", "necesito cita el jueves a las 4"]
CANNOT = ["no voy a poder ir", "no puedo ir a mi cita", "ya no alcanzo a llegar", "no podré asistir"]
MOVES = [
    f"{lead} {verb} para {when}"
    for lead, verb in (
        ("me la puede", "cambiar"), ("se puede", "mover"), ("mejor me la", "cambia"), ("se puede", "pasar"),
        ("me la pude", "cambiar"),
    )
    for when in ("el martes", "el día 15 entre la 1 y las 2", "mañana a la misma hora", "el domingo en la tarde")
]  # fmt: skip


@given(st.sampled_from(SAID), st.sampled_from(WISHES), st.sampled_from([". ", ", ", " y "]), st.booleans())
def test_what_others_said_changes_no_wish(said: str, wish: str, joint: str, first: bool) -> None:
    alone = [i for i in meant(parse(wish, IDLE)) if isinstance(i, StartBooking)]
    text = f"{said}{joint}{wish}" if first else f"{wish} porque {said}"
    both = meant(parse(text, IDLE))
    assert both[0].kind == "unknown" or [i for i in both if isinstance(i, StartBooking)] == alone, (text, both)


@given(st.sampled_from(SAID), st.sampled_from([". ", ", "]))
def test_what_others_said_of_the_clinic_is_not_asked_about(said: str, joint: str) -> None:
    assert any(isinstance(i, StartBooking) for i in meant(parse(f"{said}{joint}{WISHES[0]}", IDLE))), said


@given(st.sampled_from(CANNOT), st.sampled_from(MOVES), st.sampled_from([", ", ". ", " "]))
def test_who_cannot_come_and_wants_another_time_gives_nothing_up(cannot: str, move: str, joint: str) -> None:
    read = meant(parse(f"{cannot}{joint}{move}", IDLE))
    assert not any(isinstance(intent, CancelAppointment) for intent in read), read


@given(st.sampled_from(range(8, 12)), st.sampled_from(range(12, 16)), st.sampled_from(["", " del mismo día"]))
def test_from_one_hour_to_another_is_a_move(old: int, new: int, day: str) -> None:
    read = meant(parse(f"quiero cambiar mi cita de las {old} a las {new if new == 12 else new - 12}{day}", IDLE))
    moved = next(intent for intent in read if isinstance(intent, RescheduleAppointment))
    when = moved.when.when if moved.when else None
    assert when is not None
    assert when.time_to is None
    assert when.time_from is not None
    assert when.time_from.hour in (new, new - 12)
