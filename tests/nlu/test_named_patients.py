"""Whose appointment is spoken of by name: who has one, who has none, and never somebody else."""

from __future__ import annotations

from itertools import product

import pytest

from booking.intents import (
    AnyIntent,
    CancelAppointment,
    CheckAvailability,
    ListAppointments,
    ProvideCustomerData,
    RescheduleAppointment,
    StartBooking,
    Unknown,
    Whose,
)
from booking.models import LastTouched, Purpose, State
from tests.nlu import known_visits
from tests.nlu.known_visits import FIRST as MINE
from tests.nlu.known_visits import NOW
from tests.nlu.known_visits import SECOND as THEIRS

KNOWN = ("Ofelia", "Brenda", "Yamileth", "Íker", "Luz María")
STRANGERS = ("Iker", "Sofía", "Xóchitl", "Dayana")
CANCELS = (
    "cancela la de {}",
    "quítenle la cita a {}",
    "cancelen la cita de {} por favor",
    "{} ya no va a poder ir",
    "ya no va a ir {}",
)
MOVES = ("pásenme la de {} al jueves", "mueve la cita de {} al jueves", "cambien la de {} para el jueves porfa")
LEFT = ("", " y la mía déjenla igual", ", la mía no", " y la otra déjenla igual")


def read(text: str, *, theirs: str | None = "Brenda Ramírez", **known: object) -> tuple[AnyIntent, ...]:
    visits, names = ((MINE, THEIRS), ("Jesús Ramírez Oros", theirs)) if theirs else ((MINE,), ("Jesús Ramírez Oros",))
    return known_visits.read(text, **{"visits": visits, "visits_of": names, "others_visits": visits[1:], **known})


def whose(said: tuple[AnyIntent, ...], kind: type[CancelAppointment] | type[RescheduleAppointment]) -> str | None:
    (found,) = (one for one in said if isinstance(one, kind))
    assert found.whose is not None, said
    return found.whose.name


@pytest.mark.parametrize(("form", "name"), [*product(CANCELS, (*KNOWN, *STRANGERS))])
def test_who_is_named_is_whose_is_cancelled_whether_they_have_one_or_not(form: str, name: str) -> None:
    theirs = f"{name} Ramírez" if name in KNOWN else None
    assert whose(read(form.format(name), theirs=theirs), CancelAppointment) == name


@pytest.mark.parametrize("name", KNOWN)
def test_small_letters_name_who_has_one(name: str) -> None:
    said = read(f"cancela la de {name.casefold()}", theirs=f"{name} Ramírez")
    assert whose(said, CancelAppointment) == name


@pytest.mark.parametrize(("form", "left"), [*product(MOVES, LEFT)])
def test_who_is_named_is_moved_and_not_the_writers_own(form: str, left: str) -> None:
    for name in KNOWN:
        said = read(form.format(name) + left, theirs=f"{name} Ramírez")
        assert whose(said, RescheduleAppointment) == name, said


@pytest.mark.parametrize("text", ["mueve a Brenda al jueves", "pásame a brenda para el viernes a las 10"])
def test_a_patient_is_moved_as_an_appointment_is(text: str) -> None:
    assert whose(read(text), RescheduleAppointment) == "Brenda"


@pytest.mark.parametrize(
    "text",
    [
        "la mía y la de Brenda para el jueves",
        "la de mi hija y la mía al jueves porfa",
        "la mía y la de mi hijo el jueves",
    ],
)
def test_of_two_people_which_is_moved_first_is_asked_and_no_third_booked(text: str) -> None:
    (said,) = read(text)
    assert isinstance(said, RescheduleAppointment)
    assert said.whose is None
    assert said.of is None


@pytest.mark.parametrize(
    "text",
    [
        "¿a qué hora es la mía y a qué hora la de Brenda?",
        "¿cuándo es la mía y la de mi hija?",
        "¿a qué hora me tocó?",
        "¿a qué hora quedaron las dos?",
        "¿cuándo le toca a brenda y cuándo a mí?",
    ],
)
def test_when_theirs_are_is_told_and_nothing_begun_after_a_booking_too(text: str) -> None:
    made = LastTouched(start=THEIRS, at=NOW, patient="Brenda Ramírez")
    assert read(text) == (ListAppointments(),)
    assert read(text, made=THEIRS, made_for="Brenda Ramírez", touched=made) == (ListAppointments(),)


@pytest.mark.parametrize("text", ["¿con quién quedó la de Brenda?", "¿qué día le toca a Brenda?"])
def test_of_one_who_is_named_it_is_hers_that_is_told(text: str) -> None:
    assert read(text) == (ListAppointments(whose=Whose(name="Brenda")),)


@pytest.mark.parametrize("text", ["quiero cita para Brenda el jueves", "agéndame otra para Brenda el jueves a las 10"])
def test_one_more_that_is_asked_for_is_one_more(text: str) -> None:
    said = read(text)
    asked = [i for one in said for i in (one, *(one.understood if isinstance(one, Unknown) else ()))]
    assert any(isinstance(i, StartBooking | CheckAvailability) for i in asked), said
    assert not any(isinstance(i, RescheduleAppointment) for i in asked), said


@pytest.mark.parametrize(
    "text", ["cancela la del martes", "cambia la de Salas al viernes", "cambia mi cita con Laura al jueves"]
)
def test_a_day_or_a_doctor_is_nobodys_name(text: str) -> None:
    said = read(text)
    assert not [
        i for i in said if isinstance(i, CancelAppointment | RescheduleAppointment) and i.whose and i.whose.name
    ]


RIGHT = (
    "no es para Jorge Salas, es para {}",
    "no, el nombre correcto es {}",
    "la cita es de {}",
    "perdón, me llamo {}",
    "ese es el doctor, yo me llamo {}",
    "mi nombre es Jorge Salas, perdón, ese es el del doctor, me llamo {}",
)
RIGHT_OF_HIM = (
    "el nombre de él es Laura Méndez Gil, perdón, ese es el de su esposa, él es {}",
    "se llama Jorge Salas Luna, digo, ese es mi papá, él es {}",
    "Laura Méndez Gil, ay perdón esa es mi esposa, yo soy {}",
)


@pytest.mark.parametrize("form", [*RIGHT, *RIGHT_OF_HIM])
@pytest.mark.parametrize("state", [State.CUSTOMER_DATA, State.CONFIRM])
def test_of_a_name_that_is_taken_back_the_right_one_counts_and_is_no_doctor(form: str, state: State) -> None:
    for name in ("Tomás Gil", "Jesús Ramírez Oros"):
        said = read(form.format(name), state=state, purpose=Purpose.BOOK)
        assert [one.name for one in said if isinstance(one, ProvideCustomerData)] == [name], said
        assert len(said) == 1, said


@pytest.mark.parametrize("name", ["Laura Méndez Gil", "Jorge Salas"])
def test_a_patient_may_be_called_as_a_doctor_is(name: str) -> None:
    (said,) = read(f"el nombre de mi hija es {name}", state=State.CUSTOMER_DATA, purpose=Purpose.BOOK)
    assert isinstance(said, ProvideCustomerData)
    assert said.name == name
