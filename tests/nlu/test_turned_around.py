"""Words left out that may turn what was understood around: it is not proposed without them, and asked openly."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import (
    AskQuestion,
    CancelAppointment,
    CheckAvailability,
    Clear,
    ProvideCustomerData,
    RescheduleAppointment,
    SelectSlot,
    StartBooking,
    Unknown,
    UnknownWhy,
)
from booking.models import State
from nlu.answers.turned_around import not_proposed
from nlu.parsed import meant
from nlu.shortcuts import Rules, parse
from tests.engine.test_own_visits import TUESDAY, clinic_with, live, shown
from tests.nlu.messages import context

ACTS = (
    StartBooking(doctor="Dr. Jorge Salas"),
    CheckAvailability(soonest=True),
    RescheduleAppointment(),
    CancelAppointment(),
    SelectSlot(option=2),
)
TURNS = tuple(
    """no|pero no|ni|tampoco|nunca|no se la vayan|no le hagan caso|no con ella|menos la mía|excepto él|salvo esa
|sino la otra|sin la doctora|a menos que llueva|pero de febrero|pero el martes|no la de mi mamá""".replace(
        "\n", ""
    ).split("|")
)
HARMLESS = tuple(
    """cada mes|al menos|más o menos|lo antes que puedan|ni modo|ya ni|sin anestesia|sin falta|sin prisa
|no tengo carro|no sé si|no conozco la zona|no importa|noviembre|a domicilio|pero mi esposo""".replace("\n", "").split(
        "|"
    )
)


def asked(understood: Clear, left: str, state: State = State.IDLE) -> Unknown:
    whole = Unknown(why=UnknownWhy.PARTLY, understood=(understood,), left=("algo más", left))
    (said,) = not_proposed((whole,), context(state))
    assert isinstance(said, Unknown)
    assert said == Unknown() or (said.understood, said.left) == ((understood,), ("algo más", left))
    return said


@given(st.sampled_from(ACTS), st.sampled_from(TURNS))
def test_what_may_turn_it_around_is_asked_openly(act: Clear, left: str) -> None:
    assert asked(act, left).why is UnknownWhy.NOT_SO


@given(st.sampled_from(ACTS), st.sampled_from(HARMLESS))
def test_other_words_are_said_back_with_a_yes_as_before(act: Clear, left: str) -> None:
    assert asked(act, left).why is UnknownWhy.PARTLY


NAME = ProvideCustomerData(name="Ana Ruiz")


@given(st.sampled_from(TURNS))
def test_what_only_asks_is_said_back_as_before(left: str) -> None:
    assert asked(AskQuestion(query="¿abren?"), left).why is UnknownWhy.PARTLY


@given(st.sampled_from(TURNS))
def test_a_name_alone_is_no_meaning_of_it_but_in_a_flow(left: str) -> None:
    assert asked(NAME, left) == Unknown()
    assert asked(NAME, left, State.CONFIRM).why is UnknownWhy.PARTLY


@pytest.mark.parametrize("left", ["mi esposa Pina Gil a las 11:30", "mi hermana la grande a la 1"])
def test_a_time_that_is_somebody_elses_is_not_kept(left: str) -> None:
    assert asked(CheckAvailability(), left, State.CONFIRM).why is UnknownWhy.NOT_SO


@pytest.mark.parametrize("left", ["ya no puedo", "no voy", "ya no", "no podré ir", "tampoco puedo"])
def test_why_it_is_given_up_agrees_with_it(left: str) -> None:
    assert asked(CancelAppointment(), left).why is UnknownWhy.PARTLY
    assert asked(StartBooking(), left).why is UnknownWhy.NOT_SO


@pytest.mark.parametrize("left", ["antes", "un día antes", "después de ella"])
def test_before_and_after_turn_a_time_that_has_no_bound(left: str) -> None:
    (said,) = meant(parse("el lunes antes de las 10", context(State.IDLE)))
    assert isinstance(said, CheckAvailability | StartBooking)
    assert asked(said, left).why is UnknownWhy.PARTLY
    assert asked(StartBooking(), left).why is UnknownWhy.NOT_SO


@pytest.mark.parametrize(
    ("text", "piece"),
    [
        ("la mía adelántala media hora... no, atrásala mejor", "«no»"),
        ("mañana a las 9 pero no con la que me vio la otra vez", "«pero no»"),
        ("mi esposo les habló para cambiar mi cita, no le hagan caso, déjenla", "«no le hagan»"),
        ("mi mamá va a llamar para sacar cita, no se la vayan a dar con Salas", "«no se la vayan»"),
    ],
)
def test_no_button_and_no_yes_does_it(text: str, piece: str) -> None:
    clinic = clinic_with(TUESDAY)
    reply = clinic.say("Ana", text)
    assert reply.keys == ["say_otherwise"]
    assert piece in shown(reply)
    for further in ("a ver", "la mía", "seguir así", "sí"):
        said = clinic.say("Ana", further)
        assert not {"partly", "still_partly", "what_instead", "confirm_cancel", "offer_slots"} & {*said.keys}, further
        assert "Seguir así" not in shown(said)
    assert live(clinic) == [TUESDAY]


def test_of_a_half_understood_wish_nothing_is_kept_either() -> None:
    clinic = clinic_with(TUESDAY)
    assert clinic.say("Ana", "una cita el jueves a domicilio").keys == ["partly"]
    reply = clinic.say("Ana", "a las 5 pero no con la que me vio la otra vez")
    assert reply.keys == ["say_otherwise"]
    assert "«pero no»" in shown(reply)
    assert not {"still_partly", "offer_slots"} & {*clinic.say("Ana", "a ver").keys}


def test_a_reading_by_rules_is_asked_so_too() -> None:
    (said,) = Rules().understand("el 3 pero de febrero", context(State.IDLE)).intents
    assert isinstance(said, Unknown)
    assert said.why is UnknownWhy.NOT_SO


@pytest.mark.parametrize("day", ["el lunes, ", "cita el lunes en la mañana, ", "el martes "])
@pytest.mark.parametrize("said", ["no antes de las 10 ni después de la 1", "no después de la 1 ni antes de las 10"])
def test_a_bound_goes_on_with_ni(day: str, said: str) -> None:
    (wish,) = meant(parse(day + said, context(State.IDLE)))
    assert isinstance(wish, StartBooking | CheckAvailability)
    assert wish.when
    assert wish.when.when
    assert (f"{wish.when.when.time_from:%H:%M}", f"{wish.when.when.time_to:%H:%M}") == ("10:00", "13:00")


@pytest.mark.parametrize(
    "text", ["no puedo ni antes de las 10 ni después de la 1", "no puedo antes de las 10 ni después de la 1"]
)
def test_hours_that_will_not_do_are_not_sought(text: str) -> None:
    assert meant(parse(text, context(State.IDLE))) == (Unknown(),)
