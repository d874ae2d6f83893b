"""A yes by its classes: an order to book, what suits, that one comes or is free then, and what may be told beside it;
and what makes none of them a yes."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import Confirm
from booking.models import Purpose, State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

STEMS = st.sampled_from("agend apart reserv anot apunt registr".split())
ORDER_ENDS = st.sampled_from(["ela", "emela", "enmela", "eme", "enla", "ala", "amela"])
AFTER_ORDER = st.sampled_from(["", " de una vez", " ya", " por favor", " para ese día", " a esa hora", ", gracias"])
SUITS = st.sampled_from("queda parece acomoda sirve conviene late funciona".split())
HOW = st.sampled_from(["", " bien", " muy bien", " perfecto", " de maravilla"])
YES = st.sampled_from(["sí", "Sí", "claro", "va", "ok", "perfecto", "órale"])
THERE = st.sampled_from(["ahí estaré", "allá estaremos", "ahí voy a estar", "ahí llego", "ahí la veo", "voy a llegar"])
WITH = st.sampled_from(
    ["", " puntual", " sin falta", " con mi hijo", " con mi esposa y mi mamá", " temprano", " ese día"]
)
FREE = st.sampled_from(
    ["ese día descanso", "ese día no trabajo", "a esa hora estoy libre", "me lleva mi hija", "ese día puedo"]
)
TOLD = st.sampled_from(
    [
        "ya avisé en el trabajo",
        "ya pedí permiso en el trabajo",
        "mi esposo dice que sí",
        "me urge",
        "ya no aguanto el dolor",
        "perdón por la tardanza",
        "es que me duele mucho la espalda",
        "qué bueno que hay lugar",
    ]
)
TURNS = st.sampled_from(
    [
        "pero a las 5",
        "pero con otro doctor",
        "mejor el jueves",
        "si me dan permiso",
        "tengo que preguntarle a mi jefe",
        "luego le confirmo",
        "ya me atendieron en otro lado",
        "ya no la necesito",
        "¿y si llueve?",
        "es para mi hijo Luis",
        "a esa hora trabajo",
        "no creo",
    ]
)


def confirms(text: str, about: str = "") -> bool:
    return Confirm() in meant(parse(text, context(State.CONFIRM, about)))


@given(STEMS, ORDER_ENDS, AFTER_ORDER, st.sampled_from(["", "sí, ", "va, "]))
def test_an_order_to_book_takes_what_is_proposed_and_cancels_nothing(stem: str, end: str, after: str, yes: str) -> None:
    assert confirms(f"{yes}{stem}{end}{after}")
    assert not confirms(f"no, {stem}{end}{after}")
    assert not confirms(f"{stem}{end}{after}", "cancelling")


MOVES = st.sampled_from("cámbia muéve pása reagénda recórre modifíca".split())
MOVE_ENDS = st.sampled_from(["la", "mela", "nosla", "me la cita", " mi cita"])
AFTER_MOVE = st.sampled_from(
    ["", " a esa", " ahí", " para ese día", " a esa hora por favor", " de una vez", ", gracias"]
)
CHANGE = st.sampled_from(
    ["haz el cambio", "hágame el cambio por favor", "hagan ese cambio", "que la cambien", "acepto el cambio"]
)
ELSEWHERE = st.sampled_from(
    [
        " a las 5",
        " al jueves",
        " a otra hora",
        " más tarde",
        " con otro doctor",
        " para mi hija",
        " si hay",
        " pero más tarde",
    ]
)


@given(MOVES, MOVE_ENDS, AFTER_MOVE, st.sampled_from(["", "sí, ", "si ", "ándale, ", "va, ", "ok "]))
def test_the_verb_of_a_change_said_back_is_the_yes_to_just_that(verb: str, end: str, after: str, yes: str) -> None:
    assert confirms(f"{yes}{verb}{end}{after}", "moving")
    assert not confirms(f"no, {verb}{end}{after}", "moving")
    assert not confirms(f"¿{verb}{end}{after}?", "moving")
    assert not confirms(f"{yes}{verb}{end}{after}", "cancelling")


@given(MOVES, MOVE_ENDS, ELSEWHERE, st.sampled_from(["", "sí, ", "ándale, "]))
def test_with_another_time_doctor_or_person_it_is_none(verb: str, end: str, other: str, yes: str) -> None:
    assert not confirms(f"{yes}{verb}{end}{other}", "moving")


@given(CHANGE, YES)
def test_a_change_is_agreed_to_by_its_noun(change: str, yes: str) -> None:
    assert confirms(change, "moving")
    assert confirms(f"{yes}, {change}", "moving")
    assert not confirms(f"no {change}", "moving")


@pytest.mark.parametrize(
    "text", ["sí, la cambio", "sí, me la mueve por favor", "sí, quiero cambiarla", "va, me la pasas"]
)
def test_a_change_told_or_asked_for_is_agreed_to_with_a_yes_alone(text: str) -> None:
    assert confirms(text, "moving")
    assert not confirms(text.partition(", ")[2], "moving")


@pytest.mark.parametrize(
    "text", ["si la mueven", "sí, cámbiale la hora", "cambia el día", "sí, cambia de doctor", "ya no la muevas"]
)
def test_what_is_to_be_changed_still_or_not_at_all_is_no_yes(text: str) -> None:
    assert not confirms(text, "moving")


@pytest.mark.parametrize("text", ["sí, hazme la cita", "hágame la cita por favor", "sí, dame esa cita"])
def test_a_booking_is_agreed_to_by_its_noun(text: str) -> None:
    assert confirms(text)
    assert not confirms(f"no {text}")
    assert not confirms(f"{text} a las 5 y media")


@given(SUITS, HOW, st.sampled_from(["", " esa hora", " ese día", " ese horario"]))
def test_what_suits_is_taken_but_for_a_condition_and_a_no(verb: str, how: str, what: str) -> None:
    assert confirms(f"me {verb}{how}{what}")
    assert not confirms(f"no me {verb}{how}{what}")
    assert not confirms(f"me {verb} más tarde")
    assert not what or not confirms(f"si me {verb}{how}{what}")


@given(YES, THERE, WITH)
def test_whoever_comes_agrees(yes: str, there: str, with_whom: str) -> None:
    assert confirms(f"{yes}, {there}{with_whom}")
    assert not confirms(f"si {there}{with_whom}, les aviso")


@given(YES, FREE)
def test_whoever_is_free_then_agrees(yes: str, free: str) -> None:
    assert confirms(f"{yes}, {free}")
    assert not confirms(f"si {free}")


@given(st.sampled_from(["sí", "claro que sí", "sí, confirmo"]), TOLD, st.sampled_from(["{0}, {1}", "{1}. {0}"]))
def test_what_is_told_beside_a_yes_spoils_none(yes: str, told: str, form: str) -> None:
    assert confirms(form.format(yes, told))
    assert not confirms(told)


@given(YES, st.one_of(TOLD, FREE), TURNS)
def test_what_turns_it_round_makes_it_none_whatever_else_is_told(yes: str, told: str, turn: str) -> None:
    assert not confirms(f"{yes}, {told}, {turn}")
    assert not confirms(f"{yes}, {turn}, {told}")


@pytest.mark.parametrize(
    "text",
    [
        "sí, quítela",
        "sí, ya no la ocupo",
        "sí, cancélela, me salió un viaje",
        "sí, ya no voy a ir",
        "sí por favor cancele",
    ],
)
def test_a_yes_to_cancel_may_say_it_again_or_why(text: str) -> None:
    assert confirms(text, "cancelling")


@given(
    YES,
    st.sampled_from(["ya", "pero", "nomás", ""]),
    st.sampled_from(["me paguen", "regrese", "llegue mi esposo", "pueda", "cobro"]),
)
def test_a_yes_for_then_is_none_yet(yes: str, still: str, then: str) -> None:
    assert not confirms(f"{yes}, {still} cuando {then}")


@pytest.mark.parametrize("text", ["no voy a ir", "ya no voy a ir", "no, sí voy", "va, ya no", "ok, me salió un viaje"])
def test_a_reason_alone_cancels_nothing(text: str) -> None:
    assert not confirms(text, "cancelling")


@pytest.mark.parametrize("text", ["ok lo veo", "va, la veo", "ok los veo"])
def test_to_look_at_it_is_no_yes(text: str) -> None:
    assert not confirms(text)


NO_TROUBLE = st.sampled_from(
    [
        "no le veo problema",
        "no hay bronca",
        "por mí no hay inconveniente",
        "sin ningún inconveniente",
        "no tengo problema",
    ]
)
RESIGNED = st.sampled_from(["ya que no hay de otra", "como no hay más", "ya que no hay nada mejor"])


@given(NO_TROUBLE, st.sampled_from(["", ", dele", ", apártela", ", con mucho gusto"]))
def test_that_nothing_stands_against_it_is_a_yes(trouble: str, after: str) -> None:
    assert meant(parse(trouble + after, context(State.CONFIRM))) == (Confirm(),)


@given(RESIGNED, st.sampled_from(["pues va", "pues sí", "quedamos en eso", "apártela"]))
def test_so_is_what_agrees_for_want_of_better(resigned: str, agrees: str) -> None:
    assert meant(parse(f"{resigned}, {agrees}", context(State.CONFIRM))) == (Confirm(),)


@pytest.mark.parametrize(
    "text",
    [
        "se acepta 👍",
        "¿y cómo no? claro",
        "Va, justo ese día descanso y mi comadre me puede llevar",
    ],
)
def test_a_yes_in_other_words(text: str) -> None:
    assert meant(parse(text, context(State.CONFIRM))) == (Confirm(),)


@pytest.mark.parametrize(
    "text",
    [
        "no le veo caso",
        "le veo un problema",
        "se acepta tarjeta?",
        "ya que no hay nada mejor, pues no",
        "como no hay más, busque otro",
        "sin problema, pero a las 12",
        "no tengo problema en el corazón",
        "Va, ese día descanso pero mi comadre no me puede llevar",
        "¿cómo no hay más tarde?",
        "ya quedó entonces",
    ],
)
def test_what_only_sounds_like_one_is_none(text: str) -> None:
    assert Confirm() not in meant(parse(text, context(State.CONFIRM)))


@pytest.mark.parametrize(
    ("text", "agrees"),
    [
        ("Si es a las 11 como dice, sí", True),
        ("si es el jueves como me dijo, sí", True),
        ("perfecto, jueves 26 a las 11", True),
        ("si es a las 12, sí", False),
        ("si es el viernes, sí", False),
        ("perfecto, jueves 26 a las 12", False),
    ],
)
def test_a_condition_that_the_proposal_meets_is_none(text: str, agrees: bool) -> None:
    proposed = dt.datetime(2026, 11, 26, 11, tzinfo=ZONE)
    asked = context(State.CONFIRM).model_copy(update={"offered": (), "proposed": proposed, "purpose": Purpose.BOOK})
    assert (meant(parse(text, asked)) == (Confirm(),)) is agrees
