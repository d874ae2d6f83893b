"""What is said of something else while times, a question or a proposal are on screen: no search and no choice."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import (
    AskQuestion,
    CancelBooking,
    CheckAvailability,
    ProvideCustomerData,
    SelectSlot,
    StartBooking,
    Topic,
)
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import ZONE, context

TIMES = tuple(
    dt.datetime(2026, 11, day, hour, minute, tzinfo=ZONE)
    for day, hour, minute in ((26, 9, 0), (26, 11, 0), (27, 16, 30), (28, 10, 0))
)
LISTED = context(State.SLOT_SELECTION).model_copy(update={"offered": TIMES})
NAMING = context(State.CUSTOMER_DATA)
PROPOSED = context(State.CONFIRM).model_copy(update={"proposed": TIMES[1]})


@pytest.mark.parametrize(
    "text",
    [
        "Pero primero cancéleme la que ya tenía el martes", "mejor cancela la que ya tengo, esa del 4",
        "no era una nueva, era recorrer la que ya tengo pa otra semana", "mi otra cita del lunes me la cambia",
        "Oye pero eso es nueva, yo quería que cambiaras la del 12",
    ],
)  # fmt: skip
@pytest.mark.parametrize("where", [LISTED, NAMING, PROPOSED], ids=["listed", "naming", "proposed"])
def test_of_one_that_there_is_already_no_time_is_looked_for(text: str, where: object) -> None:
    said = meant(parse(text, where))  # type: ignore[arg-type]
    assert not any(isinstance(one, CheckAvailability | StartBooking | SelectSlot) for one in said)


def test_a_name_beside_it_is_kept() -> None:
    said = parse("Gilberto Amézquita, y la que tengo el jueves me la cancela porfa", NAMING)
    assert said.unread
    assert [one.name for one in said.intents if isinstance(one, ProvideCustomerData)] == ["Gilberto Amézquita"]


@pytest.mark.parametrize(
    "text", ["a las cuatro y media apenas voy saliendo de la maquila", "pues a las 10 todavía estoy en clase"]
)
def test_what_one_does_at_that_hour_chooses_nothing(text: str) -> None:
    assert not any(isinstance(one, SelectSlot) for one in meant(parse(text, LISTED)))


def test_as_a_reason_it_chooses_still() -> None:
    assert meant(parse("la de las 10 porque a las 9 apenas voy saliendo", LISTED)) == (SelectSlot(option=4),)


@pytest.mark.parametrize(
    ("text", "where", "topic"),
    [
        ("son todas con la dra mendez?", LISTED, Topic.DOCTORS),
        ("La doctora Paula es pediatra?", NAMING, Topic.DOCTORS),
        ("Esa es con la Dra. Laura?", PROPOSED, Topic.PROPOSAL),
        ("y la doctora Paula sí es pediatra verdad?", NAMING, Topic.DOCTORS),
        ("Es con el doctor Soto o con quién", NAMING, Topic.DOCTORS),
    ],
)  # fmt: skip
def test_with_whom_it_is_is_asked(text: str, where: object, topic: Topic) -> None:
    said = meant(parse(text, where))  # type: ignore[arg-type]
    assert [one.topic for one in said if isinstance(one, AskQuestion)] == [topic]
    assert len(said) == 1


@pytest.mark.parametrize(
    "text", ["¿puede ser con la doctora Laura?", "¿con la doctora Laura?", "¿hay con la doctora Laura?"]
)
def test_another_doctor_is_wished_for_as_before(text: str) -> None:
    assert [one.doctor for one in meant(parse(text, LISTED)) if isinstance(one, CheckAvailability)] == [
        "Dra. Laura Méndez"
    ]


@pytest.mark.parametrize(
    ("text", "option"), [("esa del sabado, ahí estaremos mi mamá y yo", 4), ("Ahí estaré a las 10 entonces", 4)]
)
def test_the_time_that_they_will_come_is_chosen(text: str, option: int) -> None:
    assert meant(parse(text, LISTED)) == (SelectSlot(option=option),)


@pytest.mark.parametrize(
    ("text", "name"),
    [("Nayeli Ponce C.", "Nayeli Ponce C."), ("j. trinidad lugo", "J. Trinidad Lugo"), ("Ana M. Ruiz", "Ana M. Ruiz")],
)
def test_a_letter_beside_a_name_is_of_the_name(text: str, name: str) -> None:
    assert meant(parse(text, NAMING)) == (ProvideCustomerData(name=name),)


@pytest.mark.parametrize(
    ("text", "option"),
    [
        ("Ana Ruiz opción B", 2), ("Ana Ruiz y mejor la b", 2), ("Ana Ruiz, mejor la opción b", 2),
        ("Ana Ruiz, la A", 1), ("Ana Ruiz, B", 2), ("Ana Ruiz mejor B", 2), ("Ana Ruiz b", 2), ("Ana Ruiz\nB", 2),
    ],
)  # fmt: skip
def test_a_letter_that_does_not_stand_against_the_name_is_the_choice(text: str, option: int) -> None:
    said = [one for heard in parse(text, NAMING).intents for one in (*getattr(heard, "understood", ()), heard)]
    assert [one.name for one in said if isinstance(one, ProvideCustomerData)] == ["Ana Ruiz"]
    assert [one.option for one in said if isinstance(one, SelectSlot)] == [option]


@pytest.mark.parametrize(
    "text",
    ["gracias pero ya consegui con el doctor de la farmacia", "ya saqué con la doctora del seguro, gracias"],
)
def test_who_goes_to_another_doctor_gives_it_up(text: str) -> None:
    assert meant(parse(text, LISTED)) == (CancelBooking(),)
