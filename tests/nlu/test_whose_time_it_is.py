"""A time that belongs to something else beside the wish leaves the wish as it is."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData, RescheduleAppointment, When
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

BUSY = (
    "en la mañana ando dormido",
    "en la mañana llevo a los niños",
    "temprano abro el local",
    "en la noche cuido a mi papá",
)
HOURS = st.integers(1, 6)


def times(text: str, state: State = State.SLOT_SELECTION) -> list[When]:
    readings = [getattr(intent, "when", None) for intent in parse(text, context(state)).intents]
    return [when for reading in readings if reading for when in (reading.when, *reading.candidates) if when]


@given(busy=st.sampled_from(BUSY), hour=HOURS, bound=st.booleans(), first=st.booleans())
def test_a_part_of_the_day_of_something_else_is_not_that_of_the_hour(
    busy: str, hour: int, bound: bool, first: bool
) -> None:
    wish = f"{'después de' if bound else 'a'} {'la 1' if hour == 1 else f'las {hour}'}"
    text = f"{busy}, mejor {wish}" if first else f"{wish} porque {busy}"
    assert all(when.time_from is None or when.time_from >= dt.time(8) for when in times(text)), text


@pytest.mark.parametrize(
    "text", ["a las 4 para salir temprano del trabajo", "el miércoles a las 4 pa salir temprano del jale"]
)
def test_an_hour_is_none_before_the_clinic_opens_for_what_follows_it(text: str) -> None:
    assert all(when.time_from != dt.time(4) for when in times(text))


def test_a_part_right_beside_the_hour_is_its_own() -> None:
    (when,) = times("mañana temprano, a las 7")
    assert when.time_from == dt.time(7)


@given(
    first=st.sampled_from(("el jueves", "el martes en la tarde")),
    none=st.sampled_from(("si no hay", "si no hay lugar ese día", "si no se puede", "y si no hay nada")),
    other=st.sampled_from(("el viernes", "el lunes por la mañana")),
    suits=st.sampled_from(("", "me acomodo", "me queda bien", "me sirve", "entonces")),
)
def test_a_second_choice_is_one(first: str, none: str, other: str, suits: str) -> None:
    text = f"quiero una cita {first}, {none} {suits} {other}".replace("  ", " ")
    assert len({when.date_from for when in times(text, State.IDLE)}) == 2, text


@given(
    own=st.sampled_from(("Salas", "el doctor Salas")),
    lead=st.sampled_from(
        (
            "tengo cita con {}, la quiero cambiar con",
            "cambiar mi cita con {} por una con",
            "mi cita con {} la quiero cambiar con",
        )
    ),
)
def test_whose_it_is_comes_before_who_is_asked_for(own: str, lead: str) -> None:
    (move,) = [
        i
        for i in parse(f"{lead.format(own)} la doctora Méndez", context(State.IDLE)).intents
        if isinstance(i, RescheduleAppointment)
    ]
    assert move.doctor == "Dra. Laura Méndez"


@pytest.mark.parametrize("text", ["me recuerdan cuando es mi cita", "me recuerdas mi cita", "recuerdan cuándo me toca"])
def test_when_theirs_is_asked_of_the_agenda_not_of_the_past(text: str) -> None:
    assert [intent.kind for intent in parse(text, context(State.IDLE)).intents] == ["list_appointments"]


@pytest.mark.parametrize("text", ["adelanten mi cita", "atrasen mi cita por favor", "muevan mi cita"])
def test_any_verb_of_moving_moves(text: str) -> None:
    assert [intent.kind for intent in parse(text, context(State.IDLE)).intents] == ["reschedule_appointment"]


@pytest.mark.parametrize(
    ("text", "state", "kinds"),
    [
        ("cancela mi cita, luego saco otra", State.IDLE, ["cancel_appointment"]),
        ("cancélame la de hoy y ya luego le hablo para sacar otra", State.IDLE, ["cancel_appointment"]),
        ("creo que mejor cancelo mi cita", State.IDLE, ["cancel_appointment"]),
        ("ya no la vamos a llevar mañana", State.IDLE, ["cancel_appointment"]),
        ("quiero ver a la misma doctora de la otra vez", State.IDLE, ["start_booking"]),
        ("iba a decir el martes pero mejor el jueves", State.IDLE, ["check_availability"]),
        ("me pasa con la muchacha de recepción", State.SLOT_SELECTION, ["request_human"]),
    ],
)
def test_what_is_said_around_an_order_leaves_it_one(text: str, state: State, kinds: list[str]) -> None:
    assert [intent.kind for intent in parse(text, context(state)).intents] == kinds


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("mi nombre completo? Víctor Manuel Sandoval Ibarra", "Víctor Manuel Sandoval Ibarra"),
        ("soy la misma de siempre, Yolanda Cota", "Yolanda Cota"),
        ("Mi apellido se escribe con z, Cruz Velázquez, y mi nombre es Ofelia", "Ofelia Cruz Velázquez"),
    ],
)
def test_a_name_is_heard_beside_the_question_said_again(text: str, name: str) -> None:
    (said,) = parse(text, context(State.CUSTOMER_DATA)).intents
    assert isinstance(said, ProvideCustomerData)
    assert said.name == name


def test_a_yes_with_a_delay_books_nothing_unasked() -> None:
    kinds = {
        intent.kind for intent in parse("sí confirmo, nomás que llego 10 minutos tarde", context(State.CONFIRM)).intents
    }
    assert kinds == {"unknown"}
