"""Two orders of one message, about two people: neither is lost, and neither has what was said of the other. What is
said second is heard as well, or left over in its words."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AsTold,
    Attend,
    CancelAppointment,
    CheckAvailability,
    Confirm,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
)
from booking.models import Expected, Purpose, State
from nlu.parsed import Parse
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, NOW, knowing

HERE = knowing(FIRST)
THOSE = (AsTold(appointment_id=1, version=1),)
REMINDED = knowing(FIRST, expected=Expected(yes=Attend(those=THOSE), no=Attend(those=THOSE, coming=False)))
CANCELS = ["cancela la mía", "cancela mi cita", "ya no voy a poder ir", "cancélame", "no voy a poder ir"]
MOVES = ["mueve mi cita al jueves", "pasa mi cita al jueves", "cambia la mía al jueves"]
COMES = ["sí", "sí ahí estaré", "ahí estaré", "sí voy", "claro que sí"]
JOINTS = [" y ", ", y ", ", ", " y de una vez ", " y también "]
BOOKS = ["aparta una para mi {who}{when}", "quiero una cita para mi {who}{when}", "agéndame a mi {who}{when}",
         "aparta otra para mi {who}{when}", "necesito una para mi {who}{when}"]  # fmt: skip
PEOPLE = {"mamá": "mamá", "hermana": "hermana", "esposo": "esposo", "hija": "hija", "papa": "papá"}
FRIDAY, NOON = dt.date(2026, 12, 11), dt.time(12)
TIMES = {"": (None, None), " el viernes": (FRIDAY, None), " el viernes a las 12": (FRIDAY, NOON)}
OTHERS = ["confirma la de mi {who}", "muévele la suya a mi {who}", "cámbiale la hora a la de mi {who}"]


def _of(said: Parse) -> StartBooking | None:
    return next((one for one in said.intents if isinstance(one, StartBooking) and one.besides), None)


def _heard(said: Parse, who: str, when: str) -> None:
    """The new one is for that person, at that time."""
    wanted = _of(said)
    assert wanted is not None, said
    assert not said.unread
    assert wanted.other == PEOPLE[who]
    told = wanted.when.when if wanted.when else None
    assert (told and told.date_from, told and told.time_from) == TIMES[when]


@given(st.sampled_from(CANCELS), st.sampled_from(JOINTS), st.sampled_from(BOOKS), st.sampled_from([*PEOPLE]),
       st.sampled_from([*TIMES]), st.booleans())  # fmt: skip
def test_what_is_cancelled_and_what_is_booked(end: str, joint: str, book: str, who: str, when: str, last: bool) -> None:
    booked = book.format(who=who, when=when)
    said = parse(f"{booked} y {end}" if last else f"{end}{joint}{booked}", HERE)
    assert isinstance(said.intents[0], CancelAppointment)
    assert said.intents[0].when is None
    assert not said.intents[0].several
    _heard(said, who, when)


@given(st.sampled_from(MOVES), st.sampled_from(JOINTS), st.sampled_from(BOOKS), st.sampled_from([*PEOPLE]),
       st.sampled_from([*TIMES]))  # fmt: skip
def test_what_is_moved_and_what_is_booked(move: str, joint: str, book: str, who: str, when: str) -> None:
    said = parse(move + joint + book.format(who=who, when=when), HERE)
    moved = said.intents[0]
    assert isinstance(moved, RescheduleAppointment)
    assert moved.when is not None
    assert moved.when.when is not None
    assert moved.when.when.date_from == dt.date(2026, 12, 10)
    assert moved.when.when.time_from is None
    _heard(said, who, when)


@given(st.sampled_from(COMES), st.sampled_from(JOINTS), st.sampled_from(BOOKS), st.sampled_from([*PEOPLE]),
       st.sampled_from([*TIMES]))  # fmt: skip
def test_who_comes_and_what_is_booked(comes: str, joint: str, book: str, who: str, when: str) -> None:
    said = parse(comes + joint + book.format(who=who, when=when), REMINDED)
    assert said.intents[0] == Attend(those=THOSE)
    _heard(said, who, when)


@given(st.sampled_from(["cancela la mía", "cancela mi cita"]), st.sampled_from(JOINTS), st.sampled_from(OTHERS),
       st.sampled_from([*PEOPLE]))  # fmt: skip
def test_another_order_about_anothers_is_left_over(first: str, joint: str, other: str, who: str) -> None:
    ordered = other.format(who=who)
    said = parse(first + joint + ordered, HERE)
    assert not said.sure
    assert any(who in left for left in said.unread), said
    assert not any(getattr(one, "several", False) for one in said.intents)


@given(st.sampled_from(["¿a qué hora es mi cita?", "¿cuándo es mi cita?"]), st.sampled_from(BOOKS),
       st.sampled_from([*PEOPLE]), st.sampled_from([*TIMES]))  # fmt: skip
def test_what_is_asked_and_what_is_booked(asked: str, book: str, who: str, when: str) -> None:
    said = parse(f"{asked} y {book.format(who=who, when=when)}", HERE)
    assert isinstance(said.intents[0], ListAppointments)
    _heard(said, who, when)


@given(st.sampled_from([Purpose.CANCEL, Purpose.MOVE]), st.sampled_from(["sí", "sí por favor", "claro que sí"]),
       st.sampled_from(BOOKS), st.sampled_from([*PEOPLE]), st.sampled_from([*TIMES]))  # fmt: skip
def test_a_yes_and_what_is_booked(purpose: Purpose, yes: str, book: str, who: str, when: str) -> None:
    proposed = HERE.model_copy(update={"state": State.CONFIRM, "purpose": purpose})
    said = parse(f"{yes}, y {book.format(who=who, when=when)}", proposed)
    assert isinstance(said.intents[0], Confirm)
    _heard(said, who, when)


@pytest.mark.parametrize("purpose", [Purpose.CANCEL, Purpose.MOVE])
def test_what_is_told_by_the_proposal_is_kept_before_the_yes(purpose: Purpose) -> None:
    proposed = HERE.model_copy(update={"state": State.CONFIRM, "purpose": purpose})
    (kept,) = parse("sí, y aparta esa hora para mi mamá", proposed).intents
    assert isinstance(kept, StartBooking)
    assert kept.besides


def test_what_stays_tells_its_time_at_once() -> None:
    wanted = _of(parse("sí ahí estaré, y aparta esa misma hora para mi mamá", REMINDED))
    assert wanted is not None
    assert wanted.when is not None
    assert wanted.when.when is not None
    assert (wanted.when.when.date_from, wanted.when.when.time_from) == (FIRST.date(), FIRST.time())


@pytest.mark.parametrize("there", ["en ese lugar", "a esa misma hora", "esa misma hora", "esa hora", "ese espacio"])
def test_in_its_place(there: str) -> None:
    wanted = _of(parse(f"cancela la mía y aparta {there} para mi mamá", HERE))
    assert wanted is not None
    assert wanted.when is not None
    assert wanted.when.anchor is not None
    assert wanted.when.anchor.same_time


@pytest.mark.parametrize(
    "text",
    [
        "cancela mi cita y hazme otra para el miércoles",
        "cancela la de mi mamá y dale otra el miércoles",
        "cancela la mía y la de mi mamá",
        "mueve la de mi mamá al viernes y avísame",
        "ya no voy, mi mamá está enferma",
        "cancela la mía y dile a mi mamá",
    ],
)
def test_with_nothing_for_another_nothing_is_besides(text: str) -> None:
    assert _of(parse(text, HERE)) is None


def test_nothing_exists_nothing_is_besides() -> None:
    said = parse("quiero una para mí y una para mi mamá", knowing())
    assert not any(
        isinstance(one, CheckAvailability | StartBooking) and getattr(one, "besides", False) for one in said.intents
    )
    assert NOW < FIRST


@pytest.mark.parametrize(("side", "bound"), [("después", "time_from"), ("antes", "time_to")])
@pytest.mark.parametrize("first", ["sí ahí estaré y", "sí y de una vez", "¿a qué hora es mi cita? y"])
def test_beside_theirs_is_told_by_its_hour(first: str, side: str, bound: str) -> None:
    said = parse(f"{first} aparta otra para mi esposa {side} de mí, Nora Pinto", REMINDED)
    wanted = _of(said)
    assert wanted is not None
    assert wanted.other == "Nora"
    assert wanted.when is not None
    assert wanted.when.when is not None
    assert (wanted.when.when.date_from, getattr(wanted.when.when, bound)) == (FIRST.date(), FIRST.time())
    assert said.intents[-1] == ProvideCustomerData(name="Nora Pinto", for_other=True)


def test_beside_what_is_moved_is_left_over() -> None:
    assert parse("mueve la mía al viernes y aparta una para mi esposa después de mí", HERE).unread
