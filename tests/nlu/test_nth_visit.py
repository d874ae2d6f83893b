"""Of several appointments the first is the earliest, whichever was made or spoken of last; and two names joined are two
people."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import CancelAppointment, ProvideCustomerData, RescheduleAppointment, StartBooking
from booking.models import State
from nlu.existing_visits.corrections import exactly
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.known_visits import FIRST, SECOND, read
from tests.nlu.messages import ZONE, context

VISITS = tuple(dt.datetime(2026, 12, day, 9, tzinfo=ZONE) for day in (14, 21, 28))
MADE = context(State.IDLE).model_copy(update={"visits": VISITS, "made": VISITS[2]})
PLACES = {
    "la primera": 0,
    "la segunda": 1,
    "la última": 2,
    "la primera cita": 0,
    "la que tengo primero": 0,
    "la que va al final": 2,
}
MOVES = st.sampled_from(
    ["pásala una hora después", "cámbiamela para el martes", "muévela a las 11", "adelántala media hora"]
)
ENDS = st.sampled_from(["cancélala", "cancelamela por favor", "quítamela"])
WHICH = st.sampled_from(sorted(PLACES))
JOINT = st.sampled_from([" ", ", "])


@given(WHICH, JOINT, MOVES)
def test_the_nth_is_moved(which: str, joint: str, moves: str) -> None:
    (move,) = meant(parse(f"{which}{joint}{moves}", MADE))
    assert isinstance(move, RescheduleAppointment)
    assert move.of == exactly(VISITS[PLACES[which]])
    assert move.when is not None


@given(WHICH, JOINT, ENDS)
def test_the_nth_is_given_up(which: str, joint: str, ends: str) -> None:
    (end,) = meant(parse(f"{which}{joint}{ends}", MADE))
    assert isinstance(end, CancelAppointment)
    assert end.when == exactly(VISITS[PLACES[which]])


@pytest.mark.parametrize(
    "said", ["pásala a la primera hora", "cámbiala a la primera que tengan", "la última vez llegué tarde"]
)
def test_a_first_of_something_else_is_no_appointment(said: str) -> None:
    for one in meant(parse(said, MADE)):
        assert getattr(one, "of", None) in (None, exactly(VISITS[2]))
        assert getattr(one, "when", None) != exactly(VISITS[0])


@pytest.mark.parametrize("joint", [" y ", ", y "])
@pytest.mark.parametrize("names", [("Leo", "Santi Durán"), ("Santi", "Leo Durán"), ("leo", "santi duran")])
def test_two_joined_names_are_two_people(names: tuple[str, str], joint: str) -> None:
    text = f"quiero dos citas para mis dos chamacos, {joint.join(names)}, el lunes en la tarde"
    said = meant(parse(text, context(State.IDLE)))
    (whose,) = [one for one in said if isinstance(one, ProvideCustomerData)]
    (begun,) = [one for one in said if isinstance(one, StartBooking)]
    surname = names[1].split()[1].capitalize()
    assert whose.name == f"{names[0].capitalize()} {surname}"
    assert (begun.several, begun.other) == (True, names[1].split()[0].capitalize())


@pytest.mark.parametrize("said", ["Leo y Santi Durán", "leo y santi duran", "Ana y Luis Pérez"])
def test_where_a_name_is_asked_for_two_are_none(said: str) -> None:
    told = meant(parse(said, context(State.CUSTOMER_DATA)))
    assert not any(isinstance(one, ProvideCustomerData) and " y " in (one.name or "") for one in told)


def test_a_surname_of_two_is_one() -> None:
    assert meant(parse("Ana Ortega y Gasset", context(State.CUSTOMER_DATA))) == (
        ProvideCustomerData(name="Ana Ortega y Gasset"),
    )


@pytest.mark.parametrize("keeps", ["deja nomás la {}", "deja la {}", "conserva solo la {}", "déjame la {}"])
@pytest.mark.parametrize("ends", [", la otra quítala", " y quita la otra", ", la otra cancélala por favor"])
@pytest.mark.parametrize(("place", "falls"), [("primera", SECOND), ("segunda", FIRST)])
def test_the_other_one_falls_where_one_is_kept(keeps: str, ends: str, place: str, falls: dt.datetime) -> None:
    (one,) = read(f"{keeps.format(place)}{ends}", FIRST, SECOND)
    assert isinstance(one, CancelAppointment)
    assert one.when is not None
    assert one.when.when is not None
    assert one.when.when.date_from == falls.date()
