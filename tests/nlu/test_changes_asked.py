"""Changes of an appointment as people ask for them: politely, by how far, or of the one that was just shown."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    Anchor,
    AnyIntent,
    CancelAppointment,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
    Unknown,
)
from booking.intents.time_wishes import Side
from booking.models import LastTouched, State, Touched, UnderstandingContext
from nlu.shortcuts import Rules
from tests.nlu.messages import context

ZONE = dt.timezone(dt.timedelta(hours=-8))
NOW = dt.datetime(2026, 11, 24, 10, tzinfo=ZONE)
SHOWN = LastTouched(start=dt.datetime(2026, 12, 2, 12, tzinfo=ZONE), at=NOW, how=Touched.SHOWN)
CONTEXT = UnderstandingContext(state=State.IDLE, now=NOW, opens=dt.time(8), closes=dt.time(20))


def read(text: str, *, shown: bool = False) -> tuple[AnyIntent, ...]:
    return Rules().understand(text, CONTEXT.model_copy(update={"touched": SHOWN}) if shown else CONTEXT).intents


@pytest.mark.parametrize(
    "text",
    [
        "no me la cambia para las 5?",
        "¿no me cambian la cita al viernes?",
        "no me la podrán mover para el viernes?",
        "no nos da una cita el lunes?",
        "no me haría el favor de moverla al viernes",
        "no me podrá apuntar para mañana a las 9",
    ],
)
def test_a_polite_no_asks_for_the_same(text: str) -> None:
    asked = read(text.replace("no ", "", 1))
    assert read(text) == asked
    assert not any(isinstance(intent, Unknown) for intent in asked)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("¿me recorre mi cita una semana?", 7),
        ("¿me adelanta la cita dos días?", -2),
        ("quiero posponer mi cita tres días", 3),
    ],
)
def test_how_far_it_is_moved_is_counted_from_its_day(text: str, days: int) -> None:
    (moved,) = read(text)
    assert isinstance(moved, RescheduleAppointment)
    assert moved.when is not None
    assert moved.when.anchor == Anchor(days=days)


@pytest.mark.parametrize("by", ["una semana", "dos días", "un mes"])
def test_a_stretch_beside_a_change_is_never_passed_over(by: str) -> None:
    (asked,) = read(f"¿me la puede mover {by}?")
    assert isinstance(asked, Unknown)
    assert by.split()[0] in asked.left[0]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("ah no, a esa hora no alcanzo, se podrá más tarde el mismo día", Side.AFTER),
        ("no puedo a esa hora, ¿se puede más temprano?", Side.BEFORE),
    ],
)
def test_what_does_not_suit_is_the_one_just_shown(text: str, side: Side) -> None:
    (moved,) = read(text, shown=True)
    assert isinstance(moved, RescheduleAppointment)
    assert moved.when is not None
    assert moved.when.anchor == Anchor(same_day=True, side=side)
    assert moved.of is not None
    assert moved.of.when is not None
    assert moved.of.when.date_from == SHOWN.start.date()


@pytest.mark.parametrize(
    "text",
    ["quiero quitar mi cita", "pues la quiero quitar", "no voy a poder con la cita que tengo", "elimina la consulta"],
)
def test_to_take_it_away_cancels_it(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [CancelAppointment]


@pytest.mark.parametrize(
    "text",
    [
        "sí voy a ir el lunes, nomás para confirmar",
        "nada más para confirmar que sí voy mañana",
        "confirmo que sí voy el lunes",
        "¿tengo consulta pronto?",
    ],
)
def test_who_says_that_they_come_sees_what_there_is(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [ListAppointments]


def test_the_second_person_may_say_who_they_are() -> None:
    text = "quiero cita para mi esposo José Luis Cota y para mí que soy Ana Bertha Cota, el viernes después de las 4"
    begun = next(intent for intent in read(text) if isinstance(intent, StartBooking))
    assert begun.several
    assert begun.other == "mí"


@pytest.mark.parametrize(
    "text",
    ["quiero el mismo día que mi mamá, Elena Ibarra", "quiero otra cita a la misma hora que mi mamá pero el martes"],
)
def test_a_time_like_another_that_nobody_knows_is_asked_about(text: str) -> None:
    assert [type(intent) for intent in read(text)] == [Unknown]


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("la del 31 no voy, la del 19 sí", 31),
        ("la del 19 déjela, la del 31 quítela", 31),
        ("cancela la del 31 pero no la del 19", 31),
    ],
)
def test_the_one_that_stays_is_not_the_one_that_is_cancelled(text: str, day: int) -> None:
    (cancelled,) = read(text)
    assert isinstance(cancelled, CancelAppointment)
    assert cancelled.when is not None
    assert cancelled.when.when is not None
    assert cancelled.when.when.date_from == dt.date(2026, 12, day)


def test_one_taken_off_and_put_on_another_day_is_moved() -> None:
    (moved,) = read("quítame la del 17 y ponme la misma hora el 18")
    assert isinstance(moved, RescheduleAppointment)
    assert moved.when is not None
    assert moved.when.when is not None
    assert moved.when.when.date_from == dt.date(2026, 12, 18)


def test_of_two_changes_one_is_understood_and_the_other_said_back() -> None:
    (asked,) = read("cámbieme la del 24 al 23 y la del 5 de enero cancélela")
    assert isinstance(asked, Unknown)
    assert [type(intent) for intent in asked.understood] == [RescheduleAppointment]
    assert asked.left == ("la del 5 de enero cancélela",)


def test_of_two_people_neither_is_guessed() -> None:
    (asked,) = read("mañana a las 12 para mi hijo Max Lara o para mi hija Zoe Lara, el que se sienta peor")
    assert isinstance(asked, Unknown)
    assert not any(isinstance(intent, ProvideCustomerData) for intent in asked.understood)
    assert asked.left == ("para mi hijo Max Lara o para mi hija Zoe Lara, el que se sienta peor",)


@pytest.mark.parametrize("change", ["muévela", "cambia mi cita", "me cambian la cita", "quiero mover mi cita"])
@pytest.mark.parametrize("when", ["", " al lunes", " para el viernes en la tarde"])
@pytest.mark.parametrize("refused", [", pero que no sea con Salas", " pero no con Salas", ", no con el doctor Salas"])
def test_a_change_with_a_doctor_who_shall_not_have_it_stays_a_change(change: str, when: str, refused: str) -> None:
    (moved,) = Rules().understand(f"{change}{when}{refused}", context(State.IDLE)).intents
    assert isinstance(moved, RescheduleAppointment)
    assert moved.doctor is None
    assert moved.not_with == ("Dr. Jorge Salas",)
    assert not when or (moved.when and moved.when.when and moved.when.when.date_from)


@pytest.mark.parametrize(
    "text", ["quiero posponer mi cita", "la quiero posponer unos días", "recorrer mi consulta para adelante"]
)
def test_what_is_put_off_comes_after_its_day(text: str) -> None:
    (moved,) = read(text)
    assert isinstance(moved, RescheduleAppointment)
    assert moved.when is not None
    assert moved.when.anchor is not None
    assert (moved.when.anchor.days, moved.when.anchor.onward) == (1, True)
