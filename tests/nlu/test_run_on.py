"""What is dictated without a sign between sentences says what it says with them, or is asked about; no other time, and
never a yes or a choice."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AnyIntent,
    AskQuestion,
    CheckAvailability,
    Confirm,
    OptOut,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
)
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

STORIES = (
    "tengo cita a las 8 y no alcanzo",
    "mi jefe no me dio permiso",
    "no pude ir ayer a mi cita",
    "fíjese que se me complicó",
    "mi mamá amaneció con calentura",
)
ASKS = (
    "me la puede pasar a las 9 y media",
    "me la podría cambiar al viernes",
    "muévamela al lunes",
    "quiero cita el jueves",
)


def said(text: str, state: State = State.IDLE) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(state)))


@given(st.sampled_from(STORIES), st.sampled_from(ASKS))
def test_without_the_comma_it_is_the_same_or_asked(story: str, ask: str) -> None:
    paused, run_on = said(f"{story}, {ask}"), said(f"{story} {ask}")
    asked = any(isinstance(intent, Unknown) for intent in run_on)
    times = [getattr(intent, "when", None) for intent in run_on]
    assert asked or times == [getattr(intent, "when", None) for intent in paused]
    assert not any(isinstance(intent, Confirm | OptOut | SelectSlot) for intent in run_on)


def test_two_sentences_run_together() -> None:
    [moved] = said("tengo cita a las 8 y no alcanzo me la puede pasar a las 9 y media")
    assert isinstance(moved, RescheduleAppointment)
    assert moved.of is not None
    assert moved.when is not None
    assert moved.of != moved.when


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("ni lunes ni martes el miércoles", 2),
        ("entre semana no puedo el sábado a las 10", 5),
        ("el martes no puedo y el viernes", 4),
        ("el martes trabajo todo el día y el jueves", 3),
    ],
)
def test_the_day_behind_a_refusal_is_wished_for(text: str, day: int) -> None:
    [wish] = said(text, State.SLOT_SELECTION)
    assert isinstance(wish, CheckAvailability)
    assert wish.when is not None
    assert wish.when.when is not None
    found = wish.when.when
    assert isinstance(found.date_from, date)
    assert found.date_from == found.date_to
    assert found.date_from.weekday() == day


@pytest.mark.parametrize(
    "text", ["no puedo el martes y el jueves", "ni el martes ni el jueves", "el martes no puedo ni el jueves"]
)
def test_what_is_refused_with_it_stays_refused(text: str) -> None:
    for wish in said(text, State.SLOT_SELECTION):
        found = wish.when.when if isinstance(wish, CheckAvailability) and wish.when else None
        assert found is None or found.date_from != found.date_to or found.date_from is None


@pytest.mark.parametrize(
    ("text", "doctor"),
    [
        ("con la doctora Ríos y si no se puede con el doctor Salas para el viernes", "Ríos"),
        ("quisiera con la dra mendez y si no hay con ella con el dr salas, el viernes", "Méndez"),
        ("si el doctor Salas no tiene para mañana entonces con quien sea", "Salas"),
        ("con el doctor Salas, si no con cualquiera", "Salas"),
    ],
)
def test_the_first_doctor_is_looked_for(text: str, doctor: str) -> None:
    wishes = [intent for intent in said(text) if hasattr(intent, "doctor")]
    assert [doctor in (intent.doctor or "") for intent in wishes] == [True]


@pytest.mark.parametrize("text", ["con la doctora no con el doctor", "bueno pero con la doctora no con el doctor"])
def test_whoever_is_refused_without_a_name_is_not_chosen(text: str) -> None:
    [wish] = said(text, State.SLOT_SELECTION)
    assert isinstance(wish, CheckAvailability)
    assert wish.doctor is None
    assert "Salas" in "".join(wish.not_with)


CANNOT = ("no puedo", "no alcanzo", "no me queda", "no me acomoda", "ya no puedo")


@given(st.sampled_from(CANNOT), st.permutations((1, 2, 3, 4, 5)), st.sampled_from(("la", "mejor la")))
def test_the_option_behind_the_one_that_will_not_do_is_chosen(cannot: str, options: list[int], lead: str) -> None:
    refused, chosen = options[:2]
    assert said(f"la {refused} {cannot} {lead} {chosen}", State.SLOT_SELECTION) == (SelectSlot(option=chosen),)


@given(st.sampled_from(CANNOT), st.permutations((1, 2, 3, 4, 5)), st.sampled_from(("tampoco", "menos", "ni de chiste")))
def test_none_is_chosen_that_will_not_do_either(cannot: str, options: list[int], neither: str) -> None:
    refused, other = options[:2]
    for text in (
        f"la {refused} {cannot} la {other} {neither}",
        f"la {refused} no la {other}",
        f"la {refused} {cannot}",
    ):
        assert not any(isinstance(intent, SelectSlot) for intent in said(text, State.SLOT_SELECTION))


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("mañana no puedo pasado mañana sí", 26),
        ("el viernes ando fuera el sábado qué hay", 28),
        ("uy el jueves es acción de gracias y estoy del otro lado que tal el viernes", 27),
        ("para el lunes no hay", 30),
        ("el lunes en la tarde no tienen nada", 30),
    ],
)
def test_a_day_asked_for_without_a_sign(text: str, day: int) -> None:
    [when] = [i.when for i in said(text, State.SLOT_SELECTION) if isinstance(i, CheckAvailability)]
    assert when is not None
    assert when.when is not None
    assert when.when.date_from == when.when.date_to == date(2026, 11, day)


@pytest.mark.parametrize("text", ["el viernes no puedo el sábado tampoco", "mañana no puedo pasado mañana tampoco"])
def test_of_two_days_that_will_not_do_neither_is_offered(text: str) -> None:
    for wish in said(text, State.SLOT_SELECTION):
        whens = wish.when.candidates if isinstance(wish, CheckAvailability) and wish.when else ()
        assert not any(one.date_from == one.date_to for one in whens)


@pytest.mark.parametrize(
    "text",
    [
        "tengo seguro de gastos médicos lo aceptan",
        "agarran el seguro de axa",
        "hay que pagar por adelantado",
        "oiga y ahí mismo hacen el papanicolao o me mandan a otro lado",
        "mi hija tiene 2 años la doctora atiende bebés",
    ],
)
def test_what_the_clinic_does_is_asked_by_its_verb(text: str) -> None:
    [asked] = said(text)
    assert isinstance(asked, AskQuestion)
    assert asked.query == text


@pytest.mark.parametrize(
    "text",
    ["mis papás trabajan todo el día y no aceptan nada", "la doctora me atiende siempre", "hay que ver", "no hay"],
)
def test_what_is_only_told_is_no_question(text: str) -> None:
    assert not any(isinstance(intent, AskQuestion) for intent in said(text))


def test_a_reason_ends_where_the_wish_begins() -> None:
    data, start = said("quiero una cita para mi hijo trae fiebre desde anoche lo pueden ver hoy")
    assert isinstance(data, ProvideCustomerData)
    assert data.reason == "trae fiebre desde anoche"
    assert isinstance(start, StartBooking)
    assert start.when is not None


def test_the_name_behind_one_that_is_wrong() -> None:
    [data] = said("el nombre está mal es Anahí Verdugo", State.CONFIRM)
    assert isinstance(data, ProvideCustomerData)
    assert data.name == "Anahí Verdugo"


BUSY = ("salgo de trabajar a las 5", "trabajo de 8 a 5 de lunes a viernes", "llego del aeropuerto a las 3")
SO = ("así que", "por eso", "por lo que")


@given(
    st.sampled_from(BUSY),
    st.sampled_from(SO),
    st.sampled_from(("el jueves a las 6", "sería el viernes a las 6 y media")),
)
def test_what_follows_from_when_somebody_works_is_the_wish(busy: str, so: str, wish: str) -> None:
    [alone], [wished] = said(wish), said(f"{busy} {so} {wish}")
    assert isinstance(alone, CheckAvailability | StartBooking)
    assert isinstance(wished, CheckAvailability | StartBooking)
    assert wished.when == alone.when
    assert wished.when is not None


@pytest.mark.parametrize("only", ["solo puedo los sábados", "nomás puedo los sábados"])
def test_when_alone_somebody_can(only: str) -> None:
    [wished] = said(f"trabajo de lunes a viernes {only}")
    assert isinstance(wished, CheckAvailability)
    assert wished.when is not None
    assert {one.date_from.weekday() for one in wished.when.candidates if one.date_from} == {5}


def test_the_day_somebody_arrives_holds_for_the_hours_that_follow() -> None:
    [wished] = said("llego el viernes a las 3 así que como a las 4 o 5")
    assert isinstance(wished, CheckAvailability)
    assert wished.when is not None
    assert {one.date_from for one in wished.when.candidates} == {date(2026, 11, 27)}
    assert all(one.time_from is None or one.time_from.hour > 15 for one in wished.when.candidates)


@pytest.mark.parametrize(
    "text",
    ["trabajo mañana así que no puedo", "salgo a las 5 así que el jueves", "entro a las 8 así que cancele mi cita"],
)
def test_what_follows_in_part_is_asked_about_or_bounded(text: str) -> None:
    for intent in said(text):
        when = intent.when if isinstance(intent, CheckAvailability | StartBooking) else None
        assert when is None or when.when is None or when.when.time_from or when.when.time_to


HEARS = ("ese día trabajo", "el lunes trabajo", "no puedo en la mañana trabajo", "en la mañana trabajo")
THERE_IS = ("tiene para el sábado", "tienen algo el sábado", "hay algo para el sábado", "tendrán lugar el sábado")


@given(st.sampled_from(HEARS), st.sampled_from(THERE_IS))
def test_what_there_is_behind_what_somebody_does_is_not_refused(busy: str, asked: str) -> None:
    wishes = [part for i in said(f"{busy} {asked}", State.SLOT_SELECTION) for part in getattr(i, "understood", (i,))]
    for wish in wishes:
        reading = wish.when if isinstance(wish, CheckAvailability) else None
        whens = [one for one in (reading.when, *reading.candidates) if one] if reading else []
        saturday = date(2026, 11, 28)
        assert not whens or any((one.date_from or saturday) <= saturday <= (one.date_to or saturday) for one in whens)


@pytest.mark.parametrize(
    "text", ["el lunes trabajo mi hija tiene clases el martes", "tengo un hijo que tiene terapia el martes"]
)
def test_what_somebody_has_then_is_refused_with_it(text: str) -> None:
    for wish in said(text, State.SLOT_SELECTION):
        found = wish.when.when if isinstance(wish, CheckAvailability) and wish.when else None
        assert found is None or found.date_from != date(2026, 12, 1)


@given(
    st.integers(1, 5),
    st.sampled_from(("pero es", "y es", "es", "pero")),
    st.sampled_from(("para mi hijo", "para mi mamá")),
)
def test_a_choice_and_for_whom(option: int, joint: str, whom: str) -> None:
    names = ("primera", "segunda", "tercera", "cuarta", "quinta")
    for chosen in (str(option), names[option - 1]):
        intents = said(f"la {chosen} {joint} {whom}", State.SLOT_SELECTION)
        assert {type(intent) for intent in intents} == {SelectSlot, ProvideCustomerData}
        assert SelectSlot(option=option) in intents


@pytest.mark.parametrize(
    "text",
    ["la primera es para mí la segunda para mi hijo", "la última no es para mi hijo", "la primera es muy temprano"],
)
def test_none_is_chosen_where_more_is_said_of_it(text: str) -> None:
    assert not any(isinstance(intent, SelectSlot) for intent in said(text, State.SLOT_SELECTION))
