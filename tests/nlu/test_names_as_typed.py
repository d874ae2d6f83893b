"""Names as they are typed: with pictures in them, abbreviated, beside what one is called, and a surname that is given
to somebody who has none yet. Nothing of a name is lost, and nothing that is no name gets into it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from booking.intents import AnyIntent, Confirm, ProvideCustomerData
from booking.models import State
from nlu.naming.adornments import without_adornments
from nlu.parsed import meant
from nlu.shortcuts import parse
from tests.nlu.messages import context

PICTURES = ("🌸", "👨‍👩‍👧", "❤️", "🙏🏽", "😊")
NAMES = (("Ana", "López"), ("José", "Ñoño"), ("María", "Luz", "Pérez"))


def said(text: str, about: str = "", state: State = State.CUSTOMER_DATA) -> tuple[AnyIntent, ...]:
    return meant(parse(text, context(state, about)))


def name(text: str, about: str = "") -> str | None:
    [data] = said(text, about)
    assert isinstance(data, ProvideCustomerData)
    return data.name


@given(st.sampled_from(NAMES), st.sampled_from(PICTURES), st.integers(0, 3))
def test_a_picture_is_no_part_of_a_name(words: tuple[str, ...], picture: str, place: int) -> None:
    shown = [*words[:place], picture, *words[place:]]
    assert name(" ".join(shown)) == " ".join(words)


@pytest.mark.parametrize(
    "full",
    [
        "Ma. del Refugio Ríos vda. de Soto",
        "José Ñoño O’Brien",
        "Rosario Peralta viuda de Núñez",
        "Juan de Dios Murrieta",
    ],
)
def test_all_of_a_name(full: str) -> None:
    plain = name(full)
    assert plain is not None
    assert plain.casefold() == full.casefold().replace("’", "'")


@pytest.mark.parametrize("called", ["pero me dicen Chuma", "y me dicen la Chata", "aunque me conocen como Nano"])
def test_what_one_is_called_is_no_name(called: str) -> None:
    assert name(f"me llamo Jesús Manuel {called} Jesús Manuel Angulo Leyva") == "Jesús Manuel Angulo Leyva"
    assert name(f"me llamo Ana Luz Pérez {called}") == "Ana Luz Pérez"


def test_what_one_is_told_is_no_nickname() -> None:
    text = "me llamo Ana Luz Pérez y me dicen que llegue a las 4"
    assert without_adornments(text, context(State.CUSTOMER_DATA)) == text


@pytest.mark.parametrize(
    "text",
    [
        "Ian no tiene apellido todavía, póngale el de la mamá, Cota",
        "Ian no tiene apellido todavia pongale el de la mama Cota",
        "póngale el de la mamá, Cota",
        "el de su mamá es Cota",
        "Cota",
    ],
)
def test_a_surname_for_who_has_none_yet(text: str) -> None:
    assert name(text, "surname") == "Ian Cota"


@pytest.mark.parametrize("text", ["no tiene apellido", "Juan no tiene apellido", "el de la mamá", "todavía no tiene"])
def test_no_surname_is_made_of_having_none(text: str) -> None:
    assert not any(isinstance(i, ProvideCustomerData) and i.name for i in said(text, "surname"))


def test_a_picture_alone_still_says_yes() -> None:
    assert said("👍", state=State.CONFIRM) == (Confirm(),)
