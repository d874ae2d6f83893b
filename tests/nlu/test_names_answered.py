"""Where a name was asked for: what leads to it and what is told after it are laid aside, and nothing else is."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData
from booking.models import State
from nlu.shortcuts import parse
from tests.nlu.messages import context

NAMES = st.sampled_from(["Patricia Olvera Nieto", "Rogelio Camacho Díaz", "Yadira Fonseca", "dulce maría valdez"])
PLEASED = st.sampled_from(
    ["Claro que sí, con gusto, ", "Mucho gusto, me llamo ", "Por supuesto. ", "Sí, con gusto, soy "]
)
ORDERED = st.sampled_from(
    [
        "Quedaría a nombre de ",
        "que quede a nombre de ",
        "ocupo que la pongas como ",
        "quiero que la registren a nombre de ",
        "anóteme porfa soy ",
        "Apúnteme como ",
        "el paciente: ",
    ]
)
THEIRS = st.sampled_from(
    [
        "A mi abuelito lo registraron como ",
        "Es mi tía la que se atiende, doña ",
        "Le paso el de mi papá, que es quien va: ",
        "la que va a consulta es mi hija, se llama ",
    ]
)
AFTER = st.sampled_from(
    ["", ". Mi teléfono es este mismo", ", mi celular es el mismo", ", con eso la encuentra", ", para servirle"]
)
ELSE = st.sampled_from([", mañana no puedo", ", pero mejor el jueves", ", ¿cuánto cuesta?", ", y mi hermano Luis Gil"])


def named(text: str) -> list[ProvideCustomerData]:
    said = parse(text, context(State.CUSTOMER_DATA))
    return [intent for intent in said.intents if isinstance(intent, ProvideCustomerData)] if said.sure else []


def is_all(text: str) -> bool:
    said = parse(text, context(State.CUSTOMER_DATA))
    return said.sure and not said.unread and not said.leftovers and len(said.intents) == 1


@given(NAMES, st.one_of(PLEASED, ORDERED), AFTER)
def test_the_name_is_heard_among_what_is_none(name: str, lead: str, after: str) -> None:
    (given_,) = named(lead + name + after)
    assert given_.name is not None
    assert (given_.name.lower(), given_.for_other) == (name.lower(), False)


@given(st.sampled_from(["Amparo Villegas", "Cipriano Leal", "Gilberto Nava Osuna"]), THEIRS)
def test_whose_it_is_is_heard_with_it(name: str, lead: str) -> None:
    assert [(one.name, one.for_other) for one in named(lead + name)] == [(name, True)]


@given(st.sampled_from(["Trujillo Lara", "Bañuelos Rocha"]), st.sampled_from(["Verónica", "Cecilia"]))
def test_the_surname_may_be_told_first(surname: str, first: str) -> None:
    for text in (
        f"Señorita, de apellidos {surname} y de nombre {first}",
        f"Con apellido {surname.split()[0]}, {first} {surname}",
    ):
        assert [one.name for one in named(text)] == [f"{first} {surname}"]


def test_who_writes_is_the_patient() -> None:
    assert [one.for_self for one in named("Quedaría a nombre de su servidor, Rogelio Camacho Díaz")] == [True]


@given(NAMES, st.one_of(PLEASED, ORDERED), ELSE)
def test_what_else_is_said_is_not_passed_over(name: str, lead: str, other: str) -> None:
    assert not is_all(lead + name + other)


@pytest.mark.parametrize(
    "text",
    [
        "mi apellido es Bojórquez, Lizeth Bojórquez Armenta", "Bojórquez, Lizeth Bojórquez Armenta",
        "Lizeth Bojórquez Armenta, mi apellido es Bojórquez", "Lizeth Bojórquez, apellidos Bojórquez Armenta",
        "mis apellidos son Bojórquez Armenta, Lizeth Bojórquez Armenta", "Lizeth Bojórquez de apellido Armenta",
        "Bojórquez Armenta, Lizeth",
    ],
)  # fmt: skip
def test_a_surname_that_the_name_has_already_is_not_added(text: str) -> None:
    assert [one.name for one in named(text)] == ["Lizeth Bojórquez Armenta"]


def test_one_that_is_twice_in_the_name_itself_stays() -> None:
    assert [one.name for one in named("Ana López López")] == ["Ana López López"]
