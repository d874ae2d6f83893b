"""How often an appointment is to come again, as people say it; and what only sounds like it."""

from __future__ import annotations

import datetime as dt
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, CheckAvailability, Repeats, StartBooking
from booking.models import Expected, Offered, State, UnderstandingContext
from nlu.shortcuts import Rules, parse
from tests.nlu.messages import context

NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZoneInfo("America/Tijuana"))
IDLE = UnderstandingContext(now=NOW, state=State.IDLE, opens=dt.time(8), closes=dt.time(20), doctors=("Dra. Ana Ríos",))

APART = {
    "cada semana": 7, "cada ocho días": 7, "cada 8 dias": 7, "una por semana": 7, "cada quince días": 14,
    "cada 15 días": 14, "cada dos semanas": 14, "cada mes": 28, "cada cuatro semanas": 28, "cada 30 días": 28,
    "una al mes": 28, "cada tres días": 3, "cada tercer día": 2,
}  # fmt: skip
NUMBERS = {"dos": 2, "tres": 3, "4": 4, "seis": 6, "ocho": 8, "12": 12}
COUNTED = {f"{word} {noun}": n for word, n in NUMBERS.items() for noun in ("veces", "citas", "sesiones", "en total")}
SPANS = {"por un mes": 28, "durante dos meses": 56, "por seis semanas": 42, "durante 3 meses": 84}


def repeats_in(text: str, context: UnderstandingContext = IDLE) -> list[Repeats]:
    """What is understood to come again."""
    intents: tuple[AnyIntent, ...] = Rules().understand(text, context).intents
    asked = [intent for intent in intents if isinstance(intent, StartBooking | CheckAvailability)]
    return [intent.repeats for intent in asked if intent.repeats is not None]


@given(st.sampled_from(sorted(APART)), st.sampled_from(sorted(COUNTED)), st.booleans())
def test_so_many_so_far_apart(apart: str, counted: str, first: bool) -> None:
    said = f"quiero una cita {apart}, {counted}" if first else f"quiero {counted}, {apart}, con la Dra. Ríos"
    if "veces" in counted and not first:
        said = f"quiero cita {counted}, {apart}"
    assert repeats_in(said) == [Repeats(every=APART[apart], times=COUNTED[counted])], said


@given(st.sampled_from(sorted(APART)), st.sampled_from(sorted(SPANS)))
def test_so_far_apart_for_so_long(apart: str, span: str) -> None:
    assert repeats_in(f"necesito cita {apart} {span}") == [Repeats(every=APART[apart], span=SPANS[span])]


@pytest.mark.parametrize(
    "said",
    [
        "quiero cita porque cada mes me duele la cabeza",
        "me tomo una pastilla cada 8 días",
        "mi hija se enferma cada mes, quiero una cita para el lunes",
        "¿atienden cada sábado?",
        "quiero una cita para el lunes a las 5",
        "quiero una cita para el lunes por semana santa",
        "quiero una cita a la semana siguiente",
        "una cita al mes que entra",
        "quiero cita a la semana",
        "quiero dos citas, una para mí y otra para mi hijo",
    ],
)
def test_what_only_sounds_like_it_makes_no_series(said: str) -> None:
    assert repeats_in(said) == []


def test_the_weekday_of_each_week_is_that_of_the_first() -> None:
    (asked,) = Rules().understand("quiero cita todos los martes a las 5 de la tarde, 4 veces", IDLE).intents
    assert isinstance(asked, StartBooking)
    assert asked.repeats == Repeats(every=7, times=4)
    assert asked.when is not None
    assert asked.when.when is not None
    assert asked.when.when.date_from == dt.date(2026, 12, 1) or asked.when.when.date_from == NOW.date()


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("serían cuatro", Repeats(times=4)),
        ("6 sesiones por favor", Repeats(times=6)),
        ("3", Repeats(times=3)),
        ("por dos meses", Repeats(span=56)),
    ],
)
def test_how_many_is_answered(said: str, meant: Repeats) -> None:
    asked = Expected(options=(Offered(words=("2", "dos"), intent=CheckAvailability(repeats=Repeats(times=2))),))
    context = IDLE.model_copy(update={"state": State.SLOT_SELECTION, "expected": asked})
    assert repeats_in(said, context) == [meant]


@pytest.mark.parametrize(
    "habit",
    [
        "cruzo la línea todos los días",
        "voy al gym cada tercer día",
        "trabajo diario",
        "cruzo diario a San Diego",
        "salimos cada semana",
    ],
)
@pytest.mark.parametrize("text", ["quiero cita el jueves, {}", "{}, quiero cita el jueves"])
def test_what_the_writer_does_again_and_again_is_no_series(text: str, habit: str) -> None:
    read = parse(text.format(habit), context(State.IDLE))
    assert not any(getattr(intent, "repeats", None) for intent in read.intents)


@pytest.mark.parametrize(
    "text", ["quiero cita el jueves, cada semana", "quiero cita los jueves, que sean cada quince días"]
)
def test_an_appointment_that_is_to_come_again_is_a_series(text: str) -> None:
    read = parse(text, context(State.IDLE))
    assert any(getattr(intent, "repeats", None) for intent in read.intents)
