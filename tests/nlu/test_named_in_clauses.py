"""A name among clauses that only say whose it is, how it is spelt or how old somebody is; of others none is taken."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import ProvideCustomerData
from booking.models import State
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

NAMES = st.sampled_from(["Rosa Elena Duarte", "Héctor Iván Carrillo Nava", "Ma. Trinidad Valenzuela"])
LEADS = st.sampled_from(
    [
        "Ándele pues, ",
        "con mucho gusto: ",
        "le paso mi nombre: ",
        "apúntela como ",
        "perdón la tardanza, estaba manejando, es ",
    ]
)
BESIDE = st.sampled_from(
    [
        ", así como suena",
        ", así viene en mi INE",
        ", viuda, 71 años",
        " la misma de siempre",
        ". Mi celular es este mismo",
        " pero no la cantante jaja",
        " a sus órdenes",
    ]
)


def named(text: str) -> tuple[str | None, bool] | None:
    """The name, and whether it is somebody else's, where nothing else is claimed."""
    said = meant(parse(text, context(State.CUSTOMER_DATA)))
    one = said[0]
    return (one.name, one.for_other) if len(said) == 1 and isinstance(one, ProvideCustomerData) else None


@given(NAMES, LEADS, BESIDE)
def test_the_name_is_all_that_is_told(name: str, lead: str, beside: str) -> None:
    assert named(lead + name + beside) == (name, False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Ana Sofía, como su abuelita. Ana Sofía Robles Díaz", "Ana Sofía Robles Díaz"),
        ("Soy doña Lupe Torres, María Guadalupe Torres Rangel", "María Guadalupe Torres Rangel"),
        ("me llamo Francisco pero me dicen Pancho, Francisco Luna Mata", "Francisco Luna Mata"),
        ("Yadira con Y griega. Yadira Montes Cruz", "Yadira Montes Cruz"),
        ("Dulce Karina, apellidos Rubio Salas, con acento en la u", "Dulce Karina Rubio Salas"),
        ("perdón la escribí mal, es Olivia Bernal con b grande no Vernal", "Olivia Bernal"),
        ("Laura Gil, perdón, Laura Gálvez Soto", "Laura Gálvez Soto"),
        ("José Luis Ramos R.", "José Luis Ramos R."),
    ],
)
def test_the_last_and_longest_counts(text: str, name: str) -> None:
    assert named(text) == (name, False)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Va a ser para mi hija, ella se llama Diana Laura Peña, yo soy Martha", "Diana Laura Peña"),
        ("Yo soy la que escribe pero la cita es para mi abuelo, apunte Jacinto Robles Meza", "Jacinto Robles Meza"),
        ("Es para mi papá, él se llama Ignacio Beltrán Cruz, tiene 80 años", "Ignacio Beltrán Cruz"),
        ("esq no soy yo la paciente es mi sobrina de 3 años Regina Amador", "Regina Amador"),
        ("A nombre de mi esposa por favor, Laura Cázares Gil, 45 años", "Laura Cázares Gil"),
        ("mi señora se llama Dolores Armenta, pero todos le dicen Lola", "Dolores Armenta"),
    ],
)
def test_whose_it_is(text: str, name: str) -> None:
    assert named(text) == (name, True)


def test_of_a_parent_who_writes() -> None:
    assert (named("Soy la mamá de Kevin Alexis Romero, él es el paciente") or ("",))[0] == "Kevin Alexis Romero"


@pytest.mark.parametrize(
    "text",
    [
        "la recomendó mi comadre, Ana Ruiz Soto",
        "me dijo Ana Ruiz Soto, la vecina",
        "no soy Ana Ruiz Soto",
        "espere, está hablando Ana Ruiz Soto en la otra línea",
        "Ana Ruiz, Luis Gil Soto",
        "mi hija Luz Peña Soto, mi hijo Juan Peña Soto",
        "mi mamá está mal, Ana Ruiz Soto",
        "Ana Ruiz Soto, la A, con acento",
        "perdón la tardanza, Ana Ruiz Soto, Luis Gil Mora, así como suena",
    ],
)
def test_of_others_none_is_taken(text: str) -> None:
    assert (named(text) or (None,))[0] is None
