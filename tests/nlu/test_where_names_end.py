"""A name ends where the sentence that it stands in goes on, and a surname that is a word is one all the same."""

from __future__ import annotations

import datetime as dt

import pytest

from booking.intents import AnyIntent, ProvideCustomerData, Unknown
from booking.models import State, UnderstandingContext
from nlu.shortcuts import Rules, parse

NOW = dt.datetime(2026, 12, 8, 10, tzinfo=dt.UTC)
CONTEXT = UnderstandingContext(
    now=NOW, state=State.IDLE, visits=(NOW.replace(day=14),), visits_of=("Ana Luna",), doctors=("Dr. Jorge Salas",)
)


def names_in(text: str) -> set[str]:
    """The names that are read, also where the message is understood in part."""
    read: list[AnyIntent] = [*Rules().understand(text, CONTEXT).intents]
    for one in [*read]:
        read.extend(one.understood if isinstance(one, Unknown) else ())
    return {one.name for one in read if isinstance(one, ProvideCustomerData) and one.name}


@pytest.mark.parametrize(
    "text",
    [
        "mi mamá Rosa Torres toma diálisis y quiere una cita",
        "mi mamá rosa torres toma diálisis y quiere una cita",
        "cita para mi mamá Rosa Torres usa silla de ruedas",
        "mi mamá Rosa Torres usa oxígeno y necesita cita",
        "mi mamá Rosa Torres camina con bastón, quiere cita el viernes",
        "mi mamá Rosa Torres cojea mucho y quiere una cita",
        "cita para mi mamá rosa torres padece del corazón",
        "necesito cita para mi mamá Rosa Torres y pregunto cuánto cuesta",
    ],
)
def test_it_ends_before_what_is_told(text: str) -> None:
    assert names_in(text) <= {"Rosa Torres"}
    assert names_in(text)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("cita para mi mamá Rosa torres flores", "Rosa Torres Flores"),
        ("cita para mi mamá rosa torres flores", "Rosa Torres Flores"),
        ("cita para mi mamá Rosa María lópez garcía", "Rosa María López García"),
        ("cita para mi hijo Juan de la cruz ríos", "Juan de la Cruz Ríos"),
        ("cita para mi hija Sofía Luna mora", "Sofía Luna Mora"),
        ("cita para mi papá Luis acosta partida", "Luis Acosta Partida"),
        ("cita para mi papá Carlos Mora delgado toma pastillas", "Carlos Mora Delgado"),
        ("cita para mi papá Carlos Mora mercado toma pastillas", "Carlos Mora Mercado"),
        ("cita para mi mamá Maria Ortiz barajas", "Maria Ortiz Barajas"),
        ("cita para mi papá Jorge Rodarte bolaños", "Jorge Rodarte Bolaños"),
        ("cita para mi mamá Maria Ortiz campana", "Maria Ortiz Campana"),
        ("cita para mi papá Carlos Ortega y alcaraz", "Carlos Ortega y Alcaraz"),
    ],
)
def test_a_surname_in_small_letters_is_of_the_name(text: str, name: str) -> None:
    assert names_in(text) == {name}


@pytest.mark.parametrize("last", ["barajas", "mercado", "bolaños", "hoyos", "cuellar", "pastor", "abad", "campana"])
def test_the_last_word_behind_a_name_and_a_surname_is_a_surname(last: str) -> None:
    read = parse(f"Maria Ortiz {last}", CONTEXT.model_copy(update={"state": State.CUSTOMER_DATA}))
    assert read.sure
    assert read.intents == (ProvideCustomerData(name=f"Maria Ortiz {last.capitalize()}"),)


@pytest.mark.parametrize("last", ["vomita", "tose", "operaron", "mareada", "embarazada", "dermatología"])
def test_but_none_that_tells_something(last: str) -> None:
    assert names_in(f"cita para mi mamá Maria Ortiz {last}") <= {"Maria Ortiz"}
